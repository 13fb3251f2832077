/// Turns frames into gesture events. Equal frames at equal times give equal events. The owner passes frames and sets a
/// timer to `nextDeadline`. When the timer fires, the owner reads pending frames before it calls `advance`.
public struct Engine {
  public let rules: RuleSet
  /// The time at which `advance` must be called. `never` without a deadline.
  public private(set) var nextDeadline = Timestamp.never
  private var pipelines: [DevicePipeline] = []
  private let observer: (any Observer)?
  /// The state of the session. A new mode, or a fact that becomes known, takes effect at once. Other changes take
  /// effect for new attempts, and for gestures that begin later.
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

  /// Adds a device. Does nothing if a device with its `id` exists.
  public mutating func add(_ device: Device) {
    guard index(of: device.id) == nil else { return }
    pipelines.append(DevicePipeline(device, rules, context, observer))
  }

  /// The IDs of the devices, in the order in which the devices were added.
  public var devices: [DeviceID] { pipelines.map(\.device.id) }

  /// Calls `advance`. Then cancels the gestures of `device` and removes the device.
  public mutating func remove(_ device: DeviceID, at time: Timestamp, into events: inout [GestureEvent]) {
    advance(to: time, into: &events)
    guard let index = index(of: device) else { return }
    pipelines[index].cancelAll(.deviceRemoved, at: time)
    pipelines[index].arbiter.drain(into: &events)
    pipelines.remove(at: index)
    updateDeadline()
  }

  /// Calls `advance`. Then cancels every touch of every device.
  public mutating func cancelAll(at time: Timestamp, into events: inout [GestureEvent]) {
    advance(to: time, into: &events)
    for device in devices { cancelAll(on: device, at: time, into: &events) }
  }

  /// Cancels every touch of one device. Call `advance` with this `time` first.
  public mutating func cancelAll(
    on device: DeviceID, because cause: Decision.Cause = .touchCancelled, at time: Timestamp,
    into events: inout [GestureEvent]
  ) {
    guard let index = index(of: device) else { return }
    pipelines[index].cancelAll(cause, at: time)
    pipelines[index].arbiter.drain(into: &events)
    updateDeadline()
  }

  /// Handles the deadlines up to the frame's time, then processes the frame unless its device is unknown. A late frame
  /// gets the time of its device's latest frame or deadline.
  public mutating func process(_ frame: Frame, into events: inout [GestureEvent]) {
    advance(to: frame.time, into: &events)
    if let index = index(of: frame.device) {
      pipelines[index].process(frame)
      pipelines[index].arbiter.drain(into: &events)
    }
    updateDeadline()
  }

  /// Handles the deadlines up to `time`, in order. Devices whose time is stopped are skipped.
  public mutating func advance(to time: Timestamp, into events: inout [GestureEvent]) {
    while nextDeadline <= time, nextDeadline < .never { serveDeadline(into: &events) }
  }

  /// Handles the earliest deadline of all devices, at the time of this deadline. Does nothing without a deadline.
  public mutating func serveDeadline(into events: inout [GestureEvent]) {
    guard nextDeadline < .never, let index = earliest() else { return }
    pipelines[index].serveDeadline()
    pipelines[index].arbiter.drain(into: &events)
    updateDeadline()
  }

  /// Whether some gesture on `device` can continue without fingers. False for unknown devices.
  public func mayBounce(on device: DeviceID) -> Bool {
    index(of: device).map { pipelines[$0].arbiter.mayBounce } ?? false
  }

  /// The longest time for which a begun gesture of `device` continues without fingers. 0 without such a gesture.
  public func bounce(of device: DeviceID) -> TimeSpan {
    index(of: device).map { pipelines[$0].arbiter.bounce } ?? TimeSpan(microseconds: 0)
  }

  /// Stops the time of `device`, or lets it continue. A stopped device handles no deadlines. If touches lifted during
  /// the stop, let the time continue, then process a frame that ends these touches, and only then call `advance`. The
  /// frame's time must be the time at which the stop began.
  public mutating func setTimeStopped(of device: DeviceID, _ isTimeStopped: Bool) {
    guard let index = index(of: device), pipelines[index].isTimeStopped != isTimeStopped else { return }
    pipelines[index].isTimeStopped = isTimeStopped
    updateDeadline()
  }

  /// Whether `device` has no touch, and all its recognizers are idle. True for unknown devices.
  public func isIdle(_ device: DeviceID) -> Bool { index(of: device).map { pipelines[$0].isIdle } ?? true }

  /// Whether a touch is down on `device`; false for an unknown device.
  public func isTouched(_ device: DeviceID) -> Bool { index(of: device).map { pipelines[$0].isTouched } ?? false }

  /// Appends changes of delivery since the last call. New touches begin with `passes`; if `isPaused`, all touches pass.
  public mutating func deliveryChanges(
    of device: DeviceID, isPaused: Bool = false, into changes: inout [DeliveryChange]
  ) {
    guard let index = index(of: device) else { return }
    pipelines[index].arbiter.appendDeliveryChanges(to: &changes, isPaused: isPaused)
  }

  /// The session's state when a finger last landed while no other finger was down on `device`, but with the present
  /// mode and with facts that became known later. The present state for unknown devices.
  public func landingContext(of device: DeviceID) -> Context {
    index(of: device).map { pipelines[$0].arbiter.landingContext } ?? context
  }

  /// The recognizers' states, in the order in which arbitration decides about the recognizers. Empty for an unknown
  /// device. Durations are measured up to `time`; if `time` is nil, up to the last frame or deadline.
  public func snapshots(of device: DeviceID, at time: Timestamp? = nil) -> [RecognizerSnapshot] {
    index(of: device).map { pipelines[$0].arbiter.snapshots(at: time) } ?? []
  }

  private func index(of device: DeviceID) -> Int? { pipelines.firstIndex { $0.device.id == device } }

  private mutating func updateDeadline() { nextDeadline = earliest().map { pipelines[$0].activeDeadline } ?? .never }

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
