import GestureCore

/// An order that is performed now, with the facts that commands get.
public struct Performance {
  public let order: Order
  public let rule: ToldRule
  /// The name of the event's device.
  public let device: String
  /// The hints, for an event that has them.
  public let hints: [GestureHint]
  /// When the event was due, CLOCK_MONOTONIC microseconds, if its own time is another clock's.
  public let moment: Int64?
  /// Where the gesture is; nil if that is unknown, or if the effect has no need of it.
  public let spot: ScreenSpot?

  public init(
    _ order: Order, _ rule: ToldRule, device: String, hints: [GestureHint] = [], at moment: Int64? = nil,
    spot: ScreenSpot? = nil
  ) {
    self.order = order
    self.rule = rule
    self.device = device
    self.hints = hints
    self.moment = moment
    self.spot = spot
  }

  /// The command that prints what its step has come to, and whether the step starts a command itself; nil if there is none.
  public var level: (request: CommandRequest, afterCommand: Bool)? {
    guard order.way != nil, let command = order.action.step?.level else { return nil }
    return (CommandRequest(command, for: self), order.effect.uses(.eachTime))
  }

  /// The facts that a command gets about the event.
  var gesture: GestureEnvironment {
    GestureEnvironment(order.event, rule, device: device, hints: hints, step: order.way, progress: order.progress)
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

/// The means by which effects act. All methods return at once, whatever becomes of what they ask for.
public protocol EffectMeans {
  /// Starts a command, lets it wait, or leaves it out.
  func start(_ request: CommandRequest)

  /// Starts the application with a .desktop file of this name; the request says how, but for the command.
  func launch(_ application: String, _ request: CommandRequest)

  /// Sends a line to a stream's process, and starts the process if there is none.
  func tell(_ line: StreamLine)

  /// Sends keys, clicks or scrolling to the session.
  func emulate(_ request: InputRequest)

  /// Asks the desktop for something.
  func ask(_ request: DesktopRequest)
}

extension EffectMeans {
  /// Performs an order.
  public func perform(_ performance: Performance) { performParts(of: performance) }

  /// Performs all parts of an order's effect, in their order.
  public func performParts(of performance: Performance) {
    for part in performance.order.effect.parts {
      Effects.kind(part.key)?.performAny(part.value, of: performance, by: self)
    }
  }
}
