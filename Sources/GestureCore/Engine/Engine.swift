/// Turns frames into gesture events; equal frames at equal times give equal events. The owner passes frames, and sets a
/// timer to `nextDeadline`. When the timer fires, the owner first reads pending frames and then calls `advance`.
public struct Engine {
  public let rules: RuleSet
  /// The time at which `advance` must be called if no frame comes before; `never` if no deadline is set.
  public private(set) var nextDeadline = Timestamp.never
  private var pipelines: [DevicePipeline] = []
  private let observer: (any Observer)?
  /// The state of the session. A new mode counts for all later landings and gestures. Other changes count for gestures
  /// that begin, and for landings while no other finger is down; a fact that was unknown counts for all landings.
  public var context: Context {
    didSet { for index in pipelines.indices { pipelines[index].arbiter.context = context } }
  }

  /// Creates an engine without devices. Throws if gestures wait for one another in a cycle.
  public init(
    rules: RuleSet, context: Context = Context(), observer: (any Observer)? = nil
  ) throws(RequirementCycle) {
    if let cycle = rules.requirementCycle() { throw RequirementCycle(gestures: cycle) }
    (self.rules, self.observer, self.context) = (rules, observer, context)
  }

  /// Adds a device that will send frames. Does nothing if a device with the same `id` exists.
  public mutating func add(_ device: Device) {
    guard index(of: device.id) == nil else { return }
    pipelines.append(DevicePipeline(device, rules, context, observer))
  }

  /// The numbers of the devices, in the order in which the devices were added.
  public var devices: [DeviceID] { pipelines.map(\.device.id) }

  /// Handles every deadline up to `time`, then removes a device and cancels its gestures that have begun.
  public mutating func remove(_ device: DeviceID, at time: Timestamp, into events: inout [GestureEvent]) {
    advance(to: time, into: &events)
    guard let index = index(of: device) else { return }
    pipelines[index].cancelAll(.deviceRemoved, at: time)
    pipelines[index].arbiter.drain(into: &events)
    pipelines.remove(at: index)
    updateDeadline()
  }

  /// Handles every deadline up to `time`, then cancels every touch of every device, as when the session is locked.
  public mutating func cancelAll(at time: Timestamp, into events: inout [GestureEvent]) {
    advance(to: time, into: &events)
    for device in devices { cancelAll(on: device, at: time, into: &events) }
  }

  /// Cancels every touch of one device. The caller must have handled the deadlines up to `time`, with `advance`.
  public mutating func cancelAll(
    on device: DeviceID, because cause: Decision.Cause = .touchCancelled, at time: Timestamp,
    into events: inout [GestureEvent]
  ) {
    guard let index = index(of: device) else { return }
    pipelines[index].cancelAll(cause, at: time)
    pipelines[index].arbiter.drain(into: &events)
    updateDeadline()
  }

  /// Handles every deadline up to the frame's time, then processes the frame. Ignores frames of unknown devices. A
  /// frame older than the latest frame or deadline of its device gets the later time.
  public mutating func process(_ frame: Frame, into events: inout [GestureEvent]) {
    advance(to: frame.time, into: &events)
    if let index = index(of: frame.device) {
      pipelines[index].process(frame)
      pipelines[index].arbiter.drain(into: &events)
    }
    updateDeadline()
  }

  /// Handles every deadline up to `time`, in order and each at its own time.
  public mutating func advance(to time: Timestamp, into events: inout [GestureEvent]) {
    while nextDeadline <= time, nextDeadline < .never { serveDeadline(into: &events) }
  }

  /// Handles the earliest deadline, at its own time. If several devices have this deadline, handles it for only one.
  public mutating func serveDeadline(into events: inout [GestureEvent]) {
    guard nextDeadline < .never, let index = earliest() else { return }
    pipelines[index].serveDeadline()
    pipelines[index].arbiter.drain(into: &events)
    updateDeadline()
  }

  /// Whether some gesture on `device` can continue for a moment without fingers; false for an unknown device.
  public func mayBounce(on device: DeviceID) -> Bool {
    index(of: device).map { pipelines[$0].arbiter.mayBounce } ?? false
  }

  /// The longest time for which a gesture that has begun on `device` continues without fingers; 0 if none has begun.
  public func bounce(of device: DeviceID) -> TimeSpan {
    index(of: device).map { pipelines[$0].arbiter.bounce } ?? TimeSpan(microseconds: 0)
  }

  /// Stops the time of `device`, or lets it continue; while it is stopped, no deadline of the device is handled. The
  /// owner stops the time while it is not known whether touches have ended. If they have ended, the owner sends a frame
  /// with the time of the stop.
  public mutating func setTimeStopped(of device: DeviceID, _ isTimeStopped: Bool) {
    guard let index = index(of: device), pipelines[index].isTimeStopped != isTimeStopped else { return }
    pipelines[index].isTimeStopped = isTimeStopped
    updateDeadline()
  }

  /// Whether `device` has no touch and its recognizers are ready for an attempt; true for an unknown device.
  public func isIdle(_ device: DeviceID) -> Bool { index(of: device).map { pipelines[$0].isIdle } ?? true }

  /// Whether a touch is down on `device`; false for an unknown device.
  public func isTouched(_ device: DeviceID) -> Bool { index(of: device).map { pipelines[$0].isTouched } ?? false }

  /// Appends what changed since the last call in the delivery of touches to applications. A touch starts with `passes`,
  /// which is not reported. While gestures are paused, all touches are delivered.
  public mutating func deliveryChanges(
    of device: DeviceID, isPaused: Bool = false, into changes: inout [DeliveryChange]
  ) {
    guard let index = index(of: device) else { return }
    pipelines[index].arbiter.appendDeliveryChanges(to: &changes, isPaused: isPaused)
  }

  /// The session's state at the first landing of the present or last attempt, updated with later modes and new facts.
  public func landingContext(of device: DeviceID) -> Context {
    index(of: device).map { pipelines[$0].arbiter.landingContext } ?? context
  }

  /// The recognizers' states, in the order of decisions; empty for an unknown device. `time` only affects durations.
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
