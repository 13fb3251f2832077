/// What one file holds and what is wrong with it.
public struct Document: Sendable {
  /// The values that could be read, all of them only if `errors` is empty.
  public let root: Table
  /// In the order of the file.
  public let errors: [SyntaxError]
  /// Where reading stopped because there were `TOML.maximumErrors`, so that there may be more; nil if it came to the end.
  public let stop: Int?
}

public struct Entry: Sendable {
  public let key: Key
  public var value: Value
}

/// A name and where it is written.
///
/// A table's key is that of its own header; as long as only headers below it mention the table, that of the first one.
public struct Key: Sendable {
  public let name: String
  /// Covers the quotes, if there are any. One part only of a dotted key.
  public let range: Range<Int>
}

/// A value and where it is written.
public struct Value: Sendable {
  public let content: Content
  /// Covers the source text exactly, quotes and brackets included; see `Table.range` for tables. An array of tables
  /// has the range of its first header.
  public let range: Range<Int>
}

public indirect enum Content: Sendable {
  case string(String)
  case integer(Int64)
  /// A number too large for a `Double` is infinite, as in other readers.
  case float(Double)
  case boolean(Bool)
  /// A date, a time or both: valid, and as written.
  case dateTime(String)
  case array([Value])
  case table(Table)
}

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

  /// A name as a key: bare where it can be, else in quotes.
  public static func key(_ name: String) -> String {
    !name.isEmpty && name.utf8.allSatisfy(\.isBareKey) ? name : string(name)
  }

  /// A key of several parts, as it stands in a header or before `=`: `gesture."a b".slop`.
  public static func key(_ path: some Sequence<String>) -> String {
    path.map { key($0) }.joined(separator: ".")
  }

  /// A text as a string on one line. Control characters are escaped, and so are those for which `isUnsafe` holds.
  public static func string(_ text: String, escaping isUnsafe: (Unicode.Scalar) -> Bool = { _ in false }) -> String {
    text.unicodeScalars.reduce(into: "\"") { result, scalar in
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\0"..<" ", "\u{7F}": result += "\\u" + code(scalar.value)
      default: result += isUnsafe(scalar) ? "\\u" + code(scalar.value) : String(scalar)
      }
    } + "\""
  }

  /// A code as it stands behind `\u`.
  static func code(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

/// Keys and values in the order of the file.
public struct Table: Sendable {
  /// How a table came to be, which decides what may still be added to it.
  public enum Kind: Sendable {
    /// The file itself.
    case root
    /// Under a `[header]` of its own.
    case header
    /// One of several under `[[header]]`.
    case element
    /// Mentioned by the header of a table inside it.
    case implicit
    /// Mentioned by a dotted key.
    case dotted
    /// Between braces.
    case inline
  }

  public let entries: [Entry]

  /// The keys given in the file whose values could not be read, in whole or in part: they are wrong, not missing.
  public let unreadable: [Key]

  public let kind: Kind

  /// The header with its brackets, the inline table with its braces, the whole text for the root, and for the other
  /// kinds the key that first mentions the table.
  public let range: Range<Int>

  private let places: [ExactName: Int]

  init(entries: [Entry], unreadable: [Key], kind: Kind, range: Range<Int>) {
    self.entries = entries
    self.unreadable = unreadable
    self.kind = kind
    self.range = range
    places = Dictionary(entries.enumerated().map { (ExactName(name: $1.key.name), $0) }) { first, _ in first }
  }

  /// The entry of that name; names are compared byte by byte.
  public subscript(_ name: String) -> Entry? { place(of: name).map { entries[$0] } }

  public func place(of name: String) -> Int? { places[ExactName(name: name)] }
}

/// Turns byte offsets into lines and columns, and shows the lines, for messages.
public struct SourceMap: Sendable {
  private let text: [UInt8]
  /// The offset at which each line begins; never empty.
  private let starts: [Int]

  public init(_ text: [UInt8]) {
    self.text = text
    // A byte order mark is no part of the first line: it would move the caret by one.
    var starts = [text.starts(with: Bytes.byteOrderMark) ? Bytes.byteOrderMark.count : 0]
    for (offset, byte) in text.enumerated() where byte == Bytes.lineFeed { starts.append(offset + 1) }
    self.starts = starts
  }

  /// Line and column, both from 1; the column counts Unicode scalars. An offset outside of the text gives the nearest
  /// place in it.
  public func position(of offset: Int) -> (line: Int, column: Int) {
    let offset = min(max(offset, starts[0]), text.count)
    let line = lineIndex(of: offset)
    let before = String(decoding: text[starts[line]..<offset], as: UTF8.self)
    return (line + 1, before.unicodeScalars.count + 1)
  }

  /// The text of a line, counted from 1, without its end; bytes that are not UTF-8 become U+FFFD. Empty for a line
  /// that isn't there.
  public func line(_ number: Int) -> String {
    guard number >= 1, number <= starts.count else { return "" }
    let start = starts[number - 1]
    var end = number < starts.count ? starts[number] - 1 : text.count
    if end > start, end < text.count, text[end - 1] == Bytes.carriageReturn { end -= 1 }
    return String(decoding: text[start..<end], as: UTF8.self)
  }

  /// The last line that begins at or before the offset.
  private func lineIndex(of offset: Int) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }
}
