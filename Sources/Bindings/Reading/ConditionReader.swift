import GestureCore
import TOML

/// Where a condition stands, which decides what it may ask for.
public enum ConditionPlace: CaseIterable, Sendable {
  case receive, beginIf
  /// The `when` of `require-to-fail` and `required-to-fail-by`.
  case requirement
  /// The `when` of a `[[binding]]`.
  case binding

  /// As the file has it.
  public var key: String {
    switch self {
    case .receive: "receive"
    case .beginIf: "begin-if"
    case .requirement, .binding: "when"
    }
  }

  /// What it may ask for here.
  public var keys: [ConditionKey] {
    switch self {
    case .receive, .requirement: [.zone, .device, .tool, .mode, .app, .output, .modifiers]
    case .beginIf: [.mode, .app, .output, .modifiers, .zone, .fingers, .direction]
    case .binding: [.mode, .app, .output, .modifiers, .device, .zone, .fingers, .direction]
    }
  }
}

/// What a condition may ask for.
public enum ConditionKey: String, Sendable {
  case zone, device, tool, mode, app, output, modifiers, fingers, direction
}

/// A condition as read.
struct ConditionSection: Sendable {
  var condition = Condition()
  var zone: Located<String>?
  var modes: [Located<String>] = []
  /// Where its keys are.
  var keys: [ConditionKey: Range<Int>] = [:]
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
    for key in place.keys {
      section.keys[key] = table[key.rawValue]?.key.range
      read(key, &reader, into: &section)
    }
    for unknown in reader.rest {
      problems.error(at: unknown.key.range, .unknownConditionKey(unknown.key.name, place))
    }
    warn(of: section.condition, in: table, place)
    return section
  }

  private func read(_ key: ConditionKey, _ reader: inout TableReader, into section: inout ConditionSection) {
    let name = key.rawValue
    switch key {
    case .zone:
      section.zone = reader.string(name, example: "left-half")
      section.condition.zone = section.zone?.value
    case .device: section.condition.device = reader.device()
    case .tool:
      section.condition.tool = reader.string(name, example: "stylus").flatMap { choices(name, Self.tools, [$0]).first }
    case .mode:
      section.modes = modes(&reader)
      if !section.modes.isEmpty { section.condition.modes = Set(section.modes.map(\.value)) }
    case .app: section.condition.app = text(name, &reader)
    case .output: section.condition.output = text(name, &reader)
    case .modifiers:
      let names = Modifiers.named.map { ($0.key, $0.value) }
      let found = reader.strings(name, example: "super")
      section.condition.modifiers = found.map { Modifiers(choices(name, names, $0.value)) }
    case .fingers:
      let value = reader.take(name).flatMap { CommonSettings.fingers.declaration.value(of: $0, problems) }
      if case .countRange(let fingers)? = value { section.condition.fingers = fingers }
    case .direction: section.condition.directions = directions(&reader)
    }
  }

  /// Palms are part of no gesture.
  static let tools: [(String, Touch.Tool)] = [("finger", .finger), ("stylus", .stylus)]

  private func directions(_ reader: inout TableReader) -> Set<Direction>? {
    let name = ConditionKey.direction.rawValue
    guard let found = reader.strings(name, example: "left") else { return nil }
    if found.value.isEmpty { problems.error(at: found.range, .emptyChoice(name, Direction.names)) }
    return Set(choices(name, Direction.allCases.map { ($0.rawValue, $0) }, found.value))
  }

  /// One mode, or a list of them.
  private func modes(_ reader: inout TableReader) -> [Located<String>] {
    let name = ConditionKey.mode.rawValue
    guard let found = reader.strings(name, example: "reading") else { return [] }
    if reader.isEmptyList(name) { problems.error(at: found.range, .emptyName(name)) }
    return found.value.filter(problems.isMode)
  }

  private func text(_ key: String, _ reader: inout TableReader) -> String? {
    guard let text = reader.string(key, example: "*fire*") else { return nil }
    guard text.value.isEmpty else { return text.value }
    problems.error(at: text.range, .emptyName(key))
    return nil
  }

  private func choices<Choice>(
    _ key: String, _ all: [(name: String, choice: Choice)], _ found: [Located<String>]
  ) -> [Choice] {
    found.compactMap { name in
      if let known = all.first(where: { $0.name == name.value }) { return known.choice }
      problems.error(at: name.range, .unknownChoice(key, name.value, all.map(\.name)))
      return nil
    }
  }

  /// Warns of what the daemon is not told of.
  private func warn(of condition: Condition, in table: Table, _ place: ConditionPlace) {
    for fact in UntoldFact.allCases {
      guard fact.isAsked(by: condition), let entry = table[fact.rawValue] else { continue }
      problems.warning(at: entry.key.range, .neverHolds(fact, place))
    }
  }
}

/// What a condition may ask for though nothing tells the daemon.
enum UntoldFact: String, CaseIterable {
  case app, output, modifiers

  func isAsked(by condition: Condition) -> Bool {
    switch self {
    case .app: condition.app != nil
    case .output: condition.output != nil
    case .modifiers: condition.modifiers != nil
    }
  }
}

extension Direction {
  static let names = allCases.map(\.rawValue)
}
