import GestureCore
import TOML

/// One gesture of an `[[override]]`, with the override's condition and actions.
struct BindingSection: Sendable {
  let header: Range<Int>
  let gesture: Located<String>
  let when: ConditionSection
  let isAddition: Bool
  let actions: [ActionSection]
  /// Whether the section has no errors, so that checks can compare it with other sections.
  let isSound: Bool
}

extension [BindingSection] {
  /// One section for each `[[override]]`, even if the override has several gestures.
  var distinct: [BindingSection] {
    var seen: Set<Int> = []
    return filter { seen.insert($0.header.lowerBound).inserted }
  }
}

/// Reads `[[override]]` sections.
struct BindingReader {
  static let keys = ["gesture", "also", ConditionRole.binding.key] + Trigger.allCases.map(\.rawValue)

  let problems: Problems

  func sections(_ entry: Entry) -> [BindingSection] { entry.tables("an override", problems).flatMap(sections) }

  private func sections(_ table: Table) -> [BindingSection] {
    let errorsBefore = problems.errorCount
    var reader = TableReader(table, problems)
    let gestures = gestures(&reader)
    let isAddition = reader.flag("also")?.value ?? false
    let when = reader.condition(.binding)
    let actions = ActionReader(problems: problems).actions(&reader)
    reader.refuseUnknownKeys(
      Self.keys, otherwise: "an override can have the keys \(Self.keys.listed("and"))", isSection: true,
      advice: { Synonyms.adviceOnMisplacedKey($0, in: .binding) })
    if !reader.mentions("gesture") { problems.error(at: table.range, .bindingWithoutGesture) }
    if !Trigger.allCases.contains(where: { reader.mentions($0.rawValue) }) {
      problems.error(at: table.range, "this override has no action", fix: "add an action, such as `run = \"…\"`")
    }
    let isSound = problems.errorCount == errorsBefore
    return gestures.map {
      BindingSection(
        header: table.range, gesture: $0, when: when, isAddition: isAddition, actions: actions, isSound: isSound)
    }
  }

  /// Reads one name or a list of names; reports and removes repeated names.
  private func gestures(_ reader: inout TableReader) -> [Located<String>] {
    guard let names = reader.strings("gesture", example: "next-workspace", inList: false) else { return [] }
    if reader.isEmptyList("gesture") { problems.error(at: names.range, .bindingWithoutGesture) }
    return problems.once(names.value)
  }
}
