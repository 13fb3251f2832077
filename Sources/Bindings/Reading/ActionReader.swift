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

  /// `{ run, stream, overlap, at-most-every, mode, pause, scope }`.
  private func section(_ trigger: Trigger, _ entry: Entry, _ table: Table) -> ActionSection {
    let errorsBefore = problems.errorCount
    var section = ActionSection(trigger, entry)
    var reader = TableReader(table, problems)
    let effect = effect(&reader, into: &section)
    let manner = Manner(&reader)
    for unknown in reader.rest { problems.error(at: unknown.key.range, .unknownActionKey(unknown.key.name)) }
    let doesSomething = ActionKey.effects.contains { reader.mentions($0.rawValue) }
    if !doesSomething, reader.rest.isEmpty, table.unreadable.isEmpty {
      problems.error(at: table.range, .emptyAction(entry.key.name))
    }
    guard problems.errorCount == errorsBefore else { return section }
    if effect.run == nil, let key = manner.overlapKey {
      problems.warning(at: key, effect.stream == nil ? .overlapOfNothing : .overlapOfStream)
    }
    if effect.run == nil, effect.stream == nil, let key = manner.scopeKey { problems.warning(at: key, .scopeOfNothing) }
    section.action = Action(
      effect, on: trigger, overlap: manner.overlap, atMostEvery: manner.atMostEvery, isScoped: manner.isScoped,
      location: location(entry))
    return section
  }

  private func effect(_ reader: inout TableReader, into section: inout ActionSection) -> Effect {
    let commands = CommandReader(problems: problems)
    let run = reader.take(ActionKey.run.rawValue)
    let stream = reader.take(ActionKey.stream.rawValue)
    let mode = reader.mode()
    let pause = reader.pause()
    section.modes += [mode].compactMap { $0 }
    section.pauses += [pause].compactMap { $0 }
    if let run, let stream {
      let later = max(run.key.range.lowerBound, stream.key.range.lowerBound)
      let key = later == run.key.range.lowerBound ? run.key : stream.key
      problems.error(at: key.range, .runAndStream)
    } else {
      section.stream = stream?.key.range
    }
    return Effect(
      run: run.flatMap(commands.command), stream: stream.flatMap(commands.command), mode: mode?.value,
      pause: pause?.value)
  }

  private func location(_ entry: Entry) -> FileLocation {
    problems.source.location(of: entry.value.range.lowerBound)
  }
}
