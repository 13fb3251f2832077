/// A line of shell that a shell would only split at its blanks, and execute: such a line is executed without a shell, which takes as long
/// to start as most programs do. GNU make does the same.
enum SimpleLine {
  /// What a shell does itself, by the first word of a line: POSIX's reserved words and utilities of a shell, and those of dash and bash.
  private static let shellWords: Set<String> = [
    ".", ":", "[", "alias", "bg", "bind", "break", "builtin", "caller", "case", "cd", "chdir", "command", "compgen",
    "complete", "compopt",
    "continue", "coproc", "declare", "dirs", "disown", "do", "done", "echo", "elif", "else", "enable", "esac", "eval",
    "exec", "exit",
    "export", "false", "fc", "fg", "fi", "for", "function", "getopts", "hash", "help", "history", "if", "in", "jobs",
    "kill", "let",
    "local", "logout", "mapfile", "popd", "printf", "pushd", "pwd", "read", "readarray", "readonly", "return", "select",
    "set", "shift",
    "shopt", "source", "suspend", "test", "then", "time", "times", "trap", "true", "type", "typeset", "ulimit", "umask",
    "unalias",
    "unset", "until", "wait", "while",
  ]

  /// The words of such a line; nil for every line in which a shell has more to do.
  static func words(_ line: String) -> [String]? {
    guard line.utf8.allSatisfy({ isPlain($0) || isBlank($0) }) else { return nil }
    let words = line.utf8.split(whereSeparator: isBlank).map { String(Substring($0)) }
    guard let program = words.first, !program.utf8.contains(UInt8(ascii: "=")), !shellWords.contains(program) else {
      return nil
    }
    return words
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

  /// Whether a byte means itself wherever it stands in a line of shell.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: ","), UInt8(ascii: ":"),
      UInt8(ascii: "+"), UInt8(ascii: "@"), UInt8(ascii: "%"), UInt8(ascii: "="):
      true
    default: false
    }
  }
}
