import GestureCore
import TOML
import Text

extension SettingDeclaration {
  func value(of entry: Entry, _ problems: Problems) -> SettingValue? {
    switch reading(entry.value.content) {
    case .value(let value): return value
    case .wrong(let text):
      problems.error(at: entry.value.range, text)
      return nil
    }
  }

  enum Reading {
    case value(SettingValue)
    case wrong(DiagnosticText)
  }

  func reading(_ content: Content) -> Reading {
    do throws(SettingError) {
      if let value = try value(of: content) { return .value(value) }
      if case .array(let parts) = content, single(parts) == nil, let first = parts.first, accepts(first.content) {
        return .wrong(
          DiagnosticText(
            "`\(name)` must be \(shape.type.rawValue), not a list",
            fix:
              "write one value, such as `\(name) = \(first.content.written)`: `\(name)` can have one value per section"
          )
        )
      }
      return .wrong(.wrongType(name, shape.type, found: content.type, example: example(like: content)))
    } catch {
      return .wrong(.setting(self, error, text: content.text))
    }
  }

  var isChoice: Bool { if case .choice = shape { true } else { false } }

  var namesTemplates: Bool { if case .templates = shape { true } else { false } }

  /// Reads a value of any setting except templates. Nil for a wrong type; throws for other mistakes.
  private func value(of content: Content) throws(SettingError) -> SettingValue? {
    switch (shape, content) {
    case (.quantity, .string(let text)), (.choice, .string(let text)), (.countRange, .string(let text)):
      try value(from: text)
    case (.quantity(let unit, _), .integer), (.quantity(let unit, _), .float):
      throw .missingUnit(number: content.text, unit: unit)
    case (.count, .integer(let number)), (.countRange, .integer(let number)): try count(Int(clamping: number))
    case (.path, .string(let text)), (.start, .string(let text)): try value(from: text)
    case (.flag, .boolean(let flag)): .flag(flag)
    case (.quantity, _), (.count, _), (.countRange, _), (.choice, _), (.flag, _), (.path, _), (.templates, _),
      (.start, _):
      nil
    }
  }

  /// An example of the setting for an error message, with the given value in a correct form if possible: `3` for `"3"`.
  private func example(like content: Content) -> String {
    let text = content.text
    switch (shape, content) {
    case (.count, .string) where Int(text) != nil, (.flag, .string) where text == "true" || text == "false":
      return "\(name) = \(text)"
    case (.count, .float), (.countRange, .float):
      guard let count = content.wholeNumber, accepts(.integer(count)) else { return example }
      return "\(name) = \(count)"
    case (.count, .array(let parts)), (.countRange, .array(let parts)), (.choice, .array(let parts)),
      (.quantity, .array(let parts)), (.flag, .array(let parts)):
      guard let one = single(parts), accepts(one) else { return example }
      return "\(name) = \(one.written)"
    case (.choice(let names), _) where names.contains(text): return "\(name) = \"\(text)\""
    case (.path, .array(let parts)): return path(like: parts) ?? example
    case (.start, .integer), (.start, .float):
      let hold = "hold \(Unit.milliseconds.likely(text))"
      return StrokeStart(hold) == nil ? example : "\(name) = \"\(hold)\""
    case (.quantity, _), (.count, _), (.countRange, _), (.choice, _), (.flag, _), (.path, _), (.templates, _),
      (.start, _):
      return example
    }
  }

  private func accepts(_ content: Content) -> Bool {
    if case .value = reading(content) { true } else { false }
  }

  /// The single value that means the same as a list, such as `2-3` for 2 and 3. Nil if there is no such value.
  private func single(_ parts: [Value]) -> Content? {
    if let part = parts.first, parts.count == 1 { return part.content.wholeNumber.map { .integer($0) } ?? part.content }
    let counts = parts.compactMap(\.content.wholeNumber).sorted()
    if case .countRange = shape, counts.count == parts.count, let low = counts.first, let high = counts.last,
      high - low == counts.count - 1
    {
      return .string("\(low)-\(high)")
    }
    let words = Set(parts.map(\.content.text))
    return Self.mergedChoices.first { $0.of == words && accepts(.string($0.all)) }.map { .string($0.all) }
  }

  private static let mergedChoices: [(of: Set<String>, all: String)] = [
    (["left", "right"], "horizontal"), (["up", "down"], "vertical"), (["left", "right", "up", "down"], "straight"),
    (["in", "out"], "both"), (["clockwise", "counterclockwise"], "both"),
  ]

  private func path(like parts: [Value]) -> String? {
    let text = parts.map(\.content.text).joined(separator: " ")
    guard let path = try? StrokePath(text) else { return nil }
    return "\(name) = \"\(path.text)\""
  }

  var example: String {
    switch shape {
    case .path: "\(name) = \"down-right up-right\""
    case .templates: "\(name) = [\"star\"]"
    case .start: "\(name) = \"hold 300 ms\""
    case .choice(let names) where touchscreen == .none: "\(name) = \"\(names.first ?? "")\""
    case .quantity, .count, .countRange, .choice, .flag: "\(name) = \(touchscreen.written(in: shape))"
    }
  }
}

extension Unit {
  var dimension: String {
    switch self {
    case .millimetres: "length"
    case .milliseconds: "time"
    case .millimetresPerSecond: "speed"
    case .degrees: "angle"
    case .percent: "percentage"
    case .fingers, .taps: "number"
    }
  }

  /// The spellings of the unit that messages propose. `°` is omitted, because few keyboards have it.
  var proposed: [String] { spellings.map(\.key).filter { $0 != "°" } }

  /// The number with its probable unit: seconds for a time above 0 and below 10, otherwise this unit.
  func likely(_ number: String) -> String {
    if self == .milliseconds, let value = Double(number), value > 0, value < 10 { return "\(number) s" }
    return "\(number) \(rawValue)"
  }
}

extension SettingShape {
  var type: ValueType {
    switch self {
    case .quantity, .choice, .path, .start: .string
    case .count: .integer
    case .countRange: .integerOrRange
    case .flag: .boolean
    case .templates: .stringOrList
    }
  }
}

extension Content {
  /// The text of a simple value, without quotes; empty for lists and tables.
  var text: String {
    switch self {
    case .string(let text), .dateTime(let text): text
    case .integer(let number): "\(number)"
    case .float(let number): decimal(number, places: 6)
    case .boolean(let flag): "\(flag)"
    case .array, .table: ""
    }
  }

  /// The value as a whole number, also for 2.0. Nil for other values.
  var wholeNumber: Int64? {
    switch self {
    case .integer(let number): number
    case .float(let number): Int64(exactly: number)
    case .string, .dateTime, .boolean, .array, .table: nil
    }
  }

  /// The element of a list that has exactly one element; otherwise the value itself.
  var only: Content {
    if case .array(let values) = self, values.count == 1 { values[0].content } else { self }
  }

  /// A simple value as written in a file: a string has quotes.
  var written: String { if case .string(let text) = self { "\"\(text)\"" } else { text } }

  var type: ValueType {
    switch self {
    case .string: .string
    case .integer: .integer
    case .float: .float
    case .boolean: .boolean
    case .dateTime: .dateTime
    case .array: .list
    case .table: .table
    }
  }
}

/// A type of value, as named in messages.
enum ValueType: String {
  case string = "a string"
  case integer = "a whole number"
  case float = "a decimal number"
  case boolean = "true or false"
  case dateTime = "a date"
  case list = "a list"
  case table = "a table"
  case stringOrList = "a string or a list of strings"
  case command = "a command: a string or a list of strings"
  case integerOrRange = "a whole number or a range"

  var plural: String {
    switch self {
    case .string: "strings"
    case .integer, .float, .integerOrRange: "numbers"
    case .boolean: "true or false"
    case .dateTime: "dates"
    case .list, .stringOrList, .command: "lists"
    case .table: "tables"
    }
  }
}
