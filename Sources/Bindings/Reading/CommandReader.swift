import GestureCore
import TOML
import Text

/// Reads commands: a string for the shell, or a list of a program and its arguments.
struct CommandReader {
  let problems: Problems

  /// The command in an entry; nil after an error.
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
    guard isFreeOfNull(text, entry.value.range) else { return nil }
    warnOfVariables(text, entry.value.range)
    return .shell(text)
  }

  private func direct(_ values: [Value], _ entry: Entry) -> Command? {
    let tables = values.compactMap { value -> Table? in if case .table(let table) = value.content { table } else { nil }
    }
    guard tables.isEmpty || tables.count < values.count else {
      let keys = tables.flatMap { $0.entries.map(\.key.name) }
      problems.error(at: entry.value.range, .effectsInList(entry.key.name, keys))
      return nil
    }
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
    warnOfWords(words, values)
    return .direct(words)
  }

  /// What only a shell would do. A program that is given a command for a shell has one.
  private func warnOfWords(_ words: [String], _ values: [Value]) {
    guard !words.contains(Self.shellOption) else { return }
    if words.count == 1, let word = words.first, word.contains(" "), !word.hasPrefix("/"), let value = values.first {
      return problems.warning(at: value.range, .blanksInProgram(word))
    }
    for (word, value) in zip(words, values) where !Self.variables(in: word).isEmpty {
      problems.warning(at: value.range, .variableInList)
    }
  }

  private func warnOfVariables(_ text: String, _ range: Range<Int>) {
    let named = Self.variables(in: text)
    guard !named.isEmpty else { return }
    let known = EventValue.told.map(\.variable)
    for name in named where !known.contains(name) {
      // A command may have set it itself.
      if !text.includes("\(name)=") { problems.warning(at: range, .unknownVariable(name)) }
    }
  }

  private static let shellOption = "-c"
  private static let prefix = "GESTURE_"
  /// Settings of the daemon, which commands may read like any other.
  private static let settingsPrefix = "GESTURE_BRIDGE_"

  /// The names of the gesture's variables that a shell would expand: `$GESTURE_DX`, `${GESTURE_DX}`, each once.
  private static func variables(in text: String) -> [String] {
    var names: [String] = []
    guard text.utf8.contains(UInt8(ascii: "$")) else { return names }
    for part in text.split(separator: "$", omittingEmptySubsequences: false).dropFirst() {
      let name = String(part.drop { $0 == "{" }.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") })
      guard name.hasPrefix(prefix), !name.hasPrefix(settingsPrefix), !names.contains(name) else { continue }
      names.append(name)
    }
    return names
  }

  /// No argument of a program can have a NUL character: it ends the text.
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
