import GestureCore

/// How long a gesture that delays its touches can keep them from applications, counted from the first landing.
public struct TouchDelay: Equatable, Sendable {
  public let gesture: GestureID
  /// With as many fingers as the gesture wants.
  public let whole: Delay
  /// While fewer fingers are down: another one may still land. Nil for a gesture of one finger.
  public let ofFewerFingers: TimeSpan?
}

extension Rules {
  /// The gestures that delay their touches by default on an intercepted touchscreen, in the order of the file: those that
  /// take their touches and don't say what else is to become of them. It is the default where the compositor is not known
  /// to tell applications of cancelled touches. Sections by name count only if their pattern is `*`.
  public var defaultTouchDelays: [TouchDelay] {
    guard ruleSet.mayIntercept(.touchscreen) else { return [] }
    return ruleSet.gestures.enumerated().filter { delaysByDefault($1) }.map { index, rule in
      let settings = ruleSet.settings(of: rule, on: .some(.touchscreen))
      let isOfSeveral = settings[CommonSettings.fingers].lowerBound > 1
      let landing = isOfSeveral ? settings[CommonSettings.landWithin] : nil
      return TouchDelay(
        gesture: GestureID(index),
        whole: rule.kind.traits.patience(settings).longest(after: landing ?? TimeSpan(microseconds: 0)),
        ofFewerFingers: landing)
    }
  }

  private func delaysByDefault(_ rule: GestureRule) -> Bool {
    rule.delivery.cancelsTouches && rule.delivery.delaysTouchesBegan == nil && !rule.kind.traits.onlyObserves
      && classes(of: rule).contains(.touchscreen)
  }
}

extension Kind.Patience {
  /// From the first landing until it has been made or has failed.
  fileprivate func longest(after landing: TimeSpan) -> Delay {
    switch self {
    case .taps(let taps, let each, let pause):
      .atMost(TimeSpan(milliseconds: Double(taps) * each.milliseconds + Double(taps - 1) * pause.milliseconds))
    case .resting(let rest): .atMost(TimeSpan(milliseconds: landing.milliseconds + rest.milliseconds))
    // Fingers that rest don't make it give up.
    case .moving, .untilLift: .untilLift
    case .beyondLift: .beyondLift
    }
  }
}
