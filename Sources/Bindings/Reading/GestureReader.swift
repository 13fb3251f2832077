import GestureCore
import TOML

/// A `[gesture.NAME]` as read: its rule, and the places that later checks point at.
struct GestureSection: Sendable {
  let name: Located<String>
  /// Its header.
  let header: Range<Int>
  /// Nil if the kind is not known: names that refer to the gesture are right all the same.
  var rule: GestureRule?
  var requireToFail: Located<[Located<Reference>]>?
  var simultaneousWith: [Located<Reference>] = []
  var actions: [Action] = []
  /// Whether the file gives it an action, be it a wrong one.
  var wantsActions = false
  /// Whether everything in it could be read, so that comparing it with others means something.
  var isSound = false
}

/// Reads `[gesture.NAME]` sections.
struct GestureReader {
  let kinds: [Kind]
  let problems: Problems

  /// Nil if the entry is no table.
  func section(_ entry: Entry) -> GestureSection? {
    guard case .table(let table) = entry.value.content else {
      problems.error(at: entry.key.range, .notASection("gesture", entry.key.name, entry.value.content.type))
      return nil
    }
    let errorsBefore = problems.errorCount
    checkName(entry.key)
    let name = Located(value: entry.key.name, range: entry.key.range)
    var section = GestureSection(name: name, header: table.range)
    var reader = TableReader(table, problems)
    let kind = kind(&reader, in: section)
    let device = device(&reader)
    let priority = reader.integer("priority", example: 1)?.value ?? 0
    section.requireToFail = references("require-to-fail", &reader)
    section.simultaneousWith = references("simultaneous-with", &reader)?.value ?? []
    section.actions = ActionReader(problems: problems).actions(&reader)
    section.wantsActions = Trigger.allCases.contains { reader.mentions($0.rawValue) }
    guard let kind else { return section }
    warnOfImpossible(section.actions, kind, reader)
    section.rule = GestureRule(
      name: name.value, kind: kind, device: device, priority: priority, settings: settings(kind, &reader),
      requireToFail: section.requireToFail?.value.map(\.value) ?? [],
      simultaneousWith: section.simultaneousWith.map(\.value))
    section.isSound = problems.errorCount == errorsBefore
    return section
  }

  /// A name goes to commands in an environment variable and is referred to by others.
  private func checkName(_ key: Key) {
    let isPlain =
      !key.name.isEmpty && key.name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != ":" && $0 != "\u{7F}" }
    if !isPlain { problems.error(at: key.range, .badName(key.name)) }
  }

  private func kind(_ reader: inout TableReader, in section: GestureSection) -> Kind? {
    guard let name = reader.string("kind", example: kinds.first?.name ?? "tap") else {
      if !reader.mentions("kind") { problems.error(at: section.header, .missingKind(section.name.value)) }
      return nil
    }
    guard let kind = kinds.first(where: { $0.name == name.value }) else {
      problems.error(at: name.range, .unknownKind(name.value, kinds.map(\.name)))
      return nil
    }
    return kind
  }

  private func device(_ reader: inout TableReader) -> DeviceMatch {
    guard let text = reader.string("device", example: "touchscreen") else { return .any }
    if let known = DeviceClass(rawValue: text.value) { return .deviceClass(known) }
    if text.value.isEmpty {
      problems.error(at: text.range, .emptyPattern("device"))
    } else if let meant = Nearest.name(to: text.value, among: DeviceClass.allCases.map(\.rawValue)) {
      problems.warning(at: text.range, .deviceLikeClass(text.value, meant))
    }
    return .name(text.value)
  }

  private func references(_ key: String, _ reader: inout TableReader) -> Located<[Located<Reference>]>? {
    guard let names = reader.strings(key, example: "another-gesture") else { return nil }
    let references = names.value.map { name in
      let kind = name.value.hasPrefix(Self.kindPrefix) ? name.value.dropFirst(Self.kindPrefix.count) : nil
      return Located(value: kind.map { Reference.kind(String($0)) } ?? .gesture(name.value), range: name.range)
    }
    return Located(value: references, range: names.range)
  }

  private static let kindPrefix = "kind:"

  private func settings(_ kind: Kind, _ reader: inout TableReader) -> [String: SettingValue] {
    var settings: [String: SettingValue] = [:]
    for declaration in kind.allSettings {
      guard let entry = reader.take(declaration.name) else { continue }
      settings[declaration.name] = declaration.value(of: entry, problems)
    }
    for entry in reader.rest {
      problems.error(at: entry.key.range, .unknownGestureKey(entry.key.name, kind, among: kinds))
    }
    return settings
  }

  private func warnOfImpossible(_ actions: [Action], _ kind: Kind, _ reader: TableReader) {
    for trigger in Set(actions.map(\.trigger)) where !trigger.isPossible(with: kind) {
      guard let entry = reader.table[trigger.rawValue] else { continue }
      problems.warning(at: entry.key.range, .impossibleTrigger(trigger, kind))
    }
  }
}
