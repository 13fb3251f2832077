// Values, arrays and inline tables.
extension Parser {
  /// A value of any kind. `depth` is that of the table or array it stands in.
  mutating func value(depth: Int) throws(Abandoned) -> Value {
    let start = at
    guard depth < TOML.maximumDepth else {
      throw fail(.tooDeep, at: characterRange(at: at))
    }
    let content: Content
    switch peek() {
    case Bytes.quote, Bytes.apostrophe: content = .string(try string())
    case Bytes.openBracket: content = .array(try array(depth: depth + 1))
    case Bytes.openBrace: return try inlineTable(depth: depth + 1)
    default: content = try word()
    }
    return Value(content: content, range: start..<at)
  }

  /// The end of the line behind a value.
  mutating func endOfValue(_ value: Value) throws(Abandoned) {
    skipBlanks()
    try refuseUnit(of: value)
    try endOfStatement(after: "value")
  }

  /// The comma between values; `wording` says what there should have been.
  private mutating func comma(after value: Value, orElse wording: Wording) throws(Abandoned) {
    guard peek() != Bytes.comma else {
      at += 1
      return
    }
    let end = value.range.upperBound
    if text[end..<at].contains(Bytes.lineFeed) { throw fail(wording, at: end..<end) }
    try refuseControlCharacter()
    try refuseUnit(of: value)
    throw fail(wording, at: wordRange(from: at))
  }

  /// `14 mm` without quotes deserves better than a word about commas.
  private mutating func refuseUnit(of value: Value) throws(Abandoned) {
    guard value.content.isNumber, let byte = peek(), !byte.isPunctuation, !byte.isDigit, byte != Bytes.minus else {
      return
    }
    let unit = wordRange(from: at)
    // A key rather than a unit, in an inline table without commas.
    if text[unit.upperBound...].first(where: { !$0.isBlank }) == Bytes.equals { return }
    throw fail(.unexpected(quoted(unit), afterNumber: quoted(value.range)), at: unit)
  }

  private mutating func array(depth: Int) throws(Abandoned) -> [Value] {
    let start = at
    at += 1
    openBrackets += 1
    var values: [Value] = []
    while try nextElement(from: start) {
      if peek() == Bytes.comma { throw fail(.extraComma, at: at..<at + 1) }
      let value = try value(depth: depth)
      values.append(value)
      guard try nextElement(from: start) else { break }
      try comma(after: value, orElse: .expectedCommaInArray)
    }
    at += 1
    openBrackets -= 1
    return values
  }

  /// Passes over blanks and lines inside an array; false at its closing bracket.
  private mutating func nextElement(from start: Int) throws(Abandoned) -> Bool {
    let newLine = skipBlanksAndLines()
    // The bracket was forgotten if the next line is a statement: that is a better message than one about its key.
    if at == text.count || (newLine && beginsStatement()) {
      throw fail(.unterminatedArray, at: start..<start + 1)
    }
    return peek() != Bytes.closeBracket
  }

  private mutating func inlineTable(depth: Int) throws(Abandoned) -> Value {
    let start = at
    at += 1
    openBrackets += 1
    var inline = InlineTable(table: tree.addTable(.inline, range: start..<at), start: start)
    try skipLines(in: &inline, beforeKey: true)
    while peek() != Bytes.closeBrace {
      let value = try inlineKeyAndValue(in: inline, depth: depth)
      try skipLines(in: &inline, beforeKey: false)
      if peek() == Bytes.closeBrace { break }
      let comma = at
      try self.comma(after: value, orElse: .expectedCommaInTable)
      try skipLines(in: &inline, beforeKey: true)
      if peek() == Bytes.closeBrace, !inline.linesNoted { note(.lastComma, at: comma..<comma + 1) }
    }
    at += 1
    openBrackets -= 1
    let table = tree.takeInlineTable(inline.table, range: start..<at)
    return Value(content: .table(table), range: start..<at)
  }

  private mutating func inlineKeyAndValue(in inline: InlineTable, depth: Int) throws(Abandoned) -> Value {
    let path = try dottedKey()
    let value = try assignedValue(of: path, depth: depth)
    set(path, to: value, in: inline.table)
    return value
  }

  /// Passes over blanks inside an inline table. A line end is wrong there; it is noted once if the table goes on behind
  /// it, and otherwise the brace was forgotten.
  private mutating func skipLines(in inline: inout InlineTable, beforeKey: Bool) throws(Abandoned) {
    skipBlanks()
    guard isAtLineEnd || peek() == Bytes.hash else { return }
    let end = at
    _ = skipBlanksAndLines()
    let goesOn = peek() == Bytes.closeBrace || (beforeKey ? beginsKey : peek() == Bytes.comma)
    if !inline.linesNoted {
      note(
        goesOn ? .inlineTableLines : .unterminatedInlineTable,
        at: goesOn ? inline.start..<inline.start + 1 : inline.start..<end)
    }
    guard goesOn else { throw Abandoned() }
    inline.linesNoted = true
  }

  private var beginsKey: Bool {
    peek() != Bytes.openBracket && beginsStatement()
  }
}

/// An inline table while it is being read.
struct InlineTable {
  let table: Int
  let start: Int
  /// Whether its line ends have been complained about.
  var linesNoted = false
}
