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
      ? Wording.bareCarriageReturn : .controlCharacter(byte, inBasicString: inBasicString)
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

extension Wording {
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
