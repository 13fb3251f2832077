import Base
import CSystem
import Control
import Glibc

/// Why there is nothing to be had of a daemon.
enum ConnectionError: Error, Equatable, CustomStringConvertible {
  case noVariable
  case noDaemon
  case noDaemonIn(session: String)
  /// More than one, and none of this session.
  case several([String])
  case notAllowed(path: String)
  case system(path: String, SystemError)
  /// It does not answer in time.
  case silent(path: String)
  case lost
  case dropped
  /// What the daemon says itself.
  case other(String)

  var description: String {
    switch self {
    case .noVariable: Message.noRuntimeFolder
    case .noDaemon: Message.noDaemon
    case .noDaemonIn(let session): Message.noDaemon(in: session.visible)
    case .several(let sessions): Message.severalDaemons(sessions.map(\.visible))
    case .notAllowed(let path): Message.notAllowed(path.visible)
    case .system(let path, let error): "\(path.visible): \(error)"
    case .silent(let path): Message.silent(path.visible)
    case .lost: Message.lostDaemon
    case .dropped: Message.dropped
    case .other(let text): text
    }
  }
}

/// The way to a daemon: requests go there, lines come back. Nothing waits longer than `patience` for an answer.
final class ControlConnection {
  static let patience: Int64 = 5_000_000

  private let path: String
  private let descriptor: Int32
  private var lines = LineBuffer(limit: ControlProtocol.longestAnswer)
  private static let piece = 1 << 16

  /// - Throws: as connect(2) says, `silent` where nobody accepts.
  init(_ path: String) throws(ConnectionError) {
    self.path = path
    let deadline = EventLoop.now() + Self.patience
    var found = gb_local_connect(path)
    // Many others wait there too.
    while found < 0, errno == EAGAIN, EventLoop.now() < deadline {
      poll(nil, 0, Self.pause)
      found = gb_local_connect(path)
    }
    descriptor = found
    guard found >= 0 else {
      let code = errno
      throw code == EAGAIN ? .silent(path: path) : .system(path: path, SystemError(call: "connect", code: code))
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  private static let pause: Int32 = 20

  /// Sends a request and returns the line of its answer, without its end.
  func ask(_ request: ControlRequest) throws -> [UInt8] {
    let deadline = EventLoop.now() + Self.patience
    var outgoing = OutgoingLines()
    outgoing.append(request.line)
    while !outgoing.isEmpty {
      let count = outgoing.waiting.withUnsafeBytes { gb_local_send(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        outgoing.took(count)
      } else if errno == EAGAIN {
        try wait(for: POLLOUT, until: deadline)
      } else if errno != EINTR {
        // It may have said why before it hung up.
        break
      }
    }
    while true {
      if let line = try lines.next() { return line }
      try wait(for: POLLIN, until: deadline)
      guard try read() else { throw ConnectionError.lost }
    }
  }

  /// The next line, however long it takes; nil when nobody reads standard output any more.
  func nextLineWhileRead() throws -> [UInt8]? {
    while true {
      if let line = try lines.next() { return line }
      var requests = [
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0), pollfd(fd: STDOUT_FILENO, events: 0, revents: 0),
      ]
      guard poll(&requests, nfds_t(requests.count), -1) > 0 else { continue }
      if requests[1].revents & Int16(POLLERR) != 0 { return nil }
      guard requests[0].revents != 0 else { continue }
      guard try read() else { throw ConnectionError.lost }
    }
  }

  private func wait(for events: Int32, until deadline: Int64) throws(ConnectionError) {
    while true {
      let left = deadline - EventLoop.now()
      guard left > 0 else { throw .silent(path: path) }
      var request = pollfd(fd: descriptor, events: Int16(events), revents: 0)
      if poll(&request, 1, Int32(left / 1000 + 1)) > 0 { return }
    }
  }

  /// Reads what is there; false at the end.
  private func read() throws(ConnectionError) -> Bool {
    let (count, code) = withUnsafeTemporaryAllocation(byteCount: Self.piece, alignment: 1) { room in
      let count = gb_local_receive(descriptor, room.baseAddress, room.count)
      let code = errno
      if count > 0 { lines.append(room.prefix(count)) }
      return (count, code)
    }
    if count >= 0 { return count > 0 }
    switch code {
    case EAGAIN, EINTR: return true
    case ECONNRESET: return false
    default: throw .system(path: path, SystemError(call: "recv", code: code))
    }
  }
}
