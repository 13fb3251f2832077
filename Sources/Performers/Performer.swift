import Actions
import Bindings
import GestureCore

/// Carries out one kind of effect in the world. Each kind that has something to do there has one.
public protocol Performer {
  /// The key of the kind of effect.
  var key: String { get }

  func perform(_ value: Effect.Value, of performance: Performance)
}

/// An order that is carried out now, with what performers tell about it.
public struct Performance {
  public let order: Order
  public let rule: GestureRule
  /// The name of the event's device.
  public let device: String
  /// What a hint has to tell.
  public let hints: [GestureHint]
  /// When the event was due, CLOCK_MONOTONIC microseconds, where its own time is another clock's.
  public let moment: Int64?

  public init(
    _ order: Order, _ rule: GestureRule, device: String, hints: [GestureHint] = [], at moment: Int64? = nil
  ) {
    self.order = order
    self.rule = rule
    self.device = device
    self.hints = hints
    self.moment = moment
  }
}

/// All performers. Modes and pauses have none: `LiveRules` has switched them by the time an order is carried out.
public struct Performers {
  private let performers: [any Performer]

  public init(_ runner: CommandRunner) {
    performers = [
      RunPerformer(runner: runner),
      StreamPerformer(runner: runner),
    ]
  }

  /// Does all that an order says, in the order of its parts.
  public func perform(_ performance: Performance) {
    for part in performance.order.effect.parts {
      for performer in performers where performer.key == part.key {
        performer.perform(part.value, of: performance)
      }
    }
  }
}
