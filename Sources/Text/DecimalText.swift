/// Returns `value` with at most `places` decimals (never more than 6), rounded half away from zero; `nan`, `inf` or
/// `-inf` if not finite. `padded` keeps trailing zeros. From about 9e18 / 10^`places` on, returns Swift's description
/// of `value`. The text doesn't depend on the locale.
public func decimal(_ value: Double, places: Int, padded: Bool = false) -> String {
  guard value.isFinite else { return value.isNaN ? "nan" : value < 0 ? "-inf" : "inf" }
  var scale: UInt64 = 1
  for _ in 0..<min(max(places, 0), mostPlaces) { scale *= 10 }
  let scaled = (value.magnitude * Double(scale)).rounded()
  guard scaled < scaledLimit else { return "\(value)" }
  let (whole, fraction) = UInt64(scaled).quotientAndRemainder(dividingBy: scale)
  let number = (value < 0 && scaled > 0 ? "-" : "") + String(whole)
  guard scale > 1, padded || fraction > 0 else { return number }
  // The leading 1 of `scale` keeps the leading zeros of the fraction, and is dropped.
  var digits = String(scale + fraction).dropFirst()
  if !padded { while digits.last == "0" { digits.removeLast() } }
  return "\(number).\(digits)"
}

private let mostPlaces = 6
/// The limit of scaled numbers, which must fit a 64-bit integer.
private let scaledLimit = 9e18

/// The number in hexadecimal, with zeros on the left if it has fewer than `digits` digits.
public func hexadecimal(_ value: some BinaryInteger, digits: Int, uppercase: Bool = false) -> String {
  zeroPadded(String(value, radix: 16, uppercase: uppercase), digits)
}

public func zeroPadded(_ digits: String, _ width: Int) -> String {
  String(repeating: "0", count: max(0, width - digits.count)) + digits
}
