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
