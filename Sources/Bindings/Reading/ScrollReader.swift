import GestureCore
import TOML

/// A `[[scroll]]` as read.
struct ScrollSection: Sendable {
  let header: Range<Int>
  let rule: ScrollRule
}

/// Reads `[[scroll]]` sections.
struct ScrollReader {
  static let section = "scroll"
  static let keys = ScrollRule.declarations.map(\.name) + [ConditionPlace.scroll.key]

  let problems: Problems

  func sections(_ entry: Entry) -> [ScrollSection] {
    guard case .array(let values) = entry.value.content else {
      problems.error(at: entry.key.range, .scrollIsNoList)
      return []
    }
    return values.compactMap(section)
  }

  private func section(_ value: Value) -> ScrollSection? {
    guard case .table(let table) = value.content else {
      problems.error(at: value.range, .scrollIsNoList)
      return nil
    }
    var reader = TableReader(table, problems)
    var values: [String: SettingValue] = [:]
    for declaration in ScrollRule.declarations {
      values[declaration.name] = reader.take(declaration.name).flatMap { declaration.value(of: $0, problems) }
    }
    let when = reader.take(ConditionPlace.scroll.key).map { ConditionReader(problems: problems).section($0, .scroll) }
    for unknown in reader.rest { problems.error(at: unknown.key.range, .unknownScrollKey(unknown.key.name)) }
    if !ScrollRule.declarations.contains(where: { reader.mentions($0.name) }), reader.rest.isEmpty {
      problems.error(at: table.range, .scrollOfNothing)
    }
    return ScrollSection(header: table.range, rule: ScrollRule(when: when?.condition ?? Condition(), values))
  }
}
