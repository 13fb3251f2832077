/// `value` with at most `places` decimals (0 to 6), rounded half away from zero; a whole number keeps none unless `padded`.
/// `nan`, `inf` and `-inf` for values that are not finite. It is written alike on every machine: a dot, no exponent, no locale.
public func decimal(_ value: Double, places: Int, padded: Bool = false) -> String {
  var bytes: [UInt8] = []
  DecimalText.append(value, places: places, padded: padded, to: &bytes)
  return String(decoding: bytes, as: UTF8.self)
}

enum DecimalText {
  private static let mostPlaces = 6
  private static let ten: UInt64 = 10
  /// Scaled numbers from here on no longer fit an Int64.
  private static let limit = 9e18

  static func append(_ value: Double, places: Int, padded: Bool = false, to bytes: inout [UInt8]) {
    guard value.isFinite else {
      return bytes.append(contentsOf: (value.isNaN ? "nan" : value < 0 ? "-inf" : "inf").utf8)
    }
    var scale: UInt64 = 1
    for _ in 0..<min(max(places, 0), mostPlaces) { scale *= ten }
    let scaled = (value.magnitude * Double(scale)).rounded()
    guard scaled < limit else { return bytes.append(contentsOf: "\(value)".utf8) }
    let (whole, fraction) = UInt64(scaled).quotientAndRemainder(dividingBy: scale)
    if value < 0, scaled > 0 { bytes.append(UInt8(ascii: "-")) }
    append(whole, to: &bytes)
    guard scale > 1, padded || fraction > 0 else { return }
    bytes.append(UInt8(ascii: "."))
    append(fraction, from: scale / ten, to: &bytes)
    if !padded { while bytes.last == UInt8(ascii: "0") { bytes.removeLast() } }
  }

  static func append(_ value: Int, to bytes: inout [UInt8]) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    append(UInt64(value.magnitude), to: &bytes)
  }

  private static func append(_ value: UInt64, to bytes: inout [UInt8]) {
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
