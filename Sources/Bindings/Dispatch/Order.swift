import GestureCore

/// One thing to do now, because of a gesture event.
public struct Order: Equatable, Sendable {
  public let action: Action
  /// The action's own effect, or that of the step's way.
  public let effect: Effect
  /// The way of a step; nil for what is no step.
  public let way: Step.Way?
  /// What it is because of; of a stream its state tells whether the line is the first, one of many or the last.
  public let event: GestureEvent
}
