import GestureCore

/// Rules at work: frames in; gesture events out, each with what is to be done because of it.
///
/// An order may change the mode. It counts at once for the bindings of the events that follow, and for the engine as soon
/// as it is done with the frame or the deadline that the order came of. The daemon and a replay both work with this, so the
/// same frames give the same orders.
public struct LiveRules: Sendable {
  /// What is told of an event; the orders are in the order in which they are to be carried out.
  public typealias Listener = (GestureEvent, [Order]) -> Void

  /// What looks at the events while the engine is at work.
  private struct Desk: Sendable {
    var dispatcher: Dispatcher
    var context: Context
    /// The engine has not been told of the mode yet.
    var hasNewMode = false
    /// While it is, only orders that pause or resume go out.
    var isPaused = false
    /// What an order has made of it, once the engine is done with what it was given.
    var pausedNext: Bool?
    /// Filled anew for each event.
    var orders: [Order] = []

    mutating func take(_ event: GestureEvent, _ watcher: (any Watcher)?, _ listener: Listener) {
      orders.removeAll(keepingCapacity: true)
      dispatcher.dispatch(event, in: context, into: &orders)
      if isPaused { orders.removeAll { $0.effect.pause == nil } }
      for order in orders {
        if let pause = order.effect.pause { pausedNext = pause.isPaused(after: pausedNext ?? isPaused) }
        guard let mode = order.effect.mode, mode != context.mode else { continue }
        context.mode = mode
        hasNewMode = true
      }
      watcher?.happened(event, orders)
      listener(event, orders)
    }
  }

  private var engine: Engine
  private var desk: Desk
  private let watcher: (any Watcher)?
  /// The devices of which the watcher has seen frames since they were last at rest.
  private var restless: [DeviceID] = []

  /// Refuses rules in which gestures wait for one another in a circle: none of them could ever fire.
  public init(
    _ rules: Rules, context: Context = Context(), watcher: (any Watcher)? = nil
  ) throws(RequirementCycle) {
    engine = try Engine(rules: rules.ruleSet, context: context, observer: watcher)
    self.watcher = watcher
    desk = Desk(dispatcher: Dispatcher(rules), context: context)
  }

  /// What the session is like, with the mode that orders have switched on.
  public var context: Context {
    get { desk.context }
    set {
      desk.context = newValue
      engine.context = newValue
    }
  }

  /// Whether nothing is ordered but to go on.
  public var isPaused: Bool { desk.isPaused }

  /// Pauses, or goes on. What had begun is cancelled, so nothing is left half done and nothing begins in its middle.
  public mutating func setPaused(_ isPaused: Bool, at time: Timestamp, _ listener: Listener) {
    guard isPaused != desk.isPaused else { return }
    cancelTouches(at: time, listener)
    // What is cancelled by this is no reason to change it again.
    desk.pausedNext = nil
    desk.isPaused = isPaused
    watcher?.paused(isPaused, at: time)
  }

  /// When it wants to be called although no frame came.
  public var nextDeadline: Timestamp? { engine.nextDeadline }

  /// Whether it is nobody's business how the touches of `device` move; see `Engine.ignoresMotion`.
  public func ignoresMotion(of device: DeviceID) -> Bool { engine.ignoresMotion(of: device) }

  /// Where the recognizers of `device` stand; see `Engine.standings`.
  public func standings(of device: DeviceID, at time: Timestamp? = nil) -> [Standing] {
    engine.standings(of: device, at: time)
  }

  /// What applications may have of a touch now; while nothing is ordered, all of it. See `Engine.delivery`.
  public func delivery(of touch: Int32, on device: DeviceID) -> Delivery {
    isPaused ? .passes : engine.delivery(of: touch, on: device)
  }

  /// Appends which touches of `device` applications may have otherwise than at the last call. See `Engine.deliveryChanges`.
  public mutating func deliveryChanges(of device: DeviceID, into changes: inout [DeliveryChange]) {
    engine.deliveryChanges(of: device, isPaused: isPaused, into: &changes)
  }

  /// From now on `device` sends frames. A device already known by this number is left as it is.
  public mutating func add(_ device: Device) {
    engine.add(device)
    desk.dispatcher.add(device)
    watcher?.added(device)
  }

  /// The device is gone: what it had begun is cancelled.
  public mutating func remove(_ device: DeviceID, at time: Timestamp, _ listener: Listener) {
    advance(to: time, listener)
    engine.remove(device, at: time) { desk.take($0, watcher, listener) }
    passModeOn()
    pause(at: time, listener)
    desk.dispatcher.remove(device)
    tellOfRest(at: time)
    watcher?.removed(device, at: time)
  }

  /// Cancels every touch of every device.
  public mutating func cancelAll(at time: Timestamp, _ listener: Listener) {
    cancelTouches(at: time, listener)
    pause(at: time, listener)
  }

  private mutating func cancelTouches(at time: Timestamp, _ listener: Listener) {
    advance(to: time, listener)
    engine.cancelAll(at: time) { desk.take($0, watcher, listener) }
    passModeOn()
    tellOfRest(at: time)
  }

  /// Does what is to be done for an event that no hand has made. `device` stands for the one it would be of: no other may
  /// have its number, no zone is there, and nobody who watches is told of it.
  public mutating func take(_ event: GestureEvent, madeUpOn device: Device, _ listener: Listener) {
    desk.dispatcher.add(device, hasZones: false)
    desk.take(event, nil, listener)
    passModeOn()
    pause(at: event.time, listener)
  }

  /// Serves every deadline up to the frame's time, then looks at the frame.
  public mutating func process(_ frame: Frame, _ listener: Listener) {
    advance(to: frame.time, listener)
    if let watcher {
      watcher.willProcess(frame)
      if !restless.contains(frame.device) { restless.append(frame.device) }
    }
    engine.process(frame) { desk.take($0, watcher, listener) }
    passModeOn()
    pause(at: frame.time, listener)
    tellOfRest(at: frame.time)
  }

  /// Serves every deadline up to `time`, one after another, so that a late call changes nothing: each may change the mode.
  public mutating func advance(to time: Timestamp, _ listener: Listener) {
    while let deadline = engine.nextDeadline, deadline <= time {
      engine.advance(to: deadline) { desk.take($0, watcher, listener) }
      passModeOn()
      pause(at: deadline, listener)
      tellOfRest(at: deadline)
    }
  }

  /// Says which devices have come to rest; there is something to look for only where somebody watches.
  private mutating func tellOfRest(at time: Timestamp) {
    guard !restless.isEmpty else { return }
    for device in restless where engine.isAtRest(device) { watcher?.rested(device, at: time) }
    restless.removeAll { engine.isAtRest($0) }
  }

  /// The engine is done with what it was given: what was ordered of pausing comes true.
  private mutating func pause(at time: Timestamp, _ listener: Listener) {
    guard let next = desk.pausedNext else { return }
    desk.pausedNext = nil
    setPaused(next, at: time, listener)
  }

  /// The engine is done with what it was given: it may learn of a mode that came of it.
  private mutating func passModeOn() {
    guard desk.hasNewMode else { return }
    desk.hasNewMode = false
    engine.context = desk.context
  }
}
