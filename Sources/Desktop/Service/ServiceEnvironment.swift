import Glibc

/// What the service manager has told this process by its environment, as sd_notify(3) and sd_watchdog_enabled(3) say.
public struct ServiceEnvironment: Equatable, Sendable {
  /// Where it wants to be told how the process is doing: a path, or `@` and a name without a file.
  public let address: String?
  /// After how long without a word it takes the process for stalled, in microseconds; nil if it does not watch.
  public let patience: Int64?

  /// `variable` tells what stands in a variable; `process` is this process, for others may have got the same variables.
  public init(process: Int32, variable: (String) -> String?) {
    address = variable("NOTIFY_SOCKET")
    let isMeant = variable("WATCHDOG_PID").map { Int32($0) == process } ?? true
    patience = isMeant ? variable("WATCHDOG_USEC").flatMap { Int64($0) }.flatMap { $0 > 0 ? $0 : nil } : nil
  }

  /// Takes it out of the process's environment, together with what tells of sockets that were handed over: whatever this
  /// process starts is none of the service manager's business, and must not speak in its name.
  public static func taken() -> ServiceEnvironment {
    let told = ServiceEnvironment(process: getpid()) { name in getenv(name).map { String(cString: $0) } }
    let names = [
      "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID", "LISTEN_FDS", "LISTEN_FDNAMES", "LISTEN_PID",
    ]
    for name in names { unsetenv(name) }
    return told
  }
}
