/// A file's tables, with the rules about repeated keys and headers. Entries refer to tables by index to avoid copies.
struct Tree {
  /// The content of an entry while the file is being read.
  enum DraftContent {
    case value(Value)
    case table(Int)
    /// An array of `[[tables]]`, as its index in `arrays`.
    case tables(Int)
  }

  struct DraftEntry {
    var key: Key
    var content: DraftContent
  }

  struct Draft {
    var kind: Table.Kind
    var range: Range<Int>
    var entries: [DraftEntry] = []
    var unreadable: [Key] = []
    var indices: [ExactName: Int] = [:]
  }

  /// The form of a path: a header or a dotted key. A header can enter tables that have headers; a dotted key can't.
  private enum Path {
    case header, dottedKey
  }

  static let root = 0

  private(set) var drafts: [Draft]
  private var arrays: [[Int]] = []

  init(range: Range<Int>) { drafts = [Draft(kind: .root, range: range)] }

  /// Adds a table that nothing refers to yet, and returns its index.
  mutating func addTable(_ kind: Table.Kind, range: Range<Int>) -> Int {
    drafts.append(Draft(kind: kind, range: range))
    return drafts.count - 1
  }

  mutating func markUnreadable(_ key: Key, in table: Int) { drafts[table].unreadable.append(key) }

  mutating func set(_ path: [Key], to value: Value, in table: Int) throws(Conflict) {
    let parent = try openParent(path, from: table, as: .dottedKey)
    guard let key = path.last else { return }
    if let index = index(of: key, in: parent) {
      throw Conflict(.alreadySet, path: path, part: path.count - 1, first: drafts[parent].entries[index].key)
    }
    append(DraftEntry(key: key, content: .value(value)), to: parent)
  }

  /// Opens the table `[path]`, and returns the table's index. Throws if `path` is already defined or can't be extended.
  mutating func openTable(_ path: [Key], range: Range<Int>) throws(Conflict) -> Int {
    let parent = try openParent(path, from: Self.root, as: .header)
    guard let key = path.last else { return Self.root }
    guard let index = index(of: key, in: parent) else { return addEntry(key, .header, range: range, to: parent) }
    let entry = drafts[parent].entries[index]
    let rule: Conflict.Rule
    switch entry.content {
    case .table(let table) where drafts[table].kind == .implicit:
      drafts[table].kind = .header
      drafts[table].range = range
      drafts[parent].entries[index].key = key
      return table
    case .table: rule = .tableExists
    case .tables: rule = .arrayExists
    case .value: rule = .alreadySet
    }
    throw Conflict(rule, path: path, part: path.count - 1, first: entry.key)
  }

  /// Adds a table to a new or existing array `[[path]]`. Returns the table's index. Throws if `path` has other content.
  mutating func appendTable(_ path: [Key], range: Range<Int>) throws(Conflict) -> Int {
    let parent = try openParent(path, from: Self.root, as: .header)
    guard let key = path.last else { return Self.root }
    guard let index = index(of: key, in: parent) else {
      let table = addTable(.element, range: range)
      arrays.append([table])
      append(DraftEntry(key: key, content: .tables(arrays.count - 1)), to: parent)
      return table
    }
    let entry = drafts[parent].entries[index]
    let rule: Conflict.Rule
    switch entry.content {
    case .tables(let array):
      let table = addTable(.element, range: range)
      arrays[array].append(table)
      return table
    case .table: rule = .tableExists
    case .value(let value): rule = value.content.isArray ? .closedArray : .alreadySet
    }
    throw Conflict(rule, path: path, part: path.count - 1, first: entry.key)
  }

  // MARK: Paths

  /// Returns the index of the table with a path's last part. Adds missing tables. Throws if a part can't be extended.
  private mutating func openParent(_ path: [Key], from start: Int, as written: Path) throws(Conflict) -> Int {
    var table = start
    for (part, key) in path.dropLast().enumerated() {
      guard let index = index(of: key, in: table) else {
        table = addEntry(key, written == .header ? .implicit : .dotted, range: key.range, to: table)
        continue
      }
      let entry = drafts[table].entries[index]
      switch enter(into: entry.content, as: written) {
      case .success(let next): table = next
      case .failure(let rule): throw Conflict(rule, path: path, part: part, first: entry.key)
      }
    }
    return table
  }

  private mutating func enter(into content: DraftContent, as written: Path) -> Result<Int, Conflict.Rule> {
    switch (content, written) {
    case (.table(let table), .header): return .success(table)
    case (.table(let table), .dottedKey):
      guard drafts[table].kind == .implicit || drafts[table].kind == .dotted else { return .failure(.tableExists) }
      // After this the table is defined, and no header can define it again.
      drafts[table].kind = .dotted
      return .success(table)
    case (.tables(let array), .header):
      guard let last = arrays[array].last else { return .failure(.arrayExists) }
      return .success(last)
    case (.tables, .dottedKey): return .failure(.arrayExists)
    case (.value(let value), _):
      if value.content.isTable { return .failure(.closedTable) }
      return .failure(value.content.isArray ? .closedArray : .notATable)
    }
  }

  private func index(of key: Key, in table: Int) -> Int? { drafts[table].indices[ExactName(name: key.name)] }

  private mutating func addEntry(_ key: Key, _ kind: Table.Kind, range: Range<Int>, to parent: Int) -> Int {
    let table = addTable(kind, range: range)
    append(DraftEntry(key: key, content: .table(table)), to: parent)
    return table
  }

  private mutating func append(_ entry: DraftEntry, to table: Int) {
    drafts[table].indices[ExactName(name: entry.key.name)] = drafts[table].entries.count
    drafts[table].entries.append(entry)
  }

  // MARK: Finished tables

  /// The finished form of a table. The recursion is at most `TOML.maximumDepth` deep.
  func finished(_ table: Int) -> Table {
    let draft = drafts[table]
    let entries = draft.entries.map { Entry(key: $0.key, value: finished($0.content)) }
    return Table(entries: entries, unreadable: draft.unreadable, kind: draft.kind, range: draft.range)
  }

  private func finished(_ content: DraftContent) -> Value {
    switch content {
    case .value(let value): return value
    case .table(let table): return Value(content: .table(finished(table)), range: drafts[table].range)
    case .tables(let array):
      let values = arrays[array].map { Value(content: .table(finished($0)), range: drafts[$0].range) }
      return Value(content: .array(values), range: values.first?.range ?? 0..<0)
    }
  }

  /// Returns the finished inline table, and removes its draft and the drafts of the tables inside this table.
  mutating func closeInlineTable(_ table: Int, range: Range<Int>) -> Table {
    drafts[table].range = range
    let finished = finished(table)
    drafts.removeSubrange(table...)
    return finished
  }
}

extension Content {
  fileprivate var isArray: Bool { if case .array = self { true } else { false } }
  fileprivate var isTable: Bool { if case .table = self { true } else { false } }
}

/// A key or a header that contradicts an earlier key or header.
struct Conflict: Error {
  enum Rule: Error {
    case alreadySet, notATable, closedTable, closedArray, tableExists, arrayExists
  }

  let rule: Rule
  /// The path up to and including the part with the conflict, as a TOML key.
  let name: String
  let range: Range<Int>
  /// The offset of the earlier key or header.
  let first: Int

  init(_ rule: Rule, path: [Key], part: Int, first: Key) {
    self.rule = rule
    name = TOML.key(path[...part].map(\.name))
    range = path[part].range
    self.first = first.range.lowerBound
  }
}

/// A name that is compared by bytes. `String` treats different encodings of `é` as equal.
struct ExactName: Hashable {
  let name: String

  static func == (left: ExactName, right: ExactName) -> Bool {
    // Nearly all names already differ by `==`, which is faster.
    left.name == right.name && left.name.utf8.elementsEqual(right.name.utf8)
  }

  func hash(into hasher: inout Hasher) { for byte in name.utf8 { hasher.combine(byte) } }
}
