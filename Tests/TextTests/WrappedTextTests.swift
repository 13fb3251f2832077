import Testing
import Text

/// Sentences as lines that fit.
struct WrappedTextTests {
  @Test(arguments: [
    ("", ""), ("short", "short"),
    ("a line of exactly forty columns, no more", "a line of exactly forty columns, no more"),
    (
      "Draw \"o\" 3 times, with one finger, or with several.",
      "Draw \"o\" 3 times, with one finger, or\nwith several."
    ),
    ("      not counted: it has 2 fingers, and needs 3", "      not counted: it has 2 fingers, and\n      needs 3"),
    (
      "   3  not recognized: 61 mm/s, needs 80 mm/s\n\nNow others.",
      "   3  not recognized: 61 mm/s, needs 80\n      mm/s\n\nNow others."
    ),
    (
      "Write them into the rules? y writes them, Enter does not: ",
      "Write them into the rules? y writes\nthem, Enter does not: "
    ),
  ])
  func fortyColumns(_ text: String, _ wrapped: String) {
    #expect(text.wrapped(to: 40) == wrapped)
  }

  @Test func eightyColumns() {
    #expect(
      "Make \"next\" (swipe) 10 times. u and Enter undoes the last one, Enter alone ends early, Ctrl-C stops."
        .wrapped(to: 80)
        == "Make \"next\" (swipe) 10 times. u and Enter undoes the last one, Enter alone ends\nearly, Ctrl-C stops.")
  }

  /// A character of East Asian width takes two columns, a mark none.
  @Test func widths() {
    #expect("触摸屏 触摸屏 触摸屏".wrapped(to: 13) == "触摸屏 触摸屏\n触摸屏")
    #expect("触摸屏 触摸屏 触摸屏".wrapped(to: 12) == "触摸屏\n触摸屏\n触摸屏")
    #expect("e\u{301}e\u{301} e\u{301}".wrapped(to: 4) == "e\u{301}e\u{301} e\u{301}")
  }

  /// A long path is not broken, so that it can be copied.
  @Test(arguments: [40, 80]) func aWordThatIsLongerThanTheLine(_ columns: Int) {
    let path = "/home/somebody/" + String(repeating: "folder/", count: 12) + "bindings.toml"
    #expect("wrote \(path) with 3 examples".wrapped(to: columns) == "wrote\n\(path)\nwith 3 examples")
    #expect("  \(path)".wrapped(to: columns) == "  \(path)")
  }

  /// No word is lost, and only words that are too long themselves make a line too long.
  @Test(arguments: 1...90) func everyWidth(_ columns: Int) {
    let text = "   12  Make \"触摸\" (swipe) 10 times. u and Enter undoes the last one, Enter alone ends early."
    let lines = text.wrapped(to: columns).split(separator: "\n")
    let words = { (text: String) in text.split { $0 == " " || $0 == "\n" } }
    #expect(words(text.wrapped(to: columns)) == words(text))
    for line in lines where line.unicodeScalars.reduce(0, { $0 + $1.columns }) > columns {
      #expect(words(String(line)).count == 1 || line == lines.first)
    }
  }
}
