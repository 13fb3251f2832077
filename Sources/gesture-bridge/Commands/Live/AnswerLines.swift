import Glibc

/// Lines that come in on standard input, in pieces or many at once.
struct AnswerLines {
  static let descriptor: Int32 = 0
  private static let chunk = 1 << 12

  private var pending: [UInt8] = []

  /// The lines that are whole now; nil at the end of the input, where a line without an end is left out.
  mutating func read() -> [String]? {
    var bytes = [UInt8](repeating: 0, count: Self.chunk)
    let count = Glibc.read(Self.descriptor, &bytes, bytes.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return [] }
    guard count > 0 else { return nil }
    return add(bytes[..<count])
  }

  /// The lines that are whole with these bytes.
  mutating func add(_ bytes: some Sequence<UInt8>) -> [String] {
    pending += bytes
    var lines: [String] = []
    while let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
      let line = String(decoding: pending[..<end], as: UTF8.self)
      lines.append(String(line.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()))
      pending.removeSubrange(...end)
    }
    return lines
  }
}
