import Bindings
import GestureCore
import Recordings
import Support
import Testing
import Text

/// Whatever devices show: a replay of the recording gives the gesture events that the rules gave while it was made.
@Suite struct RecorderTests {
  /// Rules at work whose frames are recorded.
  private struct Session: ~Copyable {
    var recorder: Recorder
    var live: LiveRules
    var names: Names
    var lines: [String] = []
    var events: [GestureEvent] = []

    init(_ rules: RuleSet, _ form: Recorder.Form) throws {
      recorder = Recorder(form, remarks: ["A test."])
      live = try LiveRules(Rules(ruleSet: rules))
      names = Names(rules)
    }

    mutating func add(_ device: Device, at time: Timestamp) {
      let normalized = recorder.add(device, rotation: .none, at: time)
      names.add(normalized)
      live.add(normalized)
    }

    mutating func process(_ frame: Frame) {
      guard let normalized = recorder.record(frame) else { return }
      var outcomes = Outcomes()
      live.process(normalized, into: &outcomes)
      events += outcomes.map(\.event)
    }

    mutating func advance(to time: Timestamp) {
      if live.nextDeadline <= time { recorder.noteReached(time) }
      var outcomes = Outcomes()
      live.advance(to: time, into: &outcomes)
      events += outcomes.map(\.event)
    }

    mutating func remove(_ device: DeviceID, at time: Timestamp) {
      var outcomes = Outcomes()
      live.remove(device, at: recorder.remove(device, at: time), into: &outcomes)
      events += outcomes.map(\.event)
    }

    mutating func cancelAll(at time: Timestamp) {
      var outcomes = Outcomes()
      live.cancelAll(at: recorder.cancelAll(at: time), into: &outcomes)
      events += outcomes.map(\.event)
    }

    private static func ms(_ time: Timestamp) -> String {
      decimal(Double(time.microseconds) / 1000, places: 3, padded: true)
    }

    /// The events as `replay --format json` prints them, counted from the recording's start.
    func printed() -> [String] {
      let origin = recorder.origin?.microseconds ?? 0
      return events.map { event in
        [(event.time, "t_ms"), (event.since, "since_ms")].reduce(names.json(event)) { line, part in
          let relative = Timestamp(microseconds: part.0.microseconds - origin)
          return line.replacing("\"\(part.1)\":\(Self.ms(part.0))", with: "\"\(part.1)\":\(Self.ms(relative))")
        }
      }
    }
  }

  static let rules: RuleSet = {
    var gestures = Catalogue.kinds.map { GestureRule(name: $0.name, kind: $0) }
    gestures.append(
      GestureRule(name: "double", kind: Tap.kind, settings: ["taps": .count(2), "max-interval": .quantity(250)]))
    gestures.append(
      GestureRule(name: "single", kind: Tap.kind, requireToFail: [.gesture("double")]))
    return RuleSet(gestures: gestures)
  }()

  private static let screen = Device(
    id: DeviceID(3), name: "A \"screen\"", deviceClass: .touchscreen, size: Size(width: 300.00049, height: 190),
    capabilities: [.contacts, .places, .pressure])
  private static let pad = Device(
    id: DeviceID(4), name: "Pad", deviceClass: .touchpad, size: Size(width: 100, height: 66.6667),
    capabilities: [.settledFingers], fingers: 1...4)

  /// Times as a machine has them that is up for weeks.
  private static let start: Int64 = 3_456_789_012_345

  @Test(arguments: 1...60) func randomFramesGiveTheSameEventsAgain(_ seed: Int) throws {
    let session = try Self.random(UInt64(seed), .touchScript)
    #expect(!session.events.isEmpty)
    try check(session)
  }

  @Test(arguments: 1...30) func soDoTheKernelsEvents(_ seed: Int) throws {
    try check(try Self.random(UInt64(seed), .evemu))
  }

  private func check(_ session: borrowing Session) throws {
    var recorder = session.recorder
    let text = recorder.drainText()
    let recording = try Recording.read(text: text, name: "again")
    let rules = Self.rules
    let names = Names(rules, devices: recording.devices)
    let again = try Replay.events(recording, rules: rules).map { names.json($0) }
    // An evemu file has one device, so its name needs no number.
    let isAlone = text.hasPrefix("# EVEMU")
    let live = session.printed().map { isAlone ? $0.replacing(/\ #[0-9]+/, with: "") : $0 }
    #expect(again == live, Comment(rawValue: text))
    if !isAlone {
      #expect(try Recording.read(text: recording.touchScript, name: "again").frames == recording.frames)
    }
  }

  /// Random touches, devices that come and go, and deadlines that are served late.
  private static func random(_ seed: UInt64, _ form: Recorder.Form) throws -> Session {
    var random = SeededRandom(seed: seed)
    var session = try Session(rules, form)
    var time = start
    var devices = [screen, pad]
    for device in devices { session.add(device, at: Timestamp(microseconds: time)) }
    var positions: [DeviceID: [Int32: Vector]] = [:]
    for _ in 0..<400 {
      time += Int64(random.below(6) == 0 ? random.below(400_000) : random.below(12_000))
      let now = Timestamp(microseconds: time)
      if random.below(3) == 0 { session.advance(to: now) }
      let index = random.below(devices.count)
      switch random.below(100) {
      case 0:
        session.cancelAll(at: now)
        positions = [:]
      case 1:
        session.remove(devices[index].id, at: now)
        devices[index].id = DeviceID(devices[index].id.rawValue + 2)
        session.add(devices[index], at: now)
      default:
        // Frames of two devices may come in any order, and late.
        let late = Timestamp(microseconds: time - Int64(random.below(3) == 0 ? random.below(9000) : 0))
        session.process(frame(of: devices[index], at: late, &positions[devices[index].id, default: [:]], &random, form))
      }
    }
    session.cancelAll(at: Timestamp(microseconds: time + 1000))
    return session
  }

  private static func middle(of device: Device) -> Vector { Vector(device.size.width / 3, device.size.height / 3) }

  private static func frame(
    of device: Device, at time: Timestamp, _ positions: inout [Int32: Vector], _ random: inout SeededRandom,
    _ form: Recorder.Form
  ) -> Frame {
    var frame = Frame(device: device.id, time: time, touches: [])
    for _ in 0...random.below(3) {
      let id = Int32(random.below(4))
      let before = positions[id]
      var touch = Touch(id: id, phase: .moved, position: before ?? .zero)
      // Phases that no source should send, and that the kernel's events can't express.
      let isOdd = form == .touchScript && random.below(12) == 0
      if isOdd || frame.touches.contains(where: { $0.id == id }) {
        if form == .evemu { continue }
        touch.phase = [.began, .moved, .ended, .cancelled, .stationary][random.below(5)]
        if random.below(9) == 0 { touch.position.x = random.below(2) == 0 ? .nan : 1e300 }
      } else if before == nil {
        touch.phase = .began
        touch.position = Vector(Double(random.below(300_000_000)) / 1e6, Double(random.below(190_000_000)) / 1e6)
        // A source skips fingers that rest at the border; so does a replay of the kernel's events.
        if form == .evemu { touch.position = middle(of: device) + touch.position * 0.1 }
      } else if random.below(5) == 0 {
        touch.phase = random.below(4) == 0 ? .cancelled : .ended
      } else {
        touch.position += Vector(Double(random.below(9000)) / 1111 - 3, Double(random.below(9000)) / 1111 - 4)
      }
      touch.tool = random.below(60) == 0 ? .palm : .finger
      let tellsPressure = form == .evemu && touch.phase == .began
      if tellsPressure || random.below(3) == 0 { touch.pressure = Double(random.below(1_000_000)) / 999_999 }
      positions[id] = touch.phase == .ended || touch.phase == .cancelled ? nil : touch.position
      frame.touches.append(touch)
    }
    // The kernel's order is that of its slots.
    if form == .evemu { frame.touches.sort { $0.id < $1.id } }
    return frame
  }
}
