import GestureCore
import TOML

/// Reads `step = { every = "6 mm", up = …, down = … }`.
struct StepReader {
  static let everyKey = "every"
  static let levelKey = "level"
  static let keys =
    [everyKey] + StepSettings.StepWay.allCases.map(\.rawValue) + [levelKey] + ActionOption.ofSteps.map(\.rawValue)

  let problems: Problems

  func section(_ entry: Entry) -> ActionSection {
    var section = ActionSection(.step, entry)
    guard case .table(let table) = entry.value.content else {
      problems.error(
        at: entry.value.range,
        .wrongType(
          entry.key.name, .table, found: entry.value.content.type,
          example: "step = { every = \"6 mm\", up = \"…\", down = \"…\" }"))
      return section
    }
    let errorsBefore = problems.errorCount
    var reader = TableReader(table, problems)
    section.every = reader.take(Self.everyKey).flatMap(every)
    var ways: [StepSettings.StepWay: Effect] = [:]
    for way in StepSettings.StepWay.allCases {
      guard let entry = reader.take(way.rawValue) else { continue }
      section.ways.append(Located(value: way, range: entry.key.range))
      ways[way] = effect(entry, into: &section)
    }
    let level = reader.take(Self.levelKey).flatMap { CommandReader(problems: problems).command($0) }
    let options = ActionOptions(&reader, ofStep: true)
    for unknown in reader.rest { problems.error(at: unknown.key.range, .unknownStepKey(unknown.key.name)) }
    checkWhole(section, reader)
    guard problems.errorCount == errorsBefore, let every = section.every?.value else { return section }
    if let key = options.overlapKey, !ways.values.contains(where: { $0.uses(.eachTime) }) {
      problems.warning(at: key, .overlapOfNothing)
    }
    if let key = options.scopeKey, !ways.values.contains(where: { $0.uses(.eachTime) }) {
      problems.warning(at: key, .scopeOfNothing)
    }
    section.action = Action(
      StepSettings(every: every, ways: ways, level: level), overlap: options.overlap, atMostEvery: options.atMostEvery,
      isScoped: options.isScoped, location: problems.source.location(of: entry.value.range.lowerBound))
    return section
  }

  /// Both `every` and a way are needed, and they must go together.
  private func checkWhole(_ section: ActionSection, _ reader: TableReader) {
    let table = reader.table
    let isReadable = reader.rest.isEmpty && table.unreadable.isEmpty
    if !reader.mentions(Self.everyKey), isReadable { problems.error(at: table.range, .stepOfNothing) }
    if section.ways.isEmpty, isReadable {
      problems.error(at: table.range, .stepWithoutWay(section.every?.value.ways ?? StepSettings.StepWay.allCases))
    }
    guard let every = section.every?.value else { return }
    for way in section.ways where !every.ways.contains(way.value) {
      problems.error(at: way.range, .wayOfOtherUnit(way.value, every))
    }
  }

  /// The effect of a way: a command, or a table of effects.
  private func effect(_ entry: Entry, into section: inout ActionSection) -> Effect? {
    guard case .table(let table) = entry.value.content else {
      return CommandReader(problems: problems).command(entry).map { Effect(run: $0) }
    }
    var reader = TableReader(table, problems)
    var effect = Effect()
    for kind in Effects.kinds where kind.isForSteps {
      if let value = kind.readAny(&reader, into: &section) { effect[kind.key] = value }
    }
    for unknown in reader.rest { problems.error(at: unknown.key.range, .unknownWayKey(unknown.key.name)) }
    let doesSomething = Effects.keysForSteps.contains { reader.mentions($0) }
    if !doesSomething, reader.rest.isEmpty, table.unreadable.isEmpty {
      problems.error(at: table.range, .emptyAction(entry.key.name))
    }
    return effect
  }
}

// Stretches
extension StepReader {
  /// The unit decides what is counted.
  private func every(_ entry: Entry) -> Located<StepSettings.Stretch>? {
    switch entry.value.content {
    case .string(let text): return every(text, entry)
    case .integer, .float: problems.error(at: entry.value.range, .stepWithoutUnit(entry.value.content.text))
    case .boolean, .dateTime, .array, .table:
      problems.error(
        at: entry.value.range,
        .wrongType(Self.everyKey, .string, found: entry.value.content.type, example: "every = \"6 mm\""))
    }
    return nil
  }

  private func every(_ text: String, _ entry: Entry) -> Located<StepSettings.Stretch>? {
    var unit = ""
    for declaration in ActionSettings.stretches {
      do throws(SettingError) {
        let value = try declaration.value(from: text)
        return StepSettings.Stretch(value, declaration).map { Located(value: $0, range: entry.value.range) }
      } catch .unknownUnit(let found, _) {
        unit = found
      } catch {
        problems.error(at: entry.value.range, .stretch(declaration, error, text: text))
        // The unit of a number out of range is right: the other keys are checked against it.
        guard case .outOfRange = error else { return nil }
        return StepSettings.Stretch(declaration.touchscreen, declaration).map {
          Located(value: $0, range: entry.value.range)
        }
      }
    }
    problems.error(at: entry.value.range, .unknownStretchUnit(unit))
    return nil
  }
}

extension StepSettings.Stretch {
  /// A number of one of the declared stretches.
  fileprivate init?(_ value: SettingValue, _ declaration: SettingDeclaration) {
    guard case .quantity(let number) = value, case .quantity(let unit, _) = declaration.shape else { return nil }
    switch unit {
    case .millimetres: self = .distance(number)
    case .degrees: self = .angle(number)
    case .percent: self = .scale(number / ExtentReader.whole)
    case .milliseconds, .millimetresPerSecond, .fingers, .taps: return nil
    }
  }
}
