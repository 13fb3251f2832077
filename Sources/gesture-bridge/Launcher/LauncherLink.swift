import Base
import CSystem
import Glibc
import Runtime

/// One end of the connection between the daemon and its launcher: whole messages, in order (SOCK_SEQPACKET).
///
/// Sending never waits: what the other end has not taken yet waits here, up to a limit, and is left out beyond it.
final class LauncherLink {
  /// A message, and a descriptor that came with it.
  struct Message {
    let bytes: [UInt8]
    let passed: Passed?
  }

  /// An open file from the other process, closed with its last owner.
  final class Passed {
    let number: Int32

    fileprivate init(_ number: Int32) { self.number = number }

    deinit { close(number) }
  }

  /// What has arrived.
  enum Received {
    case message(Message)
    case nothing
    /// The other end is gone, or has sent something that is no message.
    case ended
  }

  /// The longest message, in bytes; a socket takes it at once.
  static let longest = 64 << 10
  /// So many bytes wait for the other end.
  private static let limit = 1 << 20

  /// Messages that found no room, since it was asked last.
  private var leftOut = 0
  private let descriptor: OwnedDescriptor
  private var room = [UInt8](repeating: 0, count: LauncherLink.longest)
  private var waiting: [[UInt8]] = []
  private var waitingBytes = 0
  private let loop: EventLoop
  private var serve: () -> Void = {}
  private var isWatched = false

  init(_ descriptor: consuming OwnedDescriptor, on loop: EventLoop) {
    self.descriptor = descriptor
    self.loop = loop
  }

  deinit { unwatch() }

  /// The end of a connection to a socket at `path`.
  static func connected(to path: String) throws(SystemError) -> OwnedDescriptor {
    try OwnedDescriptor("connect", gb_packets_connect(path))
  }

  /// Makes two ends: calls `body` with the one for another process, and returns the other one.
  static func own(_ body: (_ other: Int32) throws(SystemError) -> Void) throws(SystemError) -> OwnedDescriptor {
    var ends: [Int32] = [-1, -1]
    guard gb_packets_pair(&ends) == 0 else { throw SystemError(call: "socketpair", code: errno) }
    let own = OwnedDescriptor(owning: ends[0])
    let other = OwnedDescriptor(owning: ends[1])
    try body(other.number)
    return own
  }

  /// Calls `serve` when something can be received.
  func follow(_ serve: @escaping () -> Void) throws(SystemError) {
    self.serve = serve
    try watch(.reading)
  }

  /// Ends the calls.
  func unwatch() {
    if isWatched { loop.remove(descriptor.number) }
    isWatched = false
  }

  /// Sends a message, with a descriptor where one is `passed`; false if it is left out.
  @discardableResult
  func send(_ bytes: [UInt8], passing passed: Int32 = -1) -> Bool {
    guard bytes.count <= Self.longest else { return false }
    if waiting.isEmpty, put(bytes, passed) { return true }
    // A descriptor can't wait; only what is large and rare has one.
    guard passed < 0, waitingBytes + bytes.count <= Self.limit else { return false }
    if waiting.isEmpty { try? watch(.both) }
    waiting.append(bytes)
    waitingBytes += bytes.count
    return true
  }

  /// Takes the next message.
  func receive() -> Received {
    var passed: Int32 = -1
    let count = gb_packets_receive(descriptor.number, &room, room.count, &passed)
    let owned = passed >= 0 ? Passed(passed) : nil
    if count > 0 { return .message(Message(bytes: Array(room.prefix(count)), passed: owned)) }
    return count < 0 && (errno == EAGAIN || errno == EINTR) ? .nothing : .ended
  }

  /// Waits until there is something to be received, at most so many milliseconds.
  func awaitMessage(atMost milliseconds: Int32) -> Bool {
    var polled = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
    return poll(&polled, 1, milliseconds) > 0
  }

  private func put(_ bytes: [UInt8], _ passed: Int32) -> Bool {
    let count = bytes.withUnsafeBytes { gb_packets_send(descriptor.number, $0.baseAddress, $0.count, passed) }
    // An end that is gone shows when something is received.
    return count >= 0 || (errno != EAGAIN && errno != EINTR)
  }

  private func sendWaiting() {
    let sent = waiting.prefix { put($0, -1) }
    waitingBytes -= sent.reduce(0) { $0 + $1.count }
    waiting.removeFirst(sent.count)
    if waiting.isEmpty { try? watch(.reading) }
  }

  private func watch(_ interest: Interest) throws(SystemError) {
    unwatch()
    try loop.add(descriptor.number, interest) { [unowned self] ready in
      if ready.contains(.writing), !waiting.isEmpty { sendWaiting() }
      serve()
    }
    isWatched = true
  }
}
