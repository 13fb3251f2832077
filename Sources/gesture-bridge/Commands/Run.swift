import ArgumentParser
import Glibc
import Logging

struct Run: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Watch the touch devices and run commands.",
    discussion: """
      The daemon runs until SIGINT (Ctrl-C) or SIGTERM. It reads the rules again on SIGHUP, and when the rules \
      file or a file that it includes changes; if the new rules have errors, the previous rules stay in use. Exit \
      status: 0 when it was asked to stop; 1 when it can't continue; 2 for a wrong command line, or when root runs it \
      without --allow-root; 3 when another daemon runs in the session; 78 when there are no rules, or the rules \
      can't be used. With --dry-run or --debug, it can run next to another daemon, and then runs no actions.

      Examples:
        gesture-bridge run --dry-run
        gesture-bridge run --config new.toml --log-level debug
      """)

  @Option(
    help:
      "The rules file. Default: gesture-bridge/bindings.toml in $XDG_CONFIG_HOME (if unset, ~/.config), else in /etc.",
    completion: .file(extensions: ["toml"]))
  var config: String?

  @Flag(help: "Show which actions would run, but run none.")
  var dryRun = false

  @Option(help: "Print messages of this level and of more important levels on standard error.")
  var logLevel: Logger.Level = .notice

  @Flag
  var debug: DebugForm?

  @Option(help: "Record all touches into this file, which must not exist.", completion: .file())
  var record: String?

  @Option(help: "The size of the file at which the recording ends, such as 500kB or 20MB.")
  var maxSize = ByteCount.standard

  @Flag(help: "Allow the daemon to run as root.")
  var allowRoot = false

  func validate() throws {
    if record == RecordingOutput.standard, debug != nil {
      throw ValidationError("--record - and --debug both write to standard output: name a file for --record")
    }
  }

  /// Whether commands may run, now or later. In the live view, the user can end a dry run by pressing a key.
  var mayRunCommands: Bool { !dryRun || debug == .view }

  /// - Throws: `ExitCode` if the exit status isn't 0, after the reason was reported.
  func run() throws {
    let errors = BoundedOutput.messages
    defer { errors.finish() }
    let messages = MessageStream(to: errors)
    let log = Logger.standardError(logLevel, messages)
    try reportingErrors(to: log) {
      let follower: RulesFollower
      do throws(RulesFile.Problem) {
        follower = try RulesFollower(RulesFile.path(named: config), log: log, messages)
      } catch {
        log.error("\(error)")
        throw ExitCode(ExitStatus.unusableRules)
      }
      defer { follower.sayFirstWarnings() }
      if geteuid() == 0, mayRunCommands {
        guard allowRoot else {
          log.error("\(dryRun ? Message.rootNeedsFlagForView : Message.rootNeedsFlag)")
          throw ExitCode(ExitStatus.wrongUse)
        }
        log.warning("\(Message.runsAsRoot)")
      }
      let seat = try InstanceLock.forRun(isDryRun: dryRun, isDebug: debug != nil, log)
      let recorder = try record.map { try FileRecorder($0, size: maxSize, remarks: Record.remarks) }
      return try Daemon(
        .init(dryRun: seat.isDryRun, debug: debug, recorder: recorder, seat: seat.lock), follower, log: log, messages,
        errors
      ).run()
    }
  }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}

/// The subcommand `watch`: does the same as `run` with `--debug`, `--debug-plain` or `--debug-json`.
struct Watch: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Show every touch, and why each gesture is recognized or not.",
    discussion: """
      This command does the same as `run --debug`: a live view shows the touches, each gesture with its values and the limits of \
      its settings, and the reason when a gesture fails. If a daemon runs in the session, the daemon runs the actions; \
      without a daemon the view runs them, but not with --dry-run. Press q to quit.

      Examples:
        gesture-bridge watch --dry-run
        gesture-bridge watch --plain | tee log
      """)

  @Option(
    help:
      "The rules file. Default: gesture-bridge/bindings.toml in $XDG_CONFIG_HOME (if unset, ~/.config), else in /etc.",
    completion: .file(extensions: ["toml"]))
  var config: String?

  @Flag(help: "Show which actions would run, but run none.")
  var dryRun = false

  @Flag(help: "Print lines of text instead of the live view.")
  var plain = false

  @Flag(help: "Print lines of JSON instead of the live view.")
  var json = false

  func validate() throws { if plain, json { throw ValidationError("use --plain or --json, not both") } }

  func run() throws {
    let form: DebugForm = plain ? .plain : json ? .json : .view
    var words = ["--\(form.flag)"]
    if let config { words += ["--config", config] }
    if dryRun { words.append("--dry-run") }
    try Run.parse(words).run()
  }
}
