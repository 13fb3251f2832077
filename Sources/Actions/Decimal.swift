/// Writes numbers the same way on every machine: three decimals, a dot, no exponent.
enum Decimal {
  /// Beyond this a Double no longer holds thousandths; larger figures are cut to it.
  private static let limit = 9_000_000_000_000.0

  /// "-12.500", "0.000"; empty for what is not a number.
  static func text(_ value: Double) -> String {
    guard !value.isNaN else { return "" }
    let bounded = min(max(value, -limit), limit)
    let thousandths = Int64((bounded * 1000).rounded(.toNearestOrAwayFromZero))
    let (whole, rest) = thousandths.magnitude.quotientAndRemainder(dividingBy: 1000)
    let padding = rest < 10 ? "00" : rest < 100 ? "0" : ""
    return "\(thousandths < 0 ? "-" : "")\(whole).\(padding)\(rest)"
  }
}
