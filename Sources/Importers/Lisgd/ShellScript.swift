import Text

/// A word without its quotes and backslashes. Expansions such as `$NAME` stay unchanged.
struct ShellWord: Equatable {
  var text: String
  let first: Int
  var last: Int
  var names: [String] = []

  var lines: ClosedRange<Int> { first...last }
}

/// Splits a shell script into commands and words. Reads quotes, backslashes, continued lines and comments as POSIX
/// does. Expansions stay, because the commands run in a shell too. Source: POSIX Shell Command Language, 2.2 and 2.3.
struct ShellScript {
  private(set) var commands: [[ShellWord]] = []
  private(set) var comments: [(line: Int, text: String)] = []
  /// The first assignment to each name, `NAME=…`, with its line.
  private(set) var assignments: [String: (line: Int, text: String)] = [:]
  private var rest: Substring
  private var line = 1
  private var command: [ShellWord] = []
  private var word: ShellWord?
  private var isTarget = false  // whether the next word is the target of a redirection and not an argument

  init(_ text: String) {
    rest = Substring(text)
    while let character = rest.popFirst() { read(character) }
    endCommand()
  }

  private mutating func read(_ character: Character) {
    switch character {
    case "\n":
      endCommand()
      line += 1
    case " ", "\t", "\r": endWord()
    case ";", "|", "(", ")", "&": endCommand()
    case ">", "<":
      if let word, word.text.allSatisfy(\.isNumber) { self.word = nil }
      endWord()
      while let next = rest.first, "<>&|".contains(next) { rest.removeFirst() }
      isTarget = true
    case "#" where word == nil: readComment()
    case "\\": readBackslash()
    case "'": readQuotes()
    case "\"": readDoubleQuotes()
    case "$", "`": readExpansion(character)
    default: append(String(character))
    }
  }

  private mutating func append(_ text: String) {
    if word == nil { word = ShellWord(text: "", first: line, last: line) }
    word?.text += text
    word?.last = line
  }

  private mutating func endWord() {
    guard let word else { return }
    self.word = nil
    guard !isTarget else { isTarget = false; return }
    if let mark = word.text.firstIndex(of: "="), word.text[..<mark].unicodeScalars.allSatisfy(\.isWordLike),
      mark > word.text.startIndex
    {
      let name = String(word.text[..<mark])
      let value = String(word.text[word.text.index(after: mark)...])
      assignments[name] = assignments[name] ?? (word.first, value)
    }
    command.append(word)
  }

  private mutating func endCommand() {
    endWord()
    isTarget = false
    if !command.isEmpty { commands.append(command) }
    command = []
  }

  /// Reads a number, directly or through a name: `$NAME` after `NAME=${OTHER:-125}` is 125. Nil without a number.
  func number(_ text: String, depth: Int = 0) -> Double? {
    if let number = Double(text) { return number }
    guard depth < Self.depth, text.hasPrefix("$") else { return nil }
    let inner = text.dropFirst().drop { $0 == "{" }.prefix { $0 != "}" }
    if let mark = inner.firstOccurrence(of: ":-") { return number(String(inner[mark.upperBound...]), depth: depth + 1) }
    return assignments[String(inner)].flatMap { number($0.text, depth: depth + 1) }
  }

  private static let depth = 5

  private mutating func readComment() {
    let text = rest.prefix { $0 != "\n" }
    rest = rest.dropFirst(text.count)
    comments.append((line, String(text)))
  }

  private mutating func readBackslash() {
    guard let next = rest.popFirst() else { return }
    if next == "\n" { line += 1 } else { append(String(next)) }
  }

  private mutating func readQuotes() {
    append("")
    let text = rest.prefix { $0 != "'" }
    rest = rest.dropFirst(text.count + 1)
    line += text.count { $0 == "\n" }
    append(String(text))
  }

  private mutating func readDoubleQuotes() {
    append("")
    while let character = rest.popFirst(), character != "\"" {
      switch character {
      case "\\":
        guard let next = rest.popFirst() else { return }
        if next == "\n" { line += 1 } else { append("$`\"\\".contains(next) ? String(next) : "\\\(next)") }
      case "$", "`": readExpansion(character)
      default: appendCounting(character)
      }
    }
  }

  private mutating func readExpansion(_ start: Character) {
    append(String(start))
    let pairs: [Character: Character] = ["(": ")", "{": "}"]
    if start == "`" {
      while let character = rest.popFirst() {
        appendCounting(character)
        if character == "`" { return }
      }
    } else if let open = rest.first, let close = pairs[open] {
      let inside = appendBalanced(open, close)
      let name = inside.drop { $0 == "{" }.prefix { $0.unicodeScalars.allSatisfy(\.isWordLike) }
      if open == "{", !name.isEmpty { word?.names.append(String(name)) }
    } else {
      let name = rest.prefix { $0.unicodeScalars.allSatisfy(\.isWordLike) }
      rest = rest.dropFirst(name.count)
      append(String(name))
      if !name.isEmpty { word?.names.append(String(name)) }
    }
  }

  private mutating func appendCounting(_ character: Character) {
    append(String(character))
    if character == "\n" { line += 1 }
  }

  /// Appends the text up to and including the matching `close`. Returns this text without the last `close`.
  private mutating func appendBalanced(_ open: Character, _ close: Character) -> String {
    var depth = 0
    var inside = ""
    while let character = rest.popFirst() {
      appendCounting(character)
      if character == open { depth += 1 }
      if character == close { depth -= 1 }
      if depth == 0 { break }
      inside.append(character)
    }
    return inside
  }
}
