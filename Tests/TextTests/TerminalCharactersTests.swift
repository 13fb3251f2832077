import Testing
import Text

/// The text for a terminal whose locale has no UTF-8.
struct TerminalCharactersTests {
  @Test(arguments: [
    ([:], TerminalCharacters.ascii), (["LANG": ""], .ascii), (["LANG": "C"], .ascii), (["LANG": "POSIX"], .ascii),
    (["LANG": "de_DE"], .ascii), (["LANG": "de_DE.ISO-8859-1"], .ascii), (["LANG": "de_DE.ISO-8859-15@euro"], .ascii),
    (["LANG": "C.UTF-8"], .unicode), (["LANG": "en_US.utf8"], .unicode), (["LANG": "de_DE.UTF-8@euro"], .unicode),
    (["LANG": "en_US.Utf-8"], .unicode), (["LC_CTYPE": "UTF-8"], .unicode), (["LANG": "utf8_XX.ISO-8859-1"], .ascii),
    (["LANG": "C.UTF-8", "LC_CTYPE": "C"], .ascii), (["LANG": "C", "LC_CTYPE": "C.UTF-8"], .unicode),
    (["LANG": "C.UTF-8", "LC_CTYPE": "C.UTF-8", "LC_ALL": "C"], .ascii),
    (["LANG": "C", "LC_CTYPE": "C", "LC_ALL": "C.UTF-8"], .unicode),
    (["LANG": "C.UTF-8", "LC_CTYPE": "", "LC_ALL": ""], .unicode), (["LC_MESSAGES": "C.UTF-8"], .ascii),
  ])
  func theLocale(_ variables: [String: String], _ characters: TerminalCharacters) {
    #expect(TerminalCharacters { variables[$0] } == characters)
  }

  @Test(arguments: [
    ("plain", "plain"), ("run = \"…\"", "run = \"...\""), ("turned by 90°", "turned by 90 deg"),
    ("250 x 140 – 3×", "250 x 140 - 3x"), ("12 µs → a", "12 us -> a"), ("“ask” «b» ‘c’", "\"ask\" \"b\" 'c'"),
    ("[gesture.ä]", "[gesture.?]"), ("e\u{301}", "e"), ("触摸板", "??????"), ("😀\u{200D}", "??"),
    ("a␛[2J␡\u{FFFD}", "a^[[2J^??"), ("⠑⠒⢄⡀", "\\-\\."),
  ])
  func runningText(_ text: String, _ shown: String) {
    #expect(TerminalCharacters.ascii.shown(text) == shown)
    #expect(TerminalCharacters.unicode.shown(text) == text)
  }

  /// Each cell of dots has a substitute, which is blank only if the cell is empty.
  @Test func dots() {
    let cells = (0x2800...0x28FF).compactMap(Unicode.Scalar.init(_:))
    let shown = cells.map(TerminalCharacters.ascii.glyph)
    #expect(Set(shown).isSubset(of: " -_'.|:/\\=#".unicodeScalars))
    #expect(shown.first == " " && !shown.dropFirst().contains(" "))
  }
}
