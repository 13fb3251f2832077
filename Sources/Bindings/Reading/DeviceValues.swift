import GestureCore
import TOML

// What only a `[device."…"]` section says.
extension OverridesReader {
  /// The sides a touch surface can have, in mm: from a small pad to a wall.
  private static let sides = 10.0...5000.0

  func size(_ reader: inout TableReader) -> Size? {
    guard let text = reader.string("size", example: "256 x 144 mm") else { return nil }
    guard let size = Self.size(text.value) else {
      problems.error(at: text.range, .notASize(text.value))
      return nil
    }
    guard Self.sides.contains(size.width), Self.sides.contains(size.height) else {
      problems.error(at: text.range, .sizeOutOfRange(text.value, Self.sides))
      return nil
    }
    return size
  }

  func source(_ reader: inout TableReader) -> Located<SourceChoice>? {
    guard let text = reader.string("source", example: "raw") else { return nil }
    if let known = SourceChoice(rawValue: text.value) { return Located(value: known, range: text.range) }
    problems.error(at: text.range, .notASource(text.value))
    return nil
  }

  func intercept(_ reader: inout TableReader, _ source: Located<SourceChoice>?) -> Bool? {
    let flag = reader.flag("intercept")
    if flag?.value == true, let source, source.value == .libinput {
      problems.error(at: source.range, .interceptedByLibinput)
    }
    return flag?.value
  }

  func rotation(_ reader: inout TableReader) -> Rotation? {
    guard let entry = reader.take("rotation") else { return nil }
    let text = entry.value.content.text
    switch entry.value.content {
    case .string:
      let digits = text.prefix { $0 != " " && $0 != "d" && $0 != "°" }
      let unit = text.dropFirst(digits.count).drop { $0 == " " }
      let rotation = Int(digits).flatMap(Rotation.init(rawValue:))
      if let rotation, unit == "deg" || unit == "°" { return rotation }
      problems.error(at: entry.value.range, .notARotation(text, degrees: rotation != nil && unit.isEmpty ? text : "90"))
    case .integer, .float:
      problems.error(at: entry.value.range, .rotationWithoutUnit(text))
    case .boolean, .dateTime, .array, .table:
      problems.error(
        at: entry.value.range,
        .wrongType("rotation", .string, found: entry.value.content.type, example: "rotation = \"90 deg\""))
    }
    return nil
  }

  /// `256 x 144 mm`: width, height and a unit.
  private static func size(_ text: String) -> Size? {
    let parts = text.split(whereSeparator: { $0 == "x" || $0 == "×" })
    guard parts.count == 2 else { return nil }
    let width = parts[0].filter { $0 != " " }
    let rest = parts[1].filter { $0 != " " }
    let height = rest.prefix { $0.isNumber || $0 == "." }
    let factor: Double
    switch rest.dropFirst(height.count) {
    case "mm": factor = 1
    case "cm": factor = 10
    default: return nil
    }
    guard let width = Double(width), let height = Double(height) else { return nil }
    return Size(width: width * factor, height: height * factor)
  }
}

extension TableReader {
  /// Which devices a section is for: those of a class, or by their names.
  mutating func device() -> DeviceMatch {
    guard let text = string("device", example: "touchscreen") else { return .any }
    if let known = DeviceClass(rawValue: text.value) { return .deviceClass(known) }
    if text.value.isEmpty {
      problems.error(at: text.range, .emptyPattern("device"))
    } else if let meant = Nearest.name(to: text.value, among: DeviceClass.allCases.map(\.rawValue)) {
      problems.warning(at: text.range, .deviceLikeClass(text.value, meant))
    }
    return .name(text.value)
  }
}
