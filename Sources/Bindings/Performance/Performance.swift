import GestureCore

/// An order that is performed now, with the facts that commands get.
public struct Performance {
  public let order: Order
  /// The facts that a command gets about the event.
  let gesture: GestureEnvironment
  /// When the event was due, CLOCK_MONOTONIC microseconds, if its own time is another clock's.
  let moment: Int64?
  /// Where the gesture is; nil if that is unknown, or if the effect has no need of it.
  let spot: ScreenSpot?

  public init(
    _ order: Order, _ rule: GestureRule, device: String, hints: [GestureHint] = [], at moment: Int64? = nil,
    spot: ScreenSpot? = nil
  ) {
    self.order = order
    gesture = GestureEnvironment(
      order.event, rule, device: device, hints: hints, step: order.way, progress: order.progress)
    self.moment = moment
    self.spot = spot
  }

  /// Asks for what its step has come to; nil if no command prints that.
  fileprivate var level: EffectRequest? {
    guard order.way != nil, let command = order.action.step?.level else { return nil }
    return .level(CommandRequest(command, for: self), afterCommand: order.effect.run != nil)
  }
}

/// An action that nothing became of, although its gesture was recognized: the desktop can't do it, or no keys can be pressed.
public struct SkippedAction: Sendable, Equatable {
  public let gesture: String
  /// The key in the rule: `run`, `began`, `ended`…
  public let key: String
  /// As a clause, in short: "nothing can press keys here".
  public let reason: String

  public init(gesture: String, key: String, reason: String) {
    self.gesture = gesture
    self.key = key
    self.reason = reason
  }
}

public enum EffectRequest {
  /// Starts a command, lets it wait, or leaves it out.
  case command(CommandRequest)
  /// Starts the application with a .desktop file of this name; the request says how, but for the command.
  case application(String, CommandRequest)
  /// Sends a line to a stream's process, and starts the process if there is none.
  case line(StreamLine)
  /// Sends keys, clicks or scrolling to the session.
  case input(InputRequest)
  case desktop(DesktopRequest)
  /// This command prints what a step has come to, once the step's own command has ended if there is one.
  case level(CommandRequest, afterCommand: Bool)
}

public protocol EffectMeans {
  /// Returns at once, whatever becomes of the request.
  func perform(_ request: EffectRequest)
}

extension EffectMeans {
  /// Performs all parts of an order's effect, in their order.
  public func perform(_ performance: Performance) {
    for part in performance.order.effect.parts {
      if let request = part.request(for: performance) { perform(request) }
    }
    if let level = performance.level { perform(level) }
  }
}

extension Effect.Part {
  /// What it asks for. A mode or a pause is in force by the time an order is performed: `LiveRules` sees to that.
  fileprivate func request(for performance: Performance) -> EffectRequest? {
    switch self {
    case .run(let command): return .command(CommandRequest(command, for: performance))
    case .stream(let command): return .line(StreamLine(command, for: performance))
    case .mode, .pause: return nil
    case .input(let input):
      return input.moment(in: performance.order.event.state).map { .input(InputRequest(input, $0, for: performance)) }
    case .desktop(let action): return .desktop(DesktopRequest(action, for: performance))
    case .launch(let name):
      var request = CommandRequest(.direct([name]), for: performance)
      // It stays when this program ends.
      request.isScoped = performance.order.action.isScoped ?? true
      return .application(name, request)
    }
  }
}
