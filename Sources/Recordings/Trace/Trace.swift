import Bindings
import GestureCore
import Text

/// Everything that happens while rules are at work, as lines in the order in which it was decided: for people, or each an
/// object of JSON for programs.
open class Trace: Watcher {
  // One thread does everything; the observer protocol asks for more than that.

  public enum Form: Sendable { case plain, json }

  /// How much is told.
  public enum Depth: Comparable, Sendable {
    case events
    /// Decisions too, and what is to be done because of events.
    case decisions
    /// Touches, devices, modes and rules too, near misses marked; objects tell their type, and the first one the format.
    case everything
  }

  public enum Origin: Equatable, Sendable {
    case recording
    /// Devices at work, with times counted from this moment on; in a dry run no command is started.
    case devices(from: Timestamp, dryRun: Bool)
  }

  /// The time of what was told last.
  public private(set) var latest: Timestamp
  var names: Names
  public let form: Form
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
    hands[device.id] = Hand(hands[device.id], on: shown.surface)
    add(names.fact(shown, change), at: now)
  }

  public func removed(_ device: DeviceID, at time: Timestamp) {
    latest = max(latest, time)
    if let shown = devices.removeValue(forKey: device) { add(names.fact(shown, .removed), at: now) }
    hands[device] = nil
    names.remove(device)
  }

  /// The screen that a device lies on is off: its touches are left out until it is added again.
  public func screenOff(of device: DeviceID, at time: Timestamp) {
    latest = max(latest, time)
    if let shown = devices.removeValue(forKey: device) { add(names.fact(shown, .off), at: now) }
    hands[device] = nil
  }

  public func willProcess(_ frame: Frame) {
    latest = max(latest, frame.time)
    guard depth == .everything, hands[frame.device] != nil else { return }
    hands[frame.device]?.take(frame)
    guard let hand = hands[frame.device] else { return }
    switch form {
    case .plain: for finger in hand.fingers { add(names.lines(finger, of: frame.device, at: frame.time)) }
    case .json: add(names.object(hand, of: frame.device, at: frame.time))
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
    if isFull, form == .json { add("rest", [.init("device", .string(names.device(device)))], at: time) }
  }

  /// The session is in another mode, without an order's doing.
  public func entered(_ mode: String, at time: Timestamp) {
    latest = max(latest, time)
    guard mode != self.mode else { return }
    self.mode = mode
    tell(names.fact(mode: mode), at: time)
  }

  /// A touch counts for nothing, by a setting.
  public func ignored(_ touch: IgnoredTouch) {
    latest = max(latest, touch.time)
    guard depth == .everything else { return }
    let place = devices[touch.device]?.surface.place(touch.place) ?? touch.place
    add(names.fact(touch, hands[touch.device]?.nextLetter ?? "a", at: place), at: touch.time)
  }

  /// From now on nothing is done but what resumes, or everything again.
  public func paused(_ isPaused: Bool, at time: Timestamp) {
    latest = max(latest, time)
    guard isPaused != self.isPaused else { return }
    self.isPaused = isPaused
    tell(names.fact(paused: isPaused), at: time)
  }

  /// Gestures rest for these reasons, in words and as a clause, or count again when there are none.
  public func absent(_ reasons: [String], _ clause: String, at time: Timestamp) {
    tell(names.fact(absent: reasons, clause), at: time)
  }

  public func knows(_ context: Context, at time: Timestamp) {
    tell(names.fact(desktop: context), at: time)
  }

  // MARK: Lines

  /// Adds a line that the caller has made; it stands after all lines so far.
  public func add(_ line: String) { add([line]) }

  /// The beginning of a line about a gesture that the caller completes: the time, and the blanks that set it apart from
  /// events.
  public func head(at time: Timestamp) -> String { "\(names.moment(time))    " }

  /// Adds an object of JSON that the caller has made.
  public func add(_ type: String, _ members: [JSONValue.Member], at time: Timestamp) {
    add(names.object(type, members, at: time))
  }

  /// The line that stands where lines were left out because they were not read in time.
  public func leftOut(_ count: Int) -> String { names.text(names.fact(leftOut: count), at: now, form) }

  private var now: Timestamp { clock?() ?? latest }

  private func add(_ fact: TraceFact, at time: Timestamp) { add(names.text(fact, at: time, form)) }

  /// Adds a fact that only a full trace tells.
  private func tell(_ fact: TraceFact, at time: Timestamp) {
    latest = max(latest, time)
    if isFull { add(fact, at: time) }
  }

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

  // MARK: How much of a thing is told

  private var isFull: Bool { depth == .everything }

  private func text(_ event: GestureEvent) -> String {
    switch form {
    case .plain: names.line(event) + (isFull ? names.place(event.device) : "")
    case .json: object("event", names.members(event))
    }
  }

  private func text(_ decision: Decision) -> String {
    switch form {
    case .plain where isFull:
      names.line(decision) + names.mark(decision) + names.place(decision.device)
    case .plain: names.line(decision)
    case .json: object("decision", names.members(decision) + (isFull ? names.facts(decision) : []))
    }
  }

  /// An order, and the mode that it switches on.
  private func texts(_ order: Order) -> [String] {
    let text =
      switch form {
      case .plain: names.line(order)
      case .json: object("order", names.members(order))
      }
    guard isFull, let mode = order.effect.mode, mode != self.mode else { return [text] }
    self.mode = mode
    return [text, names.text(names.fact(mode: mode), at: order.event.time, form)]
  }

  private func object(_ type: String, _ members: [JSONValue.Member]) -> String {
    JSONValue.object((isFull ? [.init("type", .string(type))] : []) + members).fixedLine
  }
}

/// A device as a trace shows it: with the surface that the rules make of it.
struct ShownDevice: Equatable {
  /// What became of a device; `off` where its screen is.
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

/// A gesture that failed on one of its own thresholds, or was cancelled on one, and by how much.
public struct NearMiss: Equatable, Sendable {
  public let time: Timestamp
  public let device: DeviceID
  public let gesture: GestureID
  public let failure: Failure
  /// What the threshold would have had to be; of one that was exceeded while the measure still grew, more than that.
  public let needed: Measure
  public let limit: Measure
  /// By what share of the limit it was missed: 0.2 is a fifth.
  public let distance: Double

  /// Half as far again, or half as far as needed, may still have been meant.
  package static let nearest = 0.5

  /// Nil for what did not fail on a threshold.
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
    // Where the limit is that of certain circumstances, what is needed is the setting's and not to be compared with it.
    let compared = gauge.circumstance == nil ? needed : gauge.measured
    distance = abs(compared.value - limit.value) / limit.value
  }

  /// Whether the hand may have meant this gesture: it came within half of the limit, or had one finger more or less.
  public var isNear: Bool {
    switch limit.unit {
    case .fingers, .taps: abs(needed.value - limit.value) <= 1
    case .millimetres, .milliseconds, .millimetresPerSecond, .degrees, .percent: distance <= Self.nearest
    }
  }
}

/// The touches that are down on one device, by letters, with the way each of them has gone.
struct Hand {
  /// A touch that is down, or has just been lifted or cancelled.
  struct Finger {
    let letter: String
    let id: Int32
    /// In the frame at hand; `stationary` for one that it does not name.
    fileprivate(set) var phase: Touch.Phase
    fileprivate(set) var tool: Touch.Tool
    /// The device has lost its release.
    fileprivate(set) var isUnreleased = false
    /// The frame at hand has changed the tool.
    fileprivate(set) var isOtherTool = false
    fileprivate(set) var pressure: Double?
    /// The greatest so far.
    fileprivate(set) var peakPressure: Double?
    fileprivate(set) var journey: PathSoFar

    fileprivate var isOver: Bool { phase == .ended || phase == .cancelled }
  }

  /// In the order in which they landed; those that have lifted stay until the next frame.
  private(set) var fingers: [Finger] = []
  private let surface: Surface

  /// More touches than any hand can make are a device gone mad.
  private static let limit = 64

  /// The same touches on a surface that is measured or turned anew.
  init(_ other: Hand?, on surface: Surface) {
    self.surface = surface
    fingers = other?.fingers ?? []
  }

  /// Takes note of a frame; touches that it moves, lifts or cancels although they never landed are nothing.
  mutating func take(_ frame: Frame) {
    fingers.removeAll(where: \.isOver)
    for index in fingers.indices {
      fingers[index].phase = .stationary
      fingers[index].isOtherTool = false
    }
    for touch in frame.touches { take(touch, at: frame.time) }
  }

  private mutating func take(_ touch: Touch, at time: Timestamp) {
    let index = fingers.firstIndex { $0.id == touch.id && !$0.isOver }
    switch touch.phase {
    case .began where index == nil: land(touch, at: time)
    case .began, .moved, .stationary: if let index { move(index, touch, at: time) }
    case .ended, .cancelled:
      guard let index else { return }
      fingers[index].phase = touch.phase
      fingers[index].isUnreleased = touch.isUnreleased
    }
    if let index, touch.tool != fingers[index].tool {
      fingers[index].tool = touch.tool
      fingers[index].isOtherTool = true
    }
  }

  /// What the next touch that lands is called; those that have just lifted have given theirs back.
  var nextLetter: String { freeLetter(Set(fingers.filter { !$0.isOver }.map(\.letter))) }

  private mutating func land(_ touch: Touch, at time: Timestamp) {
    guard fingers.count < Self.limit else { return }
    fingers.append(
      Finger(
        letter: freeLetter(Set(fingers.map(\.letter))), id: touch.id, phase: .began, tool: touch.tool,
        pressure: touch.pressure, peakPressure: touch.pressure,
        journey: PathSoFar(at: surface.place(touch.position), time)))
  }

  private mutating func move(_ index: Int, _ touch: Touch, at time: Timestamp) {
    fingers[index].phase = touch.phase == .stationary ? .stationary : .moved
    if touch.phase != .stationary { fingers[index].journey.move(to: surface.place(touch.position), at: time) }
    guard let pressure = touch.pressure else { return }
    fingers[index].pressure = pressure
    fingers[index].peakPressure = max(fingers[index].peakPressure ?? pressure, pressure)
  }
}

/// How one touch has moved since it landed: the way it went and the greatest speed it had.
struct PathSoFar {
  private struct Sample {
    let time: Timestamp
    let place: Vector
  }

  /// A speed is that over at least so long, so that what trembles is not taken for fast; some three reports of a
  /// touchscreen.
  private static let shortest = TimeSpan(milliseconds: 20)

  private(set) var place: Vector
  let began: Timestamp
  /// The length of its path in mm, there and back counted.
  private(set) var way = 0.0
  /// In mm/s; zero for a touch that was down for too short a time to tell.
  private(set) var peakSpeed = 0.0
  /// From the latest one that is old enough on.
  private var samples: [Sample]

  init(at place: Vector, _ time: Timestamp) {
    self.place = place
    began = time
    samples = [Sample(time: time, place: place)]
  }

  /// The touch has gone to `next`; what is no place is no movement.
  mutating func move(to next: Vector, at time: Timestamp) {
    guard next.isFinite else { return }
    way += (next - place).length
    place = next
    while samples.count > 1, time - samples[1].time >= Self.shortest { samples.removeFirst() }
    let old = samples[0]
    if time - old.time >= Self.shortest {
      peakSpeed = max(peakSpeed, (next - old.place).length / (time - old.time).seconds)
    }
    if let last = samples.last, time > last.time { samples.append(Sample(time: time, place: next)) }
  }
}
