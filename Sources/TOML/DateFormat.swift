/// Dates and times as RFC 3339 has them: all parts with all their digits, days that exist, leap seconds allowed.
struct DateFormat {
  /// A time zone's `Z`, the `T` before the time and digits are all a date is made of, so it is read from the left.
  private var rest: ArraySlice<UInt8>

  static func isDate(_ word: ArraySlice<UInt8>) -> Bool {
    var format = DateFormat(rest: word)
    return format.date() && format.rest.isEmpty
  }

  /// Four digits and `-`, or two and `:`, which no number begins with.
  static func looksLikeDateOrTime(_ word: ArraySlice<UInt8>) -> Bool {
    let digits = word.prefix(5).prefix { $0.isDigit }
    let next = word.dropFirst(digits.count).first
    return (digits.count == 4 && next == Bytes.minus) || (digits.count == 2 && next == Bytes.colon)
  }

  static func isValid(_ word: ArraySlice<UInt8>) -> Bool {
    var format = DateFormat(rest: word)
    if word.dropFirst(2).first == Bytes.colon { return format.time() && format.rest.isEmpty }
    guard format.date() else { return false }
    if format.rest.isEmpty { return true }
    guard format.skip(UInt8(ascii: "T")) || format.skip(UInt8(ascii: "t")) || format.skip(Bytes.space) else {
      return false
    }
    return format.time() && format.zone() && format.rest.isEmpty
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
    let fraction = rest.prefix { $0.isDigit }
    rest = rest.dropFirst(fraction.count)
    return !fraction.isEmpty
  }

  private mutating func zone() -> Bool {
    if rest.isEmpty || skip(UInt8(ascii: "Z")) || skip(UInt8(ascii: "z")) { return true }
    guard skip(Bytes.plus) || skip(Bytes.minus) else { return false }
    guard let hour = number(2), skip(Bytes.colon), let minute = number(2) else { return false }
    return hour <= 23 && minute <= 59
  }

  private mutating func number(_ count: Int) -> Int? {
    let digits = rest.prefix(count)
    guard digits.count == count, digits.allSatisfy(\.isDigit) else { return nil }
    rest = rest.dropFirst(count)
    return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  private mutating func skip(_ byte: UInt8) -> Bool {
    guard rest.first == byte else { return false }
    rest = rest.dropFirst()
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
