import ArgumentParser
import Bindings

/// Checks a rules file.
struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check a rules file: every problem with its place and its fix.",
    discussion: """
      Exit status: 0 when it can be used, 1 when it has errors, 2 for a wrong command line.

      --json prints one object: file, ok (no errors), errors and warnings (how many), diagnostics, gestures, waits. A \
      diagnostic has severity (error or warning), message, fix, file, line and column (from 1, in Unicode code points), \
      endLine and endColumn (just behind it), offset and length (in bytes); what is not known is null. A gesture has \
      name, kind, file and line. A wait has gesture, waitsFor, and either atMostMs (milliseconds) or until: lift (of the \
      fingers) or after-lift. With --devices there are devices too: name, class, tool (finger or stylus), node, read (whether it \
      may be opened), gestures (which can be made on it) and obstacles (gesture and reason).

      --devices warns of gestures that none of the devices in question can give, and of [device] sections that fit none.
      """)

  @Argument(help: "The rules file; without it, the one the daemon would use.", completion: .file(extensions: ["toml"]))
  var file: String?

  @Flag(help: "Count warnings as errors.")
  var strict = false

  @Flag(help: "Print everything as one JSON document.")
  var json = false

  @Flag(help: "Compare the rules with the touch devices that are there now.")
  var devices = false

  func run() throws {
    let result = CheckResult(file: file, withDevices: devices)
    if json {
      StandardStreams.write(CheckDocument(result).json.text + "\n")
    } else {
      StandardStreams.write(CheckReport(result).text)
      if let failure = result.failure { StandardStreams.writeError("gesture-bridge: error: \(failure)\n") }
    }
    if result.errors > 0 || strict && result.warnings > 0 { throw ExitCode.failure }
  }
}
