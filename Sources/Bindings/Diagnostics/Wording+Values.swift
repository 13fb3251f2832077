import GestureCore

// Types
extension Wording {
  static func wrongType(_ key: String, _ wanted: ValueType, found: ValueType, example: String) -> Wording {
    Wording("`\(key)` must be \(wanted.rawValue), not \(found.rawValue)", fix: "write `\(example)`")
  }

  static func wrongElement(_ key: String, _ found: ValueType) -> Wording {
    Wording("`\(key)` lists names, not \(found.plural)", fix: "put each name in quotes")
  }
}

// Settings
extension Wording {
  static func setting(_ setting: SettingDeclaration, _ error: SettingError, text: String) -> Wording {
    switch error {
    case .notAQuantity:
      Wording(
        "\(text.quoted) is not \(setting.shape.quantity)", fix: "write a number and its unit: `\(setting.example)`")
    case .missingUnit(let number, let unit):
      Wording("`\(setting.name)` needs a unit", fix: "write `\(setting.name) = \"\(unit.likely(number))\"`")
    case .unknownUnit(let found, let unit):
      Wording(
        "\(found.quoted) is no unit of \(unit.dimension)",
        fix: "use \(unit.spellings.listed("or")): `\(setting.example)`")
    case .outOfRange(let range):
      Wording("\(setting.shape.shown(text)) is out of range", fix: "`\(setting.name)` may be \(range)")
    case .notACount:
      Wording("\(text.quoted) is not a whole number", fix: "write `\(setting.example)`")
    case .notARange:
      Wording(
        "\(text.quoted) is neither a number nor a range",
        fix: "write `\(setting.name) = 3` or `\(setting.name) = \"2-3\"`")
    case .unknownChoice(let found):
      unknownChoice(setting, found)
    case .notAFlag:
      Wording("\(text.quoted) is neither true nor false", fix: "write `\(setting.example)`")
    case .wrongNumberOfGestures(let found, let wanted):
      Wording(
        "`\(setting.name)` has \(found) \(found == 1 ? "name" : "names")",
        fix: "write \(wanted.lowerBound) to \(wanted.upperBound) names of gestures, in their order")
    case .badPath(let error): badPath(setting, error)
    case .wrongNumberOfTemplates(let found, let wanted):
      Wording(
        "`\(setting.name)` has \(found) \(found == 1 ? "name" : "names")",
        fix: "write \(wanted.lowerBound) to \(wanted.upperBound) names of learned drawings")
    case .noTemplates: Wording("`\(setting.name)` can't be given here", fix: "write it in the gesture's own section")
    case .badStart(let found): badStart(setting, found)
    }
  }

  private static func unknownChoice(_ setting: SettingDeclaration, _ found: String) -> Wording {
    var names: [String] = []
    if case .choice(let all) = setting.shape { names = all }
    return unknownChoice(setting.name, found, names)
  }
}

// Devices
extension Wording {
  static func emptyPattern(_ key: String) -> Wording {
    Wording(
      "`\(key)` is empty", fix: "give part of a device's name with `*` around it; `gesture-bridge devices` lists them")
  }

  static func deviceLikeClass(_ text: String, _ meant: String) -> Wording {
    Wording("\(text.quoted) is taken for the name of a device", fix: didYouMean(meant))
  }

  static func notASize(_ text: String) -> Wording {
    Wording("\(text.quoted) is not a size", fix: "write width x height and a unit: `size = \"256 x 144 mm\"`")
  }

  static func sizeOutOfRange(_ text: String, _ range: ClosedRange<Double>) -> Wording {
    let bounds = "\(decimal(range.lowerBound, places: 0)) to \(decimal(range.upperBound, places: 0)) mm"
    return Wording("\(text.quoted) is out of range", fix: "each side may be \(bounds)")
  }

  static func notARotation(_ text: String, degrees: String) -> Wording {
    Wording(
      "\(text.quoted) is not a rotation",
      fix: "write `rotation = \"\(degrees) deg\"`; it may be \(rotations.listed("or")) deg")
  }

  static func notASource(_ text: String) -> Wording {
    let names = SourceChoice.allCases.map(\.rawValue)
    return Wording(
      "\(text.quoted) is not a source",
      fix: Nearest.name(to: text, among: names).map(didYouMean) ?? "it may be \(names.map(\.quoted).listed("or"))")
  }

  static let interceptedByLibinput = Wording(
    "`intercept` needs the device's own slots, which libinput does not show",
    fix: "take this line away, or write `source = \"raw\"`")

  static func nobodyIntercepts(_ key: String) -> Wording {
    Wording(
      "`\(key)` changes nothing: applications get all touches, as no device has `intercept = true`",
      fix: "have a device's touches intercepted, as in `[device.\"*\"] intercept = true`, or take this line away")
  }

  static func rotationWithoutUnit(_ number: String) -> Wording {
    guard rotations.contains(number) else { return notARotation(number, degrees: "90") }
    return Wording("`rotation` needs a unit", fix: "write `rotation = \"\(number) deg\"`")
  }

  private static let rotations = Rotation.allCases.map { "\($0.rawValue)" }
}

extension ValueType {
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

extension SettingShape {
  /// What the text of a quantity should have been.
  var quantity: String {
    guard case .quantity(let unit, _) = self else { return "a value" }
    return switch unit {
    case .millimetres: "a length"
    case .milliseconds: "a time"
    case .millimetresPerSecond: "a speed"
    case .degrees: "an angle"
    case .percent: "a share"
    case .fingers, .taps: "a number"
    }
  }

  /// Text as the file has it: numbers without quotes.
  func shown(_ text: String) -> String {
    switch self {
    case .count: text
    case .countRange: Int(text) == nil ? text.quoted : text
    case .quantity, .choice, .flag, .gestures, .path, .templates, .start: text.quoted
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
    case .percent: "share"
    case .fingers, .taps: "number"
    }
  }

  var spellings: [String] {
    switch self {
    case .millimetres: ["mm", "cm"]
    case .milliseconds: ["ms", "s"]
    case .millimetresPerSecond: ["mm/s", "cm/s"]
    case .degrees, .percent, .fingers, .taps: [rawValue]
    }
  }

  /// The number with the unit its writer had in mind: nobody waits 0.3 milliseconds.
  func likely(_ number: String) -> String {
    if self == .milliseconds, let value = Double(number), value > 0, value < 10 { return "\(number) s" }
    return "\(number) \(rawValue)"
  }
}
