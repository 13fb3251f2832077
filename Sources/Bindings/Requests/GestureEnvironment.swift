import GestureCore
import Text

/// A gesture event with all values that commands get.
public struct GestureEnvironment: Sendable {
  let event: GestureEvent
  let rule: GestureRule
  let device: String
  /// The gestures that a hint shows as possible. Empty if the event doesn't come from a hint.
  let hints: [GestureHint]
  let step: StepSettings.StepDirection?
  /// The gesture's progress since the action's previous order. Nil if the event is for subscribers, not for an action.
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

  /// Returns every variable with its value, in the manual's order. A missing value is an empty text.
  public func variables() -> [(String, String)] { EventValue.forCommands.map(variable) }

  /// Returns the variables that don't change during a gesture, for the process of a `stream` action.
  public func lastingVariables() -> [(String, String)] { EventValue.forCommands.filter(\.isLasting).map(variable) }

  /// Returns the variable's name and text. Control characters are replaced, because a command may print the text.
  private func variable(_ value: EventValue) -> (String, String) {
    (value.variable, value.read(self)?.text.visible ?? "")
  }
}

/// A gesture that a hint shows as possible.
public struct GestureHint: Sendable {
  public let name: String
  /// A description of the gesture and its movement, as one line of JSON.
  public let json: String

  public init(name: String, json: String) { (self.name, self.json) = (name, json) }
}
