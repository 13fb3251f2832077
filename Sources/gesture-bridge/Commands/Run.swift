import ArgumentParser
import Logging

/// Runs the daemon in the foreground: the options of `RunOptions` with their help, and what is wrong with a command line.
struct Run: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Watch the touch devices and run commands.",
    discussion: """
      Runs in the foreground until SIGINT (Ctrl-C) or SIGTERM. When its rules file or one that it includes is changed it \
      takes the new rules, and so it does on SIGHUP; with errors in them the ones at work stay. Exit status: 0 when it was \
      told to stop, 1 when it can't go on, 2 for a wrong command line, or when root runs it without --allow-root, 3 when \
      another one runs in the session (one with --dry-run may run beside it), 78 when there are no rules to begin with, or \
      they can't be used.
      """)

  @Option(help: "The rules file.", completion: .file(extensions: ["toml"]))
  var config: String?

  @Flag(help: "Say which commands would run, and run none.")
  var dryRun = false

  @Option(help: "From which level on to say things on standard error.")
  var logLevel: Logger.Level = .notice

  @Option(
    help: ArgumentHelp(
      """
      Show every touch, every decision about every gesture, and its reason: as a live view (--debug alone), or for \
      scripts as lines of text (--debug=plain) or of JSON (--debug=json).
      """, valueName: "form"))
  var debug: DebugForm?

  @Option(help: "Record what fingers do into this file, which must not exist.", completion: .file())
  var record: String?

  @Option(help: "How large the recording may become: 500kB, 20MB.")
  var maxSize = ByteCount.standard

  @Option(
    help: ArgumentHelp(
      """
      Give up all rights but to touch devices before any is read, and have another process start the commands: on, or \
      required, which ends the daemon where the kernel can't do it.
      """, valueName: "off|on|required"))
  var confine = ConfinementChoice.off

  @Option(
    help:
      "With --confine: the socket of a launcher that the service manager starts. Without it the daemon starts its own.",
    completion: .file())
  var launcher: String?

  @Flag(help: "Run as root all the same.")
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
