import GestureCore
import TOML
import Text

/// Reads commands: a string for the shell, or a program with arguments.
struct CommandReader {
  let problems: Problems

  func command(_ entry: Entry) -> Command? {
    switch entry.value.content {
    case .string(let text): shell(text, entry)
    case .array(let values): direct(values, entry)
    case .table, .integer, .float, .boolean, .dateTime:
      refuse(
        entry,
        .wrongType(
          entry.key.name, .command, found: entry.value.content.type,
          example: "\(entry.key.name) = \"notify-send done\""))
    }
  }

  private func shell(_ text: String, _ entry: Entry) -> Command? {
    guard text.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) else {
      return refuse(entry, .emptyCommand(entry.key.name))
    }
    guard isFreeOfNull(text, entry.value.range) else { return nil }
    warnOfVariables(text, entry.value.range)
    if ["nothing", "none", "off", "disabled", "ignore", "noop"].contains(text) {
      problems.warning(
        at: entry.value.range, "\(text.quoted) is read as the name of a program",
        fix:
          "write `\"true\"` for a command that does nothing, or use `not-in` or `receive` to turn the gesture off in some applications"
      )
    }
    return .shell(text)
  }

  private func direct(_ values: [Value], _ entry: Entry) -> Command? {
    let tables = values.compactMap { value -> Table? in if case .table(let table) = value.content { table } else { nil }
    }
    guard tables.isEmpty || tables.count < values.count else {
      return refuse(entry, effectsInList(entry.key.name, tables.flatMap { $0.entries.map(\.key.name) }))
    }
    var words: [String] = []
    for value in values {
      if case .string(let word) = value.content {
        if isFreeOfNull(word, value.range) { words.append(word) }
      } else {
        problems.error(
          at: value.range, "a list for a command can contain only strings, not \(value.content.type.plural)",
          fix: value.content.text.isEmpty
            ? "put each argument in quotes" : "put the value in quotes: `\(value.content.text.quoted)`")
      }
    }
    guard words.count == values.count else { return nil }
    guard words.first?.isEmpty == false else { return refuse(entry, .emptyCommand(entry.key.name)) }
    warnOfWords(words, values)
    return .direct(words)
  }

  /// Unless a word is `-c`, warns about text that needs a shell: a command line in one string, or `GESTURE_` variables.
  private func warnOfWords(_ words: [String], _ values: [Value]) {
    guard !words.contains(Self.shellOption) else { return }
    if words.count == 1, let word = words.first, word.contains(" "), !word.hasPrefix("/"), let value = values.first {
      let words = word.split(separator: " ").map { String($0).quoted }
      return problems.warning(
        at: value.range, "a list needs one string for each argument; \(word.quoted) would be the name of one program",
        fix: "write `[\(words.joined(separator: ", "))]`, or `\(word.quoted)` without the brackets")
    }
    for (word, value) in zip(words, values) where !Self.variables(in: word).isEmpty {
      problems.warning(
        at: value.range, "a command in a list runs without a shell, so variables are not replaced by their values",
        fix: "write a string instead of the list, or let the command read the variable itself")
    }
  }

  private func warnOfVariables(_ text: String, _ range: Range<Int>) {
    let known = EventValue.forCommands.map(\.variable)
    // A command may set the variable itself.
    for name in Self.variables(in: text) where !known.contains(name) && !text.includes("\(name)=") {
      problems.warning(
        at: range, "commands do not get a variable \(name.quoted)",
        fix: didYouMean(name, among: known) ?? "commands get \(known.listed("and"))")
    }
  }

  private static let shellOption = "-c"
  private static let prefix = "GESTURE_"
  /// The prefix of the daemon's own environment variables, which commands may read too.
  private static let settingsPrefix = "GESTURE_BRIDGE_"

  /// The variables that a shell would expand in `text`, each once: `GESTURE_…`, but not `GESTURE_BRIDGE_…`.
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

  /// Whether the text has no NUL character. Reports an error otherwise.
  private func isFreeOfNull(_ text: String, _ range: Range<Int>) -> Bool {
    guard text.utf8.contains(0) else { return true }
    problems.error(at: range, "a command can't contain the character U+0000", fix: "remove this character")
    return false
  }

  private func refuse(_ entry: Entry, _ text: DiagnosticText) -> Command? {
    problems.error(at: entry.value.range, text)
    return nil
  }

  private func effectsInList(_ key: String, _ keys: [String]) -> DiagnosticText {
    let isOneTable = Set(keys).count == keys.count && !keys.isEmpty
    return DiagnosticText(
      "`\(key)` can't be a list of tables: everything that the action does must be in one table",
      fix: isOneTable
        ? "write `\(key) = { \(keys.map { "\($0) = …" }.joined(separator: ", ")) }`"
        : "write `\(key) = { … }`; a second action needs an `[[override]]` with `also = true`")
  }
}
