/// Frames in, gesture events out: the same frames at the same times always give the same events.
///
/// Time is an argument. The owner feeds frames as they come and arms one timer from `nextDeadline`; when it fires, and
/// after pending frames were read, it calls `advance`.
public struct Engine {
  public let rules: RuleSet
  /// When the engine wants to be called although no frame came; `never` if it does not.
  public private(set) var nextDeadline = Timestamp.never
  private var pipelines: [DevicePipeline] = []
  private let observer: (any Observer)?
  /// What the session is like. A change of the mode counts for the touches that land and the gestures that begin from now on.
  /// Other changes count for fingers that land when no other one is down on their device, and for gestures that begin.
  public var context: Context {
    didSet { for index in pipelines.indices { pipelines[index].arbiter.context = context } }
  }

  /// Refuses rules in which gestures wait for one another in a circle: none of them could ever fire.
  public init(
    rules: RuleSet, context: Context = Context(), observer: (any Observer)? = nil
  ) throws(RequirementCycle) {
    if let cycle = rules.requirementCycle() { throw RequirementCycle(gestures: cycle) }
    self.rules = rules
    self.observer = observer
    self.context = context
  }

  /// From now on `device` sends frames. A device already known by this number is left as it is.
  public mutating func add(_ device: Device) {
    guard index(of: device.id) == nil else { return }
    pipelines.append(DevicePipeline(device, rules, context, observer))
  }

  /// The devices that were added, in the order in which they came.
  public var devices: [DeviceID] { pipelines.map(\.device.id) }

  /// The device is gone: its gestures that have begun are cancelled.
  public mutating func remove(_ device: DeviceID, at time: Timestamp, into events: inout [GestureEvent]) {
    advance(to: time, into: &events)
    guard let index = index(of: device) else { return }
    pipelines[index].cancelAll(.deviceRemoved, at: time)
    pipelines[index].arbiter.drain(into: &events)
    pipelines.remove(at: index)
    noteDeadline()
  }

  /// Cancels every touch of every device, as when the session is locked.
  public mutating func cancelAll(at time: Timestamp, into events: inout [GestureEvent]) {
    advance(to: time, into: &events)
    for index in pipelines.indices { cancelAll(index, at: time, into: &events) }
    noteDeadline()
  }

  /// Cancels every touch of one device; deadlines up to `time` have to be served before.
  public mutating func cancelAll(on device: DeviceID, at time: Timestamp, into events: inout [GestureEvent]) {
    guard let index = index(of: device) else { return }
    cancelAll(index, at: time, into: &events)
    noteDeadline()
  }

  private mutating func cancelAll(_ index: Int, at time: Timestamp, into events: inout [GestureEvent]) {
    pipelines[index].cancelAll(.touchCancelled, at: time)
    pipelines[index].arbiter.drain(into: &events)
  }

  /// Fires every deadline up to the frame's time, each at its own time and in order, then looks at the frame. A frame of an
  /// unknown device is ignored; one that is older than what its device sent before counts as of that time.
  public mutating func process(_ frame: Frame, into events: inout [GestureEvent]) {
    advance(to: frame.time, into: &events)
    if let index = index(of: frame.device) {
      pipelines[index].process(frame)
      pipelines[index].arbiter.drain(into: &events)
    }
    noteDeadline()
  }

  /// Fires every deadline up to `time`, each at its own time and in order.
  public mutating func advance(to time: Timestamp, into events: inout [GestureEvent]) {
    while nextDeadline <= time, nextDeadline < .never { serveDeadline(into: &events) }
  }

  /// Fires the earliest deadline at its own time. Where several devices have the same one, that of one device only.
  public mutating func serveDeadline(into events: inout [GestureEvent]) {
    guard nextDeadline < .never, let index = earliest() else { return }
    pipelines[index].fireDeadline()
    pipelines[index].arbiter.drain(into: &events)
    noteDeadline()
  }

  /// Whether fingers on `device` may be off its surface for a moment without ending some gesture.
  public func mayBounce(on device: DeviceID) -> Bool {
    index(of: device).map { pipelines[$0].arbiter.mayBounce } ?? false
  }

  /// For how long the fingers that are held on `device` may be off its surface without ending a gesture.
  public func bounce(of device: DeviceID) -> TimeSpan {
    index(of: device).map { pipelines[$0].arbiter.bounce } ?? TimeSpan(microseconds: 0)
  }

  /// Stops the time of `device`, or lets it go on: while it stands still no deadline of its gestures is served. Its owner has touches
  /// whose end it does not know yet, and will tell of it in a frame of the time at which it stopped.
  public mutating func holdTime(of device: DeviceID, _ isHeld: Bool) {
    guard let index = index(of: device), pipelines[index].isHeld != isHeld else { return }
    pipelines[index].isHeld = isHeld
    noteDeadline()
  }

  /// Whether no touch is down on `device` and all of its recognizers are ready for another attempt.
  public func isAtRest(_ device: DeviceID) -> Bool { index(of: device).map { pipelines[$0].isAtRest } ?? true }

  /// Whether a touch is down on `device`.
  public func isTouched(_ device: DeviceID) -> Bool { index(of: device).map { pipelines[$0].isTouched } ?? false }

  /// Appends the touches of `device` whose delivery to applications has changed since the last call; a source that stands
  /// in front of applications follows them. A touch begins with `passes`. While gestures are paused all touches are
  /// delivered.
  public mutating func deliveryChanges(
    of device: DeviceID, isPaused: Bool = false, into changes: inout [DeliveryChange]
  ) {
    guard let index = index(of: device) else { return }
    pipelines[index].arbiter.appendDeliveryChanges(to: &changes, isPaused: isPaused)
  }

  /// What the session was like when the first of the fingers landed on `device` that are down or were last, with the mode as
  /// it is now.
  public func landingContext(of device: DeviceID) -> Context {
    index(of: device).map { pipelines[$0].arbiter.landingContext } ?? context
  }

  /// The state of the recognizers of `device`, in the order that decides at the same instant; none for an unknown device.
  /// Between two frames times go on: `time` says how late it is, which nothing is decided by.
  public func snapshots(of device: DeviceID, at time: Timestamp? = nil) -> [RecognizerSnapshot] {
    index(of: device).map { pipelines[$0].arbiter.snapshots(at: time) } ?? []
  }

  private func index(of device: DeviceID) -> Int? { pipelines.firstIndex { $0.device.id == device } }

  private mutating func noteDeadline() {
    nextDeadline = earliest().map { pipelines[$0].dueTime } ?? .never
  }

  private func earliest() -> Int? {
    guard var best = pipelines.indices.first else { return nil }
    for index in pipelines.indices where pipelines[index].dueTime < pipelines[best].dueTime { best = index }
    return best
  }

  /// `process` with the events in an array of its own, which is allocated.
  public mutating func process(_ frame: Frame) -> [GestureEvent] {
    var events: [GestureEvent] = []
    process(frame, into: &events)
    return events
  }

  /// `advance` with the events in an array of its own, which is allocated.
  public mutating func advance(to time: Timestamp) -> [GestureEvent] {
    var events: [GestureEvent] = []
    advance(to: time, into: &events)
    return events
  }
}
