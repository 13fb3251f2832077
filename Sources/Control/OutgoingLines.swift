/// Lines that wait until the other end takes them.
public struct OutgoingLines: Sendable {
  private var bytes: [UInt8] = []
  private var sent = 0
  /// Of the line in front some is sent already.
  private var isInLine = false

  public init() {}

  /// How many bytes wait.
  public var count: Int { bytes.count - sent }
  public var isEmpty: Bool { count == 0 }

  /// What waits, in order.
  public var waiting: ArraySlice<UInt8> { bytes[sent...] }

  /// A line without its end.
  public mutating func append(_ line: some Sequence<UInt8>) {
    bytes += line
    bytes.append(UInt8(ascii: "\n"))
  }

  /// So many bytes of `waiting` are sent.
  public mutating func took(_ count: Int) {
    guard count > 0, count <= self.count else { return }
    sent += count
    isInLine = bytes[sent - 1] != UInt8(ascii: "\n")
    if sent == bytes.count {
      bytes.removeAll(keepingCapacity: true)
      sent = 0
    }
  }

  /// Leaves out all lines that have not begun.
  public mutating func leaveOutTheRest() {
    let end = isInLine ? waiting.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } : sent
    bytes = Array(bytes[sent..<(end ?? bytes.count)])
    sent = 0
  }

  public mutating func clear() { self = OutgoingLines() }
}
