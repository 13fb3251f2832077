import Actions
import Bindings
import GestureCore

extension GestureEnvironment {
  /// The event of an order, with the way of its step.
  init(_ performance: Performance) {
    self.init(performance.order.event, performance.rule, device: performance.device, hints: performance.hints)
    step = performance.order.way?.rawValue
  }

  /// The values that the kind of the event's gesture reports; the others stay empty.
  public init(_ event: GestureEvent, _ rule: GestureRule, device: String, hints: [GestureHint]) {
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
    if reports.contains(.corners) { corners = values.corners.map { Place(x: $0.x, y: $0.y) } }
    if reports.contains(.hints) { self.hints = hints }
    if reports.contains(.direction) { direction = values.direction?.rawValue }
  }
}
