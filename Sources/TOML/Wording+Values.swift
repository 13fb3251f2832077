// Strings
extension Wording {
  static func unterminatedString(close: String) -> Wording {
    Wording("unterminated string", fix: "close it with `\(close)`")
  }

  static func unknownEscape(_ character: String) -> Wording {
    Wording(
      "unknown escape `\\\(character)`", fix: "write `\\\\` for a backslash, or put the string in single quotes `'`")
  }

  static func shortEscape(_ letter: String, digits: Int) -> Wording {
    Wording("`\\\(letter)` needs \(digits) hexadecimal digits", fix: "fill up with zeros on the left")
  }

  static func notACharacter(_ escape: String) -> Wording {
    Wording("`\(escape)` is no Unicode character", fix: "use a code up to 10FFFF and outside of D800 to DFFF")
  }
}

// Arrays and inline tables
extension Wording {
  static let unterminatedArray = Wording("unterminated array", fix: "close it with `]`")
  static let extraComma = Wording("expected a value before `,`", fix: "remove the extra comma")
  static let expectedCommaInArray = Wording("expected `,` or `]` after the value", fix: "separate values with commas")
  static let unterminatedInlineTable = Wording("unterminated inline table", fix: "close it with `}` on the same line")
  static let inlineTableLines = Wording(
    "an inline table must stay on one line", fix: "join its lines, or use a `[table]` header")
  static let lastComma = Wording("an inline table can't end with a comma", fix: "remove the comma")
  static let expectedCommaInTable = Wording("expected `,` or `}` after the value", fix: "separate keys with commas")
}

// Words, numbers and dates
extension Wording {
  static func notAValue(_ word: String) -> Wording {
    let bare = String(word.unicodeScalars.filter { !"“”„‘’«»".unicodeScalars.contains($0) })
    let lower = word.lowercased()
    if bare.unicodeScalars.count < word.unicodeScalars.count {
      return Wording("`\(word)` is not a value", fix: "use straight quotes: `\"\(bare)\"`")
    }
    if ["true", "false", "inf", "nan"].contains(lower) {
      return Wording("`\(word)` is not a value", fix: "write `\(lower)`")
    }
    return Wording("`\(word)` is not a value", fix: "put text in quotes: `\"\(word)\"`")
  }

  static func unexpectedSign(_ character: String) -> Wording {
    Wording("expected a value, found `\(character)`", fix: "write a string, a number, `true` or `false`")
  }

  static func integerRange(_ word: String) -> Wording {
    Wording("`\(word)` does not fit in 64 bits", fix: "use a number from \(Int64.min) to \(Int64.max)")
  }

  static func leadingZero(_ word: String, without: String) -> Wording {
    Wording("`\(word)` begins with a zero", fix: "write `\(without)`")
  }

  static func underscore(_ word: String) -> Wording {
    Wording("`\(word)` has an underscore that is not between two digits", fix: "remove it")
  }

  static func decimalPoint(_ word: String) -> Wording {
    Wording("`\(word)` has a decimal point without digits on both sides", fix: "write `0` where a digit is missing")
  }

  static func signedBase(_ word: String) -> Wording {
    Wording("`\(word)` has a sign before its base", fix: "write it as a decimal number")
  }

  static func baseDigits(_ word: String, base: String, digits: String) -> Wording {
    Wording("`\(word)` is not a number", fix: "after `\(base)` use the digits \(digits)")
  }

  static func date(_ word: String) -> Wording {
    Wording("`\(word)` is no date or time", fix: "write it like `2026-03-14`, `15:09:26` or `2026-03-14T15:09:26Z`")
  }
}
