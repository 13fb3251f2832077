/// Reads blanks, comments, keys, strings and words. Records errors. Throws `Abandoned` to give up the statement.
struct Lexer {
  /// Thrown after a recorded error. The parser then stops reading the statement.
  struct Abandoned: Error {}

  let text: [UInt8]
  /// The offset of the next byte to read; at most `text.count`.
  var offset = 0
  /// Whether the lines after an error may still be part of the value with the error.
  var valueMayContinue = false

  private(set) var errors: [SyntaxError] = []
  /// Whether errors beyond `TOML.maximumErrors` were dropped.
  var hasDroppedErrors = false
  private let invalid: [Range<Int>]

  init(_ text: [UInt8]) {
    self.text = text
    invalid = invalidUTF8(in: text, limit: TOML.maximumErrors)
    for range in invalid { errors.append(SyntaxError(.invalidUTF8, at: range)) }
  }

  // MARK: Errors

  /// Records an error. Drops the error if its range has invalid UTF-8, or if `TOML.maximumErrors` errors are recorded.
  mutating func record(_ error: SyntaxErrorText, at range: Range<Int>) {
    guard !hasInvalidBytes(in: range) else { return }
    guard errors.count < TOML.maximumErrors else {
      hasDroppedErrors = true
      return
    }
    errors.append(SyntaxError(error, at: range))
  }

  mutating func fail(_ error: SyntaxErrorText, at range: Range<Int>) -> Abandoned {
    record(error, at: range)
    return Abandoned()
  }

  func hasInvalidBytes(in range: Range<Int>) -> Bool { invalid.contains { $0.overlaps(range) } }

  func quoted(_ range: Range<Int>) -> String { SyntaxErrorText.quoted(text[range]) }

  // MARK: Blanks, line ends and comments

  func peek(_ distance: Int = 0) -> UInt8? { offset + distance < text.count ? text[offset + distance] : nil }

  /// Whether the next byte is LF or CR LF, or the file ends.
  var isAtLineEnd: Bool {
    guard let byte = peek() else { return true }
    return byte == Bytes.lineFeed || (byte == Bytes.carriageReturn && peek(1) == Bytes.lineFeed)
  }

  mutating func skipBlanks() { while offset < text.count, text[offset].isBlank { offset += 1 } }

  /// Skips a line end and returns true. Also returns true at the end of the file. Otherwise returns false.
  mutating func skipLineEnd() -> Bool {
    guard isAtLineEnd else { return false }
    offset = min(offset + (peek() == Bytes.carriageReturn ? 2 : 1), text.count)
    return true
  }

  mutating func skipComment() {
    guard peek() == Bytes.hash else { return }
    var hasRecorded = false
    while !isAtLineEnd {
      if text[offset].isControl, !hasRecorded {
        recordControlCharacter(inBasicString: false)
        hasRecorded = true
      }
      offset += 1
    }
  }

  /// Skips blanks, comments and line ends; returns whether there was a line end.
  mutating func skipBlanksAndLines() -> Bool {
    var newLine = false
    while true {
      skipBlanks()
      skipComment()
      guard offset < text.count, skipLineEnd() else { return newLine }
      newLine = true
    }
  }

  private mutating func recordControlCharacter(inBasicString: Bool) {
    let byte = text[offset]
    let error =
      byte == Bytes.carriageReturn
      ? SyntaxErrorText.bareCarriageReturn : .controlCharacter(byte, inBasicString: inBasicString)
    record(error, at: offset..<offset + 1)
  }

  /// Records an error and throws if the next byte is a control character, unless a line end begins there.
  mutating func refuseControlCharacter() throws(Abandoned) {
    guard peek()?.isControl == true, !isAtLineEnd else { return }
    recordControlCharacter(inBasicString: false)
    throw Abandoned()
  }

  /// Throws if the comment of another language begins here: `//`, `/*` or, if `withSemicolon` is true, `;`.
  mutating func refuseOtherComment(withSemicolon: Bool) throws(Abandoned) {
    guard let byte = peek() else { return }
    let isSlashed = byte == Bytes.slash && (peek(1) == Bytes.slash || peek(1) == Bytes.asterisk)
    guard isSlashed || withSemicolon && byte == Bytes.semicolon else { return }
    let mark = offset..<offset + (isSlashed ? 2 : 1)
    let line = text[mark.upperBound...].prefix { $0 != Bytes.lineFeed && $0 != Bytes.carriageReturn }
    var words = line.drop(while: \.isBlank)
    if words.suffix(2).elementsEqual([Bytes.asterisk, Bytes.slash]) { words = words.dropLast(2) }
    while let last = words.last, last.isBlank { words = words.dropLast() }
    if byte == Bytes.semicolon, words.isEmpty { throw fail(.semicolon, at: mark) }
    throw fail(.otherComment(quoted(mark), SyntaxErrorText.quoted(words)), at: mark)
  }

  /// The range of the word that begins at `start`. Without a word, the range of one byte; empty at the end of the file.
  func wordRange(from start: Int) -> Range<Int> {
    var end = start
    while end < text.count, !text[end].isPunctuation { end += 1 }
    return start..<(end > start ? end : min(start + 1, text.count))
  }

  /// The byte range of the UTF-8 character whose first byte is at `start`.
  func characterRange(at start: Int) -> Range<Int> {
    var end = min(start + 1, text.count)
    while end < text.count, text[end] & 0xC0 == 0x80, end < start + 4 { end += 1 }
    return start..<end
  }

  /// Whether the rest of the line looks like `key =` or `[header]`.
  func beginsStatement() -> Bool {
    var trial = self
    trial.skipBlanks()
    guard trial.peek() == Bytes.openBracket else {
      guard (try? trial.dottedKey()) != nil else { return false }
      trial.skipBlanks()
      return trial.peek() == Bytes.equals
    }
    // `[1]` and `[x],` may be arrays inside an array. So a name in a header must begin with a letter, and end the line.
    while trial.peek() == Bytes.openBracket { trial.offset += 1 }
    guard trial.peek()?.isLetter == true, let path = try? trial.dottedKey() else { return false }
    if path.count == 1, ["true", "false", "inf", "nan"].contains(path[0].name) { return false }
    trial.skipBlanks()
    guard trial.peek() == Bytes.closeBracket else { return false }
    while trial.peek() == Bytes.closeBracket { trial.offset += 1 }
    trial.skipBlanks()
    return trial.isAtLineEnd || trial.peek() == Bytes.hash
  }

  // MARK: Keys

  mutating func dottedKey() throws(Abandoned) -> [Key] {
    var path = [try simpleKey()]
    while true {
      let end = offset
      skipBlanks()
      guard peek() == Bytes.dot else {
        offset = end
        return path
      }
      offset += 1
      skipBlanks()
      path.append(try simpleKey())
      if path.count > TOML.maximumDepth { throw fail(.tooDeep, at: path[path.count - 1].range) }
    }
  }

  private mutating func simpleKey() throws(Abandoned) -> Key {
    let start = offset
    if peek() == Bytes.quote || peek() == Bytes.apostrophe {
      if isAtTripleQuote { throw fail(.multiLineKey, at: offset..<offset + 3) }
      return Key(name: try string(), range: start..<offset)
    }
    while offset < text.count, text[offset].isBareKey { offset += 1 }
    if let byte = peek(), byte != Bytes.dot, byte != Bytes.colon, !byte.isPunctuation {
      throw fail(keyNeedsQuotes(from: start), at: characterRange(at: offset))
    }
    guard offset > start else {
      try refuseControlCharacter()
      let found = isAtLineEnd ? "the end of the line" : "`\(quoted(characterRange(at: offset)))`"
      throw fail(.expectedKey(found), at: isAtLineEnd ? offset..<offset : characterRange(at: offset))
    }
    return Key(name: String(decoding: text[start..<offset], as: UTF8.self), range: start..<offset)
  }

  private func keyNeedsQuotes(from start: Int) -> SyntaxErrorText {
    var end = offset
    while end < text.count, !text[end].isPunctuation, text[end] != Bytes.dot, text[end] != Bytes.colon { end += 1 }
    return .keyNeedsQuotes(quoted(characterRange(at: offset)), key: quoted(start..<end))
  }

  // MARK: Words

  /// Reads a value without quotes or brackets: a number, a date, a time, or a word such as `true`.
  mutating func word() throws(Abandoned) -> Content {
    var range = wordRange(from: offset)
    if let byte = peek(), byte.isPunctuation {
      try refuseControlCharacter()
      throw fail(.unexpectedSign(quoted(range)), at: range)
    }
    if DateFormat.isDate(text[range]), hasTime(after: range.upperBound) {
      range = range.lowerBound..<wordRange(from: range.upperBound + 1).upperBound
    }
    do throws(SyntaxErrorText) {
      let content = try scalarValue(text[range])
      offset = range.upperBound
      return content
    } catch {
      throw fail(error, at: range)
    }
  }

  /// Whether a time seems to follow the date that ends at `end`: a space and two digits.
  private func hasTime(after end: Int) -> Bool {
    guard end + 2 < text.count else { return false }
    return text[end] == Bytes.space && text[end + 1].isDigit && text[end + 2].isDigit
  }

  // MARK: Strings

  /// The greatest length in bytes of a string that a message repeats.
  private static let longestWhole = 100

  /// Throws if a quotation mark ended the string from `start` too early. If `isAlone` is true, only a comment can
  /// follow the string; otherwise also a comma or a closing bracket.
  mutating func refuseQuoteInside(stringFrom start: Int, isAlone: Bool) throws(Abandoned) {
    let quote = text[start]
    guard quote == Bytes.quote || quote == Bytes.apostrophe, !isAtLineEnd, peek()?.isBlank == false,
      peek() != Bytes.hash,
      isAlone || peek() != Bytes.comma && peek() != Bytes.closeBracket && peek() != Bytes.closeBrace
    else { return }
    let line = text[offset...].prefix { $0 != Bytes.lineFeed && $0 != Bytes.carriageReturn }
    let ends: [UInt8] = isAlone ? [Bytes.hash] : [Bytes.comma, Bytes.closeBracket, Bytes.closeBrace, Bytes.hash]
    let last = line.indices.first { index in
      guard line[index] == quote else { return false }
      return line[(index + 1)...].first { !$0.isBlank }.map(ends.contains) ?? true
    }
    guard let last else { return }
    let word = wordRange(from: offset)
    let mark = String(Unicode.Scalar(quote))
    let content = text[start + 1..<last]
    throw fail(
      .quoteInside(mark, quoted(word), whole: whole(content, insteadOf: quote)), at: offset - 1..<word.upperBound)
  }

  /// `content` in quotes of the other kind. Nil if too long, or with such quotes, a backslash or a control character.
  private func whole(_ content: ArraySlice<UInt8>, insteadOf quote: UInt8) -> String? {
    let other = quote == Bytes.quote ? Bytes.apostrophe : Bytes.quote
    guard content.count <= Self.longestWhole, !content.contains(where: { $0 == other || $0.isControl }),
      !content.contains(Bytes.backslash)
    else { return nil }
    let mark = String(Unicode.Scalar(other))
    return mark + String(decoding: content, as: UTF8.self) + mark
  }

  /// The double-quoted string at `start` in single quotes. Nil if too long, unterminated, or invalid in single quotes.
  private func literal(from start: Int) -> String? {
    var end = start + 1
    while end < text.count, text[end] != Bytes.quote {
      let isEscape = text[end] == Bytes.backslash
      if text[end] == Bytes.apostrophe || text[end].isControl
        || isEscape && end + 1 < text.count && text[end + 1] == Bytes.quote
      {
        return nil
      }
      end += isEscape ? 2 : 1
      if end - start > Self.longestWhole { return nil }
    }
    guard end < text.count else { return nil }
    return "'" + String(decoding: text[start + 1..<end], as: UTF8.self) + "'"
  }

  private var isAtTripleQuote: Bool { peek() == peek(1) && peek(1) == peek(2) }

  /// Reads a string of any kind. Records wrong characters and continues; throws if the string has no end.
  mutating func string() throws(Abandoned) -> String {
    let start = offset
    let quote = text[offset]
    let isLong = isAtTripleQuote
    offset += isLong ? 3 : 1
    // A line end right after the opening quotes isn't part of the string.
    if isLong, offset < text.count { _ = skipLineEnd() }
    var content = StringContent(unread: offset)
    while offset < text.count, isLong || !isAtLineEnd {
      if text[offset] == quote, let length = closingLength(quote, isLong: isLong) {
        content.bytes += text[content.unread..<offset + length.content]
        offset += length.whole
        return String(decoding: content.bytes, as: UTF8.self)
      }
      stringPart(into: &content, quote: quote, isLong: isLong, from: start)
    }
    throw unterminatedString(from: start, quote: quote, isLong: isLong)
  }

  /// Reads one escape, line end or other byte of a string.
  private mutating func stringPart(into content: inout StringContent, quote: UInt8, isLong: Bool, from start: Int) {
    let isEscape = text[offset] == Bytes.backslash && quote == Bytes.quote
    guard isEscape || isAtLineEnd else {
      if text[offset].isControl, !content.hasControlCharacter {
        recordControlCharacter(inBasicString: quote == Bytes.quote)
        content.hasControlCharacter = true
      }
      offset += 1
      return
    }
    content.bytes += text[content.unread..<offset]
    if isEscape {
      escape(into: &content, isLong: isLong, from: start)
    } else {
      content.bytes.append(Bytes.lineFeed)
      _ = skipLineEnd()
    }
    content.unread = offset
  }

  /// Counts the quotes at `offset`: quotes of the content, and all quotes. Nil if these quotes don't end the string.
  private func closingLength(_ quote: UInt8, isLong: Bool) -> (content: Int, whole: Int)? {
    guard isLong else { return (0, 1) }
    guard isAtTripleQuote else { return nil }
    var count = 3
    while count < 5, peek(count) == quote { count += 1 }
    return (count - 3, count)
  }

  private mutating func unterminatedString(from start: Int, quote: UInt8, isLong: Bool) -> Abandoned {
    let mark = String(Unicode.Scalar(quote))
    guard isLong else { return fail(.unterminatedString(close: mark), at: start..<offset) }
    // The rest of the file would be inside the string, so reading continues after the opening quotes.
    offset = start + 3
    valueMayContinue = true
    return fail(.unterminatedString(close: mark + mark + mark), at: start..<offset)
  }

  /// Reads the escape whose backslash is the next byte. `string` is the offset where the string begins.
  private mutating func escape(into content: inout StringContent, isLong: Bool, from string: Int) {
    if isLong, skipEscapedLineEnd() { return }
    let start = offset
    offset += 1
    guard !isAtLineEnd else { return }
    let letter = text[offset]
    if let byte = Self.escapes[letter] {
      content.bytes.append(byte)
      offset += 1
    } else if isUnicodeEscape {
      unicodeEscape(from: start, into: &content.bytes)
    } else {
      let character = characterRange(at: offset)
      let whole = isLong ? nil : literal(from: string)
      if !content.needsOtherQuotes {
        record(.unknownEscape(quoted(character), whole: whole), at: start..<character.upperBound)
      }
      if whole != nil { content.needsOtherQuotes = true }
      offset = character.upperBound
    }
  }

  /// Whether the next bytes are `u` or `U` and a hexadecimal digit.
  private var isUnicodeEscape: Bool { peek().map { $0 | 0x20 } == UInt8(ascii: "u") && peek(1)?.digitValue != nil }

  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "b"): 0x08, UInt8(ascii: "t"): 0x09, UInt8(ascii: "n"): 0x0A, UInt8(ascii: "f"): 0x0C,
    UInt8(ascii: "r"): 0x0D, Bytes.quote: Bytes.quote, Bytes.backslash: Bytes.backslash,
  ]

  /// Skips a backslash at a line's end, and all blanks and line ends after it. Returns false for any other backslash.
  private mutating func skipEscapedLineEnd() -> Bool {
    let start = offset
    offset += 1
    skipBlanks()
    guard offset < text.count, skipLineEnd() else {
      offset = start
      return false
    }
    repeat { skipBlanks() } while offset < text.count && skipLineEnd()
    return true
  }

  /// Reads `u` with four hexadecimal digits or `U` with eight. Records an error if the escape is too short or invalid.
  private mutating func unicodeEscape(from start: Int, into bytes: inout [UInt8]) {
    let letter = text[offset]
    let length = letter == UInt8(ascii: "u") ? 4 : 8
    offset += 1
    let digits = text[offset...].prefix(length).prefix { $0.digitValue != nil }
    offset += digits.count
    if digits.count < length {
      record(.shortEscape(String(Unicode.Scalar(letter)), digits: length), at: start..<offset)
    } else if let scalar = UInt32(String(decoding: digits, as: UTF8.self), radix: 16).flatMap(Unicode.Scalar.init) {
      bytes += Array(String(Character(scalar)).utf8)
    } else {
      record(.notACharacter(quoted(start..<offset)), at: start..<offset)
    }
  }
}

private struct StringContent {
  var bytes: [UInt8] = []
  /// The offset of the first byte that is not in `bytes` yet.
  var unread: Int
  /// Whether a control character of the string has been reported; one report is enough.
  var hasControlCharacter = false
  /// Whether a message has already proposed single quotes.
  var needsOtherQuotes = false
}

/// The first range of invalid UTF-8 in each line, for at most `limit` lines.
private func invalidUTF8(in text: [UInt8], limit: Int) -> [Range<Int>] {
  var found: [Range<Int>] = []
  var start = 0
  while start < text.count, found.count < limit {
    do {
      _ = try UTF8Span(validating: text.span.extracting(start..<text.count))
      return found
    } catch {
      let range = start + error.byteOffsets.lowerBound..<start + error.byteOffsets.upperBound
      found.append(range)
      start = text[range.upperBound...].firstIndex(of: Bytes.lineFeed) ?? text.count
    }
  }
  return found
}
