import GestureCore
import Text

/// A gesture event with all values that commands get.
public struct GestureEnvironment: Sendable {
  let event: GestureEvent
  let rule: GestureRule
  let device: String
  /// The gestures that a hint shows as possible; empty for other events.
  let hints: [GestureHint]
  let step: StepSettings.StepDirection?
  /// The progress of the gesture since the action's previous order; nil if the event isn't for an order.
  let progress: Progress?

  public init(
    _ event: GestureEvent, _ rule: GestureRule, device: String, hints: [GestureHint],
    step: StepSettings.StepDirection? = nil, progress: Progress? = nil
  ) {
    self.event = event
    self.rule = rule
    self.device = device
    self.hints = hints
    self.step = step
    self.progress = progress
  }

  var reports: ReportedValues { rule.kind.reports }

  /// Every variable with its value, in the order of the manual. The value is empty if the gesture doesn't have it.
  public func variables() -> [(String, String)] { EventValue.forCommands.map(variable) }

  /// The variables that are the same in all events of a gesture, for the environment of a stream's process.
  public func lastingVariables() -> [(String, String)] { EventValue.forCommands.filter(\.isLasting).map(variable) }

  /// The variable for a value. Control characters are replaced, because a command may print the value and a device can have any name.
  private func variable(_ value: EventValue) -> (String, String) {
    (value.variable, value.read(self)?.text.visible ?? "")
  }
}

/// A gesture that a hint shows as possible.
public struct GestureHint: Sendable {
  public let name: String
  /// Everything that is known about the gesture in advance, as one JSON object on one line.
  public let json: String

  public init(name: String, json: String) {
    (self.name, self.json) = (name, json)
  }
}
