/// The content of one file, and its errors.
public struct Document: Sendable {
  /// The values that could be read; complete only if `errors` is empty.
  public let root: Table
  /// The errors, in the order of the file.
  public let errors: [SyntaxError]
  /// The offset where reading stopped because there were `TOML.maximumErrors` errors. Nil if `errors` is complete.
  public let stop: Int?
}

public struct Entry: Sendable {
  public let key: Key
  public var value: Value
}

/// A name and its range. For a table without a header, the range is in the first key or header that mentions the table.
public struct Key: Sendable {
  public let name: String
  /// The range of the name, with its quotes. For a dotted key, the range of one part.
  public let range: Range<Int>
}

/// A value and its range in the text.
public struct Value: Sendable {
  public let content: Content
  /// The range with quotes or brackets. For a table, `Table.range`; for `[[tables]]`, the range of the first header.
  public let range: Range<Int>
}

public indirect enum Content: Sendable {
  case string(String)
  case integer(Int64)
  /// Infinite for a number too large for a `Double`, as in other TOML readers.
  case float(Double)
  case boolean(Bool)
  /// The original text of a valid date, time or both.
  case dateTime(String)
  case array([Value])
  case table(Table)
}

/// Reads TOML 1.0 (<https://toml.io/en/v1.0.0>) into values with their ranges in the file.
///
/// The text can be any bytes. Invalid UTF-8 and deep nesting give errors. The time to read a text is proportional to
/// its length. Reading continues after an error, and shows up to `maximumErrors` errors. The specification leaves two
/// cases open: CR LF in a multi-line string is read as LF, and a byte order mark at the start is skipped.
public enum TOML {
  /// The limit of nesting. The number of keys in a value's path plus the brackets around the value must be lower.
  public static let maximumDepth = 64

  /// Reading stops at this number of errors, because the file probably isn't TOML.
  public static let maximumErrors = 100

  /// Reads a file's bytes. Moves all ranges by `start`, so that the ranges of several files don't overlap.
  public static func parse(_ text: [UInt8], from start: Int = 0) -> Document {
    var parser = Parser(text)
    return parser.document().shifted(by: start)
  }

  /// Reads a text. Ranges are in bytes of its UTF-8 form.
  public static func parse(_ text: String) -> Document { parse(Array(text.utf8)) }

  /// The name as a TOML key: bare if possible, otherwise in quotes.
  public static func key(_ name: String) -> String {
    !name.isEmpty && name.utf8.allSatisfy(\.isBareKey) ? name : string(name)
  }

  /// A key of several parts: `gesture."a b".slop`.
  public static func key(_ path: some Sequence<String>) -> String { path.map { key($0) }.joined(separator: ".") }

  /// The text as a TOML string on one line. Escapes quotes, backslashes, ASCII controls, and `isUnsafe` characters.
  public static func string(_ text: String, escaping isUnsafe: (Unicode.Scalar) -> Bool = { _ in false }) -> String {
    text.unicodeScalars.reduce(into: "\"") { result, scalar in
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\0"..<" ", "\u{7F}": result += escape(scalar)
      default: result += isUnsafe(scalar) ? escape(scalar) : String(scalar)
      }
    } + "\""
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    scalar.value > 0xFFFF ? "\\U" + code(scalar.value, 8) : "\\u" + code(scalar.value)
  }

  /// The hexadecimal digits of a Unicode scalar, padded with zeros to `count` digits.
  static func code(_ value: UInt32, _ count: Int = 4) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }
}

/// A table: its keys and values, in the order of the file.
public struct Table: Sendable {
  /// The notation that defined a table. The notation decides which keys can be added.
  public enum Kind: Sendable {
    case root, header
    /// A table with a `[[header]]`.
    case element
    /// A table that only headers of inner tables mention.
    case implicit
    /// A table that a dotted key mentions.
    case dotted
    case inline
  }

  public let entries: [Entry]

  /// The keys with unreadable values; for a dotted key, only the first part. `entries` can lack these keys.
  public let unreadable: [Key]

  public let kind: Kind

  /// The range of the header, of the inline table, or of the whole text for the root. For other tables, the range of
  /// the name in the first key or header that mentions the table.
  public let range: Range<Int>

  private let indices: [ExactName: Int]

  init(entries: [Entry], unreadable: [Key], kind: Kind, range: Range<Int>) {
    self.entries = entries
    self.unreadable = unreadable
    self.kind = kind
    self.range = range
    indices = Dictionary(entries.enumerated().map { (ExactName(name: $1.key.name), $0) }) { first, _ in first }
  }

  /// The entry with this name, or nil; names are compared byte by byte.
  public subscript(_ name: String) -> Entry? { index(of: name).map { entries[$0] } }

  public func index(of name: String) -> Int? { indices[ExactName(name: name)] }
}

/// Converts byte offsets into lines and columns, and returns the text of lines.
public struct SourceMap: Sendable {
  private let text: [UInt8]
  /// The offsets at which the lines begin. An empty text has one line.
  private let starts: [Int]

  public init(_ text: [UInt8]) {
    self.text = text
    // A byte order mark isn't part of the first line: it would move the caret by one.
    var starts = [text.starts(with: Bytes.byteOrderMark) ? Bytes.byteOrderMark.count : 0]
    for (offset, byte) in text.enumerated() where byte == Bytes.lineFeed { starts.append(offset + 1) }
    self.starts = starts
  }

  /// An offset's line and column (in Unicode scalars), from 1. Offsets outside the text count as its start or its end.
  public func position(of offset: Int) -> (line: Int, column: Int) {
    let offset = min(max(offset, starts[0]), text.count)
    let line = lineIndex(of: offset)
    let before = String(decoding: text[starts[line]..<offset], as: UTF8.self)
    return (line + 1, before.unicodeScalars.count + 1)
  }

  /// The text of a line, counted from 1, without line end. Empty if no such line exists. Invalid bytes become U+FFFD.
  public func line(_ number: Int) -> String {
    guard number >= 1, number <= starts.count else { return "" }
    let start = starts[number - 1]
    var end = number < starts.count ? starts[number] - 1 : text.count
    if end > start, end < text.count, text[end - 1] == Bytes.carriageReturn { end -= 1 }
    return String(decoding: text[start..<end], as: UTF8.self)
  }

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
