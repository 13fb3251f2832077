/// Reads a file statement by statement.
///
/// An error that leaves no doubt about what follows is noted and reading goes on behind it; any other gives up the
/// statement (`Abandoned`) and goes on at the next line. A value is kept only if it was read without an error.
struct Parser {
  /// Thrown once the error has been noted, to give up the statement.
  struct Abandoned: Error {}

  let text: [UInt8]
  /// Where reading stands; at most `text.count`.
  var at = 0
  var tree: Tree
  /// The table that keys go to now, and how deep it stands.
  var table = Tree.root
  var tableDepth = 0
  /// How many arrays and inline tables are open around `at`.
  var openBrackets = 0
  /// Set when an error leaves it open where the value ends: the lines that follow may still be part of it.
  var valueMayGoOn = false

  private(set) var errors: [SyntaxError] = []
  private let invalid: [Range<Int>]
  private lazy var lines = SourceMap(text)

  init(_ text: [UInt8]) {
    self.text = text
    tree = Tree(range: 0..<text.count)
    invalid = invalidUTF8(in: text, limit: TOML.maximumErrors)
    for range in invalid { errors.append(SyntaxError(.invalidUTF8, at: range)) }
  }

  mutating func document() -> Document {
    if text.starts(with: Bytes.byteOrderMark) { at = Bytes.byteOrderMark.count }
    while at < text.count, errors.count < TOML.maximumErrors { statement() }
    errors.sort { ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound) }
    return Document(root: tree.finished(Tree.root), errors: errors)
  }

  /// One line, or more if its value has more.
  private mutating func statement() {
    let start = at
    openBrackets = 0
    valueMayGoOn = false
    do {
      try readStatement()
    } catch {
      resume(after: start)
    }
  }

  private mutating func readStatement() throws(Abandoned) {
    skipBlanks()
    if peek() == Bytes.openBracket {
      try header()
      try endOfStatement(after: "table header")
    } else if isAtLineEnd || peek() == Bytes.hash {
      skipComment()
      _ = skipLineEnd()
    } else {
      try keyAndValue()
    }
  }

  /// Passes over blanks and a comment to the next line.
  mutating func endOfStatement(after what: String) throws(Abandoned) {
    skipBlanks()
    skipComment()
    if skipLineEnd() { return }
    try refuseControlCharacter()
    let word = wordRange(from: at)
    throw fail(.unexpected(quoted(word), after: what), at: word)
  }
}

// Errors
extension Parser {
  /// Notes an error, unless the bytes it speaks of are known to be no text at all.
  mutating func note(_ wording: Wording, at range: Range<Int>) {
    guard errors.count < TOML.maximumErrors, !invalid.contains(where: { $0.overlaps(range) }) else { return }
    errors.append(SyntaxError(wording, at: range))
  }

  mutating func fail(_ wording: Wording, at range: Range<Int>) -> Abandoned {
    note(wording, at: range)
    return Abandoned()
  }

  mutating func note(_ conflict: Conflict) {
    guard errors.count < TOML.maximumErrors else { return }
    note(conflict.wording(line: lines.position(of: conflict.first).line), at: conflict.range)
  }

  func hasInvalidBytes(in range: Range<Int>) -> Bool {
    invalid.contains { $0.overlaps(range) }
  }

  /// Source text for a message: short, and without characters that would upset a terminal.
  func quoted(_ range: Range<Int>) -> String {
    Wording.quoted(text[range])
  }
}

// Resuming after an error
extension Parser {
  /// Goes to the next line that can begin a statement.
  private mutating func resume(after start: Int) {
    let mayGoOn = valueMayGoOn || (openBrackets > 0 && !closesOnThisLine())
    let errorLine = lineStart(of: at)
    if errorLine > start, text[errorLine..<at].allSatisfy(\.isBlank) {
      at = errorLine
      if beginsStatement() { return }
    }
    skipLine()
    guard mayGoOn else { return }
    while at < text.count, !beginsStatement() { skipLine() }
  }

  /// Whether the brackets that are open come to their end before the line does.
  private func closesOnThisLine() -> Bool {
    var open = openBrackets
    var string: UInt8?
    for byte in text[at...].prefix(while: { $0 != Bytes.lineFeed }) {
      if let quote = string {
        if byte == quote { string = nil }
        continue
      }
      switch byte {
      case Bytes.quote, Bytes.apostrophe: string = byte
      case Bytes.hash: return false
      case Bytes.openBracket, Bytes.openBrace: open += 1
      case Bytes.closeBracket, Bytes.closeBrace: open -= 1
      default: break
      }
      if open == 0 { return true }
    }
    return false
  }

  /// Whether the line that begins here reads like `key =` or `[header]` rather than like part of an array.
  func beginsStatement() -> Bool {
    var trial = self
    trial.skipBlanks()
    guard trial.peek() == Bytes.openBracket else {
      guard (try? trial.dottedKey()) != nil else { return false }
      trial.skipBlanks()
      return trial.peek() == Bytes.equals
    }
    // `[1]`, `["a"]` and `[x],` may as well be arrays inside an array; a header's name begins with a letter, and nothing
    // follows it.
    while trial.peek() == Bytes.openBracket { trial.at += 1 }
    guard trial.peek()?.isLetter == true, let path = try? trial.dottedKey() else { return false }
    if path.count == 1, ["true", "false", "inf", "nan"].contains(path[0].name) { return false }
    trial.skipBlanks()
    guard trial.peek() == Bytes.closeBracket else { return false }
    while trial.peek() == Bytes.closeBracket { trial.at += 1 }
    trial.skipBlanks()
    return trial.isAtLineEnd || trial.peek() == Bytes.hash
  }

  private func lineStart(of offset: Int) -> Int {
    text[..<offset].lastIndex(of: Bytes.lineFeed).map { $0 + 1 } ?? 0
  }

  private mutating func skipLine() {
    at = text[at...].firstIndex(of: Bytes.lineFeed).map { $0 + 1 } ?? text.count
  }
}
