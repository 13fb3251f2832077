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

  public var entries: [Entry] {
    didSet { index = NameIndex(entries) }
  }

  /// The keys given in the file whose values could not be read, in whole or in part: they are wrong, not missing.
  public let unreadable: [Key]

  public let kind: Kind

  /// The header with its brackets, the inline table with its braces, the whole text for the root, and for the other
  /// kinds the key that first mentions the table.
  public let range: Range<Int>

  private var index: NameIndex

  init(entries: [Entry], unreadable: [Key], kind: Kind, range: Range<Int>) {
    self.entries = entries
    self.unreadable = unreadable
    self.kind = kind
    self.range = range
    index = NameIndex(entries)
  }

  /// The entry of that name; names are compared byte by byte.
  public subscript(_ name: String) -> Entry? {
    index.place(of: name, in: entries).map { entries[$0] }
  }
}
