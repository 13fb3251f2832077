/// The files that rules are read from, one behind the other in one space of offsets: a range tells its file too.
struct SourceSpace: Sendable {
  private var files: [Source] = []
  /// The offset at which each file begins.
  private var starts: [Int] = []

  /// Puts a file behind the others, and returns where it begins. The offset behind its last byte is its own.
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

  /// The range counted in its own file.
  func rangeInFile(_ range: Range<Int>) -> Range<Int> {
    guard let (_, start) = file(at: range.lowerBound) else { return range }
    return range.lowerBound - start..<range.upperBound - start
  }

  /// Where `range` stands, for a message at `place`.
  func line(of range: Range<Int>, from place: Range<Int>) -> LineReference {
    let location = location(of: range.lowerBound)
    let isElsewhere = index(at: range.lowerBound) != index(at: place.lowerBound)
    return LineReference(file: isElsewhere ? location.file : nil, line: location.line)
  }

  private func file(at offset: Int) -> (Source, start: Int)? {
    index(at: offset).map { (files[$0], starts[$0]) }
  }

  private func index(at offset: Int) -> Int? { starts.lastIndex { $0 <= offset } ?? starts.indices.first }
}

/// A line that a message names: `line 12` of the same file, or `layers/media.toml:12`.
struct LineReference: CustomStringConvertible {
  /// Nil for the file the message is about.
  let file: String?
  let line: Int

  var description: String { file.map { "\($0):\(line)" } ?? "line \(line)" }
}
