import TOML
import Text

struct Source: Sendable {
  let file: String
  let text: [UInt8]
  private let map: SourceMap
  /// The offset of the first line: 3 after a byte order mark, otherwise 0.
  private let start: Int

  init(file: String, text: [UInt8]) {
    (self.file, self.text) = (file, text)
    map = SourceMap(text)
    start = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// The location of an offset in bytes. An offset outside the text gives the nearest location.
  func location(of offset: Int) -> FileLocation {
    let (line, column) = map.position(of: offset)
    return FileLocation(file: file, line: line, column: column)
  }

  /// The range's first line for a terminal, with the range underlined.
  func excerpt(_ range: Range<Int>) -> Excerpt {
    let first = clamped(range.lowerBound)
    let lineFeed = text[start..<first].lastIndex(of: UInt8(ascii: "\n"))
    return Excerpt(
      text, lineStart: lineFeed.map { $0 + 1 } ?? start, range: first..<max(first, clamped(range.upperBound)))
  }

  private func clamped(_ offset: Int) -> Int { min(max(offset, start), text.count) }
}

/// The files of the rules, as parts of one long text: each offset belongs to one file, so a range identifies its file.
struct SourceSpace: Sendable {
  private var files: [Source] = []
  private var starts: [Int] = []

  /// Adds a file and returns its first offset. The offset of the file's end belongs to the file too.
  mutating func add(_ file: Source) -> Int {
    let start = zip(starts, files).map { $0 + $1.text.count + 1 }.last ?? 0
    files.append(file)
    starts.append(start)
    return start
  }

  func location(of offset: Int) -> FileLocation {
    guard let (file, start) = file(at: offset) else { return FileLocation(file: "", line: 1, column: 1) }
    return file.location(of: offset - start)
  }

  func excerpt(_ range: Range<Int>) -> Excerpt {
    guard let (file, start) = file(at: range.lowerBound) else { return Excerpt([], lineStart: 0, range: 0..<0) }
    return file.excerpt(range.lowerBound - start..<range.upperBound - start)
  }

  func rangeInFile(_ range: Range<Int>) -> Range<Int> {
    guard let (_, start) = file(at: range.lowerBound) else { return range }
    return range.lowerBound - start..<range.upperBound - start
  }

  /// Returns the line of `range` for a message at `origin`: `line 12`, or `layers/media.toml:12` in another file.
  func line(of range: Range<Int>, from origin: Range<Int>) -> String {
    let location = location(of: range.lowerBound)
    let isSameFile = index(at: range.lowerBound) == index(at: origin.lowerBound)
    return isSameFile ? "line \(location.line)" : "\(location.file):\(location.line)"
  }

  private func file(at offset: Int) -> (Source, start: Int)? { index(at: offset).map { (files[$0], starts[$0]) } }

  private func index(at offset: Int) -> Int? { starts.lastIndex { $0 <= offset } ?? starts.indices.first }
}

/// A line of source for a terminal, with the columns to underline. Long lines are cut.
struct Excerpt: Equatable, Sendable {
  /// The largest number of columns of source text.
  static let width = 100
  /// The largest number of columns before the carets, if the beginning of the line is cut.
  static let lead = 30
  private static let tab = "    "
  private static let cut = "…"
  /// The number of bytes to read before and after the start of the range. A character has at most four bytes.
  private static let reach = width * 4

  private(set) var line: String
  private(set) var indent: Int
  private(set) var carets: Int

  /// `lineStart` is the offset of the first byte of the line in which `range` begins.
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

  /// The visible form of one character of the line, and the width of this form in columns.
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

  private static func lineEnd(_ text: [UInt8], from start: Int) -> Int {
    var end = start
    while end < text.count, text[end] != UInt8(ascii: "\n"), end - start <= reach { end += 1 }
    if end > start, end < text.count, text[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return end
  }

  /// The nearest start of a character at or before `offset`, but not before `lowest`.
  private static func boundary(_ text: [UInt8], _ offset: Int, above lowest: Int) -> Int {
    var offset = offset
    while offset > lowest, offset < text.count, text[offset] & 0xC0 == 0x80 { offset -= 1 }
    return offset
  }
}
