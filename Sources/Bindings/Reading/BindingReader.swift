import GestureCore
import TOML

/// A `[[binding]]` as read, before the name of its gesture is looked up.
struct BindingSection: Sendable {
  let header: Range<Int>
  let gesture: Located<String>
  let isAddition: Bool
  let actions: [Action]
  /// The keys of the actions, for what is said about them.
  let triggers: [Located<Trigger>]
}

/// Reads `[[binding]]` sections.
struct BindingReader {
  let problems: Problems

  func sections(_ entry: Entry) -> [BindingSection] {
    guard case .array(let values) = entry.value.content else {
      problems.error(at: entry.key.range, .bindingIsNoList)
      return []
    }
    return values.compactMap(section)
  }

  private func section(_ value: Value) -> BindingSection? {
    guard case .table(let table) = value.content else {
      problems.error(at: value.range, .bindingIsNoList)
      return nil
    }
    var reader = TableReader(table, problems)
    let gesture = reader.string("gesture", example: "next-workspace")
    let isAddition = reader.flag("also")?.value ?? false
    let actions = ActionReader(problems: problems).actions(&reader)
    for entry in reader.rest { problems.error(at: entry.key.range, .unknownBindingKey(entry.key.name)) }
    let triggers = Trigger.allCases.compactMap { trigger in
      table[trigger.rawValue].map { Located(value: trigger, range: $0.key.range) }
    }
    if !reader.mentions("gesture") { problems.error(at: table.range, .bindingOfNothing) }
    if !Trigger.allCases.contains(where: { reader.mentions($0.rawValue) }) {
      problems.error(at: table.range, .bindingWithoutAction)
    }
    guard let gesture else { return nil }
    return BindingSection(
      header: table.range, gesture: gesture, isAddition: isAddition, actions: actions, triggers: triggers)
  }
}
