import GestureCore
import TOML

/// Reads `[[scroll]]` sections, each with the range of its header.
struct ScrollReader {
  static let section = "scroll"
  static let keys = ScrollRule.declarations.map(\.name) + [ConditionRole.scroll.key]

  let problems: Problems

  func sections(_ entry: Entry) -> [Located<ScrollRule>] {
    entry.tables("a section about scrolling", problems).map(section)
  }

  private func section(_ table: Table) -> Located<ScrollRule> {
    var reader = TableReader(table, problems)
    let values = reader.settings(ScrollRule.declarations)
    let when = reader.condition(.scroll)
    reader.refuseUnknownKeys(Self.keys, otherwise: "`[[scroll]]` can have the keys \(Self.keys.listed("and"))")
    if !ScrollRule.declarations.contains(where: { reader.mentions($0.name) }), reader.unreadEntries.isEmpty {
      problems.error(
        at: table.range, "this section does not change how fingers scroll",
        fix: "add `speed = \"50 %\"`, or `reversed = true`")
    }
    return Located(value: ScrollRule(when: when.condition, values), range: table.range)
  }
}
