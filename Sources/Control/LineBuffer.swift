/// Makes lines of what the other end sends, in pieces of any size.
public struct LineBuffer: Sendable {
  private let limit: Int
  private var bytes: [UInt8] = []
  /// The beginning of the next line, and up to where there is no end of it.
  private var start = 0
  private var searched = 0

  /// Lines of at most `limit` bytes without their ends.
  public init(limit: Int) { self.limit = limit }

  public mutating func append(_ more: some Sequence<UInt8>) {
    if start > 0 {
      bytes.removeFirst(start)
      searched -= start
      start = 0
    }
    bytes += more
  }

  /// The next line, without its end; nil until it is whole.
  public mutating func next() throws(ControlError) -> [UInt8]? {
    guard let end = end() else {
      if bytes.count - start > limit { throw .tooLong(limit: limit) }
      return nil
    }
    guard end - start <= limit else { throw .tooLong(limit: limit) }
    defer {
      start = end + 1
      searched = start
    }
    return Array(bytes[start..<end])
  }

  /// Whether `next` has something to say.
  public var isReady: Bool {
    mutating get { end() != nil || bytes.count - start > limit }
  }

  /// What stands behind the last line's end, for when nothing more comes; nil for nothing.
  public mutating func rest() -> [UInt8]? {
    defer { self = LineBuffer(limit: limit) }
    return start < bytes.count ? Array(bytes[start...]) : nil
  }

  private mutating func end() -> Int? {
    while searched < bytes.count {
      if bytes[searched] == UInt8(ascii: "\n") { return searched }
      searched += 1
    }
    return nil
  }
}
