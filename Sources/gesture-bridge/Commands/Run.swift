import ArgumentParser
import Logging

/// Runs the daemon in the foreground: the options of `RunOptions` with their help, and what is wrong with a command line.
struct Run: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Watch the touch devices and run commands.",
    discussion: """
      Runs in the foreground until SIGINT (Ctrl-C) or SIGTERM. It reads the rules again when their file, or one that \
      it includes, changes, and on SIGHUP; if the new rules have errors, the previous ones stay in use. Exit status: 0 \
      when it was told to stop, 1 when it can't continue, 2 for a wrong command line, or when root runs it without \
      --allow-root, 3 when another daemon runs in the session (one with --dry-run can run beside it), 78 when it has \
      no rules, or they can't be used.
      """)

  @Option(help: "The rules file.", completion: .file(extensions: ["toml"]))
  var config: String?

  @Flag(help: "Show which commands would run, but run none.")
  var dryRun = false

  @Option(help: "The lowest level of messages on standard error.")
  var logLevel: Logger.Level = .notice

  @Flag
  var debug: DebugForm?

  @Option(help: "Record all touches into this file, which must not exist.", completion: .file())
  var record: String?

  @Option(help: "The maximum size of the recording: 500kB, 20MB.")
  var maxSize = ByteCount.standard

  @Option(
    help: ArgumentHelp(
      """
      Give up all rights except to touch devices before reading any, and let another process start the commands: on, \
      or required, which ends the daemon if the kernel can't do it.
      """, valueName: "off|on|required"))
  var confine = ConfinementChoice.off

  @Option(
    help:
      "With --confine: the socket of a launcher that the service manager starts. Without it the daemon starts its own.",
    completion: .file())
  var launcher: String?

  @Flag(help: "Allow the daemon to run as root.")
  var allowRoot = false

  func validate() throws {
    if let complaint = options.complaint { throw ValidationError(complaint) }
  }

  func run() throws { try options.run() }

  var options: RunOptions {
    var options = RunOptions()
    options.config = config
    options.dryRun = dryRun
    options.logLevel = logLevel
    options.debug = debug
    options.record = record
    options.maxSize = maxSize
    options.confine = confine
    options.launcher = launcher
    options.allowRoot = allowRoot
    return options
  }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}
