private struct NumberFormat {
  let word: ArraySlice<UInt8>

  private var shown: String { SyntaxErrorText.quoted(word) }

  /// Whether the word begins with a digit, after an optional sign and point.
  fileprivate static func looksLikeNumber(_ word: ArraySlice<UInt8>) -> Bool {
    let digits = withoutSign(word)
    guard let first = digits.first else { return false }
    return first.isDigit || (first == Bytes.dot && digits.dropFirst().first?.isDigit == true)
  }

  fileprivate func number() throws(SyntaxErrorText) -> Content {
    let digits = Self.withoutSign(word)
    if digits.first == UInt8(ascii: "0"), let letter = digits.dropFirst().first {
      switch letter {
      case UInt8(ascii: "x"): return try basedInteger(digits, radix: 16, allowed: "0 to 9 and a to f")
      case UInt8(ascii: "o"): return try basedInteger(digits, radix: 8, allowed: "0 to 7")
      case UInt8(ascii: "b"): return try basedInteger(digits, radix: 2, allowed: "0 and 1")
      default: break
      }
    }
    let isInteger = digits.allSatisfy { $0.isDigit || $0 == Bytes.underscore }
    return isInteger ? try decimalInteger(digits) : try float(digits)
  }

  private func decimalInteger(_ digits: ArraySlice<UInt8>) throws(SyntaxErrorText) -> Content {
    guard hasGoodUnderscores(digits) else { throw .underscore(shown) }
    guard !hasLeadingZero(digits) else { throw withoutLeadingZero(digits) }
    return try integer(digits, radix: 10)
  }

  private func basedInteger(
    _ digits: ArraySlice<UInt8>, radix: Int, allowed: String
  ) throws(SyntaxErrorText) -> Content {
    let base = String(decoding: digits.prefix(2), as: UTF8.self)
    let digits = digits.dropFirst(2)
    let areDigits = digits.allSatisfy { $0 == Bytes.underscore || ($0.digitValue ?? radix) < radix }
    guard areDigits, !digits.isEmpty else { throw .baseDigits(shown, base: base, digits: allowed) }
    guard hasGoodUnderscores(digits) else { throw .underscore(shown) }
    guard word.first?.isDigit == true else { throw .signedBase(shown) }
    return try integer(digits, radix: radix)
  }

  /// Reads valid digits; throws if the number doesn't fit in 64 bits.
  private func integer(_ digits: ArraySlice<UInt8>, radix: Int) throws(SyntaxErrorText) -> Content {
    let sign = word.first == Bytes.minus ? "-" : ""
    let source = sign + String(decoding: digits.filter { $0 != Bytes.underscore }, as: UTF8.self)
    guard let value = Int64(source, radix: radix) else { throw .integerRange(shown) }
    return .integer(value)
  }

  private func float(_ digits: ArraySlice<UInt8>) throws(SyntaxErrorText) -> Content {
    let parts = FloatParts(digits)
    guard parts.all.allSatisfy({ $0.allSatisfy { $0.isDigit || $0 == Bytes.underscore } }) else {
      throw .notAValue(shown)
    }
    if parts.whole.isEmpty || parts.fraction?.isEmpty == true { throw .decimalPoint(shown) }
    if parts.exponent?.isEmpty == true { throw .notAValue(shown) }
    guard parts.all.allSatisfy(hasGoodUnderscores) else { throw .underscore(shown) }
    guard !hasLeadingZero(parts.whole) else { throw withoutLeadingZero(digits) }
    let source = String(decoding: word.filter { $0 != Bytes.underscore }, as: UTF8.self)
    guard let value = Double(source) else { throw .notAValue(shown) }
    return .float(value)
  }

  fileprivate static func withoutSign(_ word: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    word.first == Bytes.plus || word.first == Bytes.minus ? word.dropFirst() : word
  }

  /// Whether every underscore is between two digits.
  private func hasGoodUnderscores(_ digits: ArraySlice<UInt8>) -> Bool {
    digits.split(separator: Bytes.underscore, omittingEmptySubsequences: false).allSatisfy { !$0.isEmpty }
  }

  private func hasLeadingZero(_ digits: ArraySlice<UInt8>) -> Bool {
    digits.count > 1 && digits.first == UInt8(ascii: "0")
  }

  private func withoutLeadingZero(_ digits: ArraySlice<UInt8>) -> SyntaxErrorText {
    let sign = word.first.map { $0.isDigit ? "" : String(Unicode.Scalar($0)) } ?? ""
    var significant = digits.drop { $0 == UInt8(ascii: "0") || $0 == Bytes.underscore }
    if significant.first?.isDigit != true { significant = digits[(significant.startIndex - 1)...] }
    return .leadingZero(shown, without: sign + SyntaxErrorText.clipped(String(decoding: significant, as: UTF8.self)))
  }
}

func scalarValue(_ word: ArraySlice<UInt8>) throws(SyntaxErrorText) -> Content {
  if let constant = constant(word) { return constant }
  if DateFormat.looksLikeDateOrTime(word) {
    guard DateFormat.isValid(word) else { throw .date(SyntaxErrorText.quoted(word)) }
    return .dateTime(String(decoding: word, as: UTF8.self))
  }
  guard NumberFormat.looksLikeNumber(word) else { throw .notAValue(SyntaxErrorText.quoted(word)) }
  return try NumberFormat(word: word).number()
}

private func constant(_ word: ArraySlice<UInt8>) -> Content? {
  // The longest constant has five characters, so no string is created for numbers and long words.
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

/// A float, split at its point and its `e`. The parts have no signs.
private struct FloatParts {
  let whole: ArraySlice<UInt8>
  var fraction: ArraySlice<UInt8>?
  var exponent: ArraySlice<UInt8>?

  init(_ digits: ArraySlice<UInt8>) {
    var mantissa = digits
    if let mark = digits.firstIndex(where: { $0 | 0x20 == UInt8(ascii: "e") }) {
      mantissa = digits[..<mark]
      exponent = NumberFormat.withoutSign(digits[(mark + 1)...])
    }
    whole = mantissa.prefix { $0 != Bytes.dot }
    if whole.endIndex < mantissa.endIndex { fraction = mantissa[(whole.endIndex + 1)...] }
  }

  var all: [ArraySlice<UInt8>] { [whole, fraction, exponent].compactMap { $0 } }
}

/// Checks dates and times in the formats of RFC 3339. The offset from UTC can be missing, and leap seconds are allowed.
struct DateFormat {
  private var unread: ArraySlice<UInt8>

  static func isDate(_ word: ArraySlice<UInt8>) -> Bool {
    var format = DateFormat(unread: word)
    return format.date() && format.unread.isEmpty
  }

  /// Whether the word begins like a date (`2026-`) or a time (`12:`).
  fileprivate static func looksLikeDateOrTime(_ word: ArraySlice<UInt8>) -> Bool {
    let digits = word.prefix(5).prefix { $0.isDigit }
    let next = word.dropFirst(digits.count).first
    return (digits.count == 4 && next == Bytes.minus) || (digits.count == 2 && next == Bytes.colon)
  }

  static func isValid(_ word: ArraySlice<UInt8>) -> Bool {
    var format = DateFormat(unread: word)
    if word.dropFirst(2).first == Bytes.colon { return format.time() && format.unread.isEmpty }
    guard format.date() else { return false }
    if format.unread.isEmpty { return true }
    guard format.skip(UInt8(ascii: "T")) || format.skip(UInt8(ascii: "t")) || format.skip(Bytes.space) else {
      return false
    }
    return format.time() && format.zone() && format.unread.isEmpty
  }

  private mutating func date() -> Bool {
    guard let year = number(4), skip(Bytes.minus), let month = number(2), skip(Bytes.minus), let day = number(2) else {
      return false
    }
    return 1...12 ~= month && day >= 1 && day <= Self.days(in: month, of: year)
  }

  private mutating func time() -> Bool {
    guard let hour = number(2), skip(Bytes.colon), let minute = number(2), skip(Bytes.colon), let second = number(2)
    else { return false }
    guard hour <= 23, minute <= 59, second <= 60 else { return false }
    guard skip(Bytes.dot) else { return true }
    let fraction = unread.prefix { $0.isDigit }
    unread = unread.dropFirst(fraction.count)
    return !fraction.isEmpty
  }

  private mutating func zone() -> Bool {
    if unread.isEmpty || skip(UInt8(ascii: "Z")) || skip(UInt8(ascii: "z")) { return true }
    guard skip(Bytes.plus) || skip(Bytes.minus) else { return false }
    guard let hour = number(2), skip(Bytes.colon), let minute = number(2) else { return false }
    return hour <= 23 && minute <= 59
  }

  private mutating func number(_ count: Int) -> Int? {
    let digits = unread.prefix(count)
    guard digits.count == count, digits.allSatisfy(\.isDigit) else { return nil }
    unread = unread.dropFirst(count)
    return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  private mutating func skip(_ byte: UInt8) -> Bool {
    guard unread.first == byte else { return false }
    unread = unread.dropFirst()
    return true
  }

  private static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
