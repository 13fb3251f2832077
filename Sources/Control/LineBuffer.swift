import Text

/// Splits received bytes, which arrive in pieces of any size, into lines.
public struct LineBuffer: Sendable {
  private let limit: Int
  private var bytes: [UInt8] = []
  /// The index at which the next line begins. The bytes from `start` to `searched` have no line end.
  private var start = 0
  private var searched = 0

  /// `limit` is the maximum length of a line, in bytes without the line end.
  public init(limit: Int) { self.limit = limit }

  public mutating func append(_ more: some Sequence<UInt8>) {
    if start > 0 {
      bytes.removeFirst(start)
      searched -= start
      start = 0
    }
    bytes += more
  }

  /// Removes and returns the next line; nil until a line is complete. Throws if the line is longer than the limit.
  public mutating func next() throws(ControlError) -> [UInt8]? {
    guard let lineEnd = findLineEnd() else {
      if bytes.count - start > limit { throw .tooLong(limit: limit) }
      return nil
    }
    guard lineEnd - start <= limit else { throw .tooLong(limit: limit) }
    defer {
      start = lineEnd + 1
      searched = start
    }
    return Array(bytes[start..<lineEnd])
  }

  /// Whether `next` would return a line or throw.
  public var isReady: Bool { mutating get { findLineEnd() != nil || bytes.count - start > limit } }

  /// Empties the buffer after the end of input, and returns the bytes that `next` hasn't returned. Nil for no bytes.
  public mutating func removeRemainder() -> [UInt8]? {
    defer { self = LineBuffer(limit: limit) }
    return start < bytes.count ? Array(bytes[start...]) : nil
  }

  private mutating func findLineEnd() -> Int? {
    while searched < bytes.count {
      if bytes[searched] == UInt8(ascii: "\n") { return searched }
      searched += 1
    }
    return nil
  }
}

/// Reads and writes lines. Each line is a JSON object with the protocol's version.
enum ControlLine {
  /// Reads a line's object, and returns its members. Throws if the line is too long, not valid, or of another version.
  static func members(_ line: [UInt8], limit: Int) throws(ControlError) -> [JSONValue.Member] {
    guard line.count <= limit else { throw .tooLong(limit: limit) }
    let value: JSONValue
    do throws(JSONReader.Failure) {
      value = try JSONReader.read(line, maxDepth: ControlProtocol.maxDepth)
    } catch {
      throw ControlError(error)
    }
    guard let members = value.members else { throw .notAnObject }
    guard let version = value["version"] else { throw .noVersion }
    guard version.integer == ControlProtocol.version else {
      throw .otherVersion(String(decoding: version.line(), as: UTF8.self))
    }
    return members
  }

  /// Returns the bytes of a JSON object with the protocol's version and `members`, without a line end.
  static func line(_ members: [JSONValue.Member], _ numbers: JSONWriter.Numbers = .shortest) -> [UInt8] {
    JSONValue.object([.init("version", .integer(ControlProtocol.version))] + members).line(numbers)
  }
}

/// Lines that wait to be sent to the other end.
public struct OutgoingLines: Sendable {
  private var bytes: [UInt8] = []
  private var sent = 0
  private var isLinePartlySent = false

  public init() {}

  /// The number of waiting bytes.
  public var count: Int { bytes.count - sent }
  public var isEmpty: Bool { count == 0 }

  public var unsent: ArraySlice<UInt8> { bytes[sent...] }

  public mutating func append(_ line: some Sequence<UInt8>) {
    bytes += line
    bytes.append(UInt8(ascii: "\n"))
  }

  public mutating func removeSent(_ count: Int) {
    guard count > 0, count <= self.count else { return }
    sent += count
    isLinePartlySent = bytes[sent - 1] != UInt8(ascii: "\n")
    if sent == bytes.count {
      bytes.removeAll(keepingCapacity: true)
      sent = 0
    }
  }

  /// Drops all lines, except the rest of a line that is partly sent.
  public mutating func dropUnsentLines() {
    let lineEnd = isLinePartlySent ? unsent.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } : sent
    bytes = Array(bytes[sent..<(lineEnd ?? bytes.count)])
    sent = 0
  }

  public mutating func clear() { self = OutgoingLines() }
}
