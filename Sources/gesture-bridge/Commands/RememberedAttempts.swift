import ArgumentParser
import Base
import CLinux
import Control
import Glibc
import Text

/// The options that choose attempts which a daemon remembers.
struct RememberedOptions: ParsableArguments {
  @Option(help: "How many attempts to use, counted back from the last attempt that the daemon remembers.")
  var last: Int?

  @Option(help: "The ID of the session whose daemon remembers the attempts; without this option, this session.")
  var session: String?

  func validate() throws {
    if let last, last <= 0 { throw ValidationError("--last must be at least 1") }
  }

  /// Throws a command-line error if `last` or `session` is set. For named recordings and `tune --count`. Called by
  /// `run` and not by `validate`, because ArgumentParser reports unknown options after `validate`.
  func refuse() throws {
    guard last != nil || session != nil else { return }
    throw ValidationError("--last and --session are only for attempts that the daemon remembers: remove these options")
  }
}

struct Save: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "save", abstract: "Save the last attempts as a touch script, for a bug report.",
    discussion: """
      The file has the class of each device in place of its name, so rules for a device's name don't apply in a \
      replay; --names keeps the names. The file also has the facts about the desktop that the rules use, such as the \
      focused application. Touches on a touchscreen may reveal what was typed on it.

      Examples:
        gesture-bridge save report.touches
        gesture-bridge save --last 1 -
      """)

  @Argument(help: "The file to write; - is standard output.", completion: .file())
  var file: String

  @Flag(help: "Keep the names of the devices.")
  var names = false

  @Flag(help: "Replace an existing file.")
  var force = false

  @OptionGroup
  var remembered: RememberedOptions

  func run() throws {
    let attempts = try reportingErrors { try RememberedAttempts(last: remembered.last, remembered.session) }
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
  let isPaused: Bool
  private let file: OwnedDescriptor

  init(last: Int?, _ session: String?) throws {
    let facts = try DaemonSearch.connect(session: session).facts(.attempts(last: last))
    guard let script = facts["script"]?.string, let rules = facts["file"]?.string else {
      throw ConnectionError.oddAnswer
    }
    (self.script, self.rules, isPaused) = (script, rules, facts["paused"]?.flag ?? false)
    file = try OwnedDescriptor("memfd_create", gb_memory_file())
    if let code = writeAll(Array(script.utf8), to: file.number) { throw SystemError(call: "write", code: code) }
  }

  /// The path of the file in memory, only for this process. Each time this path is opened, reading begins at the start.
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
  static let pausedMeanwhile = "Gestures are paused, so no action runs: run `gesture-bridge resume` to end the pause."
  static let remembersNothing = "the rules tell the daemon to remember no attempts"
  static func rememberAgain(_ file: String) -> String {
    "remove `remember = false` from `[privacy]` in \(file), and make the gesture again"
  }
  static let noAttempt =
    "the daemon remembers no attempt (it forgets attempts when the session is locked, asleep or in the background)"
  static let makeAttempt = "make the gesture first"
}
