import GestureCore
import Recordings

@testable import Bindings

/// The orders for a touch script with bindings made by hand, each as `60 it recognized: next`, with the time in ms.
///
/// A step also has its direction, as in `88 it changed: louder up`; an effect also has its mode and pause, as in `mode
/// work`.
func played(_ script: String, _ bindings: [Binding]) throws -> [String] {
  let script = try TouchScript.read(script, name: "script")
  let rules = Rules(ruleSet: script.rules ?? RuleSet(), bindings: bindings)
  var lines: [String] = []
  try Replay.run(script.recording, rules: rules) { _, orders in lines += orders.map { line($0, rules.ruleSet) } }
  return lines
}

/// The orders for a touch script with these rules.
func played(_ script: String, rules: Rules) throws -> [String] {
  let recording = try TouchScript.read(script, name: "script").recording
  var lines: [String] = []
  try Replay.run(recording, rules: rules) { _, orders in lines += orders.map { line($0, rules.ruleSet) } }
  return lines
}

private func line(_ order: Order, _ rules: RuleSet) -> String {
  let event = order.event
  let name = rules.gestures[event.gesture.rawValue].name
  let time = (event.time.microseconds + 500) / 1000
  return "\(time) \(name) \(event.state): \(what(order.effect))\(order.direction.map { " \($0)" } ?? "")"
}

private func what(_ effect: Effect) -> String {
  var parts: [String] = []
  if case .shell(let text) = effect.run ?? effect.stream { parts.append(text) }
  if let mode = effect.mode { parts.append("mode \(mode)") }
  if let pause = effect.pause { parts.append("pause \(pause)") }
  return parts.isEmpty ? "nothing" : parts.joined(separator: ", ")
}

/// The effects of an action, in short.
extension Action {
  static func run(_ text: String, on trigger: Trigger = .run, atMostEvery: Double? = nil) -> Action {
    Action(
      Effect(run: .shell(text)), on: trigger, atMostEvery: atMostEvery.map(TimeSpan.init(milliseconds:)),
      location: .nowhere)
  }

  static func stream(_ text: String, on trigger: Trigger = .changed, atMostEvery: Double? = nil) -> Action {
    Action(
      Effect(stream: .shell(text)), on: trigger, atMostEvery: atMostEvery.map(TimeSpan.init(milliseconds:)),
      location: .nowhere)
  }

  static func mode(_ name: String, on trigger: Trigger = .run) -> Action {
    Action(Effect(mode: name), on: trigger, location: .nowhere)
  }

  static func pause(_ pause: Pause, run: String? = nil, on trigger: Trigger = .run) -> Action {
    Action(Effect(run: run.map(Command.shell), pause: pause), on: trigger, location: .nowhere)
  }

  static func step(
    _ every: Bindings.StepSettings.StepLength, _ directions: [Bindings.StepSettings.StepDirection: String],
    atMostEvery: Double? = nil
  )
    -> Action
  {
    Action(
      Bindings.StepSettings(every: every, effects: directions.mapValues { Effect(run: .shell($0)) }),
      atMostEvery: atMostEvery.map(TimeSpan.init(milliseconds:)), location: .nowhere)
  }
}

extension Binding {
  /// A binding for the gesture with this number, by default for the first one.
  static func of(
    _ actions: Action..., gesture: Int = 0, also: Bool = false, when: (inout Condition) -> Void = { _ in }
  ) -> Binding {
    var condition = Condition()
    when(&condition)
    return Binding(
      gesture: GestureID(gesture), when: condition, isAddition: also, actions: actions, location: .nowhere)
  }
}

extension FileLocation {
  static let nowhere = FileLocation(file: "bindings.toml", line: 1, column: 1)
}
