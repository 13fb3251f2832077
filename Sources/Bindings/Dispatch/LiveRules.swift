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
    /// Filled anew for each event.
    var orders: [Order] = []

    mutating func take(_ event: GestureEvent, _ listener: Listener) {
      orders.removeAll(keepingCapacity: true)
      dispatcher.dispatch(event, in: context, into: &orders)
      for order in orders {
        guard let mode = order.effect.mode, mode != context.mode else { continue }
        context.mode = mode
        hasNewMode = true
      }
      listener(event, orders)
    }
  }

  private var engine: Engine
  private var desk: Desk

  /// Refuses rules in which gestures wait for one another in a circle: none of them could ever fire.
  public init(
    _ rules: Rules, context: Context = Context(), observer: (any Observer)? = nil
  ) throws(RequirementCycle) {
    engine = try Engine(rules: rules.ruleSet, context: context, observer: observer)
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

  /// When it wants to be called although no frame came.
  public var nextDeadline: Timestamp? { engine.nextDeadline }

  /// Whether it is nobody's business how the touches of `device` move; see `Engine.ignoresMotion`.
  public func ignoresMotion(of device: DeviceID) -> Bool { engine.ignoresMotion(of: device) }

  /// From now on `device` sends frames. A device already known by this number is left as it is.
  public mutating func add(_ device: Device) {
    engine.add(device)
    desk.dispatcher.add(device)
  }

  /// The device is gone: what it had begun is cancelled.
  public mutating func remove(_ device: DeviceID, at time: Timestamp, _ listener: Listener) {
    advance(to: time, listener)
    engine.remove(device, at: time) { desk.take($0, listener) }
    passModeOn()
    desk.dispatcher.remove(device)
  }

  /// Cancels every touch of every device.
  public mutating func cancelAll(at time: Timestamp, _ listener: Listener) {
    advance(to: time, listener)
    engine.cancelAll(at: time) { desk.take($0, listener) }
    passModeOn()
  }

  /// Serves every deadline up to the frame's time, then looks at the frame.
  public mutating func process(_ frame: Frame, _ listener: Listener) {
    advance(to: frame.time, listener)
    engine.process(frame) { desk.take($0, listener) }
    passModeOn()
  }

  /// Serves every deadline up to `time`, one after another, so that a late call changes nothing: each may change the mode.
  public mutating func advance(to time: Timestamp, _ listener: Listener) {
    while let deadline = engine.nextDeadline, deadline <= time {
      engine.advance(to: deadline) { desk.take($0, listener) }
      passModeOn()
    }
  }

  /// The engine is done with what it was given: it may learn of a mode that came of it.
  private mutating func passModeOn() {
    guard desk.hasNewMode else { return }
    desk.hasNewMode = false
    engine.context = desk.context
  }
}
