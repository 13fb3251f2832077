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
  mutating func note(_ wording: SyntaxErrorText, at range: Range<Int>) {
    guard errors.count < TOML.maximumErrors, !invalid.contains(where: { $0.overlaps(range) }) else { return }
    errors.append(SyntaxError(wording, at: range))
  }

  mutating func fail(_ wording: SyntaxErrorText, at range: Range<Int>) -> Abandoned {
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
    SyntaxErrorText.quoted(text[range])
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

// Bytes, blanks, line ends and comments.
extension Parser {
  func peek(_ distance: Int = 0) -> UInt8? {
    at + distance < text.count ? text[at + distance] : nil
  }

  /// At LF, CR LF or the end of the file.
  var isAtLineEnd: Bool {
    guard let byte = peek() else { return true }
    return byte == Bytes.lineFeed || (byte == Bytes.carriageReturn && peek(1) == Bytes.lineFeed)
  }

  mutating func skipBlanks() {
    while at < text.count, text[at].isBlank { at += 1 }
  }

  /// False if there is something else before the end of the line.
  mutating func skipLineEnd() -> Bool {
    guard isAtLineEnd else { return false }
    at = min(at + (peek() == Bytes.carriageReturn ? 2 : 1), text.count)
    return true
  }

  mutating func skipComment() {
    guard peek() == Bytes.hash else { return }
    var noted = false
    while !isAtLineEnd {
      if text[at].isControl, !noted {
        noteControlCharacter(inBasicString: false)
        noted = true
      }
      at += 1
    }
  }

  /// Passes over blanks, comments and line ends; true if there was a line end.
  mutating func skipBlanksAndLines() -> Bool {
    var newLine = false
    while true {
      skipBlanks()
      skipComment()
      guard at < text.count, skipLineEnd() else { return newLine }
      newLine = true
    }
  }

  mutating func noteControlCharacter(inBasicString: Bool) {
    let byte = text[at]
    let wording =
      byte == Bytes.carriageReturn
      ? SyntaxErrorText.bareCarriageReturn : .controlCharacter(byte, inBasicString: inBasicString)
    note(wording, at: at..<at + 1)
  }

  /// Naming the character is better than calling it unexpected: it is invisible.
  mutating func refuseControlCharacter() throws(Abandoned) {
    guard peek()?.isControl == true, !isAtLineEnd else { return }
    noteControlCharacter(inBasicString: false)
    throw Abandoned()
  }

  /// The word that begins here, or else the one character that stands here.
  func wordRange(from start: Int) -> Range<Int> {
    var end = start
    while end < text.count, !text[end].isPunctuation { end += 1 }
    return start..<(end > start ? end : min(start + 1, text.count))
  }

  /// The character at an offset, of which its first byte is known not to be a continuation.
  func characterRange(at start: Int) -> Range<Int> {
    var end = min(start + 1, text.count)
    while end < text.count, text[end] & 0xC0 == 0x80, end < start + 4 { end += 1 }
    return start..<end
  }
}

extension SyntaxErrorText {
  /// In characters; more would push the sentence off the line.
  static let longestQuote = 40

  /// Source text as a message shows it.
  static func quoted(_ source: ArraySlice<UInt8>) -> String {
    clipped(String(decoding: source.prefix((longestQuote + 1) * 4), as: UTF8.self))
  }

  /// Text as a message shows it.
  static func clipped(_ text: String) -> String {
    var shown = ""
    for (count, scalar) in text.unicodeScalars.enumerated() {
      if count == longestQuote { return shown + "…" }
      let visible = scalar.value >= 0x20 && !(0x7F...0x9F ~= scalar.value)
      shown.unicodeScalars.append(visible ? scalar : "\u{FFFD}")
    }
    return shown
  }
}

// Keys, headers and what a key is set to.
extension Parser {
  /// `key = value`
  mutating func keyAndValue() throws(Abandoned) {
    let start = at
    let path = try dottedKey()
    let errorsBefore = errors.count
    do {
      let value = try assignedValue(of: path, depth: tableDepth)
      try endOfValue(value)
      if errors.count == errorsBefore, !hasInvalidBytes(in: start..<at) {
        set(path, to: value, in: table)
        return
      }
    } catch {
      tree.markUnreadable(path[0], in: table)
      throw error
    }
    tree.markUnreadable(path[0], in: table)
  }

  /// The `=` and the value. `depth` is that of the table the key is set in.
  mutating func assignedValue(of path: [Key], depth: Int) throws(Abandoned) -> Value {
    skipBlanks()
    guard peek() == Bytes.equals else {
      let here = isAtLineEnd ? at..<at : characterRange(at: at)
      throw fail(.expectedEquals(after: source(of: path), colon: peek() == Bytes.colon), at: here)
    }
    at += 1
    skipBlanks()
    if isAtLineEnd || peek() == Bytes.hash || peek() == Bytes.comma || peek() == Bytes.closeBrace {
      throw fail(.noValue(source(of: path)), at: at..<at)
    }
    return try value(depth: depth + path.count)
  }

  private func source(of path: [Key]) -> String {
    quoted(path[0].range.lowerBound..<(path.last ?? path[0]).range.upperBound)
  }

  mutating func set(_ path: [Key], to value: Value, in table: Int) {
    do {
      try tree.set(path, to: value, in: table)
    } catch {
      note(error)
    }
  }

  /// `[path]` or `[[path]]`. The keys under a wrong one are read for their errors only.
  mutating func header() throws(Abandoned) {
    let start = at
    do {
      let isElement = peek(1) == Bytes.openBracket
      at += isElement ? 2 : 1
      skipBlanks()
      let path = try dottedKey()
      try endOfHeader(from: start, close: isElement ? "]]" : "]")
      tableDepth = path.count
      let range = start..<at
      table = try open(path, isElement: isElement, range: range)
    } catch {
      table = tree.addTable(.header, range: start..<at)
      throw error
    }
  }

  private mutating func open(_ path: [Key], isElement: Bool, range: Range<Int>) throws(Abandoned) -> Int {
    do {
      return isElement ? try tree.appendTable(path, range: range) : try tree.openTable(path, range: range)
    } catch {
      note(error)
      throw Abandoned()
    }
  }

  /// The closing brackets; where only these are missing the header counts all the same.
  private mutating func endOfHeader(from start: Int, close: String) throws(Abandoned) {
    let last = at
    skipBlanks()
    if text[at...].starts(with: close.utf8) {
      at += close.utf8.count
      return
    }
    let isHalfClosed = peek() == Bytes.closeBracket
    guard isHalfClosed || isAtLineEnd || peek() == Bytes.hash else {
      let word = wordRange(from: at)
      throw fail(.unexpectedInHeader(quoted(word)), at: word)
    }
    at = isHalfClosed ? at + 1 : last
    note(.unterminatedHeader(close: close), at: start..<at)
  }

  /// A key with all its parts; stands right behind it afterwards.
  mutating func dottedKey() throws(Abandoned) -> [Key] {
    var path = [try simpleKey()]
    while true {
      let end = at
      skipBlanks()
      guard peek() == Bytes.dot else {
        at = end
        return path
      }
      at += 1
      skipBlanks()
      path.append(try simpleKey())
      if path.count > TOML.maximumDepth {
        throw fail(.tooDeep, at: path[path.count - 1].range)
      }
    }
  }

  private mutating func simpleKey() throws(Abandoned) -> Key {
    let start = at
    if peek() == Bytes.quote || peek() == Bytes.apostrophe {
      if isAtTripleQuote { throw fail(.multiLineKey, at: at..<at + 3) }
      return Key(name: try string(), range: start..<at)
    }
    while at < text.count, text[at].isBareKey { at += 1 }
    if let byte = peek(), byte != Bytes.dot, byte != Bytes.colon, !byte.isPunctuation {
      throw fail(keyNeedsQuotes(from: start), at: characterRange(at: at))
    }
    guard at > start else {
      try refuseControlCharacter()
      let found = isAtLineEnd ? "the end of the line" : "`\(quoted(characterRange(at: at)))`"
      throw fail(.expectedKey(found), at: isAtLineEnd ? at..<at : characterRange(at: at))
    }
    return Key(name: String(decoding: text[start..<at], as: UTF8.self), range: start..<at)
  }

  private func keyNeedsQuotes(from start: Int) -> SyntaxErrorText {
    var end = at
    while end < text.count, !text[end].isPunctuation, text[end] != Bytes.dot, text[end] != Bytes.colon { end += 1 }
    return .keyNeedsQuotes(quoted(characterRange(at: at)), key: quoted(start..<end))
  }
}
