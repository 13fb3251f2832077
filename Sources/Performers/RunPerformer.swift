import Actions
import Bindings
import GestureCore

/// Starts a command for each order: `run`.
struct RunPerformer: Performer {
  let key = "run"
  let runner: CommandRunner

  func perform(_ value: Effect.Value, of performance: Performance) {
    guard let request = CommandRequest(performance) else { return }
    runner.start(request)
  }
}

extension CommandRequest {
  /// What to start, with what the command is told about the gesture; nil for an order without a command.
  public init?(_ performance: Performance) {
    guard let command = performance.order.effect.run else { return nil }
    self.init(command, performance)
    environment = GestureEnvironment(performance).variables()
    if let moment = performance.moment { since = moment }
  }

  /// Without an environment.
  init(_ command: Bindings.Command, _ performance: Performance) {
    let (order, action) = (performance.order, performance.order.action)
    self.init(
      binding: action.binding, file: action.location.file, line: action.location.line, key: action.trigger.rawValue,
      gesture: performance.rule.name, command: Actions.Command(command),
      overlap: Actions.Overlap(action.overlap), isStep: action.trigger == .step,
      isScoped: action.isScoped ?? false, since: order.event.time.microseconds)
  }
}

extension Actions.Command {
  fileprivate init(_ command: Bindings.Command) {
    switch command {
    case .shell(let text): self = .shell(text)
    case .direct(let arguments): self = .direct(arguments)
    }
  }
}

extension Actions.Overlap {
  public init(_ overlap: Bindings.Overlap) {
    switch overlap {
    case .allow: self = .allow
    case .skip: self = .skip
    case .queue: self = .queue
    case .restart: self = .restart
    }
  }
}
