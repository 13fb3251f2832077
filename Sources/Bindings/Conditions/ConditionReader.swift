import GestureCore
import TOML

/// A condition as read.
struct ConditionSection: Sendable {
  var condition = Condition()
  var zone: Located<String>?
  var modes: [Located<String>] = []
  /// Where its keys are.
  var keys: [String: Range<Int>] = [:]
}

/// Reads `receive`, `begin-if` and `when`.
struct ConditionReader {
  let problems: Problems

  func section(_ entry: Entry, _ place: ConditionPlace) -> ConditionSection {
    var section = ConditionSection()
    guard case .table(let table) = entry.value.content else {
      problems.error(
        at: entry.value.range,
        .wrongType(
          entry.key.name, .table, found: entry.value.content.type,
          example: "\(entry.key.name) = { mode = \"\(Context.standardMode)\" }"))
      return section
    }
    var reader = TableReader(table, problems)
    let kinds = Conditions.kinds(in: place)
    for kind in kinds {
      section.keys[kind.key] = table[kind.key]?.key.range
      kind.read(&reader, into: &section)
    }
    for unknown in reader.rest {
      problems.error(at: unknown.key.range, .unknownConditionKey(unknown.key.name, place))
    }
    for kind in kinds where kind.isStated(by: section.condition) {
      guard let gap = kind.gap, let range = section.keys[kind.key] else { continue }
      problems.warning(at: range, .neverHolds(kind.key, since: gap, place))
    }
    return section
  }
}

// What several kinds read alike.
extension TableReader {
  /// A name with `*` and `?`.
  mutating func pattern(_ key: String) -> String? {
    guard let text = string(key, example: "*fire*") else { return nil }
    guard text.value.isEmpty else { return text.value }
    problems.error(at: text.range, .emptyName(key))
    return nil
  }

  /// Those of `names` that are among the choices; reports the others.
  func choices<Choice>(
    _ key: String, among all: [(name: String, choice: Choice)], _ names: [Located<String>]
  ) -> [Choice] {
    names.compactMap { name in
      if let known = all.first(where: { $0.name == name.value }) { return known.choice }
      problems.error(at: name.range, .unknownChoice(key, name.value, all.map(\.name)))
      return nil
    }
  }
}
