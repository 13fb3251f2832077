import Text

/// The error in the text or number given for a setting.
public enum SettingError: Error, Equatable, Sendable {
  case notAQuantity
  case missingUnit(number: String, unit: Unit)
  case unknownUnit(String, expected: Unit)
  case outOfRange(String)
  case notACount
  case notARange
  case unknownChoice(String)
  case notAFlag
  case badPath(StrokePathError)
  /// The number of names given, and the range in which this number must be.
  case wrongNumberOfTemplates(Int, ClosedRange<Int>)
  /// A text was given for a setting that takes learned drawings.
  case noTemplates
  case badStart(String)
}

extension SettingDeclaration {
  /// Reads a value as written in rules files and touch scripts: `12 mm`, `2-3`. Throws if the value isn't allowed.
  public func value(from text: String) throws(SettingError) -> SettingValue {
    switch shape {
    case .quantity(let unit, let range):
      let value = try quantity(text, unit)
      guard range.contains(value) else { throw .outOfRange(shape.rangeText) }
      return .quantity(value)
    case .count:
      guard let value = Int(text) else { throw .notACount }
      return try count(value)
    case .countRange(let range):
      guard let value = countRange(text) else { throw .notARange }
      guard range.contains(value.lowerBound), range.contains(value.upperBound) else {
        throw .outOfRange(shape.rangeText)
      }
      return .countRange(value)
    case .choice(let names):
      guard names.contains(text) else { throw .unknownChoice(text) }
      return .choice(text)
    case .flag:
      guard text == "true" || text == "false" else { throw .notAFlag }
      return .flag(text == "true")
    case .path: return try path(text)
    case .templates: throw .noTemplates
    case .start:
      guard let start = StrokeStart(text) else { throw .badStart(text) }
      return .start(start)
    }
  }

  private func path(_ text: String) throws(SettingError) -> SettingValue {
    do throws(StrokePathError) {
      return .path(try StrokePath(text))
    } catch {
      throw .badPath(error)
    }
  }

  /// Converts a whole number to a value. Throws if the setting takes no whole numbers, or the number is out of range.
  public func count(_ value: Int) throws(SettingError) -> SettingValue {
    switch shape {
    case .count(let range):
      guard range.contains(value) else { throw .outOfRange(shape.rangeText) }
      return .count(value)
    case .countRange(let range):
      guard range.contains(value) else { throw .outOfRange(shape.rangeText) }
      return .countRange(value...value)
    case .quantity(let unit, _): throw .missingUnit(number: String(value), unit: unit)
    case .choice: throw .unknownChoice(String(value))
    case .flag: throw .notAFlag
    case .path: throw .badPath(.unknownElement(String(value)))
    case .templates(let count): throw .wrongNumberOfTemplates(0, count)
    case .start: throw .badStart(String(value))
    }
  }
}

extension SettingValue {
  /// The value as written in a rules file: `"2.5 mm"`, `3`, `"2-3"`, `"left"`, `true`. A missing value is `–`.
  public func written(in shape: SettingShape) -> String {
    switch self {
    case .quantity(let value):
      if case .quantity(let unit, _) = shape { "\"\(decimal(value, places: 3)) \(unit.rawValue)\"" } else { "\(value)" }
    case .count(let count): "\(count)"
    case .countRange(let range):
      range.count == 1 ? "\(range.lowerBound)" : "\"\(range.lowerBound)-\(range.upperBound)\""
    case .choice(let name): "\"\(name)\""
    case .flag(let flag): "\(flag)"
    case .path(let path): "\"\(path.text)\""
    case .templates(let templates): "[\(templates.map { "\"\($0.name)\"" }.joined(separator: ", "))]"
    case .start(let start): "\"\(start.text)\""
    case .none: "–"
    }
  }
}

extension SettingShape {
  /// The greatest upper limit, in ms, that is written in milliseconds. Greater limits are written in seconds.
  private static let longestInMilliseconds = 100_000.0

  /// The allowed values in words: `0.5 to 50 mm`, `left, right, up`.
  public var rangeText: String {
    switch self {
    case .quantity(.milliseconds, let range) where range.upperBound > Self.longestInMilliseconds:
      "\(decimal(range.lowerBound, places: 1)) ms to \(decimal(range.upperBound / 1000, places: 1)) s"
    case .quantity(let unit, let range):
      "\(decimal(range.lowerBound, places: 1)) to \(decimal(range.upperBound, places: 1)) \(unit.rawValue)"
    case .count(let range): "\(range.lowerBound) to \(range.upperBound)"
    case .countRange(let range) where range.count == 1: "\(range.lowerBound)"
    case .countRange(let range): "\(range.lowerBound) to \(range.upperBound), or a range such as \"2-3\""
    case .choice(let names): names.joined(separator: ", ")
    case .flag: "true or false"
    case .path: "1 to \(StrokePath.most) of these elements: \(StrokePath.Element.Form.names.joined(separator: ", "))"
    case .templates(let count): "\(count.lowerBound) to \(count.upperBound) names of learned drawings"
    case .start:
      "landing, force-press, or hold with a time of \(decimal(StrokeStart.holdRange.lowerBound, places: 0)) ms to "
        + "\(decimal(StrokeStart.holdRange.upperBound / 1000, places: 0)) s"
    }
  }
}

/// Splits a text such as `12 mm` into its number and its unit. Each part can be empty.
public func numberAndUnit(_ text: String) -> (number: Substring, unit: Substring) {
  let text = trimmed(text[...])
  let digits = text.prefix { $0.isNumber || $0 == "." || $0 == "-" || $0 == "+" }
  return (digits, trimmed(text.dropFirst(digits.count)))
}

/// Reads a number with a unit, and converts the number to `unit`. Throws if the number or an accepted unit is missing.
func quantity(_ text: String, _ unit: Unit) throws(SettingError) -> Double {
  let (digits, suffix) = numberAndUnit(text)
  guard let number = Double(digits), number.isFinite else { throw .notAQuantity }
  if suffix.isEmpty { throw .missingUnit(number: String(digits), unit: unit) }
  guard let factor = unit.spellings.first(where: { $0.key == suffix })?.value else {
    throw .unknownUnit(String(suffix), expected: unit)
  }
  return number * factor
}

extension Unit {
  /// The accepted names of units, the usual one first, and the factors that convert to this unit: 3 cm are 3 × 10 mm.
  public var spellings: KeyValuePairs<String, Double> {
    switch self {
    case .millimetres: ["mm": 1, "cm": 10]
    case .milliseconds: ["ms": 1, "s": 1000]
    case .millimetresPerSecond: ["mm/s": 1, "cm/s": 10]
    case .degrees: ["deg": 1, "°": 1]
    case .percent: ["%": 1]
    case .fingers: ["fingers": 1]
    case .taps: ["taps": 1]
    }
  }
}

private func countRange(_ text: String) -> ClosedRange<Int>? {
  let parts = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
  guard let first = parts.first.flatMap({ Int(trimmed($0)) }) else { return nil }
  guard parts.count == 2 else { return first...first }
  guard let last = Int(trimmed(parts[1])), first <= last else { return nil }
  return first...last
}

private func trimmed(_ text: Substring) -> Substring {
  var text = text.drop { $0 == " " }
  while text.last == " " { text.removeLast() }
  return text
}
