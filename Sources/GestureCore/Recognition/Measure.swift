import Text

/// A number with its unit, as people read it: `4.2 mm`, `25°`, `1 finger`.
public struct Measure: Equatable, Sendable, CustomStringConvertible {
  public let value: Double
  public let unit: Unit

  /// A number with any unit.
  public init(_ value: Double, _ unit: Unit) { (self.value, self.unit) = (value, unit) }

  /// A duration, in milliseconds.
  public init(_ span: TimeSpan) { self.init(span.milliseconds, .milliseconds) }

  /// A length in millimetres.
  public static func mm(_ value: Double) -> Measure { Measure(value, .millimetres) }
  /// An angle in degrees.
  public static func degrees(_ value: Double) -> Measure { Measure(value, .degrees) }
  /// A speed in mm/s.
  public static func speed(_ value: Double) -> Measure { Measure(value, .millimetresPerSecond) }
  /// A share in percent: 100 is the whole.
  public static func percent(_ value: Double) -> Measure { Measure(value, .percent) }
  /// A number of fingers.
  public static func fingers(_ count: Int) -> Measure { Measure(Double(count), .fingers) }
  /// A number of taps.
  public static func taps(_ count: Int) -> Measure { Measure(Double(count), .taps) }

  public var description: String { text(extraDecimals: 0) }

  func text(extraDecimals: Int) -> String {
    switch unit {
    case .millimetres, .percent: "\(decimal(value, places: 1 + extraDecimals)) \(unit.rawValue)"
    case .milliseconds, .millimetresPerSecond: "\(decimal(value, places: extraDecimals)) \(unit.rawValue)"
    case .degrees: "\(decimal(value, places: extraDecimals))°"
    case .fingers: value == 1 ? "1 finger" : "\(decimal(value, places: 0)) fingers"
    case .taps: value == 1 ? "1 tap" : "\(decimal(value, places: 0)) taps"
    }
  }

  /// This measure, written as the value of a setting. Counts have no unit: `4` for 4 fingers.
  func asSetting(extraDecimals: Int) -> String {
    switch unit {
    case .fingers, .taps: decimal(value, places: 0)
    case .millimetres, .percent, .milliseconds, .millimetresPerSecond, .degrees: text(extraDecimals: extraDecimals)
    }
  }
}

/// The unit of a setting or a measured value.
public enum Unit: String, CaseIterable, Sendable {
  case millimetres = "mm"
  case milliseconds = "ms"
  case millimetresPerSecond = "mm/s"
  case degrees = "deg"
  case percent = "%"
  case fingers = "fingers"
  case taps = "taps"
}

/// The reason why a limit differs from the setting's value.
public enum Circumstance: String, Sendable {
  case atItsSpeed = "at the swipe's speed"
  case atItsLength = "for a drawing of this length"
  case halved, doubled
}

/// A measured value with its threshold. The live view draws gauges as bars.
public struct Gauge: Equatable, Sendable {
  /// The words before the measured value, such as `moved` or `held`.
  public let what: String
  public internal(set) var measured: Measure
  /// The words after the measured value, such as `inward`. Nil if the text ends with the value.
  public var detail: String?
  /// The threshold's name in the rules file.
  public let setting: String
  /// The reason why the limit differs from the setting's value. Nil without a difference.
  public var circumstance: Circumstance?
  /// The limit, in the unit of `measured`.
  public let limit: Measure
  /// Whether the value must reach the limit. Otherwise the value must not exceed the limit.
  public let mustReach: Bool

  /// A value that must reach its limit for the gesture to be recognized.
  public static func reach(
    _ what: String, _ measured: Measure, detail: String? = nil, _ setting: String, _ limit: Measure
  ) -> Gauge {
    Gauge(what: what, measured: measured, detail: detail, setting: setting, limit: limit, mustReach: true)
  }

  /// A value that must not exceed its limit.
  public static func stay(
    _ what: String, _ measured: Measure, detail: String? = nil, within setting: String, _ limit: Measure
  ) -> Gauge {
    Gauge(what: what, measured: measured, detail: detail, setting: setting, limit: limit, mustReach: false)
  }

  var withoutDetail: Gauge {
    var gauge = self
    gauge.detail = nil
    return gauge
  }

  /// The value as a share of the limit. 0 if the value is negative or the limit is 0.
  public var share: Double { limit.value > 0 ? max(0, measured.value) / limit.value : 0 }

  /// Whether the threshold allows the gesture to be recognized.
  public var isMet: Bool { mustReach ? measured.value >= limit.value : measured.value <= limit.value }
}
