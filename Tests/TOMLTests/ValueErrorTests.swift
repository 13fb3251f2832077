import Testing

/// The exact text of every error in a value, and its place.
@Suite struct ValueErrorTests {
  @Test(arguments: [
    ErrorCase(
      #"a = "x"#, #"1:5 <"x>"#,
      "unterminated string",
      #"close it with `"`"#),
    ErrorCase(
      "a = 'x", "1:5 <'x>",
      "unterminated string",
      "close it with `'`"),
    ErrorCase(
      "a = \"\"\"x\ny", #"1:5 <""">"#,
      "unterminated string",
      #"close it with `"""`"#),
    ErrorCase(
      "a = '''x", "1:5 <'''>",
      "unterminated string",
      "close it with `'''`"),
    ErrorCase(
      #"a = "\ud800""#, #"1:6 <\ud800>"#,
      #"`\ud800` is not a Unicode character"#,
      "use a code up to 10FFFF, except D800 to DFFF"),
  ])
  func strings(_ error: ErrorCase) { error.check() }

  @Test(arguments: [
    ErrorCase(
      "a = [1", "1:5 <[>",
      "unterminated array",
      "close it with `]`"),
    ErrorCase(
      "a = [1\nb = 2", "1:5 <[>",
      "unterminated array",
      "close it with `]`"),
    ErrorCase(
      "a = [,]", "1:6 <,>",
      "expected a value before `,`",
      "remove the extra comma"),
    ErrorCase(
      "a = [1,,2]", "1:8 <,>",
      "expected a value before `,`",
      "remove the extra comma"),
    ErrorCase(
      "a = [1 2]", "1:8 <2>",
      "expected `,` or `]` after the value",
      "write `,` between values, and `]` at the end"),
    ErrorCase(
      "a = [1 -2]", "1:8 <-2>",
      "expected `,` or `]` after the value",
      "write `,` between values, and `]` at the end"),
    ErrorCase(
      #"a = ["x" y]"#, "1:10 <y>",
      "expected `,` or `]` after the value",
      "write `,` between values, and `]` at the end"),
    ErrorCase(
      "a = [1 mm]", "1:8 <mm>",
      "unexpected `mm` after the value",
      #"put the whole value in quotes: `"1 mm"`"#),
    ErrorCase(
      "a = [1\n2]", "1:7 <>",
      "expected `,` or `]` after the value",
      "write `,` between values, and `]` at the end"),
  ])
  func arrays(_ error: ErrorCase) { error.check() }

  @Test(arguments: [
    ErrorCase(
      "a = { b = 1", "1:5 <{ b = 1>",
      "unterminated inline table",
      "close it with `}` on the same line"),
    ErrorCase(
      "a = { b = 1\nc = 2", "1:5 <{ b = 1>",
      "unterminated inline table",
      "close it with `}` on the same line"),
    ErrorCase(
      "a = {\n  b = 1, # x\n  c = 2\n}", "1:5 <{>",
      "an inline table `{ }` must be on one line",
      "join its lines, or use a `[table]` header"),
    ErrorCase(
      "a = { b = 1, }", "1:12 <,>",
      "an inline table can't end with a comma",
      "remove the comma"),
    ErrorCase(
      "a = { b = 1 c = 2 }", "1:13 <c>",
      "expected `,` or `}` after the value",
      "write `,` between keys, and `}` at the end"),
    ErrorCase(
      "a = { b = }", "1:11 <>",
      "`b` has no value",
      "write a value after `=`"),
    ErrorCase(
      "a = { b = 1 mm }", "1:13 <mm>",
      "unexpected `mm` after the value",
      #"put the whole value in quotes: `"1 mm"`"#),
  ])
  func inlineTables(_ error: ErrorCase) { error.check() }

  @Test(arguments: [
    ErrorCase(
      "a = swipe", "1:5 <swipe>",
      "`swipe` is not a value",
      #"put text in quotes: `"swipe"`"#),
    ErrorCase(
      "a = “swipe”", "1:5 <“swipe”>",
      "`“swipe”` is not a value",
      #"use straight quotes: `"swipe"`"#),
    ErrorCase(
      "a = True", "1:5 <True>",
      "`True` is not a value",
      "write `true`"),
    ErrorCase(
      "a = =", "1:5 <=>",
      "expected a value, found `=`",
      "write a string, a number, `true` or `false`"),
    ErrorCase(
      "a = 14 mm", "1:8 <mm>",
      "unexpected `mm` after the value",
      #"put the whole value in quotes: `"14 mm"`"#),
    ErrorCase(
      "a = 5mm", "1:5 <5mm>",
      "`5mm` is not a value",
      #"put text in quotes: `"5mm"`"#),
    ErrorCase(
      #"a = "x" y"#, "1:9 <y>",
      "unexpected `y` after the value",
      "put `y` on a new line, or remove it; a comment needs a `#`"),
    ErrorCase(
      "a = 1,", "1:6 <,>",
      "unexpected `,` after the value",
      "remove the comma"),
  ])
  func words(_ error: ErrorCase) { error.check() }

  @Test(arguments: [
    ErrorCase(
      "a = 9223372036854775808", "1:5 <9223372036854775808>",
      "`9223372036854775808` does not fit in 64 bits",
      "use a number from -9223372036854775808 to 9223372036854775807"),
    ErrorCase(
      "a = -9223372036854775809", "1:5 <-9223372036854775809>",
      "`-9223372036854775809` does not fit in 64 bits",
      "use a number from -9223372036854775808 to 9223372036854775807"),
    ErrorCase(
      "a = 0x8000000000000000", "1:5 <0x8000000000000000>",
      "`0x8000000000000000` does not fit in 64 bits",
      "use a number from -9223372036854775808 to 9223372036854775807"),
    ErrorCase(
      "a = 012", "1:5 <012>",
      "`012` begins with a zero",
      "write `12`"),
    ErrorCase(
      "a = -00.5", "1:5 <-00.5>",
      "`-00.5` begins with a zero",
      "write `-0.5`"),
    ErrorCase(
      "a = 0_1", "1:5 <0_1>",
      "`0_1` begins with a zero",
      "write `1`"),
    ErrorCase(
      "a = 1__0", "1:5 <1__0>",
      "`1__0` has an underscore that is not between two digits",
      "remove the underscore"),
    ErrorCase(
      "a = 1_.5", "1:5 <1_.5>",
      "`1_.5` has an underscore that is not between two digits",
      "remove the underscore"),
    ErrorCase(
      "a = .5", "1:5 <.5>",
      "`.5` needs a digit on both sides of the decimal point",
      "write `0` where a digit is missing"),
    ErrorCase(
      "a = 1.", "1:5 <1.>",
      "`1.` needs a digit on both sides of the decimal point",
      "write `0` where a digit is missing"),
    ErrorCase(
      "a = +0x1", "1:5 <+0x1>",
      "`+0x1` has a sign, but only decimal numbers can have a sign",
      "write the number with decimal digits"),
    ErrorCase(
      "a = 0xg", "1:5 <0xg>",
      "`0xg` is not a number",
      "after `0x` use the digits 0 to 9 and a to f"),
    ErrorCase(
      "a = 0b", "1:5 <0b>",
      "`0b` is not a number",
      "after `0b` use the digits 0 and 1"),
    ErrorCase(
      "a = 0x_1", "1:5 <0x_1>",
      "`0x_1` has an underscore that is not between two digits",
      "remove the underscore"),
    ErrorCase(
      "a = 1.2.3", "1:5 <1.2.3>",
      "`1.2.3` is not a value",
      #"put text in quotes: `"1.2.3"`"#),
    ErrorCase(
      "a = 1e", "1:5 <1e>",
      "`1e` is not a value",
      #"put text in quotes: `"1e"`"#),
  ])
  func numbers(_ error: ErrorCase) { error.check() }

  @Test(arguments: [
    ErrorCase(
      "a = 2026-02-29", "1:5 <2026-02-29>",
      "`2026-02-29` is not a date or time",
      "write it like `2026-03-14`, `15:09:26` or `2026-03-14T15:09:26Z`"),
    ErrorCase(
      "a = 25:00:00", "1:5 <25:00:00>",
      "`25:00:00` is not a date or time",
      "write it like `2026-03-14`, `15:09:26` or `2026-03-14T15:09:26Z`"),
    ErrorCase(
      "a = 07:32", "1:5 <07:32>",
      "`07:32` is not a date or time",
      "write it like `2026-03-14`, `15:09:26` or `2026-03-14T15:09:26Z`"),
    ErrorCase(
      "a = 2026-03-14 15:09", "1:5 <2026-03-14 15:09>",
      "`2026-03-14 15:09` is not a date or time",
      "write it like `2026-03-14`, `15:09:26` or `2026-03-14T15:09:26Z`"),
    ErrorCase(
      "a = 2026-03-14T15:09:26+24:00", "1:5 <2026-03-14T15:09:26+24:00>",
      "`2026-03-14T15:09:26+24:00` is not a date or time",
      "write it like `2026-03-14`, `15:09:26` or `2026-03-14T15:09:26Z`"),
  ])
  func dates(_ error: ErrorCase) { error.check() }

  @Test func escapes() {
    #expect(
      errors(#"a = "\q \é \u12 \Uab \ud800""#) == [
        #"1:6 <\q> unknown escape `\q`; put the string in single quotes: `'\q \é \u12 \Uab \ud800'`"#,
        #"1:12 <\u12> `\u` needs 4 hexadecimal digits; write zeros before the digits"#,
        #"1:17 <\Uab> `\U` needs 8 hexadecimal digits; write zeros before the digits"#,
        #"1:22 <\ud800> `\ud800` is not a Unicode character; use a code up to 10FFFF, except D800 to DFFF"#,
      ])
  }

  /// Single quotes fix all backslashes at once, unless the string has an apostrophe or an escaped quotation mark.
  @Test func backslashes() {
    let general = #"write `\\` for a backslash"#
    #expect(
      errors(#"a = "C:\Users\me\docs""#) == [
        #"1:8 <\U> unknown escape `\U`; put the string in single quotes: `'C:\Users\me\docs'`"#
      ])
    #expect(errors(#"a = ["\d+", 1]"#) == [#"1:7 <\d> unknown escape `\d`; put the string in single quotes: `'\d+'`"#])
    #expect(
      errors(#"a = "it's \d \w""#) == [
        #"1:11 <\d> unknown escape `\d`; \#(general)"#, #"1:14 <\w> unknown escape `\w`; \#(general)"#,
      ])
    #expect(errors(#"a = "\"\d\"""#) == [#"1:8 <\d> unknown escape `\d`; \#(general)"#])
    #expect(errors("a = \"\"\"\\d\"\"\"") == [#"1:8 <\d> unknown escape `\d`; \#(general)"#])
    let long = String(repeating: "x", count: 101)
    #expect(errors("a = \"\\d\(long)\"") == [#"1:6 <\d> unknown escape `\d`; \#(general)"#])
  }

  /// A quotation mark within a string ends it.
  @Test(arguments: [
    ErrorCase(
      #"a = "notify-send "hi there"""#, #"1:18 <"hi>"#, #"the string ends at the `"` before `hi`"#,
      #"write `'notify-send "hi there"'`"#),
    ErrorCase(
      #"a = "say "x", then "y"" # end"#, #"1:10 <"x>"#, #"the string ends at the `"` before `x`"#,
      #"write `'say "x", then "y"'`"#),
    ErrorCase(
      #"a = ["a "b" c", "d"]"#, #"1:9 <"b>"#, #"the string ends at the `"` before `b`"#, #"write `'a "b" c'`"#),
    ErrorCase(
      #"a = { b = "x "y"" }"#, #"1:14 <"y>"#, #"the string ends at the `"` before `y`"#, #"write `'x "y"'`"#),
    ErrorCase("a = 'it's'", "1:8 <'s>", "the string ends at the `'` before `s`", #"write `"it's"`"#),
    ErrorCase(
      #"a = "it's "so"""#, #"1:11 <"so>"#, #"the string ends at the `"` before `so`"#,
      #"write `\"` for each `"` inside the string"#),
    ErrorCase(
      #"a = 'it's "so"'"#, "1:8 <'s>", "the string ends at the `'` before `s`",
      #"put the string in double quotes; in the string, write `\"` for `"`, and `\\` for `\`"#),
    ErrorCase(
      #"a = "x"y"#, "1:8 <y>", "unexpected `y` after the value",
      "put `y` on a new line, or remove it; a comment needs a `#`"),
  ])
  func quotesInside(_ error: ErrorCase) { error.check() }

  /// A comment as other languages have it.
  @Test(arguments: [
    ErrorCase("// three fingers", "1:1 <//>", "`//` does not begin a comment", "write `#` instead: `# three fingers`"),
    ErrorCase("a = 3 // three", "1:7 <//>", "`//` does not begin a comment", "write `#` instead: `# three`"),
    ErrorCase("a = \"x\"//", "1:8 <//>", "`//` does not begin a comment", "write `#` instead"),
    ErrorCase("[a] /* here */", "1:5 </*>", "`/*` does not begin a comment", "write `#` instead: `# here`"),
    ErrorCase("a = [1, // one\n2]", "1:9 <//>", "`//` does not begin a comment", "write `#` instead: `# one`"),
    ErrorCase("a = [1 // one\n]", "1:8 <//>", "`//` does not begin a comment", "write `#` instead: `# one`"),
    ErrorCase("; old", "1:1 <;>", "`;` does not begin a comment", "write `#` instead: `# old`"),
    ErrorCase(
      "a = \"x\";", "1:8 <;>", "unexpected `;`",
      "remove the semicolon: a line needs none at its end"),
    ErrorCase("a = true ; yes", "1:10 <;>", "`;` does not begin a comment", "write `#` instead: `# yes`"),
  ])
  func otherComments(_ error: ErrorCase) { error.check() }

  @Test func longTextIsCut() {
    let word = String(repeating: "x", count: 1000)
    let shown = String(repeating: "x", count: 40) + "…"
    #expect(errors("a = \(word)") == ["1:5 <\(word)> `\(shown)` is not a value; put text in quotes: `\"\(shown)\"`"])
  }
}
