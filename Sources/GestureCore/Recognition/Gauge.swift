/// What a recognizer has measured so far against one of its thresholds: a bar in the debug view.
///
/// A failure that the threshold decides is made of the same gauge, so that both always tell the same numbers.
public struct Gauge: Equatable, Sendable {
  /// What the hand does, in the words of a failure: `moved`, `held`.
  public let what: String
  public let measured: Measure
  /// What the measure is of, said after it: `inward`.
  public var detail: String?
  /// The threshold's name in the rules file.
  public let setting: String
  /// Under which circumstances the limit is this one, said after the setting: `at its speed`.
  public var circumstance: String?
  /// In the unit of what is measured.
  public let limit: Measure
  /// Whether the measure must reach the limit; else it must not exceed it.
  public let mustReach: Bool
  /// Of a gesture that is made of others, the one whose threshold it is; nil where it is the gesture's own.
  public internal(set) var step: String?

  /// A measure that must reach its limit for the gesture to be recognized.
  public static func reach(
    _ what: String, _ measured: Measure, detail: String? = nil, _ setting: String, _ limit: Measure
  ) -> Gauge {
    Gauge(what: what, measured: measured, detail: detail, setting: setting, limit: limit, mustReach: true)
  }

  /// A measure that must not exceed its limit.
  public static func stay(
    _ what: String, _ measured: Measure, detail: String? = nil, within setting: String, _ limit: Measure
  ) -> Gauge {
    Gauge(what: what, measured: measured, detail: detail, setting: setting, limit: limit, mustReach: false)
  }

  /// How much of the limit is there: 1 is just at it; 0 where there is no limit to compare with.
  public var share: Double { limit.value > 0 ? max(0, measured.value) / limit.value : 0 }

  /// Whether the gesture can be recognized as far as this threshold goes.
  public var isMet: Bool { mustReach ? measured.value >= limit.value : measured.value <= limit.value }

  /// The same, of one of the gestures that a gesture is made of.
  func of(step name: String) -> Gauge {
    var gauge = self
    gauge.step = name
    return gauge
  }
}
