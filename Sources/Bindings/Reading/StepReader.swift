import GestureCore
import TOML
import Text

/// Reads `step = { every = "6 mm", up = …, down = … }`.
struct StepReader {
  static let everyKey = "every"
  static let levelKey = "level"
  static let keys =
    [everyKey] + StepSettings.StepDirection.allCases.map(\.rawValue) + [levelKey] + ActionOption.ofSteps.map(\.rawValue)

  let problems: Problems

  func section(_ entry: Entry) -> ActionSection {
    var section = ActionSection(.step, entry)
    let example = "step = { every = \"6 mm\", up = \"…\", down = \"…\" }"
    guard var reader = TableReader(entry, example: example, problems) else { return section }
    let errorsBefore = problems.errorCount
    section.every = reader.readEntry(Self.everyKey).flatMap(every)
    var effects: [StepSettings.StepDirection: Effect] = [:]
    for direction in StepSettings.StepDirection.allCases {
      guard let entry = reader.readEntry(direction.rawValue) else { continue }
      section.directions.append(Located(value: direction, range: entry.key.range))
      effects[direction] = effect(entry, into: &section)
    }
    let level = reader.readEntry(Self.levelKey).flatMap { CommandReader(problems: problems).command($0) }
    let options = ActionOptions(&reader, ofStep: true)
    reader.refuseUnknownKeys(
      Self.keys, otherwise: "a step can have the keys \(Self.keys.listed("and"))",
      advice: { Effects.kind($0)?.advice(at: .step) ?? ConditionRole.adviceInAction($0) })
    checkWhole(section, reader)
    guard problems.errorCount == errorsBefore, let every = section.every?.value else { return section }
    if !effects.values.contains(where: \.startsProcess) {
      ActionReader(problems: problems).warnOfOptions(reader.table)
    }
    section.action = Action(
      StepSettings(every: every, effects: effects, level: level), overlap: options.overlap,
      atMostEvery: options.atMostEvery,
      isScoped: options.isScoped, location: problems.source.location(of: entry.value.range.lowerBound))
    return section
  }

  /// Reports directions that don't fit `every`; if each key is known and readable, also a missing `every` or direction.
  private func checkWhole(_ section: ActionSection, _ reader: TableReader) {
    let table = reader.table
    let isReadable = reader.unreadEntries.isEmpty && table.unreadable.isEmpty
    if !reader.mentions(Self.everyKey), isReadable {
      problems.error(at: table.range, "`step` needs `every`", fix: "set the length of a step: `every = \"6 mm\"`")
    }
    if section.directions.isEmpty, isReadable {
      let directions = (section.every?.value.directions ?? StepSettings.StepDirection.allCases).map(\.rawValue)
      problems.error(
        at: table.range, "`step` has no direction",
        fix: "add a command for \(directions.listed("or")), such as `\(directions.first ?? "up") = \"…\"`")
    }
    guard let every = section.every?.value else { return }
    for direction in section.directions where !every.directions.contains(direction.value) {
      let other = StepSettings.StepLength.examples.first { $0.directions.contains(direction.value) } ?? every
      problems.error(
        at: direction.range, "a step `\(direction.value.rawValue)` can't be measured in \(every.unit.rawValue)",
        fix: "write `\(other.example)`, or use \(every.directions.map(\.rawValue).listed("or"))")
    }
  }

  private func effect(_ entry: Entry, into section: inout ActionSection) -> Effect? {
    guard case .table(let table) = entry.value.content else {
      return CommandReader(problems: problems).command(entry).map { Effect(run: $0) }
    }
    var reader = TableReader(table, problems)
    let actions = ActionReader(problems: problems)
    let effect = actions.effect(&reader, Effects.kinds.filter(\.isForSteps), into: &section)
    let keys = Effects.keysForSteps
    reader.refuseUnknownKeys(
      keys, otherwise: "a direction, such as `up`, can have the keys \(keys.listed("and"))",
      advice: { name in
        let isOption = ActionOption.ofSteps.contains { $0.rawValue == name }
        return Effects.kind(name)?.advice(at: .direction) ?? ConditionRole.adviceInAction(name)
          ?? (isOption ? "put `\(name)` next to `every`: `\(name)` applies to all directions" : nil)
      })
    actions.checkEffect(reader, keys, entry)
    return effect
  }

  // MARK: Stretches

  /// Reads `every`: a distance, angle or scale. Nil after an error, but a number out of range gives the unit's default.
  private func every(_ entry: Entry) -> Located<StepSettings.StepLength>? {
    problems.measure(entry, example: "6 mm", withoutUnit: withoutUnit).flatMap { stepLength($0, entry.value.range) }
      .map { Located(value: $0, range: entry.value.range) }
  }

  private func stepLength(_ text: String, _ range: Range<Int>) -> StepSettings.StepLength? {
    var unit = ""
    for declaration in ActionSettings.stretches {
      do throws(SettingError) {
        return StepSettings.StepLength(try declaration.value(from: text), declaration)
      } catch .unknownUnit(let found, _) {
        unit = found
      } catch .missingUnit(let number, _) {
        problems.error(at: range, withoutUnit(number))
        return nil
      } catch .notAQuantity {
        problems.error(
          at: range, "\(text.quoted) is not a distance, an angle or a percentage",
          fix: "write a number and its unit: `every = \"6 mm\"`")
        return nil
      } catch {
        problems.error(at: range, .setting(declaration, error, text: text))
        // The unit is right even if the number is out of range, so the other keys are checked against it.
        guard case .outOfRange = error else { return nil }
        return StepSettings.StepLength(declaration.touchscreen, declaration)
      }
    }
    let units = StepSettings.StepLength.examples.map(\.unit.rawValue)
    problems.error(
      at: range, "a step can't be measured in \(unit.quoted)", fix: "use \(units.listed("or")): `every = \"6 mm\"`")
    return nil
  }

  private func withoutUnit(_ number: String) -> DiagnosticText {
    let examples = StepSettings.StepLength.examples.map { "`every = \"\(number) \($0.unit.rawValue)\"`" }
    return DiagnosticText("`every` needs a unit", fix: "write \(examples.listed("or"))")
  }
}

extension StepSettings {
  /// Advice on `every` or a direction such as `up` outside the table `step`; nil for other keys.
  static func advice(on key: String) -> String? {
    let direction = key == StepReader.everyKey ? .up : StepDirection(rawValue: key)
    let length = StepLength.examples.first { $0.directions.contains { $0 == direction } }
    return direction.flatMap { first in length.map { "write `step = { \($0.example), \(first.rawValue) = \"…\" }`" } }
  }
}

extension StepSettings.StepLength {
  static let examples: [StepSettings.StepLength] = [.distance(6), .angle(10), .scale(0.1)]

  /// The step length for a setting's value. Nil if steps can't have the setting's unit.
  fileprivate init?(_ value: SettingValue, _ declaration: SettingDeclaration) {
    guard case .quantity(let number) = value, case .quantity(let unit, _) = declaration.shape else { return nil }
    switch unit {
    case .millimetres: self = .distance(number)
    case .degrees: self = .angle(number)
    case .percent: self = .scale(number / ExtentReader.whole)
    case .milliseconds, .millimetresPerSecond, .fingers, .taps: return nil
    }
  }

  fileprivate var unit: Unit {
    switch self {
    case .distance: .millimetres
    case .angle: .degrees
    case .scale: .percent
    }
  }

  var example: String {
    let number =
      switch self {
      case .distance(let value), .angle(let value): value
      case .scale(let share): share * ExtentReader.whole
      }
    return "every = \"\(decimal(number, places: 1)) \(unit.rawValue)\""
  }
}
