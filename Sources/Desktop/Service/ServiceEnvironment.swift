import Glibc

/// What the service manager has put into this process's environment, as in sd_notify(3) and sd_watchdog_enabled(3).
public struct ServiceEnvironment: Equatable, Sendable {
  /// The socket for messages about the process's state: a path, or `@` and a name without a file.
  public let address: String?
  /// After this time without a message the service manager takes the process for stalled, in microseconds; nil if it
  /// does not watch.
  public let patience: Int64?

  /// `variable` returns a variable's value; `process` is this process, for others may have inherited the variables.
  public init(process: Int32, variable: (String) -> String?) {
    address = variable("NOTIFY_SOCKET")
    let isMeant = variable("WATCHDOG_PID").map { Int32($0) == process } ?? true
    patience = isMeant ? variable("WATCHDOG_USEC").flatMap { Int64($0) }.flatMap { $0 > 0 ? $0 : nil } : nil
  }

  /// The one socket that the service manager has opened for this process, as in sd_listen_fds(3); nil where there is none,
  /// or not just one.
  public static func socket(process: Int32, variable: (String) -> String?) -> Int32? {
    guard variable("LISTEN_PID").flatMap({ Int32($0) }) == process, variable("LISTEN_FDS") == "1" else { return nil }
    return fcntl(firstSocket, F_SETFD, FD_CLOEXEC) == 0 ? firstSocket : nil
  }

  /// SD_LISTEN_FDS_START of sd-daemon.h.
  private static let firstSocket: Int32 = 3

  /// Removes the variables from the process's environment, together with those of sockets that were handed over: a
  /// process that this one starts is no business of the service manager, and must not speak in its name.
  public static func taken() -> ServiceEnvironment {
    let told = ServiceEnvironment(process: getpid()) { name in getenv(name).map { String(cString: $0) } }
    let names = [
      "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID", "LISTEN_FDS", "LISTEN_FDNAMES", "LISTEN_PID",
    ]
    for name in names { unsetenv(name) }
    return told
  }
}
