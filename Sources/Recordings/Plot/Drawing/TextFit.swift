/// How much room text takes, estimated: which font there will be nobody knows.
enum TextFit {
  /// The widest of the common fonts without serifs takes so much of its size for a letter.
  private static let letter = 0.62

  static func width(_ text: String, size: Double) -> Double { Double(text.count) * letter * size }

  /// The text, cut off with dots where it would not fit.
  static func fitted(_ text: String, size: Double, into width: Double) -> String {
    let count = max(1, Int(width / (letter * size)))
    return text.count <= count ? text : text.prefix(count - 1) + "…"
  }
}

/// Steps of 1, 2 or 5 times a power of ten.
enum RoundSteps {
  /// The smallest such step that is at least `least`.
  static func step(atLeast least: Double) -> Double {
    var power = 1.0
    while power < least, power < greatest { power *= 10 }
    while power > least, power > smallest { power /= 10 }
    return [1.0, 2, 5, 10].map { $0 * power }.first { $0 >= least * almost } ?? power * 10
  }

  /// The multiples of `step` in a stretch.
  static func multiples(of step: Double, in span: Interval) -> [Double] {
    guard step > 0 else { return [] }
    let first = (span.from / step).rounded(.up)
    let last = (span.to / step).rounded(.down)
    return first <= last ? stride(from: first, through: last, by: 1).map { $0 * step } : []
  }

  private static let greatest = 1e12
  private static let smallest = 1e-3
  /// So that a step which is just right is not lost to the last bits of its number.
  private static let almost = 0.999_999
}
