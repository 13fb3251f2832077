import Formats
import Text

/// Quotes words for a shell, and shortens the paths of programs in the Nix store.
enum ShellText {
  /// The word, in quotes if a shell would change it.
  static func quoted(_ word: String) -> String {
    let isPlain =
      !word.isEmpty && word.unicodeScalars.allSatisfy { $0.isWordLike || "-_./:=@%+,".unicodeScalars.contains($0) }
    return isPlain ? word : "'" + word.replacing(each: "'", by: "'\\''") + "'"
  }

  /// The name of a program, in quotes if needed. A shell still expands `$`, and `~` before the first slash.
  static func expanding(_ word: String) -> String {
    let home = word.hasPrefix("~/") ? "~/" : ""
    var quoted = ""
    var rest = word.dropFirst(home.count)
    while let character = rest.popFirst() {
      let beginsName = rest.first.map { $0.isLetter || "_{".contains($0) } ?? false
      if "\\\"`".contains(character) || character == "$" && !beginsName { quoted += "\\" }
      quoted.append(character)
    }
    let isPlain = quoted.unicodeScalars.allSatisfy { $0.isWordLike || "-_./:=@%+,~${}".unicodeScalars.contains($0) }
    return isPlain ? home + quoted : "\(home)\"\(quoted)\""
  }

  /// The line with `PROGRAM` instead of `${pkgs.NAME}/bin/PROGRAM`. Nil if Nix fills in other parts.
  static func withoutStore(_ line: String) -> String? {
    var parts = line.split(separator: "${pkgs.", omittingEmptySubsequences: false).map(String.init)
    for index in parts.indices.dropFirst() {
      guard let end = parts[index].occurrences(of: "}/bin/").first,
        parts[index][..<end.lowerBound].allSatisfy({ $0 != "$" })
      else { return nil }
      parts[index] = String(parts[index][end.upperBound...])
    }
    let plain = parts.joined()
    // A dot or a blank after a name means Nix, such as `${cfg.menu}` and `${getExe menu}`.
    let isShell = plain.occurrences(of: "${").allSatisfy { place in
      let behind = plain[place.upperBound...].drop { $0.unicodeScalars.allSatisfy(\.isWordLike) }
      return behind.first.map { $0 != "." && !$0.isWhitespace } ?? false
    }
    return isShell ? plain : nil
  }

  static let operators: Set<String> = [
    "#", "&&", "||", "|", ";", "&", ">", ">>", "<", "2>&1", "2>/dev/null", ">/dev/null",
  ]
}

/// Splits a line as Python's `shlex.split` does. libinput-gestures uses this function.
///
/// Source: <https://docs.python.org/3/library/shlex.html#parsing-rules>, POSIX mode without comments.
enum PythonWords {
  static func split(_ line: String) throws(ImportRefusal) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var rest = Substring(line)
    while let character = rest.popFirst() {
      switch character {
      case "'" where quote == nil, "\"" where quote == nil: (quote, word) = (character, word ?? "")
      case quote: quote = nil
      case "\\" where quote == nil || quote == "\"" && (rest.hasPrefix("\"") || rest.hasPrefix("\\")):
        guard let next = rest.popFirst() else { throw ImportRefusal(ImportWording.nothingEscaped) }
        word = (word ?? "") + String(next)
      case _ where quote == nil && character.isWhitespace:
        if let word { words.append(word) }
        word = nil
      default: word = (word ?? "") + String(character)
      }
    }
    guard quote == nil else { throw ImportRefusal(ImportWording.noClosingQuote) }
    return words + (word.map { [$0] } ?? [])
  }
}

/// The text of another program's configuration, split into lines.
struct ConfigText {
  let file: String
  let text: String
  /// The lines without line breaks. Line 1 of the file has the index 0.
  let lines: [String]

  init(_ bytes: [UInt8], file: String) throws(ImportError) {
    self.file = file
    let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let own = bytes.dropFirst(bytes.starts(with: byteOrderMark) ? byteOrderMark.count : 0)
    guard !bytes.contains(0), let text = String(validating: own, as: UTF8.self) else {
      throw ImportError(file: file, ImportWording.notText, fix: "give the configuration file itself, in UTF-8")
    }
    self.text = text.replacing(each: "\r\n", by: "\n")
    lines = self.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  var nonBlankLines: [Int] { lines.indices.filter { !lines[$0].allSatisfy(\.isWhitespace) }.map { $0 + 1 } }
  func line(_ number: Int) -> String { lines.indices.contains(number - 1) ? lines[number - 1].trimmingSpace : "" }

  func error(_ error: FormatError) -> ImportError { self.error(error.line, error.message, fix: error.fix) }

  func error(_ line: Int?, _ message: String, fix: String) -> ImportError {
    ImportError(file: file, line: line, message, fix: fix)
  }
}

/// The reason why a file can't be imported, with the file, the line if known, and a fix.
public struct ImportError: Error, Equatable, CustomStringConvertible, Sendable {
  public let file: String
  public let line: Int?
  public let message: String
  public let fix: String

  init(file: String, line: Int? = nil, _ message: String, fix: String) {
    (self.file, self.line, self.message, self.fix) = (file, line, message, fix)
  }

  public var description: String { "\(place): error: \(message); \(fix)" }

  /// The description without the word "error", for callers that write the word themselves.
  public var fact: String { "\(place): \(message); \(fix)" }
  private var place: String { line.map { "\(file):\($0)" } ?? file }
}

extension String {
  var oneLine: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }

  /// The first word and the remaining text, both without white space at the ends.
  var firstWord: (word: String, rest: String) {
    let start = drop(while: \.isWhitespace)
    let word = start.prefix { !$0.isWhitespace }
    return (String(word), String(start.dropFirst(word.count)).trimmingSpace)
  }

  /// The text of a comment, without `#` and one space after it.
  var withoutHash: String { String(dropFirst(hasPrefix("# ") ? 2 : 1)) }
}

extension [Int] {
  /// The numbers as ranges of consecutive numbers, in ascending order.
  var runs: [ClosedRange<Int>] { RangeSet(map { $0..<$0 + 1 }).ranges.map { ClosedRange($0) } }
}
