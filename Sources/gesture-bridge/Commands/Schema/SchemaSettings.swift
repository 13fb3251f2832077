import GestureCore
import Recordings

/// What a declared setting may hold, as a schema.
extension SettingDeclaration {
  var schema: JSON {
    .object([JSON.Member("description", .string(SchemaText.setting(self)))] + shape.constraints + standards)
  }

  /// The default, as editors offer it; where classes of device differ, that of touchscreens comes first.
  private var standards: [JSON.Member] {
    switch (touchscreen, touchpad) {
    case (.gestures, _), (.none, _): return []
    case (let screen, let pad) where screen == pad: return [JSON.Member("default", screen.json(in: shape))]
    case (let screen, let pad):
      return [JSON.Member("examples", [screen.json(in: shape), pad.json(in: shape)])]
    }
  }
}

extension SettingShape {
  /// Which values are right; the range of a quantity stands in its description.
  fileprivate var constraints: [JSON.Member] {
    switch self {
    case .quantity(let unit, let range):
      [JSON.Member("type", "string"), JSON.Member("pattern", .string(SchemaPattern.quantity(unit, in: range)))]
    case .count(let range): [JSON.Member("type", "integer")] + Self.bounds(range)
    case .countRange(let range):
      [JSON.Member("type", ["integer", "string"])] + Self.bounds(range)
        + [JSON.Member("pattern", .string(SchemaPattern.countRange))]
    case .choice(let names): [JSON.Member("type", "string"), JSON.Member("enum", .strings(names))]
    case .flag: [JSON.Member("type", "boolean")]
    case .path: [JSON.Member("type", "string"), JSON.Member("pattern", .string(SchemaPattern.path))]
    case .start:
      [
        JSON.Member("type", "string"), JSON.Member("pattern", .string(SchemaPattern.start)),
        JSON.Member("examples", .strings(SchemaPattern.starts)),
      ]
    case .gestures(let count):
      [JSON.Member("type", "array"), JSON.Member("items", ["type": "string"])] + Self.items(count)
    case .templates(let count):
      [
        JSON.Member("type", ["string", "array"]), JSON.Member("pattern", .string(SchemaPattern.templateName)),
        JSON.Member("items", ["type": "string", "pattern": .string(SchemaPattern.templateName)]),
        JSON.Member("uniqueItems", true),
      ] + Self.items(count)
    }
  }

  private static func items(_ count: ClosedRange<Int>) -> [JSON.Member] {
    [JSON.Member("minItems", .integer(count.lowerBound)), JSON.Member("maxItems", .integer(count.upperBound))]
  }

  private static func bounds(_ range: ClosedRange<Int>) -> [JSON.Member] {
    [JSON.Member("minimum", .integer(range.lowerBound)), JSON.Member("maximum", .integer(range.upperBound))]
  }
}

extension SettingValue {
  fileprivate func json(in shape: SettingShape) -> JSON {
    switch self {
    // Written with its quotes.
    case .quantity: .string(String(written(in: shape).dropFirst().dropLast()))
    case .count(let count): .integer(count)
    case .countRange(let range):
      range.count == 1 ? .integer(range.lowerBound) : .string("\(range.lowerBound)-\(range.upperBound)")
    case .choice(let name): .string(name)
    case .flag(let flag): .flag(flag)
    case .gestures(let names): .strings(names)
    case .path(let path): .string(path.text)
    case .templates(let templates): .strings(templates.map(\.name))
    case .start(let start): .string(start.text)
    case .none: .null
    }
  }
}
