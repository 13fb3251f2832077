import ArgumentParser
import Base
import CLinux
import Control
import Glibc
import Text

struct CtlExplain: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain what happened to the last attempt, and what would have helped.",
    discussion: """
      The daemon remembers the touches of the last 20 attempts, in memory only, unless the rules say remember = false in \
      [privacy]. It explains them as `explain` explains a recording, with the current rules file. Taps in a row, and \
      touches that follow within a second, are one attempt. --json prints the same as `explain --json`. If you started \
      this command by touch, those touches are attempts too: --gesture hides all other gestures.
      """)

  @Argument(help: "How many of the last attempts.")
  var count = 1

  @Option(help: "Explain only this gesture, step by step.", completion: RulesNames.gesturesOfDaemon)
  var gesture: String?

  @Option(help: "The rules file, in place of the daemon's.", completion: .file(extensions: ["toml"]))
  var config: String?

  @Option(help: "The session of the daemon to talk to.")
  var session: String?

  @Flag(help: "Print everything as one JSON document.")
  var json = false

  func validate() throws { try RememberedAttempts.validate(count) }

  func run() throws {
    let attempts = try reportingErrors { try RememberedAttempts(last: count, session: session) }
    var words = [attempts.path, "--config", config ?? attempts.rules]
    if let gesture { words += ["--gesture", gesture] }
    if json { words.append("--json") }
    try Explain.parse(words).run(named: Message.lastAttempts)
  }
}

struct CtlTune: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tune",
    abstract: "Propose thresholds for a gesture from the last attempts at it.",
    discussion: """
      It works like `tune`, but with the attempts that the daemon remembers instead of recordings. An attempt counts as \
      meant for the gesture if it has the same number of fingers.
      """)

  @Argument(help: "The gesture's name in the rules.", completion: RulesNames.gesturesOfDaemon)
  var name: String

  @Option(help: "How many of the last attempts; without it, all that are remembered.")
  var last: Int?

  @Option(help: "The rules file, in place of the daemon's.", completion: .file(extensions: ["toml"]))
  var config: String?

  @Option(help: "The session of the daemon to talk to.")
  var session: String?

  @Flag(help: "Write the thresholds into the rules file, and show the changes.")
  var write = false

  @Flag(help: "Print everything as one JSON document.")
  var json = false

  func validate() throws { if let last { try RememberedAttempts.validate(last) } }

  func run() throws {
    let attempts = try reportingErrors { try RememberedAttempts(last: last, session: session) }
    var words = [name, attempts.path, "--config", config ?? attempts.rules]
    if write { words.append("--write") }
    if json { words.append("--json") }
    try Tune.parse(words).run(named: Message.lastAttempts)
  }
}

struct CtlSave: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "save",
    abstract: "Save the last attempts as a touch script, for a bug report.",
    discussion: """
      The file has the class of each device in place of its name, so rules for a device's name don't apply in a \
      replay; --names keeps the names. It also has the desktop's facts that the rules ask for, such as the focused application. \
      Touches on a screen may reveal what was typed there.
      """)

  @Argument(help: "The file; - is standard output.", completion: .file())
  var file: String

  @Option(help: "How many of the last attempts; without it, all that are remembered.")
  var last: Int?

  @Flag(help: "Keep the names of the devices.")
  var names = false

  @Flag(help: "Replace an existing file.")
  var force = false

  @Option(help: "The session of the daemon to talk to.")
  var session: String?

  func validate() throws { if let last { try RememberedAttempts.validate(last) } }

  func run() throws {
    let attempts = try reportingErrors { try RememberedAttempts(last: last, session: session) }
    try reportingErrors(wrapped: true) {
      let output = try RecordingOutput(file, replaces: force)
      output.add(names ? attempts.script : attempts.namelessScript)
      try output.flush(isLast: true)
    }
  }
}

/// The attempts that a daemon remembers, as a file in memory.
final class RememberedAttempts {
  let script: String
  /// The path of the daemon's rules file.
  let rules: String
  private let file: OwnedDescriptor

  static func validate(_ count: Int) throws {
    guard count > 0 else { throw ValidationError("the number of attempts must be above 0") }
  }

  init(last: Int?, session: String?) throws {
    let facts = try DaemonSearch.connect(session: session).facts(.attempts(last: last))
    guard let script = facts["script"]?.string, let rules = facts["file"]?.string else {
      throw ConnectionError.oddAnswer
    }
    (self.script, self.rules) = (script, rules)
    file = try OwnedDescriptor("memfd_create", gb_memory_file())
    if let code = writeAll(Array(script.utf8), to: file.number) { throw SystemError(call: "write", code: code) }
  }

  /// A path that opens the script at its beginning.
  var path: String { "/proc/self/fd/\(file.number)" }

  var namelessScript: String {
    script.split(separator: "\n", omittingEmptySubsequences: false).map { line -> Substring in
      guard line.hasPrefix("  device "), let name = line.firstOccurrence(of: " name=") else { return line }
      return line[..<name.lowerBound]
    }.joined(separator: "\n")
  }
}

extension Message {
  static let lastAttempts = "the last attempts"
  static let remembersNothing = "the rules turn the memory of attempts off"
  static func rememberAgain(_ file: String) -> String {
    "remove `remember = false` from `[privacy]` in \(file), and make the gesture again"
  }
  static let noAttempt = "no finger has touched a device since the daemon started, or since the session was locked"
  static let makeAttempt = "make the gesture first"
}
