import TOML

/// Reads gebaard.toml in the forms of gebaar and its forks.
///
/// - `[commands.swipe.three]`, the oldest form
/// - `[swipe.commands.three]`, `[pinch.commands.two]` and `[swipe.settings]`
/// - `[[swipe.commands]]` and `[[pinch.commands]]`, each with its `fingers` and `type`
/// - `[[command-swipe]]`, each with its `fingers`; `[interact]` has the `type` of all
/// - `[[command-swipe-gesture]]`, `[[command-swipe-touch]]`, `[[command-pinch]]`, `[command-switch]`, `[settings]`
///
/// Source: <https://github.com/Coffee2CodeNL/gebaar-libinput> and its forks by osleg and NICHOLAS85, `load_config`.
struct GebaarImporter: RulesImporter {
  static let example = "one is `left = \"COMMAND\"` below `[swipe.commands.three]`"
  static let waitsForLift = true

  static func places(configFolder: String) -> [String] { ["\(configFolder)/gebaar/gebaard.toml"] }

  private(set) var items: [ImportedItem] = []

  private let map: SourceMap
  private var rules = GebaarRules()

  init(_ source: ConfigText) throws(ImportError) {
    let bytes = Array(source.text.utf8)
    let document = TOML.parse(bytes)
    map = SourceMap(bytes)
    if let error = document.errors.first {
      throw source.error(
        map.position(of: error.range.lowerBound).line, "this is not TOML: \(error.message)",
        fix: error.fix ?? GebaarWording.badTOMLFix)
    }
    items = TOMLComments(document.root).items(source)
    rules.read(settingsOf: document.root)
    walk(document.root, [], GebaarTable(document.root))
    if let (line, words) = rules.diagonal {
      items += Sectors.items(line, degrees: Sectors.eighth, kinds: ["swipe"], section: "defaults", words: words)
    }
  }

  /// Reads every key; `path` has the names of the enclosing tables.
  private mutating func walk(_ table: Table, _ path: [String], _ keys: GebaarTable) {
    for entry in table.entries {
      let path = path + [entry.key.name]
      items.append(ImportedItem(lines(entry.key.range), .structure))
      switch entry.value.content {
      case .table(let inner):
        items.append(ImportedItem(lines(inner.range), .structure))
        walk(inner, path, GebaarTable(inner))
      case .array(let values) where values.first?.content.isTableContent == true:
        let tables = values.compactMap { if case .table(let inner) = $0.content { inner } else { nil } }
        for (index, inner) in tables.enumerated() {
          var keys = GebaarTable(inner, elementOf: path)
          let later = tables[(index + 1)...].last { GebaarTable($0, elementOf: path).replaces(keys) }
          keys.replacement = later.map { lines($0.range).lowerBound }
          items.append(ImportedItem(lines(inner.range), .structure))
          walk(inner, path, keys)
        }
      case .string, .integer, .float, .boolean, .dateTime, .array:
        let place = lines(entry.key.range.lowerBound..<entry.value.range.upperBound)
        items.append(ImportedItem(place, .structure))
        items += rules.contents(path, entry.value.content, in: keys, line: place.lowerBound)
          .map { ImportedItem(place, $0) }
      }
    }
  }

  private func lines(_ range: Range<Int>) -> ClosedRange<Int> {
    let first = map.position(of: range.lowerBound).line
    return first...max(first, map.position(of: max(range.lowerBound, range.upperBound - 1)).line)
  }
}

extension Content {
  fileprivate var isTableContent: Bool { if case .table = self { true } else { false } }
}

/// The comments of a TOML file.
struct TOMLComments {
  /// The bytes of keys and values, in which `#` doesn't begin a comment.
  private var taken: [Range<Int>] = []

  init(_ table: Table) { note(table) }

  private mutating func note(_ table: Table) {
    for entry in table.entries {
      taken.append(entry.key.range)
      note(entry.value)
    }
  }

  private mutating func note(_ value: Value) {
    switch value.content {
    case .table(let table): note(table)
    case .array(let values): for value in values { note(value) }
    case .string, .integer, .float, .boolean, .dateTime: taken.append(value.range)
    }
  }

  /// An item for each line with a comment.
  func items(_ source: ConfigText) -> [ImportedItem] {
    var start = 0
    return source.lines.enumerated().compactMap { index, line in
      let bytes = Array(line.utf8)
      defer { start += bytes.count + 1 }
      let mark = bytes.indices.first { place in
        bytes[place] == UInt8(ascii: "#") && !taken.contains { $0.contains(start + place) }
      }
      guard let mark else { return nil }
      let text = String(decoding: bytes[mark...], as: UTF8.self)
      return ImportedItem(index + 1, .comment(text.withoutHash))
    }
  }
}
