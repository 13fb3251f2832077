import GestureCore
import Support

/// The result of a vector's touches.
struct PeerRun {
  /// In the order of the engine.
  private(set) var events: [(name: String, event: GestureEvent)] = []
  /// Checks during the run that failed, in words.
  private(set) var broken: [String] = []
  let journal = Journal()
  private let rules: RuleSet

  /// Plays the events on a surface of 300 x 190 mm.
  init(_ events: [PeerVector.Event], _ rules: RuleSet, _ source: PeerSource) throws {
    try self.init(Self.frames(events, source.mm), rules, source.deviceClass, checks: events)
  }

  /// Plays beyond the last deadline. Touches that are still down stay down: their gestures do not end.
  init(_ frames: [Frame], _ rules: RuleSet, _ deviceClass: DeviceClass, checks: [PeerVector.Event] = []) throws {
    self.rules = rules
    var engine = try Engine(rules: rules, observer: journal)
    engine.add(
      Device(
        id: DeviceID(0), name: "peer", deviceClass: deviceClass, size: Size(width: 300, height: 190),
        capabilities: [.contacts, .places, .pressure]))
    var checks = checks[...]
    for frame in frames {
      note(engine.process(frame))
      while let first = checks.first, first.time <= frame.time { check(checks.removeFirst()) }
    }
    while let deadline = engine.nextDeadline.unlessNever { note(engine.advance(to: deadline)) }
  }

  private static func frames(_ events: [PeerVector.Event], _ mm: Double) -> [Frame] {
    var frames: [Frame] = []
    for event in events {
      if frames.last?.time != event.time { frames.append(Frame(device: DeviceID(0), time: event.time, touches: [])) }
      if let touch = touch(event.action, mm) { frames[frames.count - 1].touches.append(touch) }
    }
    return frames
  }

  private static func touch(_ action: PeerVector.Action, _ mm: Double) -> Touch? {
    switch action {
    case .down(let id, let x, let y): Touch(id: id, phase: .began, position: Vector(x * mm, y * mm))
    case .move(let id, let x, let y): Touch(id: id, phase: .moved, position: Vector(x * mm, y * mm))
    case .up(let id): Touch(id: id, phase: .ended)
    case .cancel(let id): Touch(id: id, phase: .cancelled)
    case .wait, .check: nil
    }
  }

  private mutating func note(_ new: [GestureEvent]) {
    events += new.map { (rules.gestures[$0.gesture.rawValue].name, $0) }
  }

  private mutating func check(_ event: PeerVector.Event) {
    guard case .check(let counts) = event.action else { return }
    for (what, count) in counts where self.count(what) != count {
      broken.append("\(what) \(self.count(what)) times by \(event.ms) ms, not \(count)")
    }
  }

  /// How often `tap` was recognized or began, or how often `pan.ended` happened.
  func count(_ what: String) -> Int {
    let (name, state) = Self.parts(what)
    let wanted = state.map { [$0] } ?? ["recognized", "began"]
    return states(of: name).filter(wanted.contains).count
  }

  private static func parts(_ what: String) -> (name: String, state: String?) {
    let parts = what.split(separator: ".", maxSplits: 1)
    return (String(parts[0]), parts.count > 1 ? String(parts[1]) : nil)
  }

  func states(of name: String) -> [String] { events(of: name).map(\.state.rawValue) }

  func events(of name: String) -> [GestureEvent] { events.filter { $0.name == name }.map(\.event) }

  /// Why `name` failed, each time.
  func failures(of name: String) -> [Decision.Cause] {
    journal.decisions.compactMap { decision in
      guard rules.gestures[decision.gesture.rawValue].name == name, case .failed(let cause) = decision.outcome else {
        return nil
      }
      return cause
    }
  }
}
