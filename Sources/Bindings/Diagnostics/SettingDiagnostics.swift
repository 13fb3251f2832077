import GestureCore
import Text

extension DiagnosticText {
  static func setting(_ setting: SettingDeclaration, _ error: SettingError, text: String) -> DiagnosticText {
    switch error {
    case .notAQuantity:
      DiagnosticText(
        "\(text.quoted) is not \(setting.shape.dimension.withArticle)",
        fix: "write a number and its unit: `\(setting.example)`")
    case .missingUnit(let number, let unit):
      DiagnosticText("`\(setting.name)` needs a unit", fix: "write `\(setting.name) = \"\(unit.likely(number))\"`")
    case .unknownUnit(let found, let unit):
      DiagnosticText(
        "\(found.quoted) can't be the unit of \(unit.dimension.withArticle)",
        fix: "use \(unit.proposed.listed("or")): `\(setting.example)`")
    case .outOfRange(let range):
      DiagnosticText("\(setting.shape.shown(text)) is out of range", fix: "`\(setting.name)` can be \(range)")
    case .notACount: DiagnosticText("\(text.quoted) is not a whole number", fix: "write `\(setting.example)`")
    case .notARange:
      DiagnosticText(
        "\(text.quoted) is not a whole number or a range",
        fix: "write `\(setting.name) = 3` or `\(setting.name) = \"2-3\"`")
    case .unknownChoice(let found): unknownChoice(setting.name, found, setting.choices)
    case .notAFlag: DiagnosticText("\(text.quoted) is not true or false", fix: "write `\(setting.example)`")
    case .badPath(let error): badPath(setting, error)
    case .wrongNumberOfTemplates(let found, let wanted):
      DiagnosticText(
        "`\(setting.name)` has \(found) \(found == 1 ? "name" : "names")",
        fix: "write \(wanted.lowerBound) to \(wanted.upperBound) names of learned drawings")
    case .noTemplates:
      DiagnosticText("`\(setting.name)` can't be set here", fix: "write it in the gesture's own section")
    case .badStart(let found):
      DiagnosticText("`\(setting.name)` can't be \(found.quoted)", fix: start(of: setting, like: found))
    }
  }

  private static func badPath(_ setting: SettingDeclaration, _ error: StrokePathError) -> DiagnosticText {
    switch error {
    case .empty: DiagnosticText("`\(setting.name)` is empty", fix: "write `\(setting.example)`")
    case .unknownElement(let found):
      DiagnosticText("\(found.quoted) is not a part of a path", fix: elements(like: found))
    case .badShare(let found):
      DiagnosticText(
        "\(found.quoted) has no valid length",
        fix: "write a number from \(decimal(StrokePath.shares.lowerBound, places: 1)) to "
          + "\(decimal(StrokePath.shares.upperBound, places: 0)) after the colon, such as `up-right:2`")
    case .repeated(let found):
      DiagnosticText("\(found.quoted) is repeated", fix: "write it once: the same direction twice is a single line")
    case .tooLong(let count):
      DiagnosticText("`\(setting.name)` has \(count) parts", fix: "write at most \(StrokePath.most) parts")
    case .loneShare(let found):
      DiagnosticText(
        "\(found.quoted) is the only part with a length", fix: "give another part a length too, or remove the length")
    }
  }

  private static func elements(like found: String) -> String {
    let names = StrokePath.Element.Form.names
    if let meant = didYouMean(found, among: names) { return meant }
    let longer = names.filter { $0.hasPrefix(found + "-") }.map(\.quoted)
    return longer.isEmpty ? "the possible parts are \(names.listed("and"))" : "write \(longer.listed("or"))"
  }

  private static func start(of setting: SettingDeclaration, like found: String) -> String {
    let words = found.split(separator: " ", maxSplits: 1).map(String.init)
    let time = words.first == StrokeStart.holdName ? words.dropFirst().first ?? "" : found
    let hold = "\(StrokeStart.holdName) \(Double(time) == nil ? time : Unit.milliseconds.likely(time))"
    if StrokeStart(hold) != nil { return "write `\(setting.name) = \(hold.quoted)`" }
    if words.first == StrokeStart.holdName, !time.isEmpty {
      return "a hold can be \(decimal(StrokeStart.holdRange.lowerBound, places: 0)) ms to "
        + "\(decimal(StrokeStart.holdRange.upperBound / 1000, places: 0)) s long: `\(setting.example)`"
    }
    return didYouMean(found, among: [StrokeStart.landingName, StrokeStart.forcePressName])
      ?? "write \(StrokeStart.landingName.quoted), \(StrokeStart.forcePressName.quoted) or a hold: `\(setting.example)`"
  }
}

extension SettingDeclaration {
  fileprivate var choices: [String] { if case .choice(let names) = shape { names } else { [] } }
}

extension SettingShape {
  fileprivate var dimension: String { if case .quantity(let unit, _) = self { unit.dimension } else { "value" } }

  /// The text for a message, in quotes. A `count`, and a `countRange` that is one whole number, have no quotes.
  fileprivate func shown(_ text: String) -> String {
    switch self {
    case .count: text
    case .countRange: Int(text) == nil ? text.quoted : text
    case .quantity, .choice, .flag, .path, .templates, .start: text.quoted
    }
  }
}
