import Text

/// Quotes words for a shell.
enum ShellText {
  /// The word, in quotes if a shell would change it.
  static func quoted(_ word: String) -> String {
    let isPlain =
      !word.isEmpty && word.unicodeScalars.allSatisfy { $0.isWordLike || "-_./:=@%+,".unicodeScalars.contains($0) }
    return isPlain ? word : "'" + word.replacing(each: "'", by: "'\\''") + "'"
  }

  /// The name of a program, quoted so that a shell expands only `~` and `$NAME` in it.
  static func expanding(_ word: String) -> String {
    let isPlain = word.unicodeScalars.allSatisfy { $0.isWordLike || "-_./:=@%+,~${}".unicodeScalars.contains($0) }
    guard !isPlain else { return word }
    let home = word.hasPrefix("~/") ? "~/" : ""
    let rest = word.dropFirst(home.count).replacing(each: "\\", by: "\\\\").replacing(each: "\"", by: "\\\"")
      .replacing(each: "`", by: "\\`")
    return "\(home)\"\(rest)\""
  }

  /// Words that have a meaning only for a shell.
  static let operators: Set<String> = [
    "#", "&&", "||", "|", ";", "&", ">", ">>", "<", "2>&1", "2>/dev/null", ">/dev/null",
  ]
}

/// Splits a line as Python's `shlex.split` does, which libinput-gestures uses to read commands.
///
/// Source: <https://docs.python.org/3/library/shlex.html#parsing-rules>, POSIX mode without comments.
enum PythonWords {
  static func split(_ line: String) throws(ImportRefusal) -> [String] {
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
        guard let next = rest.popFirst() else { throw ImportRefusal(ImportWording.nothingEscaped) }
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

  private static func quoted(_ rest: inout Substring) throws(ImportRefusal) -> String {
    guard let end = rest.firstIndex(of: "'") else { throw ImportRefusal(ImportWording.noClosingQuote) }
    let text = String(rest[..<end])
    rest = rest[rest.index(after: end)...]
    return text
  }

  private static func doubleQuoted(_ rest: inout Substring) throws(ImportRefusal) -> String {
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
    throw ImportRefusal(ImportWording.noClosingQuote)
  }
}

/// The text of another program's configuration, split into lines.
struct ConfigText {
  /// The file's name in messages.
  let file: String
  let text: String
  /// The lines without their ends; the first one is line 1.
  let lines: [String]

  init(_ bytes: [UInt8], file: String) throws(ImportError) {
    self.file = file
    let marked = bytes.starts(with: Self.byteOrderMark)
    guard !bytes.contains(0),
      let text = String(validating: bytes.dropFirst(marked ? Self.byteOrderMark.count : 0), as: UTF8.self)
    else {
      throw ImportError(file: file, ImportWording.notText, fix: ImportWording.notTextFix)
    }
    self.text = text.replacing(each: "\r\n", by: "\n")
    lines = self.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The numbers of the lines that are not blank.
  var written: [Int] {
    lines.indices.filter { !lines[$0].allSatisfy(\.isWhitespace) }.map { $0 + 1 }
  }

  /// A line without the white space around it; empty if the line doesn't exist.
  func line(_ number: Int) -> String {
    lines.indices.contains(number - 1) ? lines[number - 1].trimmingSpace : ""
  }

  func error(_ line: Int?, _ message: String, fix: String) -> ImportError {
    ImportError(file: file, line: line, message, fix: fix)
  }
}

/// The reason why a file can't be imported, with the position and a fix.
public struct ImportError: Error, Equatable, CustomStringConvertible, Sendable {
  public let file: String
  /// The line of the error; nil if the error is about the whole file.
  public let line: Int?
  public let message: String
  public let fix: String

  init(file: String, line: Int? = nil, _ message: String, fix: String) {
    self.file = file
    self.line = line
    self.message = message
    self.fix = fix
  }

  public var description: String { "\(place): error: \(message); \(fix)" }

  /// The description without the word "error", for callers that write the word themselves.
  public var fact: String { "\(place): \(message); \(fix)" }

  private var place: String { line.map { "\(file):\($0)" } ?? file }
}
