import Actions
import ArgumentParser
import Bindings
import GestureCore

/// Prints a part of the manual pages that follows from the program itself, for `contrib/man/build`.
struct ManualPart: ParsableCommand {
  /// What can be asked for.
  enum Part: String, CaseIterable, ExpressibleByArgument {
    /// Every kind of gesture with its settings.
    case kinds
    /// What conditions may ask for.
    case conditions
    /// What actions can do.
    case effects
    /// What commands get in their environment.
    case variables
    /// What they do not get of the daemon's own.
    case withheld
  }

  static let configuration = CommandConfiguration(
    commandName: "manual", abstract: "Print a part of the manual pages, in the form of scdoc.", shouldDisplay: false)

  @Argument(help: "Which part.")
  var part: Part

  func run() {
    StandardStreams.write(Self.text(part))
  }

  static func text(_ part: Part) -> String {
    switch part {
    case .kinds: KindReport.manual(Catalogue.kinds)
    case .conditions: conditions
    case .effects: effects
    case .variables: variables
    case .withheld: withheld
    }
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
    Effects.descriptions.map { Scdoc.item(Scdoc.literal($0.key), Scdoc.prose($0.manual)) }.joined(separator: "\n")
  }

  private static var variables: String {
    GestureVariable.table.map { variable in
      let unit = variable.unit.isEmpty ? "" : " (\(variable.unit))"
      return Scdoc.item(Scdoc.literal(variable.name) + unit, Scdoc.prose(variable.meaning))
    }.joined(separator: "\n")
  }
}
