/// What a recognizer has measured so far against one of its thresholds: a bar in the debug view.
public struct Gauge: Equatable, Sendable {
  /// What the hand does, in the words of a failure: `moved`, `held`.
  public let what: String
  public let measured: Measure
  /// The threshold's name in the rules file.
  public let setting: String
  /// In the unit of what is measured.
  public let limit: Measure
  /// Whether the measure must reach the limit; else it must not exceed it.
  public let mustReach: Bool

  /// A measure that must reach its limit for the gesture to be recognized.
  public static func reach(_ what: String, _ measured: Measure, _ setting: String, _ limit: Measure) -> Gauge {
    Gauge(what: what, measured: measured, setting: setting, limit: limit, mustReach: true)
  }

  /// A measure that must not exceed its limit.
  public static func stay(_ what: String, _ measured: Measure, within setting: String, _ limit: Measure) -> Gauge {
    Gauge(what: what, measured: measured, setting: setting, limit: limit, mustReach: false)
  }

  /// How much of the limit is there: 1 is just at it; 0 where there is no limit to compare with.
  public var share: Double { limit.value > 0 ? max(0, measured.value) / limit.value : 0 }

  /// Whether the gesture can be recognized as far as this threshold goes.
  public var isMet: Bool { mustReach ? measured.value >= limit.value : measured.value <= limit.value }
}
