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
