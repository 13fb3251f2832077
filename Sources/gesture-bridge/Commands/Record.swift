import ArgumentParser
import Bindings
import GestureCore
import Glibc
import Logging
import Recordings

struct Record: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record", abstract: "Record touches on the touch devices into a file.",
    discussion: """
      Ctrl-C, --for or --max-size ends the recording. This command runs no actions, but a running daemon does. \
      Recognized gestures are named on standard error; `gesture-bridge replay FILE` recognizes them again. Without \
      FILE, the command writes to standard output. If that is a terminal, the command makes a file in this folder \
      instead, named by date and time. Exit status: 0 on success, 1 when recording fails, 2 for a wrong command line.

      Examples:
        gesture-bridge record hand.touches
        gesture-bridge record --for 30s hand.touches
      """)

  @Argument(help: "The file to make, '-' for standard output.", completion: .file())
  var file: String?

  @Option(
    help: "The rules file; without this option, the file that the daemon would use.",
    completion: .file(extensions: ["toml"]))
  var config: String?

  @Option(help: "The devices to record: touchscreen, touchpad, or a device's name, with * and ? as wildcards.")
  var device: String?

  @Option(name: .customLong("for"), help: "How long to record, such as 30s or 5min; without this option, until Ctrl-C.")
  var time: RecordingTime?

  @Option(help: "The size of the file at which the recording ends, such as 500kB or 20MB.")
  var maxSize = ByteCount.standard

  @Flag(help: "Write evemu's format, for other programs; only the device that is touched first is recorded.")
  var evemu = false

  @Flag(help: "Overwrite an existing file.")
  var force = false

  func run() throws {
    let log = Logger.standardError(.notice)
    try reportingErrors(to: log) {
      let rules = try rules(log)
      let recorder = try FileRecorder(
        path, evemu ? .evemu : .touchScript, replaces: force, size: maxSize, remarks: Self.remarks)
      return try RecordSession(device, for: time?.microseconds, rules, recorder, log: log).run()
    }
  }

  static var remarks: [String] {
    RecordingRemark.lines(version: GestureBridge.configuration.version, date: WallClock.moment)
  }

  private var path: String {
    if let file { return file }
    if isatty(STDOUT_FILENO) == 0 { return RecordingOutput.standard }
    return "gesture-bridge-\(WallClock.name).\(evemu ? "events" : "touches")"
  }

  /// Reads the rules. Without --config, problems of the rules don't prevent a recording.
  private func rules(_ log: Logger) throws -> Rules {
    if let config { return try RulesFile.load(config) { StandardStreams.writeError("\($0)\n") } }
    do {
      return try RulesFile.load(try RulesFile.path(named: nil)) { _ in }
    } catch {
      log.warning("\(Message.noRules(error))")
      return Rules(ruleSet: RuleSet())
    }
  }
}
