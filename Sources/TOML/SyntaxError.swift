/// One error in a file, in words for the user.
public struct SyntaxError: Error, Equatable, Sendable {
  /// The error in one sentence, without its position.
  public let message: String
  /// The correction in words; nil if it isn't known.
  public let fix: String?
  /// The range of the bytes with the error. It can be empty if something is missing.
  public private(set) var range: Range<Int>
  /// The line of `SyntaxError.swift` that creates the message. Errors of one kind have the same line.
  public let origin: Int

  init(_ text: SyntaxErrorText, at range: Range<Int>) {
    message = text.message
    fix = text.fix
    origin = text.line
    self.range = range
  }

  func shifted(by distance: Int) -> SyntaxError {
    var error = self
    error.range = range.lowerBound + distance..<range.upperBound + distance
    return error
  }
}

/// The text of an error. All messages of this module are in this file.
struct SyntaxErrorText: Error {
  fileprivate let message: String
  fileprivate let fix: String?
  fileprivate let line: Int

  init(_ message: String, fix: String? = nil, line: Int = #line) {
    (self.message, self.fix, self.line) = (message, fix, line)
  }

  // MARK: Characters and lines

  static let invalidUTF8 = SyntaxErrorText("these bytes are not valid UTF-8", fix: "save the file as UTF-8")
  static let bareCarriageReturn = SyntaxErrorText(
    "a carriage return is not allowed without a line feed after it",
    fix: "remove the carriage return, or save the file with Unix line ends (LF)")
  static let tooDeep = SyntaxErrorText(
    "more than \(TOML.maximumDepth) levels of tables and arrays", fix: "use fewer levels")

  static func controlCharacter(_ byte: UInt8, inBasicString: Bool) -> SyntaxErrorText {
    let code = TOML.code(UInt32(byte))
    return SyntaxErrorText(
      "the control character U+\(code) is not allowed here",
      fix: inBasicString ? "write it as `\\u\(code)`" : "remove it")
  }

  static func unexpected(_ word: String, after what: String) -> SyntaxErrorText {
    SyntaxErrorText(
      "unexpected `\(word)` after the \(what)",
      fix: word == "," ? "remove the comma" : "put `\(word)` on a new line, or remove it; a comment needs a `#`")
  }

  static func unexpected(_ word: String, afterNumber number: String) -> SyntaxErrorText {
    SyntaxErrorText(
      "unexpected `\(word)` after the value", fix: "put the whole value in quotes: `\"\(number) \(word)\"`")
  }

  static func otherComment(_ mark: String, _ text: String) -> SyntaxErrorText {
    SyntaxErrorText(
      "`\(mark)` does not begin a comment", fix: text.isEmpty ? "write `#` instead" : "write `#` instead: `# \(text)`")
  }

  static let semicolon = SyntaxErrorText("unexpected `;`", fix: "remove the semicolon: a line needs none at its end")

  // MARK: Keys and headers

  static func expectedKey(_ found: String) -> SyntaxErrorText {
    SyntaxErrorText("expected a key, found \(found)", fix: "write a key of letters, digits, `-` and `_`")
  }

  static func keyNeedsQuotes(_ character: String, key: String) -> SyntaxErrorText {
    SyntaxErrorText("`\(character)` is not allowed in a key without quotes", fix: "put the key in quotes: `\"\(key)\"`")
  }

  static let multiLineKey = SyntaxErrorText(
    "a key can't be a multi-line string", fix: "put one quotation mark before the key and one after it")

  static func expectedEquals(after key: String, colon: Bool) -> SyntaxErrorText {
    SyntaxErrorText(
      "expected `=` after `\(key)`",
      fix: colon ? "write `=` instead of `:`" : "write `\(key) = ` and a value, or `#` before a comment")
  }

  static func noValue(_ key: String) -> SyntaxErrorText {
    SyntaxErrorText("`\(key)` has no value", fix: "write a value after `=`")
  }

  static func unterminatedHeader(close: String) -> SyntaxErrorText {
    SyntaxErrorText("unterminated table header", fix: "close it with `\(close)`")
  }

  static func unexpectedInHeader(_ word: String) -> SyntaxErrorText {
    SyntaxErrorText(
      "unexpected `\(word)` in the table header", fix: "put the name in quotes if it has spaces or special characters")
  }

  // MARK: Strings

  static func unterminatedString(close: String) -> SyntaxErrorText {
    SyntaxErrorText("unterminated string", fix: "close it with `\(close)`")
  }

  /// The error for an unknown escape. `whole` is the string in single quotes; nil if too long or impossible.
  static func unknownEscape(_ character: String, whole: String?) -> SyntaxErrorText {
    SyntaxErrorText(
      "unknown escape `\\\(character)`",
      fix: whole.map { "put the string in single quotes: `\($0)`" }
        ?? "write `\\\\` for a backslash")
  }

  /// The error for a quotation mark in a string. `whole` is the string in other quotes; nil if too long or impossible.
  static func quoteInside(_ mark: String, _ word: String, whole: String?) -> SyntaxErrorText {
    SyntaxErrorText(
      "the string ends at the `\(mark)` before `\(word)`",
      fix: whole.map { "write `\($0)`" }
        ?? (mark == "'"
          ? "put the string in double quotes; in the string, write `\\\"` for `\"`, and `\\\\` for `\\`"
          : "write `\\\"` for each `\"` inside the string"))
  }

  static func shortEscape(_ letter: String, digits: Int) -> SyntaxErrorText {
    SyntaxErrorText("`\\\(letter)` needs \(digits) hexadecimal digits", fix: "write zeros before the digits")
  }

  static func notACharacter(_ escape: String) -> SyntaxErrorText {
    SyntaxErrorText("`\(escape)` is not a Unicode character", fix: "use a code up to 10FFFF, except D800 to DFFF")
  }

  // MARK: Arrays and inline tables

  static let unterminatedArray = SyntaxErrorText("unterminated array", fix: "close it with `]`")
  static let extraComma = SyntaxErrorText("expected a value before `,`", fix: "remove the extra comma")
  static let expectedCommaInArray = SyntaxErrorText(
    "expected `,` or `]` after the value", fix: "write `,` between values, and `]` at the end")
  static let unterminatedInlineTable = SyntaxErrorText(
    "unterminated inline table", fix: "close it with `}` on the same line")
  static let inlineTableLines = SyntaxErrorText(
    "an inline table `{ }` must be on one line", fix: "join its lines, or use a `[table]` header")
  static let lastComma = SyntaxErrorText("an inline table can't end with a comma", fix: "remove the comma")
  static let expectedCommaInTable = SyntaxErrorText(
    "expected `,` or `}` after the value", fix: "write `,` between keys, and `}` at the end")

  // MARK: Words, numbers and dates

  static func notAValue(_ word: String) -> SyntaxErrorText {
    let bare = String(word.unicodeScalars.filter { !"“”„‘’«»".unicodeScalars.contains($0) })
    let lower = word.lowercased()
    if bare.unicodeScalars.count < word.unicodeScalars.count {
      return SyntaxErrorText("`\(word)` is not a value", fix: "use straight quotes: `\"\(bare)\"`")
    }
    if ["true", "false", "inf", "nan"].contains(lower) {
      return SyntaxErrorText("`\(word)` is not a value", fix: "write `\(lower)`")
    }
    return SyntaxErrorText("`\(word)` is not a value", fix: "put text in quotes: `\"\(word)\"`")
  }

  static func unexpectedSign(_ character: String) -> SyntaxErrorText {
    SyntaxErrorText("expected a value, found `\(character)`", fix: "write a string, a number, `true` or `false`")
  }

  static func integerRange(_ word: String) -> SyntaxErrorText {
    SyntaxErrorText("`\(word)` does not fit in 64 bits", fix: "use a number from \(Int64.min) to \(Int64.max)")
  }

  static func leadingZero(_ word: String, without: String) -> SyntaxErrorText {
    SyntaxErrorText("`\(word)` begins with a zero", fix: "write `\(without)`")
  }

  static func underscore(_ word: String) -> SyntaxErrorText {
    SyntaxErrorText("`\(word)` has an underscore that is not between two digits", fix: "remove the underscore")
  }

  static func decimalPoint(_ word: String) -> SyntaxErrorText {
    SyntaxErrorText(
      "`\(word)` needs a digit on both sides of the decimal point", fix: "write `0` where a digit is missing")
  }

  static func signedBase(_ word: String) -> SyntaxErrorText {
    SyntaxErrorText(
      "`\(word)` has a sign, but only decimal numbers can have a sign", fix: "write the number with decimal digits")
  }

  static func baseDigits(_ word: String, base: String, digits: String) -> SyntaxErrorText {
    SyntaxErrorText("`\(word)` is not a number", fix: "after `\(base)` use the digits \(digits)")
  }

  static func date(_ word: String) -> SyntaxErrorText {
    SyntaxErrorText(
      "`\(word)` is not a date or time", fix: "write it like `2026-03-14`, `15:09:26` or `2026-03-14T15:09:26Z`")
  }

  // MARK: Source text in a message

  /// The largest number of characters that `clipped` keeps of a text.
  private static let longestQuote = 40

  static func quoted(_ source: ArraySlice<UInt8>) -> String {
    clipped(String(decoding: source.prefix((longestQuote + 1) * 4), as: UTF8.self))
  }

  /// The text for a message: cut if long, with U+FFFD for control characters.
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

extension Conflict {
  /// The message for this conflict. `line` has the earlier key or header.
  func error(line: Int) -> SyntaxErrorText {
    let name = SyntaxErrorText.clipped(name)
    return switch rule {
    case .alreadySet: SyntaxErrorText("`\(name)` is already set on line \(line)", fix: "remove one of the two")
    case .notATable:
      SyntaxErrorText(
        "`\(name)` is not a table: line \(line) gives it a value", fix: "rename or remove the key on line \(line)")
    case .closedTable:
      SyntaxErrorText(
        "the inline table `\(name)` on line \(line) can't be extended",
        fix: "put all keys inside the braces of the inline table")
    case .closedArray:
      SyntaxErrorText(
        "the array `\(name)` on line \(line) can't be extended", fix: "put the table inside the brackets of the array")
    case .tableExists:
      SyntaxErrorText(
        "table `\(name)` is already defined on line \(line)", fix: "put the keys of both tables in one table")
    case .arrayExists:
      SyntaxErrorText(
        "`\(name)` is already an array of tables on line \(line)", fix: "repeat its header to add an element")
    }
  }
}

extension EditRefusal: CustomStringConvertible {
  public var description: String {
    switch self {
    case .brokenText: "the file has errors; fix them first"
    case .otherText: "the file has changed since it was read; try again"
    case .noKey: "the rules have no such key"
    case .notAValue(let text):
      "`\(SyntaxErrorText.clipped(text))` is not a value: write a number, true, false, a list, or text in quotes"
    case .notATable(let key): "`\(SyntaxErrorText.clipped(key))` is not a table; edit the file by hand"
    case .isSection(let key):
      "`\(SyntaxErrorText.clipped(key))` is a section or part of a dotted key; edit the file by hand"
    }
  }
}
