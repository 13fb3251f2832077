import Testing
import Text

/// Numbers and words in sentences and files.
@Suite struct TextTests {
  @Test(arguments: [
    (0.0, 3, false, "0"), (12.3456, 3, false, "12.346"), (-12.5, 3, true, "-12.500"), (-0.0004, 3, true, "0.000"),
    (2.5, 0, false, "3"), (1e300, 2, false, "1e+300"), (.nan, 2, true, "nan"), (-.infinity, 2, true, "-inf"),
    (100, 2, false, "100"), (0.1, 9, true, "0.100000"),
  ])
  func decimals(_ value: Double, _ places: Int, _ padded: Bool, _ text: String) {
    #expect(decimal(value, places: places, padded: padded) == text)
  }

  @Test func words() {
    #expect(Words.count(1, "tap") == "1 tap" && Words.count(0, "tap") == "0 taps")
    #expect(Words.cut("abcd", to: 3) == "abc…" && Words.cut("abc", to: 3) == "abc")
    #expect(Words.cut("\u{1B}[2J", to: 3) == "␛[2…" && Words.cut("a\nb") == "a␊b", "safe to print")
  }

  @Test func nothingSteersATerminal() {
    #expect("a\u{1b}[2J\u{7f}\u{85}\u{202e}".visible == "a␛[2J␡\u{FFFD}\u{FFFD}")
    #expect("a \"pad\" \\ \u{1b}".inQuotes == #""a \"pad\" \\ ␛""#)
    #expect(("e\u{301}漢😀" as String).unicodeScalars.map(\.columns) == [1, 0, 2, 2])
  }
}
