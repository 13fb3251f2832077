import Bindings
import GestureCore
import Text

/// Writes gesture events as lines or as JSON objects; at greater depths, also decisions and other facts.
open class Trace: Watcher {
  public enum Form: Sendable { case plain, json }

  /// The amount of detail in the trace.
  public enum Depth: Comparable, Sendable {
    case events
    /// Gesture events, decisions, and orders: the effects that gesture events cause.
    case decisions
    /// All facts, including touches, devices, modes, rules and near misses. JSON objects get a `type`.
    case everything
  }

  public enum Origin: Equatable, Sendable {
    case recording
    /// Real devices. `from` is time 0 in the trace. A dry run starts no command.
    case devices(from: Timestamp, dryRun: Bool)
  }

  public private(set) var latest: Timestamp
  var names: Names
  public let form: Form
  let depth: Depth
  public private(set) var rules: RuleSet
  /// A watcher that gets frames, decisions and idle devices before the trace writes about them. May add trace lines.
  public var collector: (any Watcher)?
  private var devices: [DeviceID: ShownDevice] = [:]
  private var touchesByDevice: [DeviceID: DeviceTouches] = [:]
  private var mode = Context.defaultMode
  private var isPaused = false
  /// The lines that wait until an earlier event is reported. Each nil is the place of an event that isn't reported yet.
  private var pending: [[String]?] = []
  private let clock: (() -> Timestamp)?
  private let write: (String) -> Void

  /// `write` receives each line. Device and rule changes get the time of `clock`, or the latest time if `clock` is nil.
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
    if let line = names.opening(origin, form) { write(line) }
    add(names.fact(rules.ruleSet, isReload: false), at: latest)
  }

  // MARK: What happens

  public func use(_ rules: Rules) {
    self.rules = rules.ruleSet
    names.use(rules.ruleSet)
    if isFull { add(names.fact(rules.ruleSet, isReload: true), at: now) }
  }

  public func added(_ device: Device) {
    names.add(device)
    guard depth == .everything else { return }
    let shown = ShownDevice(device, rules)
    guard shown != devices[device.id] else { return }
    let change: ShownDevice.Change = devices[device.id] == nil ? .added : .changed
    devices[device.id] = shown
    touchesByDevice[device.id] = DeviceTouches(touchesByDevice[device.id], on: shown.surface)
    add(names.fact(shown, change), at: now)
  }

  public func removed(_ device: DeviceID, at time: Timestamp) {
    latest = max(latest, time)
    if let shown = devices.removeValue(forKey: device) { add(names.fact(shown, .removed), at: now) }
    touchesByDevice[device] = nil
    names.remove(device)
  }

  /// Writes that the device's screen is off. The trace skips the device's touches until the device is added again.
  public func screenOff(of device: DeviceID, at time: Timestamp) {
    latest = max(latest, time)
    if let shown = devices.removeValue(forKey: device) { add(names.fact(shown, .off), at: now) }
    touchesByDevice[device] = nil
  }

  public func willProcess(_ frame: Frame) {
    collector?.willProcess(frame)
    latest = max(latest, frame.time)
    guard depth == .everything, touchesByDevice[frame.device] != nil else { return }
    touchesByDevice[frame.device]?.process(frame)
    guard let touches = touchesByDevice[frame.device] else { return }
    switch form {
    case .plain: for touch in touches.touches { add(names.lines(touch, of: frame.device, at: frame.time)) }
    case .json: add(names.object(touches, of: frame.device, at: frame.time))
    }
  }

  public func observe(_ decision: Decision) {
    collector?.observe(decision)
    latest = max(latest, decision.time)
    guard depth >= .decisions else { return }
    // The event has more details than its decision. The engine reports the event after it has processed the frame.
    if case .event = decision.outcome { return pending.append(nil) }
    add(text(decision))
  }

  public func happened(_ event: GestureEvent, _ orders: [Order]) {
    latest = max(latest, event.time)
    var lines = [text(event)]
    if depth >= .decisions { for order in orders { lines += texts(order) } }
    if isFull, form == .plain, isPaused, orders.isEmpty, event.state == .recognized || event.state == .began {
      let name = names.gesture(event.gesture)
      lines.append(
        "\(head(at: event.time))\(name): no action runs, because gestures are paused; run `gesture-bridge resume`")
    }
    if let index = pending.firstIndex(where: { $0 == nil }) {
      pending[index] = lines
      writeReady()
    } else {
      add(lines)
    }
  }

  public func becameIdle(_ device: DeviceID, at time: Timestamp) {
    collector?.becameIdle(device, at: time)
    latest = max(latest, time)
    if isFull, form == .json { add("idle", [.init("device", .string(names.device(device)))], at: time) }
  }

  public func entered(_ mode: String, at time: Timestamp) {
    latest = max(latest, time)
    guard mode != self.mode else { return }
    self.mode = mode
    addDetail(names.fact(mode: mode), at: time)
  }

  public func ignored(_ touch: IgnoredTouch) {
    latest = max(latest, touch.time)
    guard depth == .everything else { return }
    let position = devices[touch.device]?.surface.rotated(touch.position) ?? touch.position
    add(names.fact(touch, touchesByDevice[touch.device]?.nextLetter ?? "a", at: position), at: touch.time)
  }

  public func paused(_ isPaused: Bool, at time: Timestamp) {
    latest = max(latest, time)
    guard isPaused != self.isPaused else { return }
    self.isPaused = isPaused
    addDetail(names.fact(paused: isPaused), at: time)
  }

  /// Writes why gestures are inactive (`reasons` in JSON, `clause` in plain text), or active again if both are empty.
  public func suspended(_ reasons: [String], _ clause: String, at time: Timestamp) {
    addDetail(names.fact(suspended: reasons, clause), at: time)
  }

  public func desktopChanged(_ context: Context, at time: Timestamp) {
    addDetail(names.fact(desktop: context), at: time)
  }

  // MARK: Lines

  public func add(_ line: String) { add([line]) }

  /// The beginning of a line that the caller completes: the time and four blanks.
  public func head(at time: Timestamp) -> String { "\(names.moment(time))    " }

  /// Writes a near miss: the user may have meant this gesture. `failure` has the values measured in the whole attempt.
  public func add(_ miss: NearMiss, _ failure: Failure, at time: Timestamp) {
    let (name, device) = (names.gesture(miss.gesture), names.device(miss.device))
    switch form {
    case .plain: add("\(head(at: time))\(name) near miss: \(failure)" + names.deviceSuffix(miss.device))
    case .json:
      let members = [("gesture", name), ("reason", "\(failure)"), ("device", device)]
      add("near_miss", members.map { .init($0, .string($1)) }, at: time)
    }
  }

  public func device(_ id: DeviceID) -> Device? { devices[id]?.device }

  public func add(_ type: String, _ members: [JSONValue.Member], at time: Timestamp) {
    add(names.object(type, members, at: time))
  }

  /// Returns the line that reports that `count` lines were dropped, because the reader was too slow.
  public func droppedLines(_ count: Int) -> String { names.text(names.fact(droppedLines: count), at: now, form) }

  private var now: Timestamp { clock?() ?? latest }

  private func add(_ fact: TraceFact, at time: Timestamp) { add(names.text(fact, at: time, form)) }

  private func addDetail(_ fact: TraceFact, at time: Timestamp) {
    latest = max(latest, time)
    if isFull { add(fact, at: time) }
  }

  private func add(_ lines: [String]) {
    if pending.isEmpty { return lines.forEach(write) }
    pending.append(lines)
    writeReady()
  }

  private func writeReady() {
    let ready = pending.prefix { $0 != nil }
    for lines in ready { lines?.forEach(write) }
    pending.removeFirst(ready.count)
  }

  // MARK: Level of detail

  private var isFull: Bool { depth == .everything }

  private func text(_ event: GestureEvent) -> String {
    switch form {
    case .plain: names.line(event) + (isFull ? names.deviceSuffix(event.device) : "")
    case .json: object("event", names.members(event))
    }
  }

  private func text(_ decision: Decision) -> String {
    switch form {
    case .plain where isFull: names.line(decision) + names.deviceSuffix(decision.device)
    case .plain: names.line(decision)
    case .json: object("decision", names.members(decision) + (isFull ? names.facts(decision) : []))
    }
  }

  private func texts(_ order: Order) -> [String] {
    let text =
      switch form {
      case .plain: names.line(order)
      case .json: object("action", names.members(order))
      }
    guard isFull, let mode = order.effect.mode, mode != self.mode else { return [text] }
    self.mode = mode
    return [text, names.text(names.fact(mode: mode), at: order.event.time, form)]
  }

  private func object(_ type: String, _ members: [JSONValue.Member]) -> String {
    JSONValue.object((isFull ? [.init("type", .string(type))] : []) + members).fixedLine
  }
}

/// A device in a trace, with the surface and the rotation that the device has under the rules.
struct ShownDevice: Equatable {
  /// A change of a device. `off` means that the device's screen is off.
  enum Change: String { case added, changed, removed, off }

  let device: Device
  let surface: Surface
  let rotation: Rotation

  init(_ device: Device, _ rules: RuleSet) {
    self.device = device
    surface = Surface(rules, of: device)
    rotation = rules.rotation(of: device)
  }
}

/// A gesture's failure on a threshold, and the distance to the threshold.
public struct NearMiss: Equatable, Sendable {
  public let time: Timestamp
  public let device: DeviceID
  public let gesture: GestureID
  public let failure: Failure
  /// The setting's value that would have prevented this failure, as known at `time`: the measured value can still grow.
  public let needed: Measure
  public let limit: Measure
  /// The distance to the limit: 0.2 is a fifth of the limit.
  public let distance: Double

  /// The greatest `distance` at which a failure is a near miss, except for fingers and taps.
  package static let nearest = 0.5

  /// Nil if the gesture didn't fail on a threshold, or if the threshold is 0.
  public init?(_ decision: Decision) {
    switch decision.outcome {
    case .failed(.own(let failure)), .cancelled(.own(let failure)): self.init(failure, decision)
    case .tracking, .event, .awaitingFingers, .held, .released, .failed, .cancelled, .reset, .notReceived: return nil
    }
  }

  private init?(_ failure: Failure, _ decision: Decision) {
    guard let gauge = failure.gauge, gauge.limit.value > 0 else { return nil }
    time = decision.time
    device = decision.device
    gesture = decision.gesture
    self.failure = failure
    needed = failure.needed ?? gauge.measured
    limit = gauge.limit
    // If the limit depends on circumstances, `needed` is a value of the setting and can't be compared with this limit.
    let compared = gauge.circumstance == nil ? needed : gauge.measured
    distance = abs(compared.value - limit.value) / limit.value
  }

  /// Whether the user may have meant the gesture: the limit is at most 1 finger, 1 tap or half of its own value away.
  public var isNear: Bool {
    switch limit.unit {
    case .fingers, .taps: abs(needed.value - limit.value) <= 1
    case .millimetres, .milliseconds, .millimetresPerSecond, .degrees, .percent: distance <= Self.nearest
    }
  }
}

/// The touches on one device, with their letters and paths.
struct DeviceTouches {
  /// A touch that is down, or has just been lifted or cancelled.
  struct ShownTouch {
    let letter: String
    let id: Int32
    /// The touch's phase in the current frame; `stationary` if the frame doesn't have this touch.
    fileprivate(set) var phase: Touch.Phase
    fileprivate(set) var tool: Touch.Tool
    fileprivate(set) var isUnreleased = false
    fileprivate(set) var hasNewTool = false
    fileprivate(set) var pressure: Double?
    fileprivate(set) var peakPressure: Double?
    fileprivate(set) var path: TouchPath

    fileprivate var isOver: Bool { phase == .ended || phase == .cancelled }
  }

  /// The touches in the order of landing. Lifted and cancelled touches stay until the next frame.
  private(set) var touches: [ShownTouch] = []
  private let surface: Surface

  /// The greatest number of touches. Only a faulty device reports more.
  private static let limit = 64

  /// Starts with the touches of `other`, unless `other` is nil. Converts later positions to the rotated `surface`.
  init(_ other: DeviceTouches?, on surface: Surface) {
    self.surface = surface
    touches = other?.touches ?? []
  }

  /// Applies a frame. Ignores changes of touches that never landed.
  mutating func process(_ frame: Frame) {
    touches.removeAll(where: \.isOver)
    for index in touches.indices {
      touches[index].phase = .stationary
      touches[index].hasNewTool = false
    }
    for touch in frame.touches { process(touch, at: frame.time) }
  }

  private mutating func process(_ touch: Touch, at time: Timestamp) {
    let index = touches.firstIndex { $0.id == touch.id && !$0.isOver }
    switch touch.phase {
    case .began where index == nil: land(touch, at: time)
    case .began, .moved, .stationary: if let index { move(index, touch, at: time) }
    case .ended, .cancelled:
      guard let index else { return }
      touches[index].phase = touch.phase
      touches[index].isUnreleased = touch.isUnreleased
    }
    if let index, touch.tool != touches[index].tool {
      touches[index].tool = touch.tool
      touches[index].hasNewTool = true
    }
  }

  var nextLetter: String { freeLetter(Set(touches.filter { !$0.isOver }.map(\.letter))) }

  private mutating func land(_ touch: Touch, at time: Timestamp) {
    guard touches.count < Self.limit else { return }
    touches.append(
      ShownTouch(
        letter: freeLetter(Set(touches.map(\.letter))), id: touch.id, phase: .began, tool: touch.tool,
        pressure: touch.pressure, peakPressure: touch.pressure,
        path: TouchPath(at: surface.rotated(touch.position), time)))
  }

  private mutating func move(_ index: Int, _ touch: Touch, at time: Timestamp) {
    touches[index].phase = touch.phase == .stationary ? .stationary : .moved
    if touch.phase != .stationary { touches[index].path.move(to: surface.rotated(touch.position), at: time) }
    guard let pressure = touch.pressure else { return }
    touches[index].pressure = pressure
    touches[index].peakPressure = max(touches[index].peakPressure ?? pressure, pressure)
  }
}

/// The movement of a touch: its position, its path's length and its greatest speed.
struct TouchPath {
  private struct Sample {
    let time: Timestamp
    let position: Vector
  }

  /// The shortest time over which a speed is measured. Over shorter times, a finger's trembling would look fast.
  private static let shortest = TimeSpan(milliseconds: 20)

  private(set) var position: Vector
  let began: Timestamp
  /// The length of the path in mm. A movement there and back counts twice.
  private(set) var length = 0.0
  /// The greatest speed in mm/s, measured over at least 20 ms. Zero for a touch of less than 20 ms.
  private(set) var peakSpeed = 0.0
  /// The samples of the last 20 ms, and the last sample before them.
  private var samples: [Sample]

  init(at position: Vector, _ time: Timestamp) {
    self.position = position
    began = time
    samples = [Sample(time: time, position: position)]
  }

  /// Adds a movement to the position `next`. Ignores a position that isn't finite.
  mutating func move(to next: Vector, at time: Timestamp) {
    guard next.isFinite else { return }
    length += (next - position).length
    position = next
    while samples.count > 1, time - samples[1].time >= Self.shortest { samples.removeFirst() }
    let old = samples[0]
    if time - old.time >= Self.shortest {
      peakSpeed = max(peakSpeed, (next - old.position).length / (time - old.time).seconds)
    }
    if let last = samples.last, time > last.time { samples.append(Sample(time: time, position: next)) }
  }
}
