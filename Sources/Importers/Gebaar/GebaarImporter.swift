import Formats
import TOML

/// Reads gebaard.toml in the forms of gebaar and its forks.
///
/// - `[commands.swipe.three]`, the oldest form
/// - `[swipe.commands.three]`, `[pinch.commands.two]` and `[swipe.settings]`
/// - `[[swipe.commands]]` and `[[pinch.commands]]`, each with its `fingers` and `type`
/// - `[[command-swipe]]`, each with its `fingers`; `[interact]` has the `type` of all swipes
/// - `[[command-swipe-gesture]]`, `[[command-swipe-touch]]`, `[[command-pinch]]`, `[command-switch]`, `[settings]`
///
/// Source: <https://github.com/Coffee2CodeNL/gebaar-libinput> and its forks by osleg and NICHOLAS85, `load_config`.
struct GebaarImporter: RulesImporter {
  static let fix = "import a file with a gesture such as `left = \"COMMAND\"` below `[swipe.commands.three]`"
  static let waitsForLift = true
  static let places = ["gebaar/gebaard.toml"]

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
        fix: error.fix ?? "correct this line")
    }
    for comment in SourceTokens(source.text, .toml).comments {
      items.append(ImportedItem(comment.lines, .comment(comment.text.withoutHash)))
    }
    // All lines count as read here, because `walk` adds a remark for each unknown key.
    items.claim(1...source.lines.count)
    rules.read(settingsOf: document.root)
    walk(document.root, [], GebaarTable(document.root))
  }

  private mutating func walk(_ table: Table, _ path: [String], _ keys: GebaarTable) {
    for entry in table.entries {
      let path = path + [entry.key.name]
      switch entry.value.content {
      case .table(let inner): walk(inner, path, GebaarTable(inner))
      case .array(let values) where values.first?.content.isTableContent == true:
        let tables = values.compactMap { if case .table(let inner) = $0.content { inner } else { nil } }
        for (index, inner) in tables.enumerated() {
          var keys = GebaarTable(inner, elementOf: path)
          let later = tables[(index + 1)...].last { GebaarTable($0, elementOf: path).replaces(keys) }
          keys.replacement = later.map { lines($0.range).lowerBound }
          walk(inner, path, keys)
        }
      case .string, .integer, .float, .boolean, .dateTime, .array:
        let place = lines(entry.key.range.lowerBound..<entry.value.range.upperBound)
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
