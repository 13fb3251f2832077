/// Reads TOML 1.0 into values that know where in the file they stand.
///
/// Any bytes may be given: half-typed files, invalid UTF-8 and absurd nesting give errors, never a trap, and the time
/// taken grows with the length of the text only. Reading goes on after an error, so one run shows all of them.
///
/// Source: <https://toml.io/en/v1.0.0>. Two things the specification leaves open: CR LF inside a multi-line string
/// is read as LF, and a byte order mark at the start of the file is passed over.
public enum TOML {
  /// How many tables and arrays may stand around a value, its own key included; the parser and its users recurse this
  /// far at most.
  public static let maximumDepth = 64

  /// Reading stops at this many errors: by then it is another kind of file.
  public static let maximumErrors = 100

  /// Reads a file's bytes. Never fails: what is wrong is in `errors`, what could be read is in `root`. All ranges count
  /// from `start`, so that those of several files can be told apart; the lines that messages name are the file's own.
  public static func parse(_ text: [UInt8], from start: Int = 0) -> Document {
    var parser = Parser(text)
    return parser.document().shifted(by: start)
  }

  /// Reads text; byte ranges count in its UTF-8 form.
  public static func parse(_ text: String) -> Document {
    parse(Array(text.utf8))
  }
}
