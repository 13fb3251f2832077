import ArgumentParser
import Base
import CSystem
import Glibc
import Logging

/// Starts commands for a confined daemon, which starts this itself; standard input is the connection.
struct LauncherCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "launcher", abstract: "Start commands for a daemon that is confined.", shouldDisplay: false)

  /// The first number that a descriptor of the launcher's own may have.
  private static let firstOwn: Int32 = 3

  @Option var config: String?
  @Option var logLevel: Logger.Level = .notice
  @Flag var dryRun = false
  @Flag var quietDryRun = false
  /// The service manager has started it for a daemon that connected to its socket.
  @Flag var ownRules = false
  @Option var muted: [Int32] = []

  static func words(_ options: Launcher.Options) -> [String] {
    [configuration.commandName ?? "", "--config", options.path, "--log-level", options.logLevel.rawValue]
      + (options.dryRun ? ["--dry-run"] : []) + (options.tellsOfDryRun ? [] : ["--quiet-dry-run"])
      + options.muted.flatMap { ["--muted", "\($0)"] }
  }

  func run() throws {
    // A launcher that dies is replaced at once, without the daemon, which may start nothing.
    let turn = gb_supervise()
    guard turn >= 0 else { throw ExitCode.failure }
    let link = OwnedDescriptor(owning: fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, Self.firstOwn))
    close(STDIN_FILENO)
    StandardStreams.ensureOpen()
    let options = Launcher.Options(
      path: try RulesFile.path(named: config), dryRun: dryRun, tellsOfDryRun: !quietDryRun, muted: muted,
      logLevel: logLevel, takesRules: turn == 0 && !ownRules)
    try Launcher(options, link).run()
  }
}
