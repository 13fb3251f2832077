import Base
import Glibc

/// The environment that commands get from the daemon, without the variables that are meant for the daemon alone.
public enum InheritedEnvironment {
  /// Variables that commands don't get, by name or prefix, and the reason.
  public struct Withheld: Sendable {
    /// The names of the variables. A `*` at the end means any suffix.
    public let names: [String]
    public let reason: String
  }

  /// The prefix of the variables that describe the gesture to a command.
  static let gesturePrefix = "GESTURE_"

  /// All withheld variables, in the documentation's order. JOURNAL_STREAM isn't withheld: commands share the daemon's
  /// standard error. Source: systemd.exec(5), "Environment variables set or propagated by the service manager".
  public static let withheld: [Withheld] = [
    Withheld(
      names: ["NOTIFY_SOCKET", "WATCHDOG_*", "LISTEN_*", "FDSTORE"],
      reason: "These variables connect the daemon to the service manager; other programs must not use this connection."),
    Withheld(
      names: ["CREDENTIALS_DIRECTORY"], reason: "This variable names the folder with the secrets of the service."),
    Withheld(
      names: [
        "INVOCATION_ID", "MAINPID", "MANAGERPID*", "SYSTEMD_EXEC_PID", "MEMORY_PRESSURE_*", "TRIGGER_*",
        "RUNTIME_DIRECTORY", "STATE_DIRECTORY", "CACHE_DIRECTORY", "LOGS_DIRECTORY", "CONFIGURATION_DIRECTORY",
      ], reason: "These variables describe the service, not the programs that it starts."),
    Withheld(names: ["SWIFT_BACKTRACE"], reason: "This variable sets how the daemon reports its own crashes."),
    Withheld(
      names: [gesturePrefix + "*"],
      reason: "These variables are left over from a gesture that started the daemon, or are settings of the daemon."),
  ]

  private static let patterns = withheld.flatMap(\.names)
  private static let withheldNames = Set(patterns.filter { !$0.hasSuffix("*") }.map { Substring($0) })
  private static let withheldPrefixes = patterns.filter { $0.hasSuffix("*") }.map { Array($0.utf8.dropLast()) }

  static func isWithheld(_ name: Substring) -> Bool {
    withheldNames.contains(name) || withheldPrefixes.contains { name.utf8.starts(with: $0) }
  }

  static func name(of entry: String) -> Substring { Substring(entry.utf8.prefix { $0 != UInt8(ascii: "=") }) }

  /// Returns the folder in which commands start: HOME, or nil if HOME is unset or empty, or can't be entered.
  static func home(_ path: String? = EnvironmentVariable.value("HOME")) -> String? {
    guard let path, !path.isEmpty else { return nil }
    var about = stat()
    return stat(path, &about) == 0 && about.st_mode & S_IFMT == S_IFDIR && access(path, X_OK) == 0 ? path : nil
  }
}
