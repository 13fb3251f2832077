import Actions
import ArgumentParser
import Bindings
import GestureCore
import Text

/// Prints a generated part of the manual pages, for `contrib/man/build`.
struct ManualPart: ParsableCommand {
  enum Part: String, CaseIterable, ExpressibleByArgument {
    case kinds, conditions, effects
    /// The environment variables that describe a gesture to its commands.
    case variables
    case overlay
    /// The daemon's environment variables that commands don't get.
    case withheld
  }

  static let configuration = CommandConfiguration(
    commandName: "manual", abstract: "Print a part of the manual pages, in scdoc's format.", shouldDisplay: false)

  @Argument(help: "The part to print.")
  var part: Part

  func run() { StandardStreams.write(Self.text(part)) }

  static func text(_ part: Part) -> String {
    switch part {
    case .kinds: KindReport.manual(Catalogue.kinds)
    case .conditions: conditions
    case .effects: effects
    case .variables: variables
    case .overlay: overlay
    case .withheld: withheld
    }
  }

  private static var overlay: String {
    OverlayRules.declarations.map { declaration in
      let values: String =
        switch declaration.shape {
        case .choice(let names): names.map { "\"\($0)\"" }.listed("or")
        case .flag: "true or false"
        case .quantity(let unit, let range):
          "\"\(decimal(range.lowerBound, places: 0)) \(unit.rawValue)\" to \"\(decimal(range.upperBound, places: 0)) \(unit.rawValue)\""
        case .count, .countRange, .path, .templates, .start: ""
        }
      let standard = KindReport.standards(declaration)
      return Scdoc.item(
        "\(Scdoc.literal(declaration.name)) = \(Scdoc.prose(values))",
        Scdoc.prose("\(declaration.summary) Without it, \(standard)."))
    }.joined(separator: "\n")
  }

  private static var withheld: String {
    InheritedEnvironment.withheld.map { group in
      Scdoc.item(group.names.map(Scdoc.literal).joined(separator: ", "), Scdoc.prose(group.reason))
    }.joined(separator: "\n")
  }

  private static var conditions: String {
    Conditions.descriptions.map { kind in
      Scdoc.item("\(Scdoc.literal(kind.key)) = \(Scdoc.prose(kind.manual.value))", Scdoc.prose(kind.manual.text))
    }.joined(separator: "\n")
  }

  private static var effects: String {
    // An option that several effects have is listed after the first of these effects.
    var options = Effects.options
    let texts = Effects.descriptions.flatMap { kind in
      let own = options.filter { option in kind.options.contains { $0.key == option.key } }
      options.removeAll { option in own.contains { $0.key == option.key } }
      return [(kind.key, kind.manual)] + own.map { ($0.key, $0.manual) }
    }
    return texts.map { Scdoc.item(Scdoc.literal($0), Scdoc.prose($1)) }.joined(separator: "\n")
  }

  private static var variables: String {
    EventValue.forCommands.map { value in
      let unit = value.unit.isEmpty ? "" : " (\(value.unit))"
      return Scdoc.item(Scdoc.literal(value.variable) + unit, Scdoc.prose(value.meaning))
    }.joined(separator: "\n")
  }
}

/// Text in scdoc's format, for the man pages.
enum Scdoc {
  static func item(_ term: String, _ explanation: String) -> String { "\(term)\n\t\(explanation)\n" }

  /// Literal text in bold, such as a setting's name. Special characters are escaped.
  static func literal(_ text: String) -> String { "*\(escaped(text))*" }

  /// Prose; text between backticks becomes bold.
  static func prose(_ text: String) -> String {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .map { index, part in index.isMultiple(of: 2) ? escaped(String(part)) : literal(String(part)) }.joined()
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text {
      if signs.contains(character) { escaped += "\\" }
      escaped.append(character)
    }
    return escaped
  }

  private static let signs: Set<Character> = ["*", "_", "\\"]
}
