import Actions
import Bindings
import GestureCore

extension CommandRunner {
  /// Starts the command of an order, or tells its stream; `device` is the name of the event's device, `hints` what a hint
  /// has to tell. `moment` is when the event was due, CLOCK_MONOTONIC microseconds, where its own time is another clock's.
  func perform(
    _ order: Order, _ rule: GestureRule, device: String, hints: [GestureHint] = [], at moment: Int64? = nil
  ) {
    if var request = CommandRequest(order, rule, device: device, hints: hints) {
      if let moment { request.since = moment }
      start(request)
    }
    if let line = StreamLine(order, rule, device: device, hints: hints) { tell(line) }
  }
}

extension CommandRequest {
  /// What to start for an order, with what the command is told about the gesture; nil for one that starts nothing.
  init?(_ order: Order, _ rule: GestureRule, device: String, hints: [GestureHint] = []) {
    guard let command = order.effect.run else { return nil }
    self.init(order, rule, command)
    environment = GestureEnvironment(order, rule, device: device, hints: hints).variables()
  }

  fileprivate init(_ order: Order, _ rule: GestureRule, _ command: Bindings.Command) {
    let action = order.action
    self.init(
      binding: action.binding, file: action.location.file, line: action.location.line, key: action.trigger.rawValue,
      gesture: rule.name, command: Actions.Command(command), overlap: Actions.Overlap(action.overlap),
      isStep: action.trigger == .step, isScoped: action.isScoped ?? false, since: order.event.time.microseconds)
  }
}

extension StreamLine {
  /// What to tell a stream's process of an order; nil for one that has no stream.
  init?(_ order: Order, _ rule: GestureRule, device: String, hints: [GestureHint] = []) {
    guard let command = order.effect.stream, let moment = Moment(order.event.state) else { return nil }
    self.init(
      CommandRequest(order, rule, command), moment,
      GestureEnvironment(order, rule, device: device, hints: hints),
      device: Int(order.event.device.rawValue))
  }
}

extension StreamLine.Moment {
  init?(_ state: RecognizerState) {
    switch state {
    case .began, .recognized: self = .beginning
    case .changed: self = .change
    case .ended, .cancelled: self = .end
    case .possible, .failed: return nil
    }
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

extension Actions.Overlap {
  init(_ overlap: Bindings.Overlap) {
    switch overlap {
    case .allow: self = .allow
    case .skip: self = .skip
    case .queue: self = .queue
    case .restart: self = .restart
    }
  }
}

extension Interest {
  init(_ awaited: Awaited) {
    switch awaited {
    case .reading: self = .reading
    case .writing: self = .writing
    }
  }
}

extension GestureEnvironment {
  /// What an order is because of, with the way of its step.
  init(_ order: Order, _ rule: GestureRule, device: String, hints: [GestureHint]) {
    self.init(order.event, rule, device: device, hints: hints)
    step = order.way?.rawValue
  }

  /// The values that the kind of the event's gesture reports; the others stay empty.
  init(_ event: GestureEvent, _ rule: GestureRule, device: String, hints: [GestureHint]) {
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
