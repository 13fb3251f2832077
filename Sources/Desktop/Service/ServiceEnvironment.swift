import Glibc

/// The environment variables of the service manager, as in sd_notify(3) and sd_watchdog_enabled(3).
public struct ServiceEnvironment: Equatable, Sendable {
  /// The socket for messages about the process: a path, or `@` and a name. Nil if there is no such socket.
  public let address: String?
  /// The service manager's longest wait for a sign of life, in microseconds. Nil if this process isn't watched.
  public let patience: Int64?

  /// `process` is this process's ID. A watchdog for another process is ignored.
  public init(process: Int32, variable: (String) -> String?) {
    address = variable("NOTIFY_SOCKET")
    let isMeant = variable("WATCHDOG_PID").map { Int32($0) == process } ?? true
    patience = isMeant ? variable("WATCHDOG_USEC").flatMap { Int64($0) }.flatMap { $0 > 0 ? $0 : nil } : nil
  }

  /// Returns the descriptor of the socket that the service manager opened for this process. Nil if the service manager
  /// opened no socket or several sockets, or if the descriptor isn't open. Source: sd_listen_fds(3).
  public static func socket(process: Int32, variable: (String) -> String?) -> Int32? {
    guard variable("LISTEN_PID").flatMap({ Int32($0) }) == process, variable("LISTEN_FDS") == "1" else { return nil }
    return fcntl(firstSocket, F_SETFD, FD_CLOEXEC) == 0 ? firstSocket : nil
  }

  /// The descriptor of the first socket from the service manager: SD_LISTEN_FDS_START of sd-daemon.h.
  private static let firstSocket: Int32 = 3

  /// Reads and unsets the service manager's variables, so that child processes don't use them. Call `socket` first.
  public static func taken() -> ServiceEnvironment {
    let environment = ServiceEnvironment(process: getpid()) { name in getenv(name).map { String(cString: $0) } }
    let names = ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID", "LISTEN_FDS", "LISTEN_FDNAMES", "LISTEN_PID"]
    for name in names { unsetenv(name) }
    return environment
  }
}
