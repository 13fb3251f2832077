import Glibc
import Testing

/// A TCP connection that corrects no mistake of a test. One thread at a time reads from it, and one writes.
final class RawConnection: @unchecked Sendable {
  let descriptor: Int32
  private var unread: [UInt8] = []

  init(_ port: UInt16, receiveBuffer: Int32? = nil) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    if let receiveBuffer { set(SO_RCVBUF, receiveBuffer) }
    guard Self.connect(descriptor, "127.0.0.1", port) else { throw Missing("a connection: \(errno)") }
  }

  /// An option of sockets (socket(7)).
  func set<Value: BitwiseCopyable>(_ option: Int32, _ value: Value) {
    withUnsafeBytes(of: value) { _ = setsockopt(descriptor, SOL_SOCKET, option, $0.baseAddress, socklen_t($0.count)) }
  }

  static func connect(_ descriptor: Int32, _ address: String, _ port: UInt16) -> Bool {
    withAddress(address, port) { Glibc.connect(descriptor, $0, $1) } == 0
  }

  static func withAddress<Outcome>(
    _ address: String, _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Outcome
  ) -> Outcome {
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_port = port.bigEndian
    inet_pton(AF_INET, address, &name.sin_addr)
    return withUnsafePointer(to: &name) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
    }
  }

  deinit { if !isClosed { Glibc.close(descriptor) } }

  private var isClosed = false

  func close() {
    isClosed = true
    Glibc.close(descriptor)
  }

  /// Sends all bytes; waits as long as the server does not read. A server that has closed isn't an error.
  func send(_ bytes: [UInt8]) throws {
    var sent = 0
    while sent < bytes.count {
      guard isWritable(StudioProcess.timeout) else { throw Missing("a server that reads") }
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
      }
      guard count >= 0 || errno == EAGAIN else { return }
      sent += max(0, count)
    }
  }

  /// Sends these, and then others again and again, until the server closes.
  func send(_ bytes: [UInt8], then others: [UInt8]) throws {
    try send(bytes)
    var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    let end = ContinuousClock.now + .seconds(180)
    while ContinuousClock.now < end {
      poll(&polled, 1, StudioProcess.timeout)
      if polled.revents & Int16(POLLERR | POLLHUP) != 0 { return }
      _ = sendSome(others)
    }
    throw Missing("a server that closes")
  }

  /// Sends the bytes that the server accepts at once.
  func sendSome(_ bytes: [UInt8]) -> Int {
    max(0, Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT)))
  }

  /// Whether it can take more within this time, in milliseconds.
  func isWritable(_ time: Int32) -> Bool {
    var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&polled, 1, time) > 0
  }

  /// All bytes until the server closes.
  func readAll() throws -> [UInt8] {
    while try readMore() {}
    defer { unread.removeAll() }
    return unread
  }

  /// All bytes up to and including `end`.
  func read(through end: String) throws -> [UInt8] {
    let end = Array(end.utf8)
    var count = 0
    while true {
      while count + end.count <= unread.count {
        if unread[count..<(count + end.count)].elementsEqual(end) { return removeBytes(count + end.count) }
        count += 1
      }
      guard try readMore() else { throw Missing("an end of the head") }
    }
  }

  /// Reads `count` bytes; returns nil if the server closes before.
  func read(_ count: Int) throws -> [UInt8]? {
    while unread.count < count {
      guard try readMore() else { return nil }
    }
    return removeBytes(count)
  }

  private func removeBytes(_ count: Int) -> [UInt8] {
    defer { unread.removeFirst(count) }
    return Array(unread[..<count])
  }

  private func readMore() throws -> Bool {
    let more = try StudioProcess.read(descriptor)
    unread += more
    return !more.isEmpty
  }
}

/// A page as the browser has it: frames of a WebSocket.
final class TestPage: Sendable {
  struct Frame: Equatable {
    let opcode: UInt8
    let payload: [UInt8]
    var text: String { String(decoding: payload, as: UTF8.self) }
  }

  let connection: RawConnection

  init(_ connection: RawConnection) { self.connection = connection }

  /// The bytes of a frame as a browser sends it; `first` has its kind and flags.
  static func frame(_ payload: [UInt8], first: UInt8 = 0x81, isMasked: Bool = true, length: UInt64? = nil) -> [UInt8] {
    let mask: [UInt8] = isMasked ? [0x37, 0xFA, 0x21, 0x3D] : [0, 0, 0, 0]
    let bit: UInt8 = isMasked ? 0x80 : 0
    let count = length ?? UInt64(payload.count)
    var frame = [first]
    switch count {
    case ...125: frame.append(bit | UInt8(count))
    case ...0xFFFF: frame += [bit | 126, UInt8(count >> 8), UInt8(count & 0xFF)]
    default: frame += [bit | 127] + (0..<8).reversed().map { UInt8(count >> ($0 * 8) & 0xFF) }
    }
    if isMasked { frame += mask }
    for (index, byte) in payload.enumerated() { frame.append(byte ^ mask[index & 3]) }
    return frame
  }

  func send(_ text: String) throws { try connection.send(Self.frame(Array(text.utf8))) }

  /// The next frame; nil when the server has closed.
  func next() throws -> Frame? {
    guard let head = try connection.read(2) else { return nil }
    var count = Int(head[1])
    if count > 125 {
      guard let long = try connection.read(count == 126 ? 2 : 8) else { return nil }
      count = long.reduce(0) { $0 << 8 | Int($1) }
    }
    guard head[0] & 0xF0 == 0x80, let payload = try connection.read(count) else { return nil }
    return Frame(opcode: head[0] & 0xF, payload: payload)
  }

  func text() throws -> String {
    guard let frame = try next(), frame.opcode == 1 else { throw Missing("a text frame") }
    return frame.text
  }

  /// The code and reason with which the server closes, after all its messages.
  func closeFrame() throws -> (code: Int, reason: String)? {
    while let frame = try next() {
      guard frame.opcode == 8 else { continue }
      let code = frame.payload.prefix(2).reduce(0) { $0 << 8 | Int($1) }
      return (code, String(decoding: frame.payload.dropFirst(2), as: UTF8.self))
    }
    return nil
  }

  /// Closes as a browser does when it opens another page.
  func closeAsBrowser() throws {
    try connection.send(Self.frame([0x03, 0xE9], first: 0x88))
    _ = try closeFrame()
    connection.close()
  }
}
