import GestureCore

/// The longest time for which a gesture can delay its touches. The time begins when the first finger lands.
public struct TouchDelay: Equatable, Sendable {
  public let gesture: GestureID
  /// The delay while all fingers of the gesture are down.
  public let whole: Delay
  /// The delay while fewer fingers are down, because another finger may still land; nil for a gesture of one finger.
  public let ofFewerFingers: TimeSpan?
}

extension Rules {
  /// The delays of gestures that delay their touches by default on an intercepted touchscreen, in the order of the
  /// file. These gestures cancel touches and don't set `delays-touches-began`. The default doesn't apply if the
  /// compositor reports cancelled touches to applications. Device sections count only if their pattern is `*`.
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
  /// The longest time from the first landing until the gesture is made or has failed, if all fingers land within `landing`.
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
