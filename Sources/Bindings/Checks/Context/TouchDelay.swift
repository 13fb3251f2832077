import GestureCore

/// The longest time for which a gesture delays touches, counted from the first landing.
public struct TouchDelay: Equatable, Sendable {
  public let gesture: GestureID
  /// The delay if all fingers of the gesture land.
  public let whole: Delay
  /// The delay if fewer fingers land: the time within which the missing fingers must land. Nil if one finger is enough.
  public let ofFewerFingers: TimeSpan?
}

extension Rules {
  /// The delays of gestures that delay touches by default on an intercepted touchscreen if the compositor doesn't
  /// report cancelled touches. A device section counts only if the section is for a class or has the pattern `*`.
  public var defaultTouchDelays: [TouchDelay] {
    guard ruleSet.mayIntercept(.touchscreen) else { return [] }
    return ruleSet.gestures.enumerated().filter { delaysByDefault($1) }.map { index, rule in
      let settings = ruleSet.settings(of: rule, on: .some(.touchscreen))
      let isOfSeveral = settings[CommonSettings.fingers].lowerBound > 1
      let landing = isOfSeveral ? settings[CommonSettings.landWithin] : nil
      return TouchDelay(
        gesture: GestureID(index),
        whole: rule.kind.traits.timeout(settings).longest(after: landing ?? TimeSpan(microseconds: 0)),
        ofFewerFingers: landing)
    }
  }

  private func delaysByDefault(_ rule: GestureRule) -> Bool {
    rule.delivery.cancelsTouches && rule.delivery.delaysTouchesBegan == nil && !rule.kind.traits.onlyObserves
      && classes(of: rule).contains(.touchscreen)
  }
}

extension Kind.Timeout {
  /// The longest time until the gesture begins, is recognized or fails, if all fingers land within `landing`.
  fileprivate func longest(after landing: TimeSpan) -> Delay {
    switch self {
    case .taps(let taps, let each, let pause):
      .atMost(TimeSpan(milliseconds: Double(taps) * each.milliseconds + Double(taps - 1) * pause.milliseconds))
    case .resting(let rest): .atMost(TimeSpan(milliseconds: landing.milliseconds + rest.milliseconds))
    // Resting fingers don't make the gesture fail.
    case .moving, .untilLift: .untilLift
    case .beyondLift: .beyondLift
    }
  }
}
