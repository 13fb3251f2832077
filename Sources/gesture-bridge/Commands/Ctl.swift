import ArgumentParser
import Control
import GestureCore
import Glibc
import Text

struct Ctl: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ctl", abstract: "Show the state of the running daemon, or control it.",
    discussion: """
      The command asks the daemon of its own session. If this session has no daemon, the command asks the user's \
      daemon in another session, if there is only one. The daemon has 5 seconds for an answer. Exit status: 0 on \
      success, 1 when the daemon refuses the request, does not answer or does not run, 2 for a wrong command line.

      Examples:
        gesture-bridge ctl mode media
        gesture-bridge ctl subscribe gesture mode
      """,
    subcommands: [
      CtlStatus.self, CtlReload.self, CtlPause.self, CtlResume.self, CtlToggle.self, CtlMode.self, CtlSubscribe.self,
      CtlGestures.self, CtlTrigger.self, CtlModifier.self,
    ])
}

struct CtlOptions: ParsableArguments {
  @Flag(help: "Print the daemon's own JSON: one line for each answer or event.")
  var json = false

  @Option(help: "The ID of the session whose daemon gets the request; `loginctl` lists the IDs.")
  var session: String?
}

/// A command that sends the daemon one request and prints the answer.
protocol CtlCommand: ParsableCommand {
  var options: CtlOptions { get }
  var request: ControlRequest { get }

  /// Returns the text to print for an answer's facts, with line ends.
  func text(_ facts: JSONValue) -> String
}

extension CtlCommand {
  func run() throws {
    try reportingErrors {
      let line = try DaemonSearch.connect(session: options.session).ask(request)
      let answer = try ControlAnswer(line: line)
      if options.json { StandardStreams.write(String(decoding: line, as: UTF8.self) + "\n") }
      switch answer {
      case .done(let members): if !options.json { StandardStreams.write(text(.object(members))) }
      case .refused(let error, let fix, let more):
        if !options.json {
          StandardStreams.writeError(JSONValue.object(more).diagnosticLines)
          let text = [error, fix].compactMap { $0?.visible }.joined(separator: ": ")
          StandardStreams.writeError("gesture-bridge: error: \(text)\n")
        }
        throw ExitCode.failure
      }
    }
  }

  /// The default for commands that print nothing if the request succeeds.
  func text(_ facts: JSONValue) -> String { "" }
}

extension JSONValue {
  fileprivate var diagnosticLines: String {
    (self["diagnostics"]?.values ?? []).compactMap { $0["text"]?.string }
      .flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false) }
      .map { String($0).visible + "\n" }.joined()
  }
}

struct CtlStatus: CtlCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show the daemon's rules, mode and devices, whether it is paused, and why gestures are inactive.")

  @OptionGroup var options: CtlOptions
  var request: ControlRequest { .status }

  func text(_ facts: JSONValue) -> String {
    facts.members.flatMap(ControlStatus.init).map { StatusText($0).text } ?? "\(ConnectionError.oddAnswer)\n"
  }
}

struct CtlReload: CtlCommand {
  static let configuration = CommandConfiguration(
    commandName: "reload", abstract: "Make the daemon read its rules again, and show the result.",
    discussion: "If the rules have errors, the previous rules stay in use and the exit status is 1.")

  @OptionGroup var options: CtlOptions
  var request: ControlRequest { .reload }

  func text(_ facts: JSONValue) -> String {
    let count = facts["gestures"]?.integer ?? 0
    return facts.diagnosticLines
      + Message.reloaded(gestures: count, file: facts["file"]?.string?.visible ?? "") + "\n"
  }
}

struct CtlPause: CtlCommand {
  static let configuration = CommandConfiguration(
    commandName: "pause", abstract: "Cancel the gestures in progress, and run no actions until `resume`.")

  @OptionGroup var options: CtlOptions
  var request: ControlRequest { .pause }

  func text(_ facts: JSONValue) -> String { facts["changed"]?.flag == false ? "already paused\n" : "paused\n" }
}

struct CtlResume: CtlCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume", abstract: "Let gestures run actions again after `pause`.")

  @OptionGroup var options: CtlOptions
  var request: ControlRequest { .resume }

  func text(_ facts: JSONValue) -> String { facts["changed"]?.flag == false ? "not paused\n" : "resumed\n" }
}

struct CtlToggle: CtlCommand {
  static let configuration = CommandConfiguration(
    commandName: "toggle",
    abstract:
      "Pause the daemon, or resume a paused daemon, so that one key can do both; print the new state.")

  @OptionGroup var options: CtlOptions
  var request: ControlRequest { .toggle }

  func text(_ facts: JSONValue) -> String { (facts["paused"]?.flag == true ? "paused" : "resumed") + "\n" }
}

struct CtlMode: CtlCommand {
  static let configuration = CommandConfiguration(
    commandName: "mode",
    abstract: "Switch to a mode of the rules; without a name, list the modes and mark the current one with *.")

  @Argument(help: "The mode.", completion: RulesNames.modesOfDaemon)
  var name: String?

  @OptionGroup var options: CtlOptions
  var request: ControlRequest { name.map(ControlRequest.mode) ?? .status }

  func text(_ facts: JSONValue) -> String {
    guard name == nil else { return "" }
    let current = facts["mode"]?.string
    return (facts["modes"]?.strings ?? []).map { "\($0 == current ? "*" : " ") \($0.visible)\n" }.joined()
  }
}

struct CtlGestures: CtlCommand {
  static let configuration = CommandConfiguration(
    commandName: "gestures",
    abstract:
      "List the actions of the rules in use, with gesture, key in the rules, effects, conditions, file and line."
  )

  @OptionGroup var options: CtlOptions
  var request: ControlRequest { .gestures }

  func text(_ facts: JSONValue) -> String { BindingText.table(facts["gestures"]?.values ?? []) }
}

struct CtlTrigger: CtlCommand {
  static let configuration = CommandConfiguration(
    commandName: "trigger",
    abstract:
      "Run a gesture's actions as if you had made the gesture; without a name, list the gestures that have actions.",
    discussion: """
      Conditions in `when` apply, but those in `receive` and `begin-if` don't; at-most-every and overlap apply too. \
      Conditions on zones are false. A gesture that lasts begins and ends, without steps. The variable GESTURE_DEVICE \
      is empty. A paused daemon runs only actions that pause or resume it. While the session is locked, in the \
      background or asleep, commands run, but no keys, clicks or requests to the desktop are sent.
      """)

  @Argument(help: "The gesture.", completion: RulesNames.triggersOfDaemon)
  var name: String?

  @OptionGroup var options: CtlOptions
  var request: ControlRequest { name.map(ControlRequest.trigger) ?? .gestures }

  func text(_ facts: JSONValue) -> String {
    guard name == nil else {
      return (facts["actions"]?.values ?? []).map { BindingText.does($0) + "\n" }.joined()
        + (facts["skipped"]?.string.map { "skipped: \($0)\n" } ?? "")
    }
    return Self.names(facts).map { $0.visible + "\n" }.joined()
  }

  static func names(_ facts: JSONValue) -> [String] {
    var seen: Set<String> = []
    return (facts["gestures"]?.values ?? []).compactMap { $0["gesture"]?.string }.filter { seen.insert($0).inserted }
  }
}

struct CtlModifier: CtlCommand {
  enum Change: String, CaseIterable, ExpressibleByArgument {
    case on, off
  }

  static let configuration = CommandConfiguration(
    commandName: "modifier",
    abstract: "Report a modifier key as held or released, for desktops that don't report modifier keys.",
    discussion: """
      Use this command in two key bindings of the compositor: one for the press, one for the release. Conditions on modifiers \
      use the last report. If the desktop reports the modifier keys itself, only the desktop's reports count. When the \
      screen is locked, all keys count as released.
      """)

  @Argument(help: "shift, ctrl, alt or super.", completion: .list(Modifiers.named.map(\.key)))
  var modifier: String

  @Argument(help: "on if the key is held, off if it is released.")
  var change: Change

  @OptionGroup var options: CtlOptions
  var request: ControlRequest { .modifier(modifier, isHeld: change == .on) }
}

struct CtlSubscribe: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "subscribe", abstract: "Print a line for each event, until Ctrl-C or the end of the daemon.",
    discussion: """
      For the topics mode, paused, inactive and device, the first lines show the current state. Each line begins with \
      the name of its event; --json prints the daemon's JSON lines. Exit status: 0 when the daemon has ended, 1 when \
      no daemon runs, the connection is lost, or this command reads the events too slowly.
      """)

  @Argument(
    help: ArgumentHelp(
      "The topics of the events to print; without a topic, all except overlay and touches. The topics are \(ControlTopics.named.map(\.key).joined(separator: ", ")).",
      valueName: "topic"),
    completion: .list(ControlTopics.named.map(\.key)))
  var topics: [String] = []

  @OptionGroup var options: CtlOptions

  func validate() throws {
    do throws(ControlError) {
      _ = try ControlTopics(names: topics)
    } catch {
      throw ValidationError("\(error)")
    }
  }

  func run() throws {
    try reportingErrors {
      let connection = try DaemonSearch.connect(session: options.session)
      let wanted = topics.isEmpty ? ControlTopics.all : try ControlTopics(names: topics)
      _ = try connection.facts(.subscribe(wanted))
      try follow(connection)
    }
  }

  private func follow(_ connection: ControlConnection) throws {
    while let line = try connection.nextLineWhileRead() {
      guard let news = try ReceivedEvent(line: line) else { continue }
      let text = options.json ? String(decoding: line, as: UTF8.self) : NewsText(news).line
      StandardStreams.write(text + "\n")
      switch news.event {
      case "ended": return
      case "dropped":
        throw ConnectionError.other(
          "the daemon closed the connection, because this command read the events too slowly: name fewer topics")
      default: break
      }
    }
  }
}
