/// Writes numbers the same way on every machine: three decimals, a dot, no exponent.
enum Decimal {
  /// Beyond this a Double no longer holds thousandths; larger figures are cut to it.
  private static let limit = 9_000_000_000_000.0
  private static let thousand: UInt64 = 1000
  private static let ten: UInt64 = 10

  /// "-12.500", "0.000"; empty for what is not a number.
  static func text(_ value: Double) -> String {
    var bytes: [UInt8] = []
    append(value, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the digits of `text`.
  static func append(_ value: Double, to bytes: inout [UInt8]) {
    guard !value.isNaN else { return }
    let bounded = min(max(value, -limit), limit)
    let thousandths = Int64((bounded * Double(thousand)).rounded(.toNearestOrAwayFromZero))
    if thousandths < 0 { bytes.append(UInt8(ascii: "-")) }
    let (whole, rest) = thousandths.magnitude.quotientAndRemainder(dividingBy: thousand)
    append(whole, to: &bytes)
    bytes.append(UInt8(ascii: "."))
    append(rest, from: thousand / ten, to: &bytes)
  }

  /// Appends a number without decimals.
  static func append(_ value: UInt64, to bytes: inout [UInt8]) {
    var unit: UInt64 = 1
    while value / unit >= ten { unit *= ten }
    append(value, from: unit, to: &bytes)
  }

  /// Appends the digits from that of `first`, a power of ten, to the last.
  private static func append(_ value: UInt64, from first: UInt64, to bytes: inout [UInt8]) {
    var unit = first
    while unit > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(value / unit % ten))
      unit /= ten
    }
  }
}
