import ArgumentParser
import Control
import Glibc
import Text

/// How the daemon stands.
struct CtlStatus: CtlCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Say how the daemon stands: its rules, mode and devices, and what keeps it quiet.")

  @OptionGroup var options: CtlOptions
  var request: ControlRequest { .status }

  func text(_ facts: JSONValue) -> String {
    facts.members.flatMap(ControlStatus.init).map { StatusText($0).text } ?? Message.oddAnswer + "\n"
  }
}

/// New rules.
struct CtlReload: CtlCommand {
  static let configuration = CommandConfiguration(
    commandName: "reload",
    abstract: "Let the daemon read its rules again, and say what came of it.",
    discussion: "With errors in them the rules stay as they were, and the exit status is 1.")

  @OptionGroup var options: CtlOptions
  var request: ControlRequest { .reload }

  func text(_ facts: JSONValue) -> String {
    let count = facts["gestures"]?.count ?? 0
    return DiagnosticText.lines(of: facts)
      + Message.reloaded(gestures: count, file: facts["file"]?.string?.visible ?? "") + "\n"
  }
}

/// Nothing runs from now on.
struct CtlPause: CtlCommand {
  static let configuration = CommandConfiguration(
    commandName: "pause", abstract: "Run nothing until `resume`; what has begun is cancelled.")

  @OptionGroup var options: CtlOptions
  var request: ControlRequest { .pause }

  func text(_ facts: JSONValue) -> String { "" }
}

/// Everything runs again.
struct CtlResume: CtlCommand {
  static let configuration = CommandConfiguration(commandName: "resume", abstract: "Go on after `pause`.")

  @OptionGroup var options: CtlOptions
  var request: ControlRequest { .resume }

  func text(_ facts: JSONValue) -> String { "" }
}

/// Another layer of bindings.
struct CtlMode: CtlCommand {
  static let configuration = CommandConfiguration(
    commandName: "mode", abstract: "Go to a mode of the rules; without a name, list them.")

  @Argument(help: "The mode.", completion: .shellCommand("gesture-bridge ctl mode 2>/dev/null"))
  var name: String?

  @OptionGroup var options: CtlOptions
  var request: ControlRequest { name.map(ControlRequest.mode) ?? .status }

  func text(_ facts: JSONValue) -> String {
    name == nil ? (facts["modes"]?.strings ?? []).map { $0.visible + "\n" }.joined() : ""
  }
}

/// The rules in force.
struct CtlBindings: CtlCommand {
  static let configuration = CommandConfiguration(
    commandName: "bindings", abstract: "List what the rules in force do: gesture, key, command, conditions and place.")

  @OptionGroup var options: CtlOptions
  var request: ControlRequest { .bindings }

  func text(_ facts: JSONValue) -> String { BindingText.table(facts["bindings"]?.values ?? []) }
}

/// A gesture without a hand.
struct CtlTrigger: CtlCommand {
  static let configuration = CommandConfiguration(
    commandName: "trigger",
    abstract: "Do what a gesture does, as if it had been made; without a name, list those that do something.",
    discussion: """
      The binding is chosen and limited as for a hand's gesture: mode and application count, at-most-every and overlap \
      too. No zone holds, a gesture that lasts begins and ends at once without a step, and commands get an empty \
      GESTURE_DEVICE. While the daemon is paused only what pauses or resumes it is done.
      """)

  @Argument(help: "The gesture.", completion: .shellCommand("gesture-bridge ctl trigger 2>/dev/null"))
  var name: String?

  @OptionGroup var options: CtlOptions
  var request: ControlRequest { name.map(ControlRequest.trigger) ?? .bindings }

  func text(_ facts: JSONValue) -> String {
    guard name == nil else {
      return (facts["orders"]?.values ?? []).map { BindingText.does($0) + "\n" }.joined()
    }
    var seen: Set<String> = []
    return (facts["bindings"]?.values ?? []).compactMap { $0["gesture"]?.string }.filter { seen.insert($0).inserted }
      .map { $0.visible + "\n" }.joined()
  }
}
