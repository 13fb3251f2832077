import Glibc
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

  /// Eight empty lines, or one comment, cost less than the words of one line.
  @Test(arguments: [("\n", 8), ("\r\n", 8), ("#\n", 1)])
  func aFileOfNothingIsReadQuickly(line: String, each: Int) {
    let count = 1_000_000
    let (nothing, text) = (String(repeating: line, count: each * count), String(repeating: "a b c d\n", count: count))
    let start = processorTime()
    #expect(throws: RecordingError("a", nil, .empty)) { try Recording.read(text: nothing, name: "a") }
    let middle = processorTime()
    #expect(Lines(text).reduce(0) { $0 + words(of: $1.text).count } == 4 * count)
    let (cost, cheap) = (middle - start, processorTime() - middle)
    #expect(cost < cheap)
  }

  /// What this thread has run, in seconds.
  private func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
