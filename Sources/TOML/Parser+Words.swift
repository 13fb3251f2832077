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
  let wording: Wording
}

/// What a word stands for.
func scalarValue(_ word: ArraySlice<UInt8>) -> Result<Content, WrongWord> {
  if let constant = constant(word) { return .success(constant) }
  if DateFormat.looksLikeDateOrTime(word) {
    guard DateFormat.isValid(word) else { return .failure(WrongWord(wording: .date(Wording.quoted(word)))) }
    return .success(.dateTime(String(decoding: word, as: UTF8.self)))
  }
  guard NumberFormat.looksLikeNumber(word) else {
    return .failure(WrongWord(wording: .notAValue(Wording.quoted(word))))
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
