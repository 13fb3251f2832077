/// Makes messages of the bytes that a page sends over its WebSocket (RFC 6455), within limits.
///
/// FlyingFox's own reader takes frames of any size, masked or not, and joins them without a limit.
struct FrameReader {
  /// Bytes of a message.
  static let longest = 1 << 20
  private static let longestControl = 125

  enum Opcode: UInt8 {
    case continuation = 0x0
    case text = 0x1
    case binary = 0x2
    case close = 0x8
    case ping = 0x9
    case pong = 0xA
  }

  enum Message: Equatable {
    case text([UInt8])
    case ping([UInt8])
    case pong
    case close(code: UInt16)
  }

  private struct Head {
    let fin: Bool
    let opcode: Opcode
    let length: Int
    let mask: [UInt8]
    /// Of itself, in bytes.
    let size: Int
  }

  private var unread: [UInt8] = []
  private var place = 0
  /// What has come of a message in several frames.
  private var begun: [UInt8]?

  mutating func append(_ bytes: [UInt8]) {
    unread.removeFirst(place)
    place = 0
    unread += bytes
  }

  /// The next message; nil until more has come.
  mutating func next() throws(PageFault) -> Message? {
    while let head = try head() {
      guard unread.count - place - head.size >= head.length else { return nil }
      let start = place + head.size
      var payload = Array(unread[start..<(start + head.length)])
      for index in payload.indices { payload[index] ^= head.mask[index & 3] }
      place = start + head.length
      if let message = try message(head, payload) { return message }
    }
    return nil
  }

  private func head() throws(PageFault) -> Head? {
    let bytes = unread[place...]
    guard bytes.count >= 2 else { return nil }
    let (first, second) = (bytes[place], bytes[place + 1])
    guard first & 0x70 == 0 else { throw .protocolError("a frame has a bit that is reserved") }
    guard second & 0x80 != 0 else { throw .protocolError("a frame is not masked") }
    let fin = first & 0x80 != 0
    guard let opcode = Opcode(rawValue: first & 0xF) else {
      throw .protocolError("a frame is of a kind that does not exist")
    }
    var length = Int(second & 0x7F)
    var size = 2
    if length > Self.longestControl {
      let count = length == 126 ? 2 : 8
      guard bytes.count >= size + count else { return nil }
      let long = bytes[(place + size)..<(place + size + count)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      length = Int(clamping: long)
      size += count
    }
    switch opcode {
    case .text, .continuation:
      guard (opcode == .text) == (begun == nil) else { throw .protocolError("frames of a message are out of order") }
      guard length <= Self.longest - (begun?.count ?? 0) else { throw .tooBig }
    case .close, .ping, .pong:
      guard fin, length <= Self.longestControl else { throw .protocolError("a control frame is too long") }
    case .binary: throw .unsupported("the studio takes text only")
    }
    guard bytes.count >= size + 4 else { return nil }
    return Head(
      fin: fin, opcode: opcode, length: length, mask: Array(bytes[(place + size)..<(place + size + 4)]), size: size + 4)
  }

  private mutating func message(_ head: Head, _ payload: [UInt8]) throws(PageFault) -> Message? {
    switch head.opcode {
    case .ping: return .ping(payload)
    case .pong: return .pong
    case .close:
      guard payload.count != 1 else { throw .protocolError("a close frame has half a code") }
      let code = payload.prefix(2).reduce(UInt16(0)) { $0 << 8 | UInt16($1) }
      return .close(code: payload.isEmpty ? CloseCode.normal : code)
    case .text, .binary, .continuation:
      let whole = (begun ?? []) + payload
      begun = head.fin ? nil : whole
      return head.fin ? .text(whole) : nil
    }
  }
}

/// What a page does wrong, for which its WebSocket is closed.
enum PageFault: Error, Equatable {
  case protocolError(String)
  case unsupported(String)
  case notText
  case tooBig
  case noMessage
  case doesNotRead

  var code: CloseCode {
    switch self {
    case .protocolError(let words): CloseCode(CloseCode.protocolError, words)
    case .unsupported(let words): CloseCode(CloseCode.unsupported, words)
    case .notText: CloseCode(CloseCode.notText, "a text is not UTF-8")
    case .tooBig: CloseCode(CloseCode.tooBig, "a message is longer than \(FrameReader.longest >> 20) MiB")
    case .noMessage: CloseCode(CloseCode.policy, "a message is one JSON object on one line, with “ask”")
    case .doesNotRead:
      CloseCode(CloseCode.policy, "the page does not read: \(Outbox.most >> 20) MiB wait for it")
    }
  }
}
