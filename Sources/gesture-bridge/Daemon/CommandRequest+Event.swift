import Actions
import Bindings
import GestureCore

extension CommandRequest {
  /// What to start for an order, with what the command is told about the gesture; nil for one that starts nothing.
  init?(_ order: Order, _ rule: GestureRule, device: String) {
    guard let command = order.effect.run else { return nil }
    let (action, event) = (order.action, order.event)
    let environment = GestureEnvironment(event, rule, device: device).variables()
    self.init(
      binding: action.binding, source: "\(action.location.file):\(action.location.line)",
      key: action.trigger.rawValue, gesture: rule.name, command: Actions.Command(command),
      environment: environment, since: event.time.microseconds)
  }
}

extension Actions.Command {
  init(_ command: Bindings.Command) {
    switch command {
    case .shell(let text): self = .shell(text)
    case .direct(let arguments): self = .direct(arguments)
    }
  }
}

extension GestureEnvironment {
  /// The values `event`'s kind reports; the others stay empty.
  init(_ event: GestureEvent, _ rule: GestureRule, device: String) {
    let values = event.values
    let reports = rule.kind.reports
    self.init(
      name: rule.name, kind: rule.kind.name, state: event.state.rawValue, fingers: values.fingers, device: device)
    x = values.location.x
    y = values.location.y
    duration = event.duration.milliseconds
    if reports.contains(.translation) { (dx, dy) = (values.translation.x, values.translation.y) }
    if reports.contains(.velocity) { (vx, vy) = (values.velocity.x, values.velocity.y) }
    if reports.contains(.scale) { scale = values.scale }
    if reports.contains(.rotation) { rotation = values.rotation }
    if reports.contains(.pressure) { pressure = values.pressure }
    if reports.contains(.direction) { direction = values.direction?.rawValue }
  }
}
