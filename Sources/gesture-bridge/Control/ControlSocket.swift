import Base
import CSystem
import Glibc

/// The socket at which a daemon listens, at a path that goes away with it.
final class ControlSocket {
  /// Someone who has come.
  enum Visitor {
    case client(Int32)
    /// Another user.
    case stranger(Int32, uid_t)
    /// There was no descriptor left for them.
    case turnedAway
    case nobody
  }

  let path: String
  let descriptor: Int32
  /// Kept for one who comes when there is no descriptor left: who stays unheard would wake the loop for ever.
  private var spare: Int32
  private static let backlog: Int32 = 16

  /// Whatever is left at the path of a daemon that has gone is replaced; the seat says that there is none.
  init(_ seat: DaemonSeat) throws(SystemError) {
    path = seat.folder.socket(of: seat.session)
    if unlink(path) != 0, errno != ENOENT { throw SystemError(call: "unlink", code: errno) }
    descriptor = gb_local_listen(path, Self.backlog)
    guard descriptor >= 0 else {
      spare = -1
      throw SystemError(call: "bind", code: errno)
    }
    spare = Self.anything()
  }

  deinit {
    guard descriptor >= 0 else { return }
    unlink(path)
    close(descriptor)
    close(spare)
  }

  /// The next one who waits; only this user and root are served.
  func accept() -> Visitor {
    let visitor = gb_local_accept(descriptor)
    guard visitor >= 0 else { return errno == EMFILE || errno == ENFILE ? turnAway() : .nobody }
    var user = uid_t.max
    var process: pid_t = 0
    guard gb_local_peer(visitor, &user, &process) == 0, user == geteuid() || user == 0 else {
      return .stranger(visitor, user)
    }
    return .client(visitor)
  }

  private func turnAway() -> Visitor {
    close(spare)
    let visitor = gb_local_accept(descriptor)
    if visitor >= 0 { close(visitor) }
    spare = Self.anything()
    return .turnedAway
  }

  private static func anything() -> Int32 { open("/dev/null", O_RDONLY | O_CLOEXEC) }
}
