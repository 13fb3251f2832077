import Base
import Control
import Desktop
import Glibc
import Text

/// Finds the daemon's control socket: that of the session, else the only one of the user, as `gesture-bridge ctl` does.
enum DaemonSocket {
  private static let ending = ".sock"
  /// A daemon that accepts nothing for so long is not waited for, in microseconds; and the time between tries, in milliseconds.
  private static let patience: Int64 = 5_000_000
  private static let pause: Int32 = 20
  /// Stands for the socket that standard input is.
  static let standardInput = "-"

  /// Connects to the daemon.
  ///
  /// - Throws: `OverlayFailure`.
  static func connect(_ path: String?, _ variable: (String) -> String?) throws(OverlayFailure) -> LocalStream {
    if path == Self.standardInput { return LocalStream(OwnedDescriptor(owning: STDIN_FILENO), peer: "its starter") }
    let path = if let path { path } else { try find(variable) }
    let end = MonotonicClock.now() + patience
    while true {
      do throws(SystemError) {
        return try LocalStream(path: path, peer: "the daemon")
      } catch {
        // Many other clients wait there too.
        guard error.code == EAGAIN, MonotonicClock.now() < end else {
          throw OverlayFailure(
            description: "no gesture-bridge listens at \(path.visible) (\(error)); `gesture-bridge` starts one")
        }
        poll(nil, 0, pause)
      }
    }
  }

  private static func find(_ variable: (String) -> String?) throws(OverlayFailure) -> String {
    guard let parent = variable("XDG_RUNTIME_DIR"), parent.hasPrefix("/") else {
      throw OverlayFailure(
        description: "XDG_RUNTIME_DIR is not set, so no daemon can be found; set it, usually to /run/user/\(getuid())")
    }
    let folder = parent + "/gesture-bridge"
    let found = SocketListing.names(in: folder) { $0.hasSuffix(ending) }
    let own = name(variable("XDG_SESSION_ID")) + ending
    if found.contains(own) { return "\(folder)/\(own)" }
    guard let first = found.first else {
      throw OverlayFailure(description: "no gesture-bridge runs as this user; `gesture-bridge` starts one")
    }
    guard found.count == 1 else {
      throw OverlayFailure(
        description: "no gesture-bridge runs in this session, and several in others: name one with --socket, of "
          + found.map { "\(folder)/\($0)".visible }.joined(separator: ", "))
    }
    return "\(folder)/\(first)"
  }

  /// A session's name as that of its socket: see contrib/guide/control.md.
  private static func name(_ session: String?) -> String {
    guard let session, !session.isEmpty else { return "default" }
    let plain = session.unicodeScalars.prefix(64).map { scalar -> Character in
      scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "-")
        ? Character(scalar) : "_"
    }
    return String(plain)
  }
}
