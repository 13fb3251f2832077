import Testing

@testable import LiveView

/// Text in the form in which the cells of a terminal can hold it.
struct StyledLineTests {
  private func text(_ line: StyledLine) -> String {
    line.pieces.reduce(into: "") { $1.glyph.glyph.write(to: &$0) }
  }

  private func line(_ string: String, cutTo columns: Int) -> String {
    var line = StyledLine(string)
    line.cut(to: columns)
    #expect(line.width <= columns)
    return text(line)
  }

  /// Names are texts of users: none must control the terminal, or move the text after it.
  @Test(arguments: [
    ("plain", "plain", 5),
    ("\u{1B}[31mred", "␛[31mred", 8),
    ("a\tb\nc\r", "a␉b␊c␍", 6),
    ("\u{7F}\u{9B}2J", "␡\u{FFFD}2J", 4),
    ("\u{202E}evil\u{2066}", "\u{FFFD}evil\u{FFFD}", 6),
    ("e\u{301}\u{302}\u{303}\u{304}", "e\u{301}\u{302}", 1),
    ("\u{301}first", "first", 5),
    ("a\u{200D}b\u{FE0F}c", "abc", 3),
    ("触摸", "触摸", 4),
    ("👍", "👍", 2),
  ])
  func namesAreMadeHarmless(_ name: String, _ shown: String, _ width: Int) {
    let line = StyledLine(name)
    #expect(text(line).unicodeScalars.elementsEqual(shown.unicodeScalars))
    #expect(line.width == width)
  }

  @Test func whatIsTooLongIsCut() {
    #expect(line("workspace", cutTo: 9) == "workspace")
    #expect(line("workspace", cutTo: 6) == "works…")
    #expect(line("workspace", cutTo: 1) == "…")
    #expect(line("workspace", cutTo: 0) == "")
  }

  /// A wide character is never cut in half.
  @Test func wideCharactersAreCutWhole() {
    #expect(line("触摸屏", cutTo: 6) == "触摸屏")
    #expect(line("触摸屏", cutTo: 5) == "触摸…")
    #expect(line("触摸屏", cutTo: 4) == "触…")
    #expect(line("触摸屏", cutTo: 1) == "…")
  }

  @Test func columnsAreAsWideAsTheyAre() {
    var line = StyledLine()
    line.add("ab", columns: 4)
    line.add("cd", columns: 4, side: .right)
    line.add("触摸屏", columns: 4)
    line.add("|")
    #expect(text(line) == "ab    cd触… |")
    #expect(line.width == 13)
  }
}
