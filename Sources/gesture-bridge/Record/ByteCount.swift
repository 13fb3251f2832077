import ArgumentParser

/// How large a recording may become.
struct ByteCount: Equatable, ExpressibleByArgument {
  /// An hour of touches, or more.
  static let standard = ByteCount(bytes: 10_000_000)
  private static let range = 100_000...100_000_000_000
  private static let units = ["kB": 1000, "MB": 1_000_000, "GB": 1_000_000_000]

  let bytes: Int

  private init(bytes: Int) { self.bytes = bytes }

  /// Reads `500kB`, `10MB`, `1.5GB`; nil for what is neither, or not within 100 kB and 100 GB.
  init?(argument: String) {
    let digits = argument.prefix { ("0"..."9").contains($0) || $0 == "." }
    let unit = argument.dropFirst(digits.count).drop { $0 == " " }
    guard let factor = Self.units.first(where: { $0.key.lowercased() == unit.lowercased() })?.value,
      let number = Double(digits)
    else { return nil }
    let bytes = number * Double(factor)
    guard bytes >= Double(Self.range.lowerBound), bytes <= Double(Self.range.upperBound) else { return nil }
    self.bytes = Int(bytes)
  }

  var defaultValueDescription: String { description }
}

extension ByteCount: CustomStringConvertible {
  /// `10MB`, as it can be written.
  var description: String {
    let unit = Self.units.sorted { $0.value > $1.value }.first { bytes >= $0.value } ?? (key: "kB", value: 1000)
    let tenths = bytes * 10 / unit.value
    return "\(tenths / 10)\(tenths % 10 == 0 ? "" : ".\(tenths % 10)")\(unit.key)"
  }
}

/// How long to record, in microseconds.
struct RecordingTime: Equatable, ExpressibleByArgument {
  private static let units = ["ms": 1000.0, "s": 1e6, "min": 60e6, "h": 3600e6]
  /// A week.
  private static let longest = 7 * 24 * 3600e6

  let microseconds: Int64

  /// Reads `500ms`, `30s`, `2min`, `1.5h`; nil for what is none of these, nothing or more than a week.
  init?(argument: String) {
    let digits = argument.prefix { ("0"..."9").contains($0) || $0 == "." }
    let unit = argument.dropFirst(digits.count).drop { $0 == " " }
    guard let factor = Self.units[String(unit)], let number = Double(digits) else { return nil }
    let span = number * factor
    guard span >= 1, span <= Self.longest else { return nil }
    microseconds = Int64(span)
  }
}
