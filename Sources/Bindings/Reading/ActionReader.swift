import GestureCore
import TOML

/// Reads the actions of a gesture or a `[[binding]]`.
struct ActionReader {
  let problems: Problems

  /// The actions among `reader`'s keys, in the order of the file.
  func actions(_ reader: inout TableReader) -> [Action] {
    // Steps are read by a reader of their own.
    let entries = Trigger.allCases.filter { $0 != .step }.compactMap { trigger in
      reader.take(trigger.rawValue).map { (trigger, $0) }
    }
    return entries.sorted { $0.1.key.range.lowerBound < $1.1.key.range.lowerBound }
      .compactMap { trigger, entry in
        command(entry).map {
          Action(Effect(run: $0), on: trigger, location: problems.source.location(of: entry.value.range.lowerBound))
        }
      }
  }

  private func command(_ entry: Entry) -> Command? {
    switch entry.value.content {
    case .string(let text): return shell(text, entry)
    case .array(let values): return direct(values, entry)
    case .table(let table):
      var reader = TableReader(table, problems)
      let inner = reader.take(Trigger.run.rawValue)
      for unknown in reader.rest {
        problems.error(at: unknown.key.range, .unknownActionKey(unknown.key.name, entry.key.name))
      }
      if inner == nil, reader.rest.isEmpty, table.unreadable.isEmpty {
        problems.error(at: table.range, .emptyAction(entry.key.name))
      }
      return inner.flatMap(simpleCommand)
    case .integer, .float, .boolean, .dateTime: return wrongType(entry)
    }
  }

  /// Inside a table a command can't be a table again.
  private func simpleCommand(_ entry: Entry) -> Command? {
    switch entry.value.content {
    case .string(let text): shell(text, entry)
    case .array(let values): direct(values, entry)
    case .table, .integer, .float, .boolean, .dateTime: wrongType(entry)
    }
  }

  private func shell(_ text: String, _ entry: Entry) -> Command? {
    guard text.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) else {
      problems.error(at: entry.value.range, .emptyCommand(entry.key.name))
      return nil
    }
    return isFreeOfNull(text, entry.value.range) ? .shell(text) : nil
  }

  private func direct(_ values: [Value], _ entry: Entry) -> Command? {
    var words: [String] = []
    for value in values {
      if case .string(let word) = value.content {
        if isFreeOfNull(word, value.range) { words.append(word) }
      } else {
        problems.error(at: value.range, .wrongWord(entry.key.name, value.content.type, value.content.text))
      }
    }
    guard words.count == values.count else { return nil }
    guard words.first?.isEmpty == false else {
      problems.error(at: entry.value.range, .emptyCommand(entry.key.name))
      return nil
    }
    return .direct(words)
  }

  /// No program can be given a NUL character: it ends the text.
  private func isFreeOfNull(_ text: String, _ range: Range<Int>) -> Bool {
    guard text.utf8.contains(0) else { return true }
    problems.error(at: range, .nullInCommand)
    return false
  }

  private func wrongType(_ entry: Entry) -> Command? {
    problems.error(
      at: entry.value.range,
      .wrongType(
        entry.key.name, .command, found: entry.value.content.type, example: "\(entry.key.name) = \"notify-send done\""))
    return nil
  }
}
