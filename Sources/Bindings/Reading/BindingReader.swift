import GestureCore
import TOML

/// A `[[binding]]` as read, before its gesture is looked up; a `[[binding]]` for several gestures makes one for each.
struct BindingSection: Sendable {
  let header: Range<Int>
  let gesture: Located<String>
  let when: ConditionSection
  let isAddition: Bool
  let actions: [ActionSection]
  /// Whether all of it could be read, so that it can be compared with others.
  let isSound: Bool
}

extension [BindingSection] {
  /// The place of the first of the sections that each `[[binding]]` makes.
  var placesOfFirst: [Int] {
    var seen: Set<Int> = []
    return indices.filter { seen.insert(self[$0].header.lowerBound).inserted }
  }
}

/// Reads `[[binding]]` sections.
struct BindingReader {
  static let keys = ["gesture", "also", ConditionPlace.binding.key] + Trigger.allCases.map(\.rawValue)

  let problems: Problems

  func sections(_ entry: Entry) -> [BindingSection] {
    guard case .array(let values) = entry.value.content else {
      problems.error(at: entry.key.range, .bindingIsNoList)
      return []
    }
    return values.flatMap(sections)
  }

  private func sections(_ value: Value) -> [BindingSection] {
    guard case .table(let table) = value.content else {
      problems.error(at: value.range, .bindingIsNoList)
      return []
    }
    let errorsBefore = problems.errorCount
    var reader = TableReader(table, problems)
    let gestures = gestures(&reader)
    let isAddition = reader.flag("also")?.value ?? false
    let when = reader.take(ConditionPlace.binding.key).map {
      ConditionReader(problems: problems).section($0, .binding)
    }
    let actions = ActionReader(problems: problems).actions(&reader)
    for entry in reader.rest { problems.error(at: entry.key.range, .unknownBindingKey(entry.key.name)) }
    if !reader.mentions("gesture") { problems.error(at: table.range, .bindingOfNothing) }
    if !Trigger.allCases.contains(where: { reader.mentions($0.rawValue) }) {
      problems.error(at: table.range, .bindingWithoutAction)
    }
    let isSound = problems.errorCount == errorsBefore
    return gestures.map {
      BindingSection(
        header: table.range, gesture: $0, when: when ?? ConditionSection(.binding), isAddition: isAddition,
        actions: actions,
        isSound: isSound)
    }
  }

  /// One name, or a list of them; each once.
  private func gestures(_ reader: inout TableReader) -> [Located<String>] {
    switch reader.table["gesture"]?.value.content {
    case .string, .array, nil: break
    case .integer, .float, .boolean, .dateTime, .table:
      guard let entry = reader.take("gesture") else { return [] }
      return reader.wrongType(entry, .stringOrList, example: "gesture = \"next-workspace\"") ?? []
    }
    guard let names = reader.strings("gesture", example: "next-workspace") else { return [] }
    if names.value.isEmpty, reader.isEmptyList("gesture") { problems.error(at: names.range, .bindingOfNothing) }
    var seen: Set<String> = []
    return names.value.filter { name in
      if seen.insert(name.value).inserted { return true }
      problems.error(at: name.range, .namedTwice(name.value))
      return false
    }
  }
}
