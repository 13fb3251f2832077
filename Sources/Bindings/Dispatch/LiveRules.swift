import GestureCore

/// Rules at work: frames in; gesture events out, each with what is to be done because of it.
///
/// An order may change the mode. It counts at once for the bindings of the events that follow, and for the engine as soon
/// as it is done with the frame or the deadline that the order came of. The daemon and a replay both work with this, so the
/// same frames give the same orders.
public struct LiveRules: Sendable {
  /// What is told of an event; the orders are in the order in which they are to be carried out.
  public typealias Listener = (GestureEvent, [Order]) -> Void

  private enum Input {
    case frame(Frame)
    case time(Timestamp)
    case removal(DeviceID, at: Timestamp)
    case cancellation(at: Timestamp)
  }

  /// What looks at the events while the engine is at work.
  private struct Desk: Sendable {
    var dispatcher: Dispatcher
    var context: Context
    /// Filled anew for each event.
    var orders: [Order] = []

    mutating func take(_ event: GestureEvent, _ listener: Listener) {
      orders.removeAll(keepingCapacity: true)
      dispatcher.dispatch(event, in: context, into: &orders)
      for order in orders {
        if let mode = order.effect.mode { context.mode = mode }
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
      passContextOn()
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
    take(.removal(device, at: time), listener)
    desk.dispatcher.remove(device)
  }

  /// Cancels every touch of every device.
  public mutating func cancelAll(at time: Timestamp, _ listener: Listener) {
    advance(to: time, listener)
    take(.cancellation(at: time), listener)
  }

  /// Serves every deadline up to the frame's time, then looks at the frame.
  public mutating func process(_ frame: Frame, _ listener: Listener) {
    advance(to: frame.time, listener)
    take(.frame(frame), listener)
  }

  /// Serves every deadline up to `time`, one after another, so that a late call changes nothing: each may change the mode.
  public mutating func advance(to time: Timestamp, _ listener: Listener) {
    while let deadline = engine.nextDeadline, deadline <= time { take(.time(deadline), listener) }
  }

  private mutating func take(_ input: Input, _ listener: Listener) {
    switch input {
    case .frame(let frame): engine.process(frame) { desk.take($0, listener) }
    case .time(let time): engine.advance(to: time) { desk.take($0, listener) }
    case .removal(let device, let time): engine.remove(device, at: time) { desk.take($0, listener) }
    case .cancellation(let time): engine.cancelAll(at: time) { desk.take($0, listener) }
    }
    passContextOn()
  }

  private mutating func passContextOn() {
    if engine.context != desk.context { engine.context = desk.context }
  }
}
