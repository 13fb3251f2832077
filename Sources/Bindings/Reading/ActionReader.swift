import GestureCore
import TOML

/// Reads the actions of a gesture or a `[[binding]]`.
struct ActionReader {
  let problems: Problems

  /// The actions among `reader`'s keys, in the order of the file.
  func actions(_ reader: inout TableReader) -> [ActionSection] {
    let entries = Trigger.allCases.compactMap { trigger in
      reader.take(trigger.rawValue).map { (trigger: trigger, entry: $0) }
    }
    return entries.sorted { $0.entry.key.range.lowerBound < $1.entry.key.range.lowerBound }.map { trigger, entry in
      switch trigger {
      case .step: StepReader(problems: problems).section(entry)
      case .run, .began, .changed, .ended, .cancelled: section(trigger, entry)
      }
    }
  }

  private func section(_ trigger: Trigger, _ entry: Entry) -> ActionSection {
    if case .table(let table) = entry.value.content { return section(trigger, entry, table) }
    var section = ActionSection(trigger, entry)
    section.action = CommandReader(problems: problems).command(entry).map {
      Action(Effect(run: $0), on: trigger, location: location(entry))
    }
    return section
  }

  /// A table of effects, with the options of the action.
  private func section(_ trigger: Trigger, _ entry: Entry, _ table: Table) -> ActionSection {
    let errorsBefore = problems.errorCount
    var section = ActionSection(trigger, entry)
    var reader = TableReader(table, problems)
    let effect = effect(&reader, into: &section)
    let options = ActionOptions(&reader)
    for unknown in reader.rest { problems.error(at: unknown.key.range, .unknownActionKey(unknown.key.name)) }
    let doesSomething = Effects.keys.contains { reader.mentions($0) }
    if !doesSomething, reader.rest.isEmpty, table.unreadable.isEmpty {
      problems.error(at: table.range, .emptyAction(entry.key.name))
    }
    guard problems.errorCount == errorsBefore else { return section }
    let isStreaming = effect.uses(.once)
    if !effect.uses(.eachTime), let key = options.overlapKey {
      problems.warning(at: key, isStreaming ? .overlapOfStream : .overlapOfNothing)
    }
    if !effect.uses(.eachTime), !isStreaming, let key = options.scopeKey {
      problems.warning(at: key, .scopeOfNothing)
    }
    section.action = Action(
      effect, on: trigger, overlap: options.overlap, atMostEvery: options.atMostEvery, isScoped: options.isScoped,
      location: location(entry))
    return section
  }

  private func effect(_ reader: inout TableReader, into section: inout ActionSection) -> Effect {
    var effect = Effect()
    for kind in Effects.kinds { effect[kind.key] = kind.read(&reader, into: &section) }
    return effect
  }

  private func location(_ entry: Entry) -> FileLocation {
    problems.source.location(of: entry.value.range.lowerBound)
  }
}
