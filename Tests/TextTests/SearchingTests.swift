import Testing

@testable import Text

/// Parts of text are found and replaced at their place, byte by byte.
@Suite struct SearchingTests {
  @Test(arguments: [
    ("", "", [0]), ("", "a", []), ("abc", "", [0]), ("abc", "abc", [0]), ("abc", "abcd", []), ("aab", "ab", [1]),
    ("ababab", "bab", [1]), ("äöü", "ö", [2]), ("a\r\nb", "\n", [2]), ("aXbX", "X", [1]),
  ])
  func theFirstOccurrenceIsFound(text: String, part: String, offsets: [Int]) {
    let occurrence = text.firstOccurrence(of: part)
    #expect(occurrence.map { [text.utf8.distance(from: text.startIndex, to: $0.lowerBound)] } ?? [] == offsets)
    #expect(occurrence.map { String(text[$0]) } ?? part == part)
    #expect(text.includes(part) == !offsets.isEmpty)
  }

  @Test func allOccurrencesAreFoundAndNoneOverlaps() {
    let text = "aaaa-aa"
    #expect(
      text.occurrences(of: "aa").map { text.utf8.distance(from: text.startIndex, to: $0.lowerBound) } == [0, 2, 5])
    #expect(text.occurrences(of: "").isEmpty)
    #expect(text.dropFirst(3).occurrences(of: "a").count == 3)
  }

  @Test(arguments: [
    ("", "a", "b", ""), ("abc", "b", "xyz", "axyzc"), ("aaa", "aa", "b", "ba"), ("a.b.", ".", "", "ab"),
    ("it's", "'", "'\\''", "it'\\''s"), ("abc", "", "x", "abc"), ("grün", "ü", "ue", "gruen"),
  ])
  func eachPartIsReplaced(text: String, part: String, other: String, replaced: String) {
    #expect(text.replacing(each: part, by: other) == replaced)
    #expect("-\(text)".dropFirst().replacing(each: part, by: other) == replaced)
  }
}
