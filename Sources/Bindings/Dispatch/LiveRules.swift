import GestureCore

/// An engine with its dispatcher and the session's state. Gets frames, and returns gesture events with their orders.
///
/// An order may change the mode. Bindings see the new mode at once. The engine gets the new mode after the current
/// frame or deadline. In the daemon and in a replay, equal frames give equal orders. The methods append to `Outcomes`,
/// and the caller performs the orders. Only `copy()` copies, because implicit copies would be slow.
public struct LiveRules: ~Copyable {
  private var engine: Engine
  private var dispatcher: Dispatcher
  private var session: Context
  /// Whether an order has set a mode that the engine hasn't received yet.
  private var hasNewMode = false
  /// Whether the rules are paused. Then only orders that pause or resume are returned.
  public private(set) var isPaused = false
  /// The value of `isPaused` that an order asks for, or nil.
  private var requestedPause: Bool?
  private let watcher: (any Watcher)?
  /// The devices that have sent frames since they were last idle. Empty without a watcher.
  private var activeDevices: [DeviceID] = []
  private let accommodations: AccommodationRules
  /// The filters of devices with accommodations or with a gesture that can continue for a moment without fingers.
  private var filters: [TouchFilter] = []
  /// The engine's events that are not dispatched yet. The array is reused, which saves allocations.
  private var events: [GestureEvent] = []
  private var orders: [Order] = []

  /// Throws if gestures wait for one another in a circle.
  public init(
    _ rules: Rules, context: Context = Context(), watcher: (any Watcher)? = nil
  ) throws(RequirementCycle) {
    engine = try Engine(rules: rules.ruleSet, context: context, observer: watcher)
    dispatcher = Dispatcher(rules)
    session = context
    accommodations = rules.accommodations
    self.watcher = watcher
  }

  public func copy() -> LiveRules { LiveRules(copying: self) }

  private init(copying other: borrowing LiveRules) {
    engine = other.engine
    dispatcher = other.dispatcher
    session = other.session
    hasNewMode = other.hasNewMode
    isPaused = other.isPaused
    requestedPause = other.requestedPause
    watcher = other.watcher
    activeDevices = other.activeDevices
    accommodations = other.accommodations
    filters = other.filters
    nextDeadline = other.nextDeadline
  }

  /// The state of the session, including changes of the mode by orders.
  public var context: Context {
    get { session }
    set {
      session = newValue
      engine.context = newValue
      updateDeadline()
    }
  }

  /// Pauses or resumes the rules. Gestures that have begun are cancelled. Does nothing if the state doesn't change.
  public mutating func setPaused(_ isPaused: Bool, at time: Timestamp, into outcomes: inout Outcomes) {
    guard isPaused != self.isPaused else { return }
    cancelTouches(.paused, at: time, into: &outcomes)
    // Orders of gestures that are cancelled here must not pause or resume again.
    requestedPause = nil
    self.isPaused = isPaused
    watcher?.paused(isPaused, at: time)
  }

  /// The time at which `advance` must be called if no frame comes before, or `never`.
  public private(set) var nextDeadline = Timestamp.never

  private mutating func updateDeadline() {
    var next = min(engine.nextDeadline, dispatcher.deadline)
    for index in filters.indices { next = min(next, filters[index].deadline) }
    nextDeadline = next
  }

  /// The state of the recognizers of `device`; see `Engine.snapshots`.
  public func snapshots(of device: DeviceID, at time: Timestamp? = nil) -> [RecognizerSnapshot] {
    engine.snapshots(of: device, at: time)
  }

  /// Appends the touches whose delivery has changed since the last call. See `Engine.deliveryChanges`.
  public mutating func deliveryChanges(of device: DeviceID, into changes: inout [DeliveryChange]) {
    for index in filters.indices where filters[index].device == device { filters[index].appendChanges(to: &changes) }
    engine.deliveryChanges(of: device, isPaused: isPaused, into: &changes)
  }

  /// Adds a device before its first frame. For a known device, call `replace`.
  public mutating func add(_ device: Device) {
    engine.add(device)
    dispatcher.add(device)
    let own = accommodations.accommodations(of: device)
    let mayBounce = device.capabilities.contains(.contacts) && engine.mayBounce(on: device.id)
    if own != nil || mayBounce, !filters.contains(where: { $0.device == device.id }) {
      filters.append(TouchFilter(own ?? Accommodations(), on: device.id))
    }
    watcher?.added(device)
    updateDeadline()
  }

  /// Whether no touch is down on `device` and no gesture there waits for anything.
  public func isIdle(_ device: DeviceID) -> Bool {
    engine.isIdle(device) && !filters.contains { $0.device == device && !$0.isIdle }
  }

  public func isTouched(_ device: DeviceID) -> Bool { engine.isTouched(device) }

  /// Replaces a device that has changed. Its ongoing gestures are cancelled.
  public mutating func replace(_ device: Device, at time: Timestamp, into outcomes: inout Outcomes) {
    remove(device.id, at: time, reportsRemoval: false, into: &outcomes)
    add(device)
  }

  /// Removes a device. Its gestures that have begun are cancelled.
  public mutating func remove(_ device: DeviceID, at time: Timestamp, into outcomes: inout Outcomes) {
    remove(device, at: time, reportsRemoval: true, into: &outcomes)
  }

  private mutating func remove(
    _ device: DeviceID, at time: Timestamp, reportsRemoval: Bool, into outcomes: inout Outcomes
  ) {
    advance(to: time, into: &outcomes)
    for index in filters.indices where filters[index].device == device { endLifted(index, at: time, into: &outcomes) }
    engine.remove(device, at: time, into: &events)
    dispatchEvents(watcher: watcher, into: &outcomes)
    applyMode()
    applyPause(at: time, into: &outcomes)
    dispatcher.remove(device)
    filters.removeAll { $0.device == device }
    reportIdleDevices(at: time)
    if reportsRemoval { watcher?.removed(device, at: time) }
    updateDeadline()
  }

  public mutating func cancelAll(at time: Timestamp, into outcomes: inout Outcomes) {
    cancelTouches(.touchCancelled, at: time, into: &outcomes)
    applyPause(at: time, into: &outcomes)
  }

  private mutating func cancelTouches(_ cause: Decision.Cause, at time: Timestamp, into outcomes: inout Outcomes) {
    advance(to: time, into: &outcomes)
    for index in filters.indices {
      // The touch of a lifted finger that may come back is cancelled too, so that the end of the touch doesn't complete a gesture.
      filters[index].cancelAll()
      setTimeStopped(of: filters[index].device, false)
    }
    for device in engine.devices {
      engine.cancelAll(on: device, because: cause, at: time, into: &events)
      dispatchEvents(watcher: watcher, into: &outcomes)
    }
    applyMode()
    reportIdleDevices(at: time)
    updateDeadline()
  }

  /// Appends a `gesture-bridge trigger` event with its orders; doesn't call `happened`. No real device has `device.id`.
  public mutating func processTriggered(_ event: GestureEvent, on device: Device, into outcomes: inout Outcomes) {
    dispatcher.add(device, hasZones: false)
    events.append(event)
    dispatchEvents(watcher: nil, into: &outcomes)
    applyMode()
    applyPause(at: event.time, into: &outcomes)
    updateDeadline()
  }

  /// Handles every deadline up to the frame's time, then processes the frame.
  public mutating func process(_ frame: Frame, into outcomes: inout Outcomes) {
    advance(to: frame.time, into: &outcomes)
    guard let index = filters.firstIndex(where: { $0.device == frame.device }) else {
      return processCounting(frame, into: &outcomes)
    }
    if filters[index].endsLifted(before: frame) {
      endLifted(index, at: frame.time, into: &outcomes)
    } else if filters[index].holdsTime, frame.touches.contains(where: { $0.phase == .began }) {
      // A finger has come back, so its touch has never ended.
      setTimeStopped(of: frame.device, false)
      advance(to: frame.time, into: &outcomes)
    }
    let hasLift = frame.touches.contains { $0.phase == .ended }
    let hasAcceptedPart = filters[index].filter(
      frame, bounce: hasLift ? engine.bounce(of: frame.device) : TimeSpan(microseconds: 0))
    setTimeStopped(of: frame.device, filters[index].holdsTime)
    reportIgnored(index)
    if hasAcceptedPart { processCounting(filters[index].frame, into: &outcomes) } else { updateDeadline() }
  }

  private mutating func setTimeStopped(of device: DeviceID, _ isTimeStopped: Bool) {
    engine.setTimeStopped(of: device, isTimeStopped)
    dispatcher.setTimeStopped(of: device, isTimeStopped)
    updateDeadline()
  }

  /// Ends the touches of lifted fingers in the filter at `index`: these fingers can't come back any more.
  private mutating func endLifted(_ index: Int, at time: Timestamp, into outcomes: inout Outcomes) {
    filters[index].endLifted(at: time)
    setTimeStopped(of: filters[index].device, false)
    if !filters[index].frame.touches.isEmpty {
      processCounting(filters[index].frame, into: &outcomes)
      // Deadlines may have passed while the device's time was stopped.
      advance(to: time, into: &outcomes)
    }
  }

  private func reportIgnored(_ index: Int) {
    guard let watcher else { return }
    for touch in filters[index].ignored { watcher.ignored(touch) }
  }

  /// Sends a frame to the recognizers. All deadlines before the frame must have been handled.
  private mutating func processCounting(_ frame: Frame, into outcomes: inout Outcomes) {
    if let watcher {
      watcher.willProcess(frame)
      if !activeDevices.contains(frame.device) { activeDevices.append(frame.device) }
    }
    engine.process(frame, into: &events)
    dispatchEvents(watcher: watcher, into: &outcomes)
    applyMode()
    applyPause(at: frame.time, into: &outcomes)
    reportIdleDevices(at: frame.time)
    updateDeadline()
  }

  /// Handles every deadline up to `time` in order, each with its own time, even if the call comes late.
  public mutating func advance(to time: Timestamp, into outcomes: inout Outcomes) {
    while nextDeadline <= time {
      let deadline = nextDeadline
      // Several devices with the same deadline are dispatched one by one.
      while engine.nextDeadline <= deadline {
        engine.serveDeadline(into: &events)
        dispatchEvents(watcher: watcher, into: &outcomes)
      }
      repeatActions(by: deadline, into: &outcomes)
      applyMode()
      for index in filters.indices where filters[index].deadline <= deadline {
        filters[index].advance(to: deadline)
        setTimeStopped(of: filters[index].device, filters[index].holdsTime)
        processCounting(filters[index].frame, into: &outcomes)
      }
      applyPause(at: deadline, into: &outcomes)
      reportIdleDevices(at: deadline)
      updateDeadline()
    }
  }

  private mutating func dispatchEvents(watcher: (any Watcher)?, into outcomes: inout Outcomes) {
    guard !events.isEmpty else { return }
    for event in events {
      orders.removeAll(keepingCapacity: true)
      // The context is from the first landing, but with the current mode, which orders may have changed since.
      var context = engine.landingContext(of: event.device)
      context.mode = session.mode
      dispatcher.dispatch(event, in: context, into: &orders)
      deliver(event, watcher: watcher, into: &outcomes)
    }
    events.removeAll(keepingCapacity: true)
  }

  private mutating func repeatActions(by time: Timestamp, into outcomes: inout Outcomes) {
    orders.removeAll(keepingCapacity: true)
    while let event = dispatcher.repeatActions(by: time, into: &orders) {
      deliver(event, watcher: watcher, into: &outcomes)
      orders.removeAll(keepingCapacity: true)
    }
  }

  /// Appends an event with its orders; if paused, drops orders without `pause`. Stores the orders' mode and pause.
  private mutating func deliver(_ event: GestureEvent, watcher: (any Watcher)?, into outcomes: inout Outcomes) {
    if isPaused { orders.removeAll { $0.effect.pause == nil } }
    for order in orders where order.effect.changesSession {
      if let pause = order.effect.pause { requestedPause = pause.isPaused(after: requestedPause ?? isPaused) }
      guard let mode = order.effect.mode, mode != session.mode else { continue }
      session.mode = mode
      hasNewMode = true
    }
    watcher?.happened(event, orders)
    outcomes.append(event, orders)
  }

  private mutating func reportIdleDevices(at time: Timestamp) {
    guard !activeDevices.isEmpty else { return }
    for device in activeDevices where engine.isIdle(device) { watcher?.becameIdle(device, at: time) }
    activeDevices.removeAll { engine.isIdle($0) }
  }

  /// Pauses or resumes as orders request. Called after a frame, deadline, triggered event or cancellation.
  private mutating func applyPause(at time: Timestamp, into outcomes: inout Outcomes) {
    guard let next = requestedPause else { return }
    requestedPause = nil
    setPaused(next, at: time, into: &outcomes)
  }

  /// Gives the engine the mode that an order has set. Called after a frame, deadline, triggered event or cancellation.
  private mutating func applyMode() {
    guard hasNewMode else { return }
    hasNewMode = false
    engine.context = session
  }
}

/// Observes frames, decisions, events and orders. The methods do nothing by default, and must not call `LiveRules`.
public protocol Watcher: Observer {
  /// Called when a device is added or replaced, and again for each device when new rules replace the old rules.
  func added(_ device: Device)

  /// Called when a device has been removed, after its gestures have been cancelled.
  func removed(_ device: DeviceID, at time: Timestamp)

  /// Called before a frame is processed, but after all earlier deadlines have been handled.
  func willProcess(_ frame: Frame)

  /// Called for each gesture event after its decisions, and when an action repeats; not for `gesture-bridge trigger`.
  func happened(_ event: GestureEvent, _ orders: [Order])

  /// Called when the session has changed to another mode. The owner of the rules calls this method.
  func entered(_ mode: String, at time: Timestamp)

  func paused(_ isPaused: Bool, at time: Timestamp)

  /// Called for each touch that a filter ignores or joins to another touch.
  func ignored(_ touch: IgnoredTouch)

  /// Called when no touch is down on `device` and none of its recognizers waits: the next landing begins a new attempt.
  func becameIdle(_ device: DeviceID, at time: Timestamp)
}

extension Watcher {
  public func added(_ device: Device) {}
  public func removed(_ device: DeviceID, at time: Timestamp) {}
  public func willProcess(_ frame: Frame) {}
  public func happened(_ event: GestureEvent, _ orders: [Order]) {}
  public func ignored(_ touch: IgnoredTouch) {}
  public func entered(_ mode: String, at time: Timestamp) {}
  public func paused(_ isPaused: Bool, at time: Timestamp) {}
  public func becameIdle(_ device: DeviceID, at time: Timestamp) {}
}
