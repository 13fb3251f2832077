/// Turns byte offsets into lines and columns, and shows the lines, for messages.
public struct SourceMap: Sendable {
  private let text: [UInt8]
  /// The offset at which each line begins; never empty.
  private let starts: [Int]

  public init(_ text: [UInt8]) {
    self.text = text
    // A byte order mark is no part of the first line: it would move the caret by one.
    var starts = [text.starts(with: Bytes.byteOrderMark) ? Bytes.byteOrderMark.count : 0]
    for (offset, byte) in text.enumerated() where byte == Bytes.lineFeed { starts.append(offset + 1) }
    self.starts = starts
  }

  /// Line and column, both from 1; the column counts Unicode scalars. An offset outside of the text gives the nearest
  /// place in it.
  public func position(of offset: Int) -> (line: Int, column: Int) {
    let offset = min(max(offset, starts[0]), text.count)
    let line = lineIndex(of: offset)
    let before = String(decoding: text[starts[line]..<offset], as: UTF8.self)
    return (line + 1, before.unicodeScalars.count + 1)
  }

  /// The text of a line, counted from 1, without its end; bytes that are not UTF-8 become U+FFFD. Empty for a line
  /// that isn't there.
  public func line(_ number: Int) -> String {
    guard number >= 1, number <= starts.count else { return "" }
    let start = starts[number - 1]
    var end = number < starts.count ? starts[number] - 1 : text.count
    if end > start, end < text.count, text[end - 1] == Bytes.carriageReturn { end -= 1 }
    return String(decoding: text[start..<end], as: UTF8.self)
  }

  /// The last line that begins at or before the offset.
  private func lineIndex(of offset: Int) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }
}
