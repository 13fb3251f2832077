/// Turns frames into gesture events: the same frames at the same times always give the same events.
///
/// Time is an argument. The owner passes frames as they come and sets one timer to `nextDeadline`. When the timer fires, the owner
/// first reads pending frames and then calls `advance`.
public struct Engine {
  public let rules: RuleSet
  /// The time at which the engine must be called even if no frame comes; `never` if it need not be.
  public private(set) var nextDeadline = Timestamp.never
  private var pipelines: [DevicePipeline] = []
  private let observer: (any Observer)?
  /// The state of the session. A change of the mode counts for touches that land and gestures that begin after it. Other changes
  /// count for gestures that begin, and for fingers that land while no other finger is down on their device.
  public var context: Context {
    didSet { for index in pipelines.indices { pipelines[index].arbiter.context = context } }
  }

  /// Throws if gestures in the rules wait for one another in a cycle: none of them could ever be recognized.
  public init(
    rules: RuleSet, context: Context = Context(), observer: (any Observer)? = nil
  ) throws(RequirementCycle) {
    if let cycle = rules.requirementCycle() { throw RequirementCycle(gestures: cycle) }
    self.rules = rules
    self.observer = observer
    self.context = context
  }

  /// Adds a device that will send frames. Does nothing if a device with the same number exists.
  public mutating func add(_ device: Device) {
    guard index(of: device.id) == nil else { return }
    pipelines.append(DevicePipeline(device, rules, context, observer))
  }

  /// The devices in the order in which they were added.
  public var devices: [DeviceID] { pipelines.map(\.device.id) }

  /// Removes a device and cancels its gestures that have begun.
  public mutating func remove(_ device: DeviceID, at time: Timestamp, into events: inout [GestureEvent]) {
    advance(to: time, into: &events)
    guard let index = index(of: device) else { return }
    pipelines[index].cancelAll(.deviceRemoved, at: time)
    pipelines[index].arbiter.drain(into: &events)
    pipelines.remove(at: index)
    updateDeadline()
  }

  /// Cancels every touch of every device, as when the session is locked.
  public mutating func cancelAll(at time: Timestamp, into events: inout [GestureEvent]) {
    advance(to: time, into: &events)
    for index in pipelines.indices { cancelAll(index, at: time, into: &events) }
    updateDeadline()
  }

  /// Cancels every touch of one device. Deadlines up to `time` must have been served before.
  public mutating func cancelAll(on device: DeviceID, at time: Timestamp, into events: inout [GestureEvent]) {
    guard let index = index(of: device) else { return }
    cancelAll(index, at: time, into: &events)
    updateDeadline()
  }

  private mutating func cancelAll(_ index: Int, at time: Timestamp, into events: inout [GestureEvent]) {
    pipelines[index].cancelAll(.touchCancelled, at: time)
    pipelines[index].arbiter.drain(into: &events)
  }

  /// Serves every deadline up to the frame's time, each at its own time and in order, then processes the frame. A frame of an
  /// unknown device is ignored; a frame older than an earlier one of its device gets the time of that one.
  public mutating func process(_ frame: Frame, into events: inout [GestureEvent]) {
    advance(to: frame.time, into: &events)
    if let index = index(of: frame.device) {
      pipelines[index].process(frame)
      pipelines[index].arbiter.drain(into: &events)
    }
    updateDeadline()
  }

  /// Serves every deadline up to `time`, each at its own time and in order.
  public mutating func advance(to time: Timestamp, into events: inout [GestureEvent]) {
    while nextDeadline <= time, nextDeadline < .never { serveDeadline(into: &events) }
  }

  /// Serves the earliest deadline at its own time; if several devices share it, only that of one device.
  public mutating func serveDeadline(into events: inout [GestureEvent]) {
    guard nextDeadline < .never, let index = earliest() else { return }
    pipelines[index].serveDeadline()
    pipelines[index].arbiter.drain(into: &events)
    updateDeadline()
  }

  /// Whether fingers on `device` may be off its surface for a moment without ending a gesture.
  public func mayBounce(on device: DeviceID) -> Bool {
    index(of: device).map { pipelines[$0].arbiter.mayBounce } ?? false
  }

  /// The time for which the fingers of the gestures that have begun on `device` may be off its surface without ending a gesture.
  public func bounce(of device: DeviceID) -> TimeSpan {
    index(of: device).map { pipelines[$0].arbiter.bounce } ?? TimeSpan(microseconds: 0)
  }

  /// Stops the time of `device`, or lets it continue. While it is stopped no deadline of its gestures is served. The owner stops it
  /// while it doesn't know yet whether touches have ended, which it then reports in a frame of the time of the stop.
  public mutating func setTimeStopped(of device: DeviceID, _ isTimeStopped: Bool) {
    guard let index = index(of: device), pipelines[index].isTimeStopped != isTimeStopped else { return }
    pipelines[index].isTimeStopped = isTimeStopped
    updateDeadline()
  }

  /// Whether no touch is down on `device` and all of its recognizers are ready for another attempt.
  public func isIdle(_ device: DeviceID) -> Bool { index(of: device).map { pipelines[$0].isIdle } ?? true }

  /// Whether a touch is down on `device`.
  public func isTouched(_ device: DeviceID) -> Bool { index(of: device).map { pipelines[$0].isTouched } ?? false }

  /// Appends the touches of `device` whose delivery to applications has changed since the last call, for a source that passes
  /// touches to applications. A touch begins with `passes`. While gestures are paused all touches are delivered.
  public mutating func deliveryChanges(
    of device: DeviceID, isPaused: Bool = false, into changes: inout [DeliveryChange]
  ) {
    guard let index = index(of: device) else { return }
    pipelines[index].arbiter.appendDeliveryChanges(to: &changes, isPaused: isPaused)
  }

  /// The state of the session when the first finger of the present or last attempt landed on `device`, with the present mode.
  public func landingContext(of device: DeviceID) -> Context {
    index(of: device).map { pipelines[$0].arbiter.landingContext } ?? context
  }

  /// The state of the recognizers of `device`, in the order that decides at the same instant; empty for an unknown device. `time`
  /// is the present time between two frames. It only affects measured durations, and decides nothing.
  public func snapshots(of device: DeviceID, at time: Timestamp? = nil) -> [RecognizerSnapshot] {
    index(of: device).map { pipelines[$0].arbiter.snapshots(at: time) } ?? []
  }

  private func index(of device: DeviceID) -> Int? { pipelines.firstIndex { $0.device.id == device } }

  private mutating func updateDeadline() {
    nextDeadline = earliest().map { pipelines[$0].activeDeadline } ?? .never
  }

  private func earliest() -> Int? {
    guard var best = pipelines.indices.first else { return nil }
    for index in pipelines.indices where pipelines[index].activeDeadline < pipelines[best].activeDeadline {
      best = index
    }
    return best
  }

  /// Calls `process` and returns the events in a new array.
  public mutating func process(_ frame: Frame) -> [GestureEvent] {
    var events: [GestureEvent] = []
    process(frame, into: &events)
    return events
  }

  /// Calls `advance` and returns the events in a new array.
  public mutating func advance(to time: Timestamp) -> [GestureEvent] {
    var events: [GestureEvent] = []
    advance(to: time, into: &events)
    return events
  }
}
