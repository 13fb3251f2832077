import Testing

@testable import Importers

/// Words of commands, as other programs split them and as ours are written.
@Suite struct WordsTests {
  @Test(arguments: [
    ("a b  c", ["a", "b", "c"]),
    ("  a\tb ", ["a", "b"]),
    ("'a b' \"c d\"", ["a b", "c d"]),
    ("a'b'\"c\"d", ["abcd"]),
    ("a\\ b \\'", ["a b", "'"]),
    (#""a \"b\" \c \\" "#, [#"a "b" \c \"#]),
    ("'' \"\"", ["", ""]),
    ("", []),
  ])
  func pythonSplitsSo(line: String, words: [String]) throws {
    #expect(try PythonWords.split(line) == words)
  }

  @Test func pythonRefusesWhatIsOpen() {
    #expect(throws: ImportRefusal(ImportWording.noClosingQuote)) { try PythonWords.split("a 'b") }
    #expect(throws: ImportRefusal(ImportWording.noClosingQuote)) { try PythonWords.split("\"b\\\"") }
    #expect(throws: ImportRefusal(ImportWording.nothingEscaped)) { try PythonWords.split("a \\") }
  }

  @Test(arguments: [
    ("a b", [["a", "b"]]),
    ("a 'b c' \"d $E\" f\\ g", [["a", "b c", "d $E", "f g"]]),
    ("a \\\n  b", [["a", "b"]]),
    ("a; b && c | d &", [["a"], ["b"], ["c"], ["d"]]),
    ("a > /dev/null 2>&1 b", [["a", "b"]]),
    ("a \"$(b \"c d\")\" `e f`", [["a", "$(b \"c d\")", "`e f`"]]),
    ("a ${B:-c d} # e\nf", [["a", "${B:-c d}"], ["f"]]),
    ("a \"b\\\"c\\d\\$e\"", [["a", "b\"c\\d$e"]]),
    ("a=( -g 'x y' )", [["a="], ["-g", "x y"]]),
    ("a 'open", [["a", "open"]]),
  ])
  func aShellSplitsSo(text: String, words: [[String]]) {
    #expect(ShellScript(text).commands.map { $0.map(\.text) } == words)
  }

  @Test func aScriptKnowsItsLinesAndNames() {
    let script = ShellScript("A=1\nB=\"${C:-2}\" # why\nx \\\n  \"$A ${B}\" '$D' 'two\nlines'\n")
    #expect(script.assignments["A"]?.line == 1)
    #expect(script.assignments["B"]?.line == 2)
    #expect(script.comments.map(\.text) == [" why"])
    #expect(script.commands.last?.map(\.first) == [3, 4, 4, 4])
    #expect(script.commands.last?.map(\.last) == [3, 4, 4, 5])
    #expect(script.commands.last?[1].names == ["A", "B"])
    #expect(script.commands.last?[2].names == [])
  }

  @Test func numbersBehindNamesAreFound() {
    let script = ShellScript("A=\"${X:-125}\"\nB=$A\nC=$C\n")
    #expect(script.number("7") == 7)
    #expect(script.number("$A") == 125)
    #expect(script.number("${B}") == 125)
    #expect(script.number("${Y:-$B}") == 125)
    #expect(script.number("$C") == nil)
    #expect(script.number("$UNKNOWN") == nil)
  }

  @Test(arguments: [
    ("plain", "\"plain\""),
    ("it's", "\"it's\""),
    ("say \"so\"", "'say \"so\"'"),
    ("say \"it's\"", "\"say \\\"it's\\\"\""),
    ("a\\b", "'a\\b'"),
    ("bell\u{7}", "\"bell\\u0007\""),
    ("tab\tand \"quote\"", "'tab\tand \"quote\"'"),
    ("one\ntwo", "\"one\\ntwo\""),
    ("", "\"\""),
  ])
  func textsAreQuotedSo(text: String, toml: String) {
    #expect(TOMLText.quoted(text) == toml)
  }

  @Test func textsOfSeveralLinesStaySo() {
    #expect(TOMLValue.string("one\ntwo").text == "'''\none\ntwo'''")
    #expect(TOMLValue.string("one\n'''").text == "\"one\\n'''\"")
    #expect(TOMLValue.list([.string("one\ntwo")]).text == "[\"one\\ntwo\"]")
    #expect(TOMLText.comment("a\rb\u{1B}c\td") == "# a?b?c\td")
    #expect(TOMLText.comment("") == "#")
  }

  @Test(arguments: [
    (12.0, "12"), (3.175, "3.17"), (0.125, "0.12"), (0.375, "0.38"), (9.51, "9.51"), (9.50, "9.5"), (0.095, "0.1"),
    (-3.25, "-3.25"), (0, "0"),
  ])
  func figuresHaveTwoPlacesAtMost(value: Double, text: String) {
    #expect(Quantity.decimal(value) == text)
  }

  @Test func figuresStayWithinWhatIsAllowed() {
    #expect(Quantity.millimetres(0.2) == "1 mm")
    #expect(Quantity.millimetres(9_000) == "500 mm")
    #expect(Quantity.milliseconds(1) == "50 ms")
    #expect(Quantity.percent(9_000) == "500 %")
    #expect(Quantity.degrees(900) == "90 deg")
    #expect(Quantity.speed(-1) == "0 mm/s")
    #expect(Quantity.millimetres(.nan) == "1 mm")
  }

  @Test(arguments: [
    ("LEFTALT", "Alt"), ("key_a", "a"), ("KEY_PAGEUP", "Prior"), ("F5", "F5"), ("nonsense", nil), ("", nil),
  ])
  func keysHaveTheNamesOfX(key: String, symbol: String?) { #expect(KernelKeys.symbol(of: key) == symbol) }

  @Test(arguments: [
    ("${pkgs.foot}/bin/foot -e x", "foot -e x"), ("sleep 1; ${pkgs.a.b}/bin/c", "sleep 1; c"),
    ("echo $HOME ${x:-y}", nil),
    ("${pkgs.foot}", ""), ("${cfg.menu}", ""), ("${getExe menu} -x", ""), ("${pkgs.write \"${x}\"}/bin/y", ""),
  ])
  func programsInTheStoreOfNixHavePlainNames(line: String, plain: String?) {
    #expect(ShellText.withoutStore(line) == (plain == "" ? nil : plain ?? line))
  }
}
