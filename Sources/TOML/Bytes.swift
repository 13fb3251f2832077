enum Bytes {
  fileprivate static let tab = UInt8(ascii: "\t")
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")
  static let quote = UInt8(ascii: "\"")
  static let apostrophe = UInt8(ascii: "'")
  static let backslash = UInt8(ascii: "\\")
  static let hash = UInt8(ascii: "#")
  static let slash = UInt8(ascii: "/")
  static let asterisk = UInt8(ascii: "*")
  static let semicolon = UInt8(ascii: ";")
  static let equals = UInt8(ascii: "=")
  static let dot = UInt8(ascii: ".")
  static let comma = UInt8(ascii: ",")
  static let colon = UInt8(ascii: ":")
  static let underscore = UInt8(ascii: "_")
  static let plus = UInt8(ascii: "+")
  static let minus = UInt8(ascii: "-")
  static let openBracket = UInt8(ascii: "[")
  static let closeBracket = UInt8(ascii: "]")
  static let openBrace = UInt8(ascii: "{")
  static let closeBrace = UInt8(ascii: "}")

  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
}

extension UInt8 {
  var isBlank: Bool { self == Bytes.space || self == Bytes.tab }

  /// Whether the byte is a control character that isn't a tab.
  var isControl: Bool { (self < 0x20 && self != Bytes.tab) || self == 0x7F }

  var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

  var isLetter: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20 }

  var isBareKey: Bool { isLetter || isDigit || self == Bytes.minus || self == Bytes.underscore }

  /// Whether the byte ends a word.
  var isPunctuation: Bool {
    switch self {
    case Bytes.space, Bytes.quote, Bytes.apostrophe, Bytes.hash, Bytes.equals, Bytes.comma, Bytes.openBracket,
      Bytes.closeBracket, Bytes.openBrace, Bytes.closeBrace, Bytes.tab:
      true
    default: isControl
    }
  }

  /// The value of a hexadecimal digit; nil for other bytes.
  var digitValue: Int? { Character(Unicode.Scalar(self)).hexDigitValue }
}

extension [UInt8] {
  func lineStart(of offset: Int) -> Int { self[..<offset].lastIndex(of: Bytes.lineFeed).map { $0 + 1 } ?? 0 }

  /// The offset at which the next line begins, or the length of the text if no line follows.
  func nextLine(after offset: Int) -> Int { self[offset...].firstIndex(of: Bytes.lineFeed).map { $0 + 1 } ?? count }
}
