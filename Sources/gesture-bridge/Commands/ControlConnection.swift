import Base
import CLinux
import Control
import Glibc
import Runtime
import Text

/// The reason why a daemon can't be reached, or why a request to the daemon fails.
enum ConnectionError: Error, Equatable, CustomStringConvertible {
  case system(path: String, SystemError)
  case other(String)

  static let lost = other(
    "the connection to the daemon is lost; run `gesture-bridge status` to see whether the daemon runs")
  static let oddAnswer = other(
    "this version of gesture-bridge does not understand the daemon's answer; restart the daemon, so that both have the same version"
  )

  static func silent(_ path: String) -> ConnectionError {
    let seconds = ControlConnection.answerTimeout / 1_000_000
    return other("the daemon at \(path.visible) has not answered within \(seconds) seconds; restart the daemon")
  }

  var description: String {
    switch self {
    case .system(let path, let error): "\(path.visible): \(error)"
    case .other(let text): text
    }
  }
}

/// A connection to a daemon. `ask` waits at most `answerTimeout` microseconds for an answer.
final class ControlConnection {
  static let answerTimeout: Int64 = 5_000_000

  let path: String
  private let descriptor: Int32
  private var lines = LineBuffer(limit: ControlProtocol.longestAnswer)
  private static let piece = 1 << 16

  /// - Throws: the error of connect(2), or `silent` if the daemon doesn't accept the connection within `answerTimeout`.
  init(_ path: String) throws(ConnectionError) {
    self.path = path
    let deadline = EventLoop.now() + Self.answerTimeout
    var found = gb_local_connect(path)
    // EAGAIN: too many other clients wait for the daemon to accept them.
    while found < 0, errno == EAGAIN, EventLoop.now() < deadline {
      poll(nil, 0, Self.pause)
      found = gb_local_connect(path)
    }
    descriptor = found
    guard found >= 0 else {
      let code = errno
      throw code == EAGAIN ? .silent(path) : .system(path: path, SystemError(call: "connect", code: code))
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  private static let pause: Int32 = 20

  /// A descriptor that is readable when `linesNow` may return a line.
  var readiness: Int32 { descriptor }

  /// Returns the lines that have arrived, without waiting. Nil if the connection has ended and no line is left.
  func linesNow() throws -> [[UInt8]]? {
    let isConnected = try read()
    var found: [[UInt8]] = []
    while let line = try lines.next() { found.append(line) }
    return isConnected || !found.isEmpty ? found : nil
  }

  /// Sends a request and returns the line of the answer, without the line end.
  func ask(_ request: ControlRequest) throws -> [UInt8] {
    let deadline = EventLoop.now() + Self.answerTimeout
    var outgoing = OutgoingLines()
    outgoing.append(request.line)
    // A daemon that closes the connection may have sent the reason first, so the answer is still read.
    while outgoing.send(to: descriptor) == .full { try wait(for: POLLOUT, until: deadline) }
    while true {
      if let line = try lines.next() { return line }
      try wait(for: POLLIN, until: deadline)
      guard try read() else { throw ConnectionError.lost }
    }
  }

  /// Sends a request, and returns the facts of the answer as a JSON object. Throws if the daemon refuses the request.
  func facts(_ request: ControlRequest) throws -> JSONValue {
    switch try ControlAnswer(line: ask(request)) {
    case .done(let members): return .object(members)
    case .refused(let error, let fix, _):
      throw ConnectionError.other([error, fix].compactMap { $0?.visible }.joined(separator: ": "))
    }
  }

  /// Waits for the next line. Nil if the program that reads this program's standard output has closed the pipe.
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
      guard left > 0 else { throw .silent(path) }
      var request = pollfd(fd: descriptor, events: Int16(events), revents: 0)
      if poll(&request, 1, Int32(left / 1000 + 1)) > 0 { return }
    }
  }

  /// Reads the available bytes; returns false at the end of the connection.
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

/// Finds the daemon of the named session. Without a name, finds this session's daemon, or else the user's only daemon.
enum DaemonSearch {
  static func connect(session: String?) throws(ConnectionError) -> ControlConnection {
    let usual = "set the variable to /run/user/\(getuid()), as most systems do"
    guard let parent = EnvironmentVariable.value(RuntimeFolder.variable) else {
      throw .other("the environment variable XDG_RUNTIME_DIR is not set, so no daemon can be found; \(usual)")
    }
    guard parent.hasPrefix("/") else {
      throw .other("XDG_RUNTIME_DIR is \(parent.inQuotes), which does not begin with /; \(usual)")
    }
    let folder = parent + "/gesture-bridge"
    let own = session.map(SessionName.init) ?? .own
    if let connection = try connection(to: own, in: folder) { return connection }
    if let session {
      throw .other("no daemon runs in the session \"\(session.visible)\"; start `gesture-bridge` in that session")
    }
    var found: [(session: String, connection: ControlConnection)] = []
    for name in sessions(in: folder) where name != own.description {
      if let connection = try connection(to: SessionName(name), in: folder) { found.append((name, connection)) }
    }
    guard let only = found.first else {
      throw .other("no daemon runs in any session of this user; start the daemon with `gesture-bridge`")
    }
    guard found.count == 1 else {
      throw .other(
        "no daemon runs in this session, but several daemons run in other sessions; choose a session with --session: "
          + found.map(\.session.visible).joined(separator: ", "))
    }
    return only.connection
  }

  /// A connection to the daemon of `session`; nil if no daemon listens.
  private static func connection(
    to session: SessionName, in folder: String
  ) throws(ConnectionError) -> ControlConnection? {
    let path = RuntimeFolder.socket(of: session, in: folder)
    do throws(ConnectionError) {
      return try ControlConnection(path)
    } catch {
      guard case .system(_, let cause) = error else { throw error }
      switch cause.code {
      case ENOENT, ECONNREFUSED, ENOTDIR, ENOTSOCK: return nil
      case EACCES, EPERM:
        throw .other(
          "you don't have permission to connect to the daemon at \(path.visible); run this command as the user who runs the daemon"
        )
      default: throw error
      }
    }
  }

  /// The sessions that have a socket, even if no daemon listens at it.
  private static func sessions(in folder: String) -> [String] {
    FolderNames.all(in: folder).filter { $0.hasSuffix(RuntimeFolder.socketEnding) }
      .map { String($0.dropLast(RuntimeFolder.socketEnding.count)) }
  }
}
