import GestureCore

/// An order that is performed now, with the values that commands get.
public struct PerformedOrder {
  public let order: Order
  let gesture: GestureEnvironment
  /// The event's time in CLOCK_MONOTONIC µs. If nil, `order.event.time` is used instead.
  let moment: Int64?
  /// The position of the gesture on an output. Nil if the position is unknown or not needed.
  let spot: ScreenSpot?

  public init(
    _ order: Order, _ rule: GestureRule, device: String, hints: [GestureHint] = [], at moment: Int64? = nil,
    spot: ScreenSpot? = nil
  ) {
    self.order = order
    gesture = GestureEnvironment(
      order.event, rule, device: device, hints: hints, step: order.direction, progress: order.progress)
    (self.moment, self.spot) = (moment, spot)
  }

  /// The requests for the parts of the order's effect, followed by the request for the step's level, if any.
  public var requests: some Sequence<EffectRequest> { EffectRequests(performance: self) }

  fileprivate var level: EffectRequest? {
    guard order.direction != nil, let command = order.action.step?.level else { return nil }
    return .level(CommandRequest(command, for: self), afterCommand: order.effect.run != nil)
  }
}

/// The requests of an order, each made when it is needed.
private struct EffectRequests: Sequence, IteratorProtocol {
  let performance: PerformedOrder
  private var index = 0

  init(performance: PerformedOrder) { self.performance = performance }

  mutating func next() -> EffectRequest? {
    let parts = performance.order.effect.parts
    while index < parts.count {
      defer { index += 1 }
      if let request = parts[index].request(for: performance) { return request }
    }
    guard index == parts.count else { return nil }
    index += 1
    return performance.level
  }
}

/// An action that was skipped although its gesture was recognized.
public struct SkippedAction: Sendable, Equatable {
  public let gesture: String
  /// The key in the rule: `run`, `began`, `ended`…
  public let key: String
  /// The reason as a short clause: "nothing can press keys here".
  public let reason: String

  public init(gesture: String, key: String, reason: String) {
    (self.gesture, self.key, self.reason) = (gesture, key, reason)
  }
}

/// One request of an order. Another part of the daemon performs the request.
public enum EffectRequest {
  case command(CommandRequest)
  /// Starts the application whose .desktop file has this name. The request's command contains only the name.
  case application(String, CommandRequest)
  /// Sends a line to a stream's process. Starts the process if needed, except for a line about a gesture's end.
  case line(StreamLine)
  case input(InputRequest)
  case desktop(DesktopRequest)
  /// Starts a command that prints the level after a step; if `afterCommand`, only when the step's command has ended.
  case level(CommandRequest, afterCommand: Bool)
}

extension Effect.Part {
  /// Returns the request for the part. Nil for `mode` and `pause`, and for input that sends nothing for this event.
  fileprivate func request(for performed: PerformedOrder) -> EffectRequest? {
    switch self {
    case .run(let command): return .command(CommandRequest(command, for: performed))
    case .stream(let command): return .line(StreamLine(command, for: performed))
    case .mode, .pause: return nil
    case .input(let input):
      return input.moment(in: performed.order.event.state).map { .input(InputRequest(input, $0, for: performed)) }
    case .desktop(let action): return .desktop(DesktopRequest(action, for: performed))
    case .launch(let name):
      var request = CommandRequest(.direct([name]), for: performed)
      // The application keeps running when the daemon ends.
      request.isScoped = performed.order.action.isScoped ?? true
      return .application(name, request)
    }
  }
}
