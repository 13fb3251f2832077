/// Puts words together to a line of shell.
enum ShellText {
  /// A word that a shell leaves as it is.
  static func quoted(_ word: String) -> String {
    let isPlain =
      !word.isEmpty && word.unicodeScalars.allSatisfy { $0.isWordLike || "-_./:=@%+,".unicodeScalars.contains($0) }
    return isPlain ? word : "'" + word.replacing("'", with: "'\\''") + "'"
  }

  /// A program's name of which a shell expands `~` and `$NAME`, and nothing else.
  static func expanding(_ word: String) -> String {
    let isPlain = word.unicodeScalars.allSatisfy { $0.isWordLike || "-_./:=@%+,~${}".unicodeScalars.contains($0) }
    guard !isPlain else { return word }
    let home = word.hasPrefix("~/") ? "~/" : ""
    let rest = word.dropFirst(home.count).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing(
      "`", with: "\\`")
    return "\(home)\"\(rest)\""
  }

  /// What only a shell gives a meaning to.
  static let operators: Set<String> = [
    "#", "&&", "||", "|", ";", "&", ">", ">>", "<", "2>&1", "2>/dev/null", ">/dev/null",
  ]
}

/// Splits a line as Python's `shlex.split` does, which is how libinput-gestures reads its commands.
///
/// Source: <https://docs.python.org/3/library/shlex.html#parsing-rules>, POSIX mode without comments.
enum PythonWords {
  /// What keeps a line from being split.
  enum Failure: Error {
    case noClosingQuote, nothingEscaped
  }

  static func split(_ line: String) throws(Failure) -> [String] {
    var words: [String] = []
    var word: String?
    var rest = Substring(line)
    while let character = rest.popFirst() {
      switch character {
      case "'":
        word = try (word ?? "") + quoted(&rest)
      case "\"":
        word = try (word ?? "") + doubleQuoted(&rest)
      case "\\":
        guard let next = rest.popFirst() else { throw .nothingEscaped }
        word = (word ?? "") + String(next)
      case _ where character.isWhitespace:
        if let word { words.append(word) }
        word = nil
      default:
        word = (word ?? "") + String(character)
      }
    }
    if let word { words.append(word) }
    return words
  }

  private static func quoted(_ rest: inout Substring) throws(Failure) -> String {
    guard let end = rest.firstIndex(of: "'") else { throw .noClosingQuote }
    let text = String(rest[..<end])
    rest = rest[rest.index(after: end)...]
    return text
  }

  private static func doubleQuoted(_ rest: inout Substring) throws(Failure) -> String {
    var text = ""
    while let character = rest.popFirst() {
      if character == "\"" { return text }
      if character == "\\", let next = rest.first, next == "\"" || next == "\\" {
        text.append(next)
        rest.removeFirst()
      } else {
        text.append(character)
      }
    }
    throw .noClosingQuote
  }
}
