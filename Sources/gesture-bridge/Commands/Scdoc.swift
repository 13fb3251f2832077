/// Text in the form of scdoc, of which the man pages are made.
enum Scdoc {
  /// A term and, indented below it, what there is to say of it.
  static func item(_ term: String, _ explanation: String) -> String { "\(term)\n\t\(explanation)\n" }

  /// A name or a value as it stands in a file: bold, whatever characters it has.
  static func literal(_ text: String) -> String { "*\(escaped(text))*" }

  /// Prose; what stands between backticks becomes bold.
  static func prose(_ text: String) -> String {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .map { index, part in index.isMultiple(of: 2) ? escaped(String(part)) : literal(String(part)) }.joined()
  }

  /// Text of which nothing is taken for a sign of scdoc.
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
