import GestureCore
import Text

/// A gesture event with all that commands get to know about it.
public struct GestureEnvironment: Sendable {
  let event: GestureEvent
  let rule: GestureRule
  let device: String
  /// The hints, for an event that has them.
  let hints: [GestureHint]
  let step: StepSettings.StepWay?
  /// How far the gesture has gone since the action's order before; nil where it is no order.
  let progress: Progress?

  public init(
    _ event: GestureEvent, _ rule: GestureRule, device: String, hints: [GestureHint], step: StepSettings.StepWay? = nil,
    progress: Progress? = nil
  ) {
    self.event = event
    self.rule = rule
    self.device = device
    self.hints = hints
    self.step = step
    self.progress = progress
  }

  var reports: ReportedValues { rule.kind.reports }

  /// Every variable with its value, in the order of the manual; empty if the gesture has no such value.
  public func variables() -> [(String, String)] { EventValue.told.map(variable) }

  /// The variables that are the same from gesture to gesture, for the environment of a stream's process.
  public func lastingVariables() -> [(String, String)] { EventValue.told.filter(\.isLasting).map(variable) }

  /// A command may print it, and a device chooses its name.
  private func variable(_ value: EventValue) -> (String, String) {
    (value.variable, value.read(self)?.text.visible ?? "")
  }
}

/// A gesture in a hint: it is possible from here.
public struct GestureHint: Sendable {
  public let name: String
  /// All that is known of it in advance, one object on one line.
  public let json: String

  /// Prepared once, and used again and again.
  public init(name: String, json: String) {
    self.name = name
    self.json = json
  }
}
