/// Reads TOML statement by statement. After an error (`Lexer.Abandoned`), continues on a later line. Drops bad values.
struct Parser {
  private var lexer: Lexer
  private var tree: Tree
  /// The index of the table to which the next keys belong.
  private var table = Tree.root
  private var tableDepth = 0
  private var openBrackets = 0
  private lazy var lines = SourceMap(lexer.text)

  init(_ text: [UInt8]) {
    lexer = Lexer(text)
    tree = Tree(range: 0..<text.count)
  }

  mutating func document() -> Document {
    if lexer.text.starts(with: Bytes.byteOrderMark) { lexer.offset = Bytes.byteOrderMark.count }
    while lexer.offset < lexer.text.count, lexer.errors.count < TOML.maximumErrors { statement() }
    let errors = lexer.errors.sorted {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
    let isWhole = lexer.offset == lexer.text.count && !lexer.hasDroppedErrors
    return Document(
      root: tree.finished(Tree.root), errors: errors,
      stop: isWhole ? nil : max(lexer.offset, errors.last?.range.upperBound ?? 0))
  }

  private mutating func statement() {
    let start = lexer.offset
    openBrackets = 0
    lexer.valueMayContinue = false
    do {
      try readStatement()
    } catch {
      resume(after: start)
    }
  }

  private mutating func readStatement() throws(Lexer.Abandoned) {
    lexer.skipBlanks()
    if lexer.peek() == Bytes.openBracket {
      try header()
      try endOfStatement(after: "table header")
    } else if lexer.isAtLineEnd || lexer.peek() == Bytes.hash {
      lexer.skipComment()
      _ = lexer.skipLineEnd()
    } else {
      try lexer.refuseOtherComment(withSemicolon: true)
      try keyAndValue()
    }
  }

  /// Skips blanks, a comment and the line end; throws if anything else follows.
  private mutating func endOfStatement(after what: String) throws(Lexer.Abandoned) {
    lexer.skipBlanks()
    lexer.skipComment()
    if lexer.skipLineEnd() { return }
    try lexer.refuseControlCharacter()
    try lexer.refuseOtherComment(withSemicolon: true)
    let word = lexer.wordRange(from: lexer.offset)
    throw lexer.fail(.unexpected(lexer.quoted(word), after: what), at: word)
  }

  private mutating func record(_ conflict: Conflict) {
    guard lexer.errors.count < TOML.maximumErrors else {
      lexer.hasDroppedErrors = true
      return
    }
    lexer.record(conflict.error(line: lines.position(of: conflict.first).line), at: conflict.range)
  }

  // MARK: Resuming after an error

  /// After an error, moves to the next line, or to the error's line if a new statement begins there. If the wrong value
  /// may continue on the next line, moves to the next line that begins a statement.
  private mutating func resume(after start: Int) {
    let mayContinue = lexer.valueMayContinue || (openBrackets > 0 && !closesOnThisLine())
    let errorLine = lexer.text.lineStart(of: lexer.offset)
    if errorLine > start, lexer.text[errorLine..<lexer.offset].allSatisfy(\.isBlank) {
      lexer.offset = errorLine
      if lexer.beginsStatement() { return }
    }
    skipLine()
    guard mayContinue else { return }
    while lexer.offset < lexer.text.count, !lexer.beginsStatement() { skipLine() }
  }

  /// Whether the open brackets are closed before the line ends.
  private func closesOnThisLine() -> Bool {
    var open = openBrackets
    var string: UInt8?
    for byte in lexer.text[lexer.offset...].prefix(while: { $0 != Bytes.lineFeed }) {
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

  private mutating func skipLine() { lexer.offset = lexer.text.nextLine(after: lexer.offset) }

  // MARK: Keys and headers

  private mutating func keyAndValue() throws(Lexer.Abandoned) {
    let start = lexer.offset
    let path = try lexer.dottedKey()
    let errorsBefore = lexer.errors.count
    do {
      let value = try assignedValue(of: path, depth: tableDepth)
      try endOfValue(value)
      if lexer.errors.count == errorsBefore, !lexer.hasInvalidBytes(in: start..<lexer.offset) {
        set(path, to: value, in: table)
        return
      }
    } catch {
      tree.markUnreadable(path[0], in: table)
      throw error
    }
    tree.markUnreadable(path[0], in: table)
  }

  /// Reads the `=` and the value. `depth` is the depth of the key's table.
  private mutating func assignedValue(of path: [Key], depth: Int) throws(Lexer.Abandoned) -> Value {
    lexer.skipBlanks()
    guard lexer.peek() == Bytes.equals else {
      let here = lexer.isAtLineEnd ? lexer.offset..<lexer.offset : lexer.characterRange(at: lexer.offset)
      throw lexer.fail(.expectedEquals(after: source(of: path), colon: lexer.peek() == Bytes.colon), at: here)
    }
    lexer.offset += 1
    lexer.skipBlanks()
    let next = lexer.peek()
    if lexer.isAtLineEnd || next == Bytes.hash || next == Bytes.comma || next == Bytes.closeBrace {
      throw lexer.fail(.noValue(source(of: path)), at: lexer.offset..<lexer.offset)
    }
    return try value(depth: depth + path.count)
  }

  private func source(of path: [Key]) -> String {
    lexer.quoted(path[0].range.lowerBound..<(path.last ?? path[0]).range.upperBound)
  }

  private mutating func set(_ path: [Key], to value: Value, in table: Int) {
    do {
      try tree.set(path, to: value, in: table)
    } catch {
      record(error)
    }
  }

  /// Reads `[path]` or `[[path]]`. Keys below a wrong header are checked, but not added to the document.
  private mutating func header() throws(Lexer.Abandoned) {
    let start = lexer.offset
    do {
      let isElement = lexer.peek(1) == Bytes.openBracket
      lexer.offset += isElement ? 2 : 1
      lexer.skipBlanks()
      let path = try lexer.dottedKey()
      try endOfHeader(from: start, close: isElement ? "]]" : "]")
      tableDepth = path.count
      let range = start..<lexer.offset
      table = try open(path, isElement: isElement, range: range)
    } catch {
      table = tree.addTable(.header, range: start..<lexer.offset)
      throw error
    }
  }

  private mutating func open(_ path: [Key], isElement: Bool, range: Range<Int>) throws(Lexer.Abandoned) -> Int {
    do {
      return isElement ? try tree.appendTable(path, range: range) : try tree.openTable(path, range: range)
    } catch {
      record(error)
      throw Lexer.Abandoned()
    }
  }

  /// Reads a header's closing brackets. Missing brackets are an error, but the header is used. Throws at other text.
  private mutating func endOfHeader(from start: Int, close: String) throws(Lexer.Abandoned) {
    let last = lexer.offset
    lexer.skipBlanks()
    if lexer.text[lexer.offset...].starts(with: close.utf8) {
      lexer.offset += close.utf8.count
      return
    }
    let isHalfClosed = lexer.peek() == Bytes.closeBracket
    guard isHalfClosed || lexer.isAtLineEnd || lexer.peek() == Bytes.hash else {
      let word = lexer.wordRange(from: lexer.offset)
      throw lexer.fail(.unexpectedInHeader(lexer.quoted(word)), at: word)
    }
    lexer.offset = isHalfClosed ? lexer.offset + 1 : last
    lexer.record(.unterminatedHeader(close: close), at: start..<lexer.offset)
  }

  // MARK: Values

  /// Reads any value. `depth` is the number of keys in the value's path, plus the number of brackets around the value.
  private mutating func value(depth: Int) throws(Lexer.Abandoned) -> Value {
    let start = lexer.offset
    try lexer.refuseOtherComment(withSemicolon: false)
    guard depth < TOML.maximumDepth else { throw lexer.fail(.tooDeep, at: lexer.characterRange(at: lexer.offset)) }
    let content: Content
    switch lexer.peek() {
    case Bytes.quote, Bytes.apostrophe: content = .string(try lexer.string())
    case Bytes.openBracket: content = .array(try array(depth: depth + 1))
    case Bytes.openBrace: return try inlineTable(depth: depth + 1)
    default: content = try lexer.word()
    }
    return Value(content: content, range: start..<lexer.offset)
  }

  /// Reads the rest of the line after a value. Throws if the rest has more than blanks and a comment.
  private mutating func endOfValue(_ value: Value) throws(Lexer.Abandoned) {
    try lexer.refuseQuoteInside(stringFrom: value.range.lowerBound, isAlone: true)
    lexer.skipBlanks()
    try refuseUnit(of: value)
    try endOfStatement(after: "value")
  }

  /// Reads the comma after a value. Without a comma, records `error` or a more exact error, and throws.
  private mutating func comma(after value: Value, orElse error: SyntaxErrorText) throws(Lexer.Abandoned) {
    guard lexer.peek() != Bytes.comma else {
      lexer.offset += 1
      return
    }
    let end = value.range.upperBound
    if lexer.text[end..<lexer.offset].contains(Bytes.lineFeed) { throw lexer.fail(error, at: end..<end) }
    try lexer.refuseControlCharacter()
    if lexer.offset == end { try lexer.refuseQuoteInside(stringFrom: value.range.lowerBound, isAlone: false) }
    try lexer.refuseOtherComment(withSemicolon: false)
    try refuseUnit(of: value)
    throw lexer.fail(error, at: lexer.wordRange(from: lexer.offset))
  }

  /// Throws if a unit without quotes follows a number, as in `14 mm`.
  private mutating func refuseUnit(of value: Value) throws(Lexer.Abandoned) {
    guard value.content.isNumber, let byte = lexer.peek() else { return }
    try lexer.refuseOtherComment(withSemicolon: true)
    if byte.isPunctuation || byte.isDigit || byte == Bytes.minus { return }
    let unit = lexer.wordRange(from: lexer.offset)
    // This word is the next key of an inline table without commas, and not a unit.
    if lexer.text[unit.upperBound...].first(where: { !$0.isBlank }) == Bytes.equals { return }
    throw lexer.fail(.unexpected(lexer.quoted(unit), afterNumber: lexer.quoted(value.range)), at: unit)
  }

  private mutating func array(depth: Int) throws(Lexer.Abandoned) -> [Value] {
    let start = lexer.offset
    lexer.offset += 1
    openBrackets += 1
    var values: [Value] = []
    while try nextElement(from: start) {
      if lexer.peek() == Bytes.comma { throw lexer.fail(.extraComma, at: lexer.offset..<lexer.offset + 1) }
      let value = try value(depth: depth)
      values.append(value)
      guard try nextElement(from: start) else { break }
      try comma(after: value, orElse: .expectedCommaInArray)
    }
    lexer.offset += 1
    openBrackets -= 1
    return values
  }

  /// Skips blanks, comments and line ends in an array. Returns false at the closing bracket; throws if it is missing.
  private mutating func nextElement(from start: Int) throws(Lexer.Abandoned) -> Bool {
    let newLine = lexer.skipBlanksAndLines()
    // If the next line is a statement, the bracket was forgotten. This message helps more than a message about the key.
    if lexer.offset == lexer.text.count || (newLine && lexer.beginsStatement()) {
      throw lexer.fail(.unterminatedArray, at: start..<start + 1)
    }
    return lexer.peek() != Bytes.closeBracket
  }

  private mutating func inlineTable(depth: Int) throws(Lexer.Abandoned) -> Value {
    let start = lexer.offset
    lexer.offset += 1
    openBrackets += 1
    var inline = InlineTable(table: tree.addTable(.inline, range: start..<lexer.offset), start: start)
    try skipLines(in: &inline, beforeKey: true)
    while lexer.peek() != Bytes.closeBrace {
      let value = try inlineKeyAndValue(in: inline, depth: depth)
      try skipLines(in: &inline, beforeKey: false)
      if lexer.peek() == Bytes.closeBrace { break }
      let comma = lexer.offset
      try self.comma(after: value, orElse: .expectedCommaInTable)
      try skipLines(in: &inline, beforeKey: true)
      if lexer.peek() == Bytes.closeBrace, !inline.hasRecordedLines { lexer.record(.lastComma, at: comma..<comma + 1) }
    }
    lexer.offset += 1
    openBrackets -= 1
    let table = tree.closeInlineTable(inline.table, range: start..<lexer.offset)
    return Value(content: .table(table), range: start..<lexer.offset)
  }

  private mutating func inlineKeyAndValue(in inline: InlineTable, depth: Int) throws(Lexer.Abandoned) -> Value {
    let path = try lexer.dottedKey()
    let value = try assignedValue(of: path, depth: depth)
    set(path, to: value, in: inline.table)
    return value
  }

  /// Skips blanks, comments and line ends in an inline table. Reports the line ends of one table only once. Throws if a
  /// line end is followed by neither the rest of the table nor its closing brace.
  private mutating func skipLines(in inline: inout InlineTable, beforeKey: Bool) throws(Lexer.Abandoned) {
    lexer.skipBlanks()
    guard lexer.isAtLineEnd || lexer.peek() == Bytes.hash else { return }
    let end = lexer.offset
    _ = lexer.skipBlanksAndLines()
    let continues = lexer.peek() == Bytes.closeBrace || (beforeKey ? beginsKey : lexer.peek() == Bytes.comma)
    if !inline.hasRecordedLines {
      lexer.record(
        continues ? .inlineTableLines : .unterminatedInlineTable,
        at: continues ? inline.start..<inline.start + 1 : inline.start..<end)
    }
    guard continues else { throw Lexer.Abandoned() }
    inline.hasRecordedLines = true
  }

  private var beginsKey: Bool { lexer.peek() != Bytes.openBracket && lexer.beginsStatement() }
}

private struct InlineTable {
  let table: Int
  let start: Int
  var hasRecordedLines = false
}

extension Content {
  fileprivate var isNumber: Bool {
    switch self {
    case .integer, .float: true
    case .string, .boolean, .dateTime, .array, .table: false
    }
  }
}
