import GestureCore
import TOML

extension SettingDeclaration {
  /// The value an entry of the file gives this setting; nil after an error.
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

  /// Nil for a value of another type than the setting's.
  private func value(of content: Content) throws(SettingError) -> SettingValue? {
    switch (shape, content) {
    case (.quantity, .string(let text)), (.choice, .string(let text)), (.countRange, .string(let text)):
      try value(from: text)
    case (.quantity(let unit, _), .integer), (.quantity(let unit, _), .float):
      throw .missingUnit(number: content.text, unit: unit)
    case (.count, .integer(let number)), (.countRange, .integer(let number)):
      try count(Int(clamping: number))
    case (.flag, .boolean(let flag)): .flag(flag)
    case (.gestures, .string(let text)): try value(from: text)
    case (.quantity, _), (.count, _), (.countRange, _), (.choice, _), (.flag, _), (.gestures, _): nil
    }
  }

  /// How the setting is written: with the value that was given if only its quotes are wrong.
  private func example(like content: Content) -> String {
    let text = content.text
    switch (shape, content) {
    case (.count, .string) where Int(text) != nil, (.flag, .string) where text == "true" || text == "false":
      return "\(name) = \(text)"
    case (.choice(let names), _) where names.contains(text): return "\(name) = \"\(text)\""
    case (.quantity, _), (.count, _), (.countRange, _), (.choice, _), (.flag, _), (.gestures, _): return example
    }
  }

  /// How the setting is written, with its own default.
  var example: String { "\(name) = \(touchscreen.written(in: shape))" }
}

extension SettingShape {
  var type: ValueType {
    switch self {
    case .quantity, .choice: .string
    case .count: .integer
    case .countRange: .integerOrRange
    case .flag: .boolean
    case .gestures: .list
    }
  }
}

extension Content {
  /// A simple value in the words of the file; empty for lists and tables.
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
