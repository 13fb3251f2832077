import Bindings
import GestureCore

/// Everything that happens while rules are at work, as lines in the order in which it was decided: for people, or each an
/// object of JSON for programs.
public final class Trace: Watcher, @unchecked Sendable {
  // One thread does everything; the observer protocol asks for more than that.

  /// What a line is.
  public enum Form: Sendable { case plain, json }

  /// How much is told.
  public enum Depth: Comparable, Sendable {
    /// Gesture events.
    case events
    /// Decisions too, and what is to be done because of events.
    case decisions
    /// Touches, devices, modes and rules too, near misses marked; objects tell their type, and the first one the format.
    case everything
  }

  /// What is traced.
  public enum Origin: Equatable, Sendable {
    case recording
    /// Devices at work, with times counted from this moment on; in a dry run no command is started.
    case devices(from: Timestamp, dryRun: Bool)
  }

  /// The time of what was told last.
  public private(set) var latest: Timestamp
  var names: Names
  let form: Form
  let depth: Depth
  private var rules: RuleSet
  private var devices: [DeviceID: ShownDevice] = [:]
  private var hands: [DeviceID: Hand] = [:]
  private var mode = Context.standardMode
  private var isPaused = false
  /// From the first event on whose decision has been seen but which has not come itself: nil stands for such an event.
  private var waiting: [[String]?] = []
  private let clock: (() -> Timestamp)?
  private let write: (String) -> Void

  /// `write` is given each line without its end. `clock` tells when devices and rules change; without one that is the time
  /// of what was told last.
  public init(
    _ rules: Rules, as form: Form, _ depth: Depth, of origin: Origin, clock: (() -> Timestamp)? = nil,
    write: @escaping (String) -> Void
  ) {
    self.rules = rules.ruleSet
    self.form = form
    self.depth = depth
    self.clock = clock
    self.write = write
    names = Names(rules.ruleSet)
    if case .devices(let start, _) = origin { names.origin = start }
    latest = names.origin
    guard depth == .everything else { return }
    names.widen(to: Names.widestSubject)
    for line in names.opening(origin, form) { write(line) }
    write(names.text(rules.ruleSet, isReload: false, at: latest, form))
  }

  // MARK: What happens

  /// Other rules are in force.
  public func use(_ rules: Rules) {
    self.rules = rules.ruleSet
    names.use(rules.ruleSet)
    if depth == .everything { add(names.text(rules.ruleSet, isReload: true, at: now, form)) }
  }

  public func added(_ device: Device) {
    names.add(device)
    guard depth == .everything else { return }
    let shown = ShownDevice(device, rules)
    guard shown != devices[device.id] else { return }
    let change: ShownDevice.Change = devices[device.id] == nil ? .added : .changed
    devices[device.id] = shown
    hands[device.id] = Hand(hands[device.id], on: shown.surface)
    add(names.text(shown, change, at: now, form))
  }

  public func removed(_ device: DeviceID, at time: Timestamp) {
    latest = max(latest, time)
    if let shown = devices.removeValue(forKey: device) { add(names.text(shown, .removed, at: now, form)) }
    hands[device] = nil
    names.remove(device)
  }

  public func willProcess(_ frame: Frame) {
    latest = max(latest, frame.time)
    guard depth == .everything, hands[frame.device] != nil else { return }
    hands[frame.device]?.take(frame)
    guard let hand = hands[frame.device] else { return }
    switch form {
    case .plain: for finger in hand.fingers { add(names.lines(finger, of: frame.device, at: frame.time)) }
    case .json: add(names.object(hand, of: frame.device, at: frame.time).text)
    }
  }

  public func observe(_ decision: Decision) {
    latest = max(latest, decision.time)
    guard depth >= .decisions else { return }
    // The event itself says more, and comes when the engine is done with the frame.
    if case .event = decision.outcome { return waiting.append(nil) }
    add(text(decision))
  }

  public func happened(_ event: GestureEvent, _ orders: [Order]) {
    latest = max(latest, event.time)
    var lines = [text(event)]
    if depth >= .decisions {
      for order in orders { lines += texts(order) }
    }
    if let place = waiting.firstIndex(where: { $0 == nil }) {
      waiting[place] = lines
      passOn()
    } else {
      add(lines)
    }
  }

  public func rested(_ device: DeviceID, at time: Timestamp) {
    latest = max(latest, time)
    if depth == .everything, form == .json { add(names.restObject(device, at: time).text) }
  }

  /// The session is in another mode, without an order's doing.
  public func entered(_ mode: String, at time: Timestamp) {
    latest = max(latest, time)
    guard mode != self.mode else { return }
    self.mode = mode
    if depth == .everything { add(names.text(mode: mode, at: time, form)) }
  }

  /// From now on nothing is done but what resumes, or everything again.
  public func paused(_ isPaused: Bool, at time: Timestamp) {
    latest = max(latest, time)
    guard isPaused != self.isPaused else { return }
    self.isPaused = isPaused
    if depth == .everything { add(names.text(paused: isPaused, at: time, form)) }
  }

  /// Gestures rest for these reasons, in words and as a clause, or count again when there are none.
  public func absent(_ reasons: [String], _ clause: String, at time: Timestamp) {
    latest = max(latest, time)
    if depth == .everything { add(names.text(absent: reasons, clause, at: time, form)) }
  }

  // MARK: Lines

  /// A line that somebody else has made; it stands after all that was told so far.
  public func add(_ line: String) { add([line]) }

  /// What goes before a line about a gesture that somebody else makes: the time, and the blanks that set it apart from
  /// events.
  public func head(at time: Timestamp) -> String { "\(names.moment(time))    " }

  /// The beginning of an object that somebody else makes.
  public func object(_ type: String, at time: Timestamp) -> ObjectLine { names.object(type, at: time) }

  /// The line that stands where so many were left out, because nobody read them in time.
  public func leftOut(_ count: Int) -> String { names.text(leftOut: count, at: now, form) }

  private var now: Timestamp { clock?() ?? latest }

  private func add(_ lines: [String]) {
    if waiting.isEmpty { return lines.forEach(write) }
    waiting.append(lines)
    passOn()
  }

  /// Passes on what nothing has to come before.
  private func passOn() {
    let ready = waiting.prefix { $0 != nil }
    for lines in ready { lines?.forEach(write) }
    waiting.removeFirst(ready.count)
  }
}

// How much of a thing is told
extension Trace {
  private var isFull: Bool { depth == .everything }

  private func text(_ event: GestureEvent) -> String {
    switch form {
    case .plain: names.line(event) + (isFull ? names.place(event.device) : "")
    case .json: isFull ? typed("event", names.json(event)) : names.json(event)
    }
  }

  private func text(_ decision: Decision) -> String {
    switch form {
    case .plain where isFull:
      names.line(decision) + names.mark(decision) + names.place(decision.device)
    case .plain: names.line(decision)
    case .json: isFull ? typed("decision", names.jsonWithFacts(decision)) : names.json(decision)
    }
  }

  /// An order, and the mode that it switches on.
  private func texts(_ order: Order) -> [String] {
    let text =
      switch form {
      case .plain: names.line(order)
      case .json: isFull ? typed("order", names.json(order)) : names.json(order)
      }
    guard isFull, let mode = order.effect.mode, mode != self.mode else { return [text] }
    self.mode = mode
    return [text, names.text(mode: mode, at: order.event.time, form)]
  }

  private func typed(_ type: String, _ object: String) -> String { "{\"type\":\"\(type)\",\(object.dropFirst())" }
}

/// A device as a trace tells of it: with the surface that the rules make of it.
struct ShownDevice: Equatable {
  /// What became of a device.
  enum Change: String { case added, changed, removed }

  let device: Device
  let surface: Surface
  let rotation: Rotation

  init(_ device: Device, _ rules: RuleSet) {
    self.device = device
    surface = Surface(rules, of: device)
    rotation = rules.rotation(ofDevice: device.name)
  }
}
