/// Creates the `Edit` that sets one key of a text to a value.
private struct Editor {
  let text: [UInt8]
  /// The offset that the first byte of `text` has in the document's ranges.
  let start: Int
  let value: String

  fileprivate func replace(_ range: Range<Int>) -> Edit {
    Edit(range: range.lowerBound - start..<range.upperBound - start, replacement: Array(value.utf8))
  }

  /// Adds the value to the table of `target`, or in a new section. `missing`: the part of `path` that doesn't exist.
  fileprivate func add(_ missing: [String], _ path: [String], in target: EditTarget) -> Edit {
    let line = "\(TOML.key(target.dottedPath + missing)) = \(value)"
    switch target.section.kind {
    case .inline: return addEntry(line, to: target)
    case .root, .header, .element:
      // A missing table below a header gets its own header, except in a table of dotted keys, which can't have headers below it.
      if missing.count == 1 || !target.dottedPath.isEmpty { return addLine(line, after: target) }
    case .implicit, .dotted: break
    }
    return addSection(Array(path.dropLast()), "\(TOML.key(path.suffix(1))) = \(value)")
  }

  private func addEntry(_ entry: String, to target: EditTarget) -> Edit {
    guard let last = target.table.lastEntry else {
      let inside = target.section.range.lowerBound - start + 1
      return insert(text[inside] == Bytes.closeBrace ? " \(entry) " : " \(entry)", at: inside)
    }
    return insert(", \(entry)", at: last.end - start)
  }

  private func addLine(_ line: String, after target: EditTarget) -> Edit {
    if let last = target.table.lastEntry { return insertLine(line, below: last.start - start, last.end - start) }
    switch target.section.kind {
    case .header, .element:
      return insertLine(line, below: target.section.range.lowerBound - start, target.section.range.upperBound - start)
    case .root, .implicit, .dotted, .inline: return addFirstLine(line)
    }
  }

  /// Adds a line at the top, where the root's keys must be.
  private func addFirstLine(_ line: String) -> Edit {
    let top = text.starts(with: Bytes.byteOrderMark) ? Bytes.byteOrderMark.count : 0
    return insert(line + lineEnd + (top < text.count ? lineEnd : ""), at: top)
  }

  private func addSection(_ path: [String], _ line: String) -> Edit {
    let endsWithLineEnd = text.isEmpty || text.last == Bytes.lineFeed
    var addition = endsWithLineEnd ? "" : lineEnd
    if !text.isEmpty { addition += lineEnd }
    addition += "[\(TOML.key(path))]\(lineEnd)\(line)"
    return insert(addition + (endsWithLineEnd ? lineEnd : ""), at: text.count)
  }

  /// Adds a line below an entry or a header that extends from `first` to `end`.
  private func insertLine(_ line: String, below first: Int, _ end: Int) -> Edit {
    let beginning = text.lineStart(of: first)
    let indent = String(decoding: text[beginning..<first].prefix(while: \.isBlank), as: UTF8.self)
    guard let lineFeed = text[end...].firstIndex(of: Bytes.lineFeed) else {
      return insert(lineEnd + indent + line, at: text.count)
    }
    return insert(indent + line + lineEnd(at: lineFeed), at: lineFeed + 1)
  }

  private func insert(_ addition: String, at offset: Int) -> Edit {
    Edit(range: offset..<offset, replacement: Array(addition.utf8))
  }

  /// The line end of the first line, or a line feed if the text has no line end.
  private var lineEnd: String { text.firstIndex(of: Bytes.lineFeed).map(lineEnd) ?? "\n" }

  private func lineEnd(at lineFeed: Int) -> String {
    lineFeed > 0 && text[lineFeed - 1] == Bytes.carriageReturn ? "\r\n" : "\n"
  }
}

extension Table {
  /// The offsets of the table's last entry. Entries of inner sections don't count. Nil if there is no entry.
  fileprivate var lastEntry: (start: Int, end: Int)? {
    entries.compactMap { entry in
      if case .table(let table) = entry.value.content, table.kind == .dotted { return table.lastEntry }
      return entry.value.isWritten ? (entry.key.range.lowerBound, entry.value.range.upperBound) : nil
    }.max { $0.end < $1.end }
  }
}

/// A change of one range of a text. Other bytes stay the same.
public struct Edit: Equatable, Sendable {
  /// The bytes to replace. Empty for an insertion.
  public let range: Range<Int>
  public let replacement: [UInt8]

  public init(range: Range<Int>, replacement: [UInt8]) { (self.range, self.replacement) = (range, replacement) }

  /// The text with the change. If `range` isn't completely inside the text, the text is returned unchanged.
  public func applied(to text: [UInt8]) -> [UInt8] {
    guard range.lowerBound >= 0, range.upperBound <= text.count else { return text }
    return text[..<range.lowerBound] + replacement + text[range.upperBound...]
  }
}

/// The reason why a key can't be set or removed.
public enum EditRefusal: Error, Equatable, Sendable {
  /// The text has errors, so the ranges of its parts are uncertain.
  case brokenText
  /// The text to edit isn't as long as the text that the document was read from.
  case otherText
  case noKey
  /// The text for the key's value isn't exactly one value in TOML.
  case notAValue(String)
  /// This part of the path is a value or an array of tables.
  case notATable(String)
  /// For `setting`: the key is a section, an array of tables or a table of dotted keys. For `removing`: the key is part
  /// of a dotted key in an inline table.
  case isSection(String)
}

extension Document {
  /// Returns the edit that sets the key at `path` to `value`, written as TOML. `text` must be this document's text.
  ///
  /// If the key exists, only its value changes. A missing key gets a line after the last key of its table. If the table
  /// has no key, the line is added below the header, or at the top of the text for the root. A line below another line
  /// has the indentation and the line end of that line. An inline table gets an entry. A table of dotted keys gets a
  /// dotted key. A missing section is added at the end.
  public func setting(_ path: [String], to value: String, in text: [UInt8]) throws(EditRefusal) -> Edit {
    guard errors.isEmpty else { throw .brokenText }
    guard root.range.count == text.count else { throw .otherText }
    guard let key = path.last else { throw .noKey }
    guard Self.isValue(value) else { throw .notAValue(value) }
    let editor = Editor(text: text, start: root.range.lowerBound, value: value)
    var target = EditTarget(root)
    for (index, name) in path.dropLast().enumerated() {
      guard let entry = target.table[name] else { return editor.add(Array(path[index...]), path, in: target) }
      guard case .table(let inner) = entry.value.content else { throw .notATable(TOML.key(path[...index])) }
      target.enter(name, inner)
    }
    guard let entry = target.table[key] else { return editor.add([key], path, in: target) }
    guard entry.value.isWritten else { throw .isSection(TOML.key(path)) }
    return editor.replace(entry.value.range)
  }

  private static func isValue(_ text: String) -> Bool {
    let document = TOML.parse("key = \(text)")
    // A comment after a value would hide the rest of an inline table.
    return document.errors.isEmpty && document.root.entries.map(\.value.range.upperBound) == [document.root.range.count]
  }
}

/// The table to edit. `section` is the nearest table, from `table` outwards, that isn't a table of dotted keys.
private struct EditTarget {
  private(set) var table: Table
  private(set) var section: Table
  /// The path from `section` to `table`; empty if both are the same table.
  private(set) var dottedPath: [String] = []

  init(_ root: Table) {
    table = root
    section = root
  }

  fileprivate mutating func enter(_ name: String, _ inner: Table) {
    table = inner
    switch inner.kind {
    case .dotted: dottedPath.append(name)
    case .root, .header, .element, .implicit, .inline:
      section = inner
      dottedPath = []
    }
  }
}

extension Value {
  /// Whether the value is written after its key, unlike a section.
  fileprivate var isWritten: Bool {
    switch content {
    case .table(let table): table.kind == .inline
    case .array(let values):
      !values.contains { if case .table(let table) = $0.content { table.kind == .element } else { false } }
    case .string, .integer, .float, .boolean, .dateTime: true
    }
  }
}

extension Document {
  /// The paths of keys that differ in value or are missing in one document. A changed array gives only its own path.
  public func differences(from other: Document) -> [[String]] { root.differences(from: other.root, at: []) }
}

extension Table {
  fileprivate func differences(from other: Table, at path: [String]) -> [[String]] {
    var paths: [[String]] = []
    for entry in entries {
      let here = path + [entry.key.name]
      guard let counterpart = other[entry.key.name] else {
        paths.append(here)
        continue
      }
      if case .table(let table) = entry.value.content, case .table(let before) = counterpart.value.content {
        paths += table.differences(from: before, at: here)
      } else if !entry.value.content.isSame(as: counterpart.value.content) {
        paths.append(here)
      }
    }
    return paths + other.entries.filter { self[$0.key.name] == nil }.map { path + [$0.key.name] }
  }
}

extension Content {
  fileprivate func isSame(as other: Content) -> Bool {
    switch (self, other) {
    // Texts are compared byte by byte, because `String` treats different encodings of `é` as equal.
    case (.string(let a), .string(let b)), (.dateTime(let a), .dateTime(let b)): a.utf8.elementsEqual(b.utf8)
    case (.integer(let a), .integer(let b)): a == b
    case (.float(let a), .float(let b)): a.bitPattern == b.bitPattern
    case (.boolean(let a), .boolean(let b)): a == b
    case (.array(let a), .array(let b)):
      a.count == b.count && zip(a, b).allSatisfy { $0.content.isSame(as: $1.content) }
    case (.table(let a), .table(let b)): a.differences(from: b, at: []).isEmpty
    case (.string, _), (.integer, _), (.float, _), (.boolean, _), (.dateTime, _), (.array, _), (.table, _): false
    }
  }
}

extension Document {
  func shifted(by distance: Int) -> Document {
    guard distance != 0 else { return self }
    return Document(
      root: root.shifted(by: distance), errors: errors.map { $0.shifted(by: distance) },
      stop: stop.map { $0 + distance })
  }
}

extension Table {
  fileprivate func shifted(by distance: Int) -> Table {
    Table(
      entries: entries.map { Entry(key: $0.key.shifted(by: distance), value: $0.value.shifted(by: distance)) },
      unreadable: unreadable.map { $0.shifted(by: distance) }, kind: kind, range: range.shifted(by: distance))
  }
}

extension Value {
  fileprivate func shifted(by distance: Int) -> Value {
    let content: Content =
      switch content {
      case .array(let values): .array(values.map { $0.shifted(by: distance) })
      case .table(let table): .table(table.shifted(by: distance))
      case .string, .integer, .float, .boolean, .dateTime: content
      }
    return Value(content: content, range: range.shifted(by: distance))
  }
}

extension Key {
  fileprivate func shifted(by distance: Int) -> Key { Key(name: name, range: range.shifted(by: distance)) }
}

extension Range<Int> {
  fileprivate func shifted(by distance: Int) -> Range<Int> { lowerBound + distance..<upperBound + distance }
}

// MARK: Removing

extension Document {
  /// The edits that remove the key or section at `path`, its inner sections and the comments above removed headers.
  /// Sorted from the text's end to its start. Empty if `path` doesn't exist. `text` must be this document's text.
  public func removing(_ path: [String], in text: [UInt8]) throws(EditRefusal) -> [Edit] {
    guard errors.isEmpty else { throw .brokenText }
    guard root.range.count == text.count else { throw .otherText }
    guard let name = path.last else { throw .noKey }
    var table = root
    var isInline = false
    for (index, part) in path.dropLast().enumerated() {
      guard let entry = table[part] else { return [] }
      guard case .table(let inner) = entry.value.content else { throw .notATable(TOML.key(path[...index])) }
      table = inner
      isInline = isInline || inner.kind == .inline
    }
    guard let entry = table[name] else { return [] }
    guard !isInline || table.kind == .inline && !entry.isDotted else { throw .isSection(TOML.key(path)) }
    let remover = Remover(text: text, start: root.range.lowerBound, headers: root.headers.sorted())
    var ranges = remover.sections(in: entry.value)
    if table.kind == .inline {
      ranges.append(remover.entry(entry, of: table))
    } else {
      ranges += remover.lines(of: entry)
    }
    return remover.edits(ranges)
  }
}

/// Finds the ranges of a text that belong to a key or a section.
private struct Remover {
  let text: [UInt8]
  let start: Int
  /// The offsets of all headers in the document, in order.
  let headers: [Int]

  /// The lines of a key, or of a table's dotted keys.
  func lines(of entry: Entry) -> [Range<Int>] {
    switch entry.value.content {
    case .table(let table) where table.kind != .inline:
      // Only dotted keys are written in lines of the surrounding table.
      table.kind == .dotted ? table.entries.flatMap(lines) : table.entries.filter(\.isDotted).flatMap(lines)
    case .table, .string, .integer, .float, .boolean, .dateTime, .array:
      entry.value.isWritten ? [line(from: entry.key.range.lowerBound, to: entry.value.range.upperBound)] : []
    }
  }

  /// The range in `text` of the whole lines from `first` to `last`, which are offsets in the document.
  private func line(from first: Int, to last: Int) -> Range<Int> {
    text.lineStart(of: first - start)..<text.nextLine(after: last - start)
  }

  /// The ranges of a value's sections with the comments above. The text's last section includes the blank lines above.
  func sections(in value: Value) -> [Range<Int>] {
    value.content.headers.map { header in
      let next = headers.first { $0 > header }
      let end = next.map { top(of: $0 - start) } ?? text.count
      return (end == text.count ? blanks(above: top(of: header - start)) : top(of: header - start))..<end
    }
  }

  /// The offset where the blank lines right above `offset` begin; `offset` if there are no blank lines.
  private func blanks(above offset: Int) -> Int {
    var offset = offset
    while offset > 0 {
      let above = text.lineStart(of: offset - 1)
      guard text[above..<offset].allSatisfy({ $0.isBlank || $0 == Bytes.lineFeed || $0 == Bytes.carriageReturn }) else {
        return offset
      }
      offset = above
    }
    return offset
  }

  /// The offset where the comments right above a header begin, or where the header's line begins.
  private func top(of header: Int) -> Int {
    var top = text.lineStart(of: header)
    while top > 0 {
      let above = text.lineStart(of: top - 1)
      guard text[above..<top].first(where: { !$0.isBlank }) == Bytes.hash else { return top }
      top = above
    }
    return top
  }

  /// The range of an inline table's entry and of one comma next to it. If this is the only entry, there is no comma.
  func entry(_ entry: Entry, of table: Table) -> Range<Int> {
    let end = entry.value.range.upperBound - start
    let index = table.entries.firstIndex { $0.key.range == entry.key.range } ?? 0
    if index + 1 < table.entries.count {
      return entry.key.range.lowerBound - start..<table.entries[index + 1].key.range.lowerBound - start
    }
    guard index > 0 else { return entry.key.range.lowerBound - start..<end }
    return table.entries[index - 1].value.range.upperBound - start..<end
  }

  /// The edits that remove these ranges, last range first. Overlapping and adjacent ranges give one edit.
  func edits(_ ranges: [Range<Int>]) -> [Edit] {
    RangeSet(ranges).ranges.reversed().map { Edit(range: $0, replacement: []) }
  }
}

extension Entry {
  fileprivate var isDotted: Bool { if case .table(let table) = value.content { table.kind == .dotted } else { false } }
}

extension Table {
  fileprivate var headers: [Int] {
    let own =
      switch kind {
      case .header, .element: [range.lowerBound]
      case .root, .implicit, .dotted, .inline: [Int]()
      }
    return own + entries.flatMap { $0.value.content.headers }
  }
}

extension Content {
  fileprivate var headers: [Int] {
    switch self {
    case .table(let table): table.headers
    case .array(let values): values.flatMap { $0.content.headers }
    case .string, .integer, .float, .boolean, .dateTime: []
    }
  }
}
