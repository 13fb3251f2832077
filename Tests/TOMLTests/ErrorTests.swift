import TOML
import Testing

/// A text with one error, and how that reads.
struct ErrorCase: Sendable, CustomTestStringConvertible {
  let text: String
  /// Line, column and the source text it underlines.
  let location: String
  let message: String
  let fix: String

  init(_ text: String, _ location: String, _ message: String, _ fix: String) {
    self.text = text
    self.location = location
    self.message = message
    self.fix = fix
  }

  var testDescription: String { text.debugDescription }

  func check() {
    #expect(errors(text) == ["\(location) \(message); \(fix)"])
  }
}

/// The exact text of every error, and its place.
@Suite struct ErrorTests {
  @Test(arguments: [
    ErrorCase(
      "a = 1 # x\u{0}", "1:10 <\u{0}>",
      "the control character U+0000 is not allowed here",
      "remove it"),
    ErrorCase(
      "a = \"\u{7}\"", "1:6 <\u{7}>",
      "the control character U+0007 is not allowed here",
      #"write it as `\u0007`"#),
    ErrorCase(
      "a = '\u{7}'", "1:6 <\u{7}>",
      "the control character U+0007 is not allowed here",
      "remove it"),
    ErrorCase(
      "a = 1\r", "1:6 <\r>",
      "a carriage return is not allowed without a line feed after it",
      "remove the carriage return, or save the file with Unix line ends (LF)"),
    ErrorCase(
      "\u{7}", "1:1 <\u{7}>",
      "the control character U+0007 is not allowed here",
      "remove it"),
    ErrorCase(
      "a = 1 \u{7}", "1:7 <\u{7}>",
      "the control character U+0007 is not allowed here",
      "remove it"),
    ErrorCase(
      "a = \u{7}", "1:5 <\u{7}>",
      "the control character U+0007 is not allowed here",
      "remove it"),
  ])
  func characters(_ error: ErrorCase) { error.check() }

  @Test(arguments: [
    ErrorCase(
      "= 1", "1:1 <=>",
      "expected a key, found `=`",
      #"write a key of letters, digits, `-` and `_`"#),
    ErrorCase(
      "a. = 1", "1:4 <=>",
      "expected a key, found `=`",
      #"write a key of letters, digits, `-` and `_`"#),
    ErrorCase(
      "]", "1:1 <]>",
      "expected a key, found `]`",
      #"write a key of letters, digits, `-` and `_`"#),
    ErrorCase(
      "größe = 1", "1:3 <ö>",
      "`ö` is not allowed in a key without quotes",
      #"put the key in quotes: `"größe"`"#),
    ErrorCase(
      "device.ELAN* = 1", "1:12 <*>",
      "`*` is not allowed in a key without quotes",
      #"put the key in quotes: `"ELAN*"`"#),
    ErrorCase(
      #""""a""" = 1"#, #"1:1 <""">"#,
      "a key can't be a multi-line string",
      "put one quotation mark before the key and one after it"),
    ErrorCase(
      "a", "1:2 <>",
      "expected `=` after `a`",
      "write `a = ` and a value, or `#` before a comment"),
    ErrorCase(
      "a 1", "1:3 <1>",
      "expected `=` after `a`",
      "write `a = ` and a value, or `#` before a comment"),
    ErrorCase(
      "a: 1", "1:2 <:>",
      "expected `=` after `a`",
      "write `=` instead of `:`"),
    ErrorCase(
      "a.b =", "1:6 <>",
      "`a.b` has no value",
      "write a value after `=`"),
    ErrorCase(
      "a = # none", "1:5 <>",
      "`a` has no value",
      "write a value after `=`"),
    ErrorCase(
      "a.b", "1:4 <>",
      "expected `=` after `a.b`",
      "write `a.b = ` and a value, or `#` before a comment"),
  ])
  func keys(_ error: ErrorCase) { error.check() }

  @Test(arguments: [
    ErrorCase(
      "[a", "1:1 <[a>",
      "unterminated table header",
      "close it with `]`"),
    ErrorCase(
      "[[a]", "1:1 <[[a]>",
      "unterminated table header",
      "close it with `]]`"),
    ErrorCase(
      "[]", "1:2 <]>",
      "expected a key, found `]`",
      #"write a key of letters, digits, `-` and `_`"#),
    ErrorCase(
      "[a b]", "1:4 <b>",
      "unexpected `b` in the table header",
      "put the name in quotes if it has spaces or special characters"),
    ErrorCase(
      "[a] b", "1:5 <b>",
      "unexpected `b` after the table header",
      "put `b` on a new line, or remove it; a comment needs a `#`"),
    ErrorCase(
      "[a]]", "1:4 <]>",
      "unexpected `]` after the table header",
      "put `]` on a new line, or remove it; a comment needs a `#`"),
  ])
  func headers(_ error: ErrorCase) { error.check() }

  @Test(arguments: [
    ErrorCase(
      "a = 1\n\na = 2", "3:1 <a>",
      "`a` is already set on line 1",
      "remove one of the two"),
    ErrorCase(
      "a.b = 1\na.b.c = 2", "2:3 <b>",
      "`a.b` is not a table: line 1 gives it a value",
      "rename or remove the key on line 1"),
    ErrorCase(
      "a = {}\na.b = 1", "2:1 <a>",
      "the inline table `a` on line 1 can't be extended",
      "put all keys inside the braces of the inline table"),
    ErrorCase(
      "a = []\n[a.b]", "2:2 <a>",
      "the array `a` on line 1 can't be extended",
      "put the table inside the brackets of the array"),
    ErrorCase(
      "a = []\n[[a]]", "2:3 <a>",
      "the array `a` on line 1 can't be extended",
      "put the table inside the brackets of the array"),
    ErrorCase(
      "a = 1\n[[a]]", "2:3 <a>",
      "`a` is already set on line 1",
      "remove one of the two"),
    ErrorCase(
      "a = 1\n[a]", "2:2 <a>",
      "`a` is already set on line 1",
      "remove one of the two"),
    ErrorCase(
      "[a]\n[a]", "2:2 <a>",
      "table `a` is already defined on line 1",
      "put the keys of both tables in one table"),
    ErrorCase(
      "[a]\n[[a]]", "2:3 <a>",
      "table `a` is already defined on line 1",
      "put the keys of both tables in one table"),
    ErrorCase(
      "[[a]]\n[a]", "2:2 <a>",
      "`a` is already an array of tables on line 1",
      "repeat its header to add an element"),
    ErrorCase(
      "[[a.b]]\n[a]\nb.c = 1", "3:1 <b>",
      "`b` is already an array of tables on line 1",
      "repeat its header to add an element"),
    ErrorCase(
      "a.b = 1\n[a]", "2:2 <a>",
      "table `a` is already defined on line 1",
      "put the keys of both tables in one table"),
    ErrorCase(
      "[a.b]\n[a]\nb.c = 1", "3:1 <b>",
      "table `b` is already defined on line 1",
      "put the keys of both tables in one table"),
    ErrorCase(
      #"a = { "b c" = 1, "b c" = 2 }"#, #"1:18 <"b c">"#,
      #"`"b c"` is already set on line 1"#,
      "remove one of the two"),
  ])
  func thingsGivenTwice(_ error: ErrorCase) { error.check() }

  @Test func invalidUTF8() {
    #expect(
      errors(Array("a = \"x".utf8) + [0xFF, 0xFE] + Array("\"\nb = 1".utf8))
        == ["1:7 <\u{FFFD}> these bytes are not valid UTF-8; save the file as UTF-8"])
  }

  @Test func tooDeep() {
    let fix = "more than 64 levels of tables and arrays; use fewer levels"
    #expect(errors("a = " + String(repeating: "[", count: 100)) == ["1:68 <[> \(fix)"])
    #expect(errors("[" + String(repeating: "a.", count: 99) + "a]") == ["1:130 <a> \(fix)"])
    #expect(errors("a" + String(repeating: ".a", count: 61) + " = [1]") == [])
    #expect(errors("a" + String(repeating: ".a", count: 63) + " = 1").first?.hasSuffix(fix) == true)
  }
}
