import Testing

@testable import Recordings

/// A recording's text, line by line.
@Suite struct LinesTests {
  @Test(arguments: [
    ("", []), ("\n\r\n\n", []), ("a", ["1 a"]), ("a\n", ["1 a"]), ("\na\n\n\nb c\n", ["2 a", "5 b c"]),
    ("a\r\n\r\nb\r\r\n", ["1 a", "3 b\r"]), (" \n\t\nä", ["1  ", "2 \t", "3 ä"]),
  ])
  func linesAreNumbered(text: String, lines: [String]) {
    #expect(Lines(text).map { "\($0.number) \($0.text)" } == lines)
  }

  @Test(arguments: [("", nil), (" \t", nil), ("# a", nil), ("  #a", nil), ("a#b c", "a#b"), (" \ta b", "a")])
  func theFirstWordIsNoComment(line: Substring, word: Substring?) { #expect(firstWord(of: line) == word) }

  /// Empty lines cost no words, and comments one line each.
  @Test(arguments: [("\n", 0), ("\r\n", 0), ("#\n", 1)])
  func aFileOfNothingHasNoWords(line: String, each: Int) {
    let nothing = String(repeating: line, count: 10_000)
    #expect(Lines(nothing).reduce(0) { count, _ in count + 1 } == each * 10_000)
    #expect(throws: RecordingError("a", nil, .empty)) { try Recording.read(text: nothing, name: "a") }
  }
}
