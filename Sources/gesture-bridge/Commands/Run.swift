import ArgumentParser
import Logging

/// Runs the daemon in the foreground.
struct Run: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Watch the touch devices and run commands.",
    discussion: """
      Runs in the foreground until SIGINT (Ctrl-C) or SIGTERM. When its rules file or one that it includes is changed it \
      takes the new rules, and so it does on SIGHUP; with errors in them the ones at work stay. Exit status: 0 when it was told to stop, 1 when it can't go on, 2 for a wrong command \
      line.
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

  func run() throws {
    let log = Logger.standardError(logLevel)
    do {
      let path = try RulesFile.path(named: config)
      let follower = try RulesFollower(path, log: log)
      let status = try Daemon(.init(dryRun: dryRun, debug: debug), follower, log: log).run()
      if status != 0 { throw ExitCode(status) }
    } catch let code as ExitCode {
      throw code
    } catch {
      log.error("\(error)")
      throw ExitCode.failure
    }
  }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}
