import GestureCore

/// One thing to do now, because of a gesture event.
public struct Order: Equatable, Sendable {
  public let action: Action
  /// The action's own effect, or that of the step's way.
  public let effect: Effect
  /// The way of a step.
  public let way: Step.Way?
  public let event: GestureEvent
}

/// Makes orders of gesture events: chooses a gesture's binding as it begins, keeps it to its end, and counts steps.
///
/// Of the bindings whose `when` holds the most specific is chosen, the one that states most; of equals the last in the
/// file. The gesture's own actions state nothing. Those with `also = true` go with it, each as its `when` holds.
public struct Dispatcher: Sendable {
  private let rules: Rules

  public init(_ rules: Rules) {
    self.rules = rules
  }

  /// From now on events of `device` come.
  public mutating func add(_ device: Device) {}

  /// The device is gone, and so is what its gestures had begun.
  public mutating func remove(_ device: DeviceID) {}

  /// Gives `perform` what is to be done for an event, in order. `context` is what the session is like now.
  public mutating func dispatch(_ event: GestureEvent, in context: Context, _ perform: (Order) -> Void) {
    for action in rules.actions(for: event.gesture, state: event.state) where action.trigger != .step {
      perform(Order(action: action, effect: action.effect, way: nil, event: event))
    }
  }
}
