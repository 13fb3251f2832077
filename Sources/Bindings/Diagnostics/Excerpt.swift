import Text

/// A line of source as a terminal shows it, with the columns to underline.
///
/// Tabs become spaces, so that the carets stand right under any tab width; other control characters become pictures,
/// so that a file can't play tricks with the terminal; a long line is cut around the carets.
struct Excerpt: Equatable, Sendable {
  /// Columns of source shown at most.
  static let width = 100
  /// Columns shown to the left of the carets where the line is cut.
  static let lead = 30
  private static let tab = "    "
  private static let cut = "…"
  /// Bytes looked at on each side: a character has at most four.
  private static let reach = width * 4

  private(set) var line: String
  private(set) var indent: Int
  private(set) var carets: Int

  /// `lineStart` is where the line of the range's first byte begins.
  init(_ text: [UInt8], lineStart: Int, range: Range<Int>) {
    let from = Self.boundary(text, max(lineStart, range.lowerBound - Self.reach), above: lineStart)
    let lineEnd = Self.lineEnd(text, from: range.lowerBound)
    let end = Self.boundary(text, min(lineEnd, range.lowerBound + Self.reach), above: range.lowerBound)
    let middle = max(range.lowerBound, min(range.upperBound, end))
    let parts = [from..<min(range.lowerBound, end), range.lowerBound..<middle, middle..<end].map { part in
      part.lowerBound < part.upperBound ? Self.shown(String(decoding: text[part], as: UTF8.self)) : []
    }
    line = ""
    indent = 0
    carets = 1
    fit(parts, isCutBefore: from > lineStart, isCutAfter: end < lineEnd)
  }

  /// One piece of the line that is shown whole or not at all, with the columns it takes.
  private typealias Piece = (text: String, columns: Int)

  private mutating func fit(_ parts: [[Piece]], isCutBefore: Bool, isCutAfter: Bool) {
    var before = parts[0][...]
    var after = parts[1][...] + parts[2]
    let columns = Self.columns(before)
    let fits = !isCutBefore && !isCutAfter && columns + Self.columns(after) <= Self.width
    if !fits, columns > Self.lead {
      while Self.columns(before) >= Self.lead { before.removeFirst() }
      before.insert((Self.cut, 1), at: before.startIndex)
    }
    indent = Self.columns(before)
    if !fits {
      let space = Self.width - indent
      let isTooLong = Self.columns(after) > space
      while Self.columns(after) >= space { after.removeLast() }
      if isTooLong || isCutAfter { after.append((Self.cut, 1)) }
    }
    carets = max(1, min(Self.columns(parts[1][...]), Self.width - indent))
    line = (before + after).map(\.text).joined()
  }

  private static func columns(_ pieces: ArraySlice<Piece>) -> Int { pieces.reduce(0) { $0 + $1.columns } }

  private static func shown(_ text: String) -> [Piece] {
    text.unicodeScalars.map { scalar in
      if scalar == "\t" { return (tab, tab.count) }
      let visible = scalar.visible
      return (String(visible), visible.columns)
    }
  }

  /// The end of the line without its line feed and carriage return.
  private static func lineEnd(_ text: [UInt8], from start: Int) -> Int {
    var end = start
    while end < text.count, text[end] != UInt8(ascii: "\n"), end - start <= reach { end += 1 }
    if end > start, end < text.count, text[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return end
  }

  /// The nearest start of a character at or before `offset`.
  private static func boundary(_ text: [UInt8], _ offset: Int, above lowest: Int) -> Int {
    var offset = offset
    while offset > lowest, offset < text.count, text[offset] & 0xC0 == 0x80 { offset -= 1 }
    return offset
  }
}
