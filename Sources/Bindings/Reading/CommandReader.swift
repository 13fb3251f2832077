import TOML

/// Reads commands: a string for the shell, or a list of a program and its arguments.
struct CommandReader {
  let problems: Problems

  /// The command an entry gives; nil after an error.
  func command(_ entry: Entry) -> Command? {
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
