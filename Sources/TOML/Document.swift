/// What one file holds and what is wrong with it.
public struct Document: Sendable {
  /// The values that could be read, all of them only if `errors` is empty.
  public let root: Table
  /// In the order of the file.
  public let errors: [SyntaxError]
}

/// A key and its value.
public struct Entry: Sendable, Named {
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

/// The kinds of value TOML knows.
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
