/// What an error says: every sentence of this module stands in this file or in those beside it.
struct Wording {
  let message: String
  let fix: String?

  init(_ message: String, fix: String? = nil) {
    self.message = message
    self.fix = fix
  }
}

// Characters and lines
extension Wording {
  static let invalidUTF8 = Wording("these bytes are not valid UTF-8", fix: "save the file as UTF-8")
  static let bareCarriageReturn = Wording(
    "a carriage return stands alone", fix: "end the line with a line feed, or with both")
  static let tooDeep = Wording("nested more than \(TOML.maximumDepth) deep", fix: "use fewer levels")

  static func controlCharacter(_ byte: UInt8, inBasicString: Bool) -> Wording {
    let digits = String(byte, radix: 16, uppercase: true)
    let code = String(repeating: "0", count: 4 - digits.count) + digits
    return Wording(
      "the control character U+\(code) can't stand here", fix: inBasicString ? "write it as `\\u\(code)`" : "remove it")
  }

  static func unexpected(_ word: String, after what: String) -> Wording {
    Wording(
      "unexpected `\(word)` after the \(what)",
      fix: word == "," ? "remove the comma" : "start a new line, or put a `#` before a comment")
  }

  static func unexpected(_ word: String, afterNumber number: String) -> Wording {
    Wording("unexpected `\(word)` after the value", fix: "put the whole value in quotes: `\"\(number) \(word)\"`")
  }
}

// Keys and headers
extension Wording {
  static func expectedKey(_ found: String) -> Wording {
    Wording("expected a key, found \(found)", fix: "write a name; an empty one needs quotes: `\"\"`")
  }

  static func keyNeedsQuotes(_ character: String, key: String) -> Wording {
    Wording("`\(character)` can't stand in a key without quotes", fix: "put the key in quotes: `\"\(key)\"`")
  }

  static let multiLineKey = Wording("a key can't be a multi-line string", fix: "use single quotation marks")

  static func expectedEquals(after key: String, colon: Bool) -> Wording {
    Wording(
      "expected `=` after `\(key)`", fix: colon ? "write `=` instead of `:`" : "write `\(key) = ` and a value")
  }

  static func noValue(_ key: String) -> Wording {
    Wording("`\(key)` has no value", fix: "write a value after `=`")
  }

  static func unterminatedHeader(close: String) -> Wording {
    Wording("unterminated table header", fix: "close it with `\(close)`")
  }

  static func unexpectedInHeader(_ word: String) -> Wording {
    Wording("unexpected `\(word)` in the table header", fix: "put a name with spaces or signs in quotes")
  }
}

// Things given twice
extension Wording {
  static func alreadySet(_ name: String, line: Int) -> Wording {
    Wording("`\(name)` is already set on line \(line)", fix: "remove one of the two")
  }

  static func notATable(_ name: String, line: Int) -> Wording {
    Wording("`\(name)` is not a table: line \(line) gives it a value", fix: "rename one of the two")
  }

  static func closedTable(_ name: String, line: Int) -> Wording {
    Wording("the inline table `\(name)` on line \(line) is complete", fix: "put the key between its braces")
  }

  static func closedArray(_ name: String, line: Int) -> Wording {
    Wording("the array `\(name)` on line \(line) is complete", fix: "put the table between its brackets")
  }

  static func tableExists(_ name: String, line: Int) -> Wording {
    Wording("table `\(name)` is already defined on line \(line)", fix: "put the keys of both in one place")
  }

  static func arrayExists(_ name: String, line: Int) -> Wording {
    Wording("`\(name)` is an array of tables since line \(line)", fix: "begin another element with `[[\(name)]]`")
  }
}
