import GestureCore
import TOML

/// Reads lengths on a surface: `10 mm`, `1 cm` or `50 %`.
struct ExtentReader {
  /// What a length is for, which decides what it may be.
  enum Use {
    /// Negative ones count from the right or the bottom.
    case position
    case length
  }

  /// No surface has a longer side: that of a wall.
  static let longest = 5000.0
  static let whole = 100.0

  let problems: Problems

  /// The value of `entry`, whose right form is `example`.
  func extent(_ entry: Entry, _ use: Use, example: String) -> Extent? {
    guard let text = text(entry, example: example) else { return nil }
    return extent(text, use, Located(value: entry.key.name, range: entry.value.range), example: example)
  }

  /// `15 mm`, `15 x 10 mm` or `10 % x 5 mm`: a width and a height.
  func size(_ entry: Entry, example: String) -> (width: Extent, height: Extent)? {
    guard let text = text(entry, example: example) else { return nil }
    let place = Located(value: entry.key.name, range: entry.value.range)
    let parts = text.split(whereSeparator: { $0 == "x" || $0 == "×" }).map { String($0) }
    guard parts.count <= 2 else {
      problems.error(at: place.range, .notAnExtent(place.value, text, example: example))
      return nil
    }
    guard parts.count == 2 else {
      return extent(text, .length, place, example: example).map { ($0, $0) }
    }
    let height = Self.parts(of: parts[1])
    let width = Self.parts(of: parts[0]).unit.isEmpty ? parts[0] + height.unit : parts[0]
    guard let width = extent(width, .length, place, example: example) else { return nil }
    return extent(parts[1], .length, place, example: example).map { (width, $0) }
  }

  private func text(_ entry: Entry, example: String) -> String? {
    let key = entry.key.name
    switch entry.value.content {
    case .string(let text): return text
    case .integer, .float: problems.error(at: entry.value.range, .extentWithoutUnit(key, entry.value.content.text))
    case .boolean, .dateTime, .array, .table:
      problems.error(
        at: entry.value.range,
        .wrongType(key, .string, found: entry.value.content.type, example: "\(key) = \"\(example)\""))
    }
    return nil
  }

  private func extent(_ text: String, _ use: Use, _ key: Located<String>, example: String) -> Extent? {
    let (digits, unit) = Self.parts(of: text)
    guard let number = Double(digits) else {
      problems.error(at: key.range, .notAnExtent(key.value, text, example: example))
      return nil
    }
    switch unit {
    case "mm": return checked(.millimetres(number), number, within: Self.longest, use, text, key)
    case "cm": return checked(.millimetres(number * 10), number * 10, within: Self.longest, use, text, key)
    case "%": return checked(.percent(number), number, within: Self.whole, use, text, key)
    case "": problems.error(at: key.range, .extentWithoutUnit(key.value, String(digits)))
    default: problems.error(at: key.range, .unknownExtentUnit(key.value, String(unit), example: example))
    }
    return nil
  }

  private func checked(
    _ extent: Extent, _ number: Double, within limit: Double, _ use: Use, _ text: String, _ key: Located<String>
  ) -> Extent? {
    let unit = extent == .percent(number) ? Unit.percent : .millimetres
    let isRight =
      switch use {
      case .position: number.magnitude <= limit
      case .length: number > 0 && number <= limit
      }
    guard !isRight else { return extent }
    problems.error(at: key.range, .extentOutOfRange(key.value, text, use, limit: Measure(limit, unit)))
    return nil
  }

  private static func parts(of text: String) -> (digits: Substring, unit: Substring) {
    let trimmed = text.drop { $0 == " " }
    let digits = trimmed.prefix { $0.isNumber || $0 == "." || $0 == "-" || $0 == "+" }
    var unit = trimmed.dropFirst(digits.count).drop { $0 == " " }
    while unit.last == " " { unit.removeLast() }
    return (digits, unit)
  }
}
