/// A change of one place of a text: every byte outside of it stays as it is.
public struct Edit: Equatable, Sendable {
  /// What it takes the place of, in bytes from the beginning of the text; empty where it only adds something.
  public let range: Range<Int>
  public let replacement: [UInt8]

  public init(range: Range<Int>, replacement: [UInt8]) {
    self.range = range
    self.replacement = replacement
  }

  /// The text with the change; the text itself where it is none that the edit was made for.
  public func applied(to text: [UInt8]) -> [UInt8] {
    guard range.lowerBound >= 0, range.upperBound <= text.count else { return text }
    return text[..<range.lowerBound] + replacement + text[range.upperBound...]
  }
}

/// Why a key can't be set in a text.
public enum EditRefusal: Error, Equatable, Sendable {
  /// The text has errors: what stands where is not certain.
  case brokenText
  /// The document was read from another text.
  case otherText
  /// The path has no part.
  case noKey
  /// What the key is to be set to is not one value.
  case notAValue(String)
  /// This part of the path holds a value, or several tables.
  case notATable(String)
  /// The key is that of a section: it has no value that another could take the place of.
  case isSection(String)
}

extension Document {
  /// The change of `text`, from which this document was read, that sets the key at `path` to `value`, a value as it is
  /// written in TOML.
  ///
  /// A key that is there keeps its line, with whatever stands around its value. Else a line is added behind the last key of
  /// its section, as far from the margin as that one and with the same line end; an inline table gets one more entry; a
  /// table that is written with dotted keys one more of these; and a section that is missing is added at the end.
  public func setting(_ path: [String], to value: String, in text: [UInt8]) throws(EditRefusal) -> Edit {
    guard errors.isEmpty else { throw .brokenText }
    guard root.range.count == text.count else { throw .otherText }
    guard let key = path.last else { throw .noKey }
    guard Self.isValue(value) else { throw .notAValue(value) }
    let editor = Editor(text: text, start: root.range.lowerBound, value: value)
    var home = Home(root)
    for (place, name) in path.dropLast().enumerated() {
      guard let entry = home.table[name] else { return editor.add(Array(path[place...]), path, in: home) }
      guard case .table(let inner) = entry.value.content else { throw .notATable(TOML.key(path[...place])) }
      home.enter(name, inner)
    }
    guard let entry = home.table[key] else { return editor.add([key], path, in: home) }
    guard entry.value.isWritten else { throw .isSection(TOML.key(path)) }
    return editor.replace(entry.value.range)
  }

  private static func isValue(_ text: String) -> Bool {
    let document = TOML.parse("key = \(text)")
    return document.errors.isEmpty && document.root.entries.count == 1
  }
}

/// A table, and the nearest one around it that has a place in the text of its own.
struct Home {
  private(set) var table: Table
  private(set) var section: Table
  /// The way from the section to the table, for a table that only dotted keys speak of.
  private(set) var way: [String] = []

  init(_ root: Table) {
    table = root
    section = root
  }

  mutating func enter(_ name: String, _ inner: Table) {
    table = inner
    switch inner.kind {
    case .dotted: way.append(name)
    case .root, .header, .element, .implicit, .inline:
      section = inner
      way = []
    }
  }
}

extension Value {
  /// Whether its text stands in one place, behind a key.
  var isWritten: Bool {
    switch content {
    case .table(let table): table.kind == .inline
    case .array(let values):
      !values.contains { if case .table(let table) = $0.content { table.kind == .element } else { false } }
    case .string, .integer, .float, .boolean, .dateTime: true
    }
  }
}
