/// A file's name and text, able to say quickly which line and column a byte is in, however long the lines are.
struct Source: Sendable {
  /// A known place from which to count on.
  private struct Mark {
    let line: Int
    let column: Int
    /// Where that line begins.
    let lineStart: Int
  }

  /// Bytes between two marks: what one look-up reads at most.
  private static let spacing = 512

  let file: String
  let text: [UInt8]
  private let marks: [Mark]
  /// Behind the byte order mark, which is no part of the first line: it would move the caret.
  private let start: Int

  init(file: String, text: [UInt8]) {
    self.file = file
    self.text = text
    start = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var marks: [Mark] = []
    var here = Mark(line: 1, column: 1, lineStart: start)
    for offset in text.indices {
      if offset % Self.spacing == 0 { marks.append(here) }
      here = Self.passing(text, offset, from: here, start: start)
    }
    if text.count % Self.spacing == 0 { marks.append(here) }
    self.marks = marks
  }

  /// Where the byte is; an offset outside of the text gives the nearest place in it.
  func location(of offset: Int) -> FileLocation {
    let mark = mark(at: offset)
    return FileLocation(file: file, line: mark.line, column: mark.column)
  }

  /// The line of the range's first byte, cut to what a terminal shows, with the range underlined.
  func excerpt(_ range: Range<Int>) -> Excerpt {
    let first = clamped(range.lowerBound)
    let lineStart = mark(at: first).lineStart
    return Excerpt(text, lineStart: lineStart, range: first..<max(first, clamped(range.upperBound)))
  }

  private func mark(at offset: Int) -> Mark {
    let offset = clamped(offset)
    let nearest = offset / Self.spacing
    var here = marks[nearest]
    for byte in (nearest * Self.spacing)..<offset { here = Self.passing(text, byte, from: here, start: start) }
    return here
  }

  private func clamped(_ offset: Int) -> Int { min(max(offset, start), text.count) }

  private static func passing(_ text: [UInt8], _ offset: Int, from mark: Mark, start: Int) -> Mark {
    let byte = text[offset]
    if byte == UInt8(ascii: "\n") { return Mark(line: mark.line + 1, column: 1, lineStart: offset + 1) }
    // The bytes of one character after its first have their two high bits at 10.
    let counts = offset >= start && byte & 0xC0 != 0x80
    return Mark(line: mark.line, column: mark.column + (counts ? 1 : 0), lineStart: mark.lineStart)
  }
}
