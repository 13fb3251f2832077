import GestureCore
import TOML

extension SettingDeclaration {
  /// The value of this setting in an entry; nil after an error.
  func value(of entry: Entry, _ problems: Problems) -> SettingValue? {
    do throws(SettingError) {
      guard let value = try value(of: entry.value.content) else {
        problems.error(
          at: entry.value.range,
          .wrongType(name, shape.type, found: entry.value.content.type, example: example(like: entry.value.content)))
        return nil
      }
      return value
    } catch {
      problems.error(at: entry.value.range, .setting(self, error, text: entry.value.content.text))
      return nil
    }
  }

  var namesGestures: Bool {
    if case .gestures = shape { true } else { false }
  }

  var namesTemplates: Bool {
    if case .templates = shape { true } else { false }
  }

  /// The names of gestures in an entry, with their places; nil for a setting of another shape.
  func names(in reader: inout TableReader) -> Located<[Located<String>]>? {
    namesGestures ? reader.strings(name, example: "another-gesture") : nil
  }

  /// The value for these names of gestures; nil after an error.
  func value(of names: Located<[Located<String>]>, _ problems: Problems) -> SettingValue? {
    do throws(SettingError) {
      return try gestures(names.value.map(\.value))
    } catch {
      problems.error(at: names.range, .setting(self, error, text: ""))
      return nil
    }
  }

  /// Nil for a value of another type than the setting's.
  private func value(of content: Content) throws(SettingError) -> SettingValue? {
    switch (shape, content) {
    case (.quantity, .string(let text)), (.choice, .string(let text)), (.countRange, .string(let text)):
      try value(from: text)
    case (.quantity(let unit, _), .integer), (.quantity(let unit, _), .float):
      throw .missingUnit(number: content.text, unit: unit)
    case (.count, .integer(let number)), (.countRange, .integer(let number)):
      try count(Int(clamping: number))
    case (.path, .string(let text)), (.start, .string(let text)): try value(from: text)
    case (.flag, .boolean(let flag)): .flag(flag)
    case (.quantity, _), (.count, _), (.countRange, _), (.choice, _), (.flag, _), (.gestures, _), (.path, _),
      (.templates, _), (.start, _):
      nil
    }
  }

  /// An example of the setting: with the given value if only its quotes are wrong.
  private func example(like content: Content) -> String {
    let text = content.text
    switch (shape, content) {
    case (.count, .string) where Int(text) != nil, (.flag, .string) where text == "true" || text == "false":
      return "\(name) = \(text)"
    case (.choice(let names), _) where names.contains(text): return "\(name) = \"\(text)\""
    case (.path, .array(let parts)): return path(like: parts) ?? example
    case (.start, .integer), (.start, .float):
      let rest = "rest \(Unit.milliseconds.likely(text))"
      return StrokeStart(rest) == nil ? example : "\(name) = \"\(rest)\""
    case (.quantity, _), (.count, _), (.countRange, _), (.choice, _), (.flag, _), (.gestures, _), (.path, _),
      (.templates, _), (.start, _):
      return example
    }
  }

  /// A path that was given as a list of its parts.
  private func path(like parts: [Value]) -> String? {
    let text = parts.map(\.content.text).joined(separator: " ")
    guard let path = try? StrokePath(text) else { return nil }
    return "\(name) = \"\(path.text)\""
  }

  /// An example of the setting, with its own default.
  var example: String {
    switch shape {
    case .path: "\(name) = \"down-right up-right\""
    case .templates: "\(name) = [\"star\"]"
    case .start: "\(name) = \"rest 300 ms\""
    case .choice(let names) where touchscreen == .none: "\(name) = \"\(names.first ?? "")\""
    case .quantity, .count, .countRange, .choice, .flag, .gestures: "\(name) = \(touchscreen.written(in: shape))"
    }
  }
}

extension SettingShape {
  var type: ValueType {
    switch self {
    case .quantity, .choice, .path, .start: .string
    case .count: .integer
    case .countRange: .integerOrRange
    case .flag: .boolean
    case .gestures: .list
    case .templates: .stringOrList
    }
  }
}

extension Content {
  /// A simple value as the file has it; empty for lists and tables.
  var text: String {
    switch self {
    case .string(let text), .dateTime(let text): text
    case .integer(let number): "\(number)"
    case .float(let number): decimal(number, places: 6)
    case .boolean(let flag): "\(flag)"
    case .array, .table: ""
    }
  }
}

/// A type of value in the words of messages.
enum ValueType: String {
  case string = "a string"
  case integer = "a whole number"
  case float = "a number"
  case boolean = "true or false"
  case flagOrString = "true, false or a string"
  case dateTime = "a date"
  case list = "a list"
  case table = "a table"
  case stringOrList = "a string or a list of strings"
  case command = "a command: a string or a list of strings"
  case integerOrRange = "a number or a range"
}

extension Content {
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
