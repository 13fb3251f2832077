import ArgumentParser

/// `--debug` may stand alone or have a form, as in `--debug=plain`; what follows it after a blank is never the form. The
/// parser of command lines knows no such option, so it is told of one that always has a value.
enum DebugOption {
  private static let name = "--debug"
  /// What the parser calls it, with the blanks that set its explanation apart.
  private static let parsed = (padded: "--debug <form>  ", plain: "--debug <form>")
  private static let shown = "--debug[=<form>]"

  /// The words of a command line with the form in each `--debug`; throws where the form is missing.
  static func settled(_ words: some Sequence<String>) throws -> [String] {
    var isOption = true
    return try words.map { word in
      if word == "--" { isOption = false }
      guard isOption else { return word }
      if word == "\(name)=" { throw ValidationError(Message.debugHasNoForm) }
      return word == name ? "\(name)=\(DebugForm.view.rawValue)" : word
    }
  }

  /// What the parser says, with the option as it is really written.
  static func spelled(_ text: String) -> String {
    text.replacing(parsed.padded, with: shown).replacing(parsed.plain, with: shown)
  }
}
