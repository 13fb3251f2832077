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
  private mutating func comma(after value: Value, orElse wording: SyntaxErrorText) throws(Abandoned) {
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

// Values without quotes or brackets.
extension Parser {
  /// A word, a number, a date or a time.
  mutating func word() throws(Abandoned) -> Content {
    var range = wordRange(from: at)
    if let byte = peek(), byte.isPunctuation {
      try refuseControlCharacter()
      throw fail(.unexpectedSign(quoted(range)), at: range)
    }
    if DateFormat.isDate(text[range]), hasTime(behind: range.upperBound) {
      range = range.lowerBound..<wordRange(from: range.upperBound + 1).upperBound
    }
    switch scalarValue(text[range]) {
    case .success(let content):
      at = range.upperBound
      return content
    case .failure(let wrong):
      throw fail(wrong.wording, at: range)
    }
  }

  /// A blank between date and time is part of the value.
  private func hasTime(behind end: Int) -> Bool {
    guard end + 2 < text.count else { return false }
    return text[end] == Bytes.space && text[end + 1].isDigit && text[end + 2].isDigit
  }
}

/// Why a word is not a value.
struct WrongWord: Error {
  let wording: SyntaxErrorText
}

/// What a word stands for.
func scalarValue(_ word: ArraySlice<UInt8>) -> Result<Content, WrongWord> {
  if let constant = constant(word) { return .success(constant) }
  if DateFormat.looksLikeDateOrTime(word) {
    guard DateFormat.isValid(word) else { return .failure(WrongWord(wording: .date(SyntaxErrorText.quoted(word)))) }
    return .success(.dateTime(String(decoding: word, as: UTF8.self)))
  }
  guard NumberFormat.looksLikeNumber(word) else {
    return .failure(WrongWord(wording: .notAValue(SyntaxErrorText.quoted(word))))
  }
  return NumberFormat(word: word).number()
}

private func constant(_ word: ArraySlice<UInt8>) -> Content? {
  // The longest has five letters; numbers and long words are not worth a string.
  guard word.count <= 5, word.last?.isLetter == true else { return nil }
  return switch String(decoding: word, as: UTF8.self) {
  case "true": .boolean(true)
  case "false": .boolean(false)
  case "inf", "+inf": .float(.infinity)
  case "-inf": .float(-.infinity)
  case "nan", "+nan", "-nan": .float(.nan)
  default: nil
  }
}

extension Content {
  var isNumber: Bool {
    switch self {
    case .integer, .float: true
    case .string, .boolean, .dateTime, .array, .table: false
    }
  }
}

// The four kinds of string.
extension Parser {
  var isAtTripleQuote: Bool {
    peek() == peek(1) && peek(1) == peek(2)
  }

  /// A string of any kind, from its opening quote on. Wrong characters inside are noted, and the string goes on.
  mutating func string() throws(Abandoned) -> String {
    let start = at
    let quote = text[at]
    let isLong = isAtTripleQuote
    at += isLong ? 3 : 1
    // A line end right behind the opening quotes is no part of the string.
    if isLong, at < text.count { _ = skipLineEnd() }
    var content = StringContent(unread: at)
    while at < text.count, isLong || !isAtLineEnd {
      if text[at] == quote, let length = closingLength(quote, isLong: isLong) {
        content.bytes += text[content.unread..<at + length.content]
        at += length.whole
        return String(decoding: content.bytes, as: UTF8.self)
      }
      stringPart(into: &content, quote: quote, isLong: isLong)
    }
    throw unterminatedString(from: start, quote: quote, isLong: isLong)
  }

  /// An escape, a line end or a character.
  private mutating func stringPart(into content: inout StringContent, quote: UInt8, isLong: Bool) {
    let isEscape = text[at] == Bytes.backslash && quote == Bytes.quote
    guard isEscape || isAtLineEnd else {
      if text[at].isControl, !content.hasControlCharacter {
        noteControlCharacter(inBasicString: quote == Bytes.quote)
        content.hasControlCharacter = true
      }
      at += 1
      return
    }
    content.bytes += text[content.unread..<at]
    if isEscape {
      escape(into: &content.bytes, isLong: isLong)
    } else {
      content.bytes.append(Bytes.lineFeed)
      _ = skipLineEnd()
    }
    content.unread = at
  }

  /// What closes the string here, if anything does: how many quotes, and how many of them are its content. Up to two
  /// may stand before the three that close a long string.
  private func closingLength(_ quote: UInt8, isLong: Bool) -> (content: Int, whole: Int)? {
    guard isLong else { return (0, 1) }
    guard isAtTripleQuote else { return nil }
    var count = 3
    while count < 5, peek(count) == quote { count += 1 }
    return (count - 3, count)
  }

  private mutating func unterminatedString(from start: Int, quote: UInt8, isLong: Bool) -> Abandoned {
    let mark = String(Unicode.Scalar(quote))
    guard isLong else {
      return fail(.unterminatedString(close: mark), at: start..<at)
    }
    // The rest of the file is inside the string: go on behind its first line.
    at = start + 3
    valueMayGoOn = true
    return fail(.unterminatedString(close: mark + mark + mark), at: start..<at)
  }
}

// Escapes
extension Parser {
  /// From the backslash on.
  private mutating func escape(into bytes: inout [UInt8], isLong: Bool) {
    if isLong, skipEscapedLineEnd() { return }
    let start = at
    at += 1
    guard !isAtLineEnd else { return }
    let letter = text[at]
    if let byte = Self.escapes[letter] {
      bytes.append(byte)
      at += 1
    } else if letter == UInt8(ascii: "u") || letter == UInt8(ascii: "U") {
      unicodeEscape(from: start, into: &bytes)
    } else {
      let character = characterRange(at: at)
      note(.unknownEscape(quoted(character)), at: start..<character.upperBound)
      at = character.upperBound
    }
  }

  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "b"): 0x08, UInt8(ascii: "t"): 0x09, UInt8(ascii: "n"): 0x0A, UInt8(ascii: "f"): 0x0C,
    UInt8(ascii: "r"): 0x0D, Bytes.quote: Bytes.quote, Bytes.backslash: Bytes.backslash,
  ]

  /// A backslash at the end of a line joins it to the next text, wherever that begins.
  private mutating func skipEscapedLineEnd() -> Bool {
    let start = at
    at += 1
    skipBlanks()
    guard at < text.count, skipLineEnd() else {
      at = start
      return false
    }
    repeat { skipBlanks() } while at < text.count && skipLineEnd()
    return true
  }

  /// `\u` with four digits or `\U` with eight.
  private mutating func unicodeEscape(from start: Int, into bytes: inout [UInt8]) {
    let letter = text[at]
    let length = letter == UInt8(ascii: "u") ? 4 : 8
    at += 1
    var code: UInt32 = 0
    var count = 0
    while count < length, let digit = peek()?.digitValue {
      code = code << 4 | UInt32(digit)
      count += 1
      at += 1
    }
    if count < length {
      note(.shortEscape(String(Unicode.Scalar(letter)), digits: length), at: start..<at)
    } else if let scalar = Unicode.Scalar(code) {
      bytes += Array(String(Character(scalar)).utf8)
    } else {
      note(.notACharacter(quoted(start..<at)), at: start..<at)
    }
  }
}

/// A string while it is being read.
private struct StringContent {
  var bytes: [UInt8] = []
  /// Where the text begins that is not in `bytes` yet.
  var unread: Int
  /// Whether one has been complained about: the next is unlikely to teach more.
  var hasControlCharacter = false

  init(unread: Int) {
    self.unread = unread
  }
}
