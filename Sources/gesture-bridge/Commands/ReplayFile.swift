import Actions
import ArgumentParser
import Bindings
import GestureCore
import Logging
import Recordings

/// Runs a recording through the rules.
struct ReplayFile: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Run a recording through the rules, faster than real time and without any device.",
    discussion: """
      Reads touch scripts (.touches), evemu recordings (.events) and bare evdev playback. A touch script's own gestures \
      are the rules unless --config names others; for all else bindings.toml in this folder is used, or the file the \
      daemon would use. Exit status: 0, 1 when a file can't be read or used, 2 for a wrong command line.
      """)

  @Argument(help: "The recording.", completion: .file())
  var file: String

  @Option(help: "The rules file.", completion: .file(extensions: ["toml"]))
  var config: String?

  @Flag(help: "Print each gesture event as one line of JSON.")
  var json = false

  @Flag(
    help: """
      Print every decision too, failures with their reasons, and what the gestures do; --debug=plain prints still more.
      """)
  var trace = false

  @Option(
    help: ArgumentHelp(
      """
      Print what the daemon does with --debug, touches and devices too: as lines of text (--debug=plain) or of JSON \
      (--debug=json).
      """, valueName: "form"))
  var debug: DebugForm?

  @Flag(name: .customLong("run"), help: "Run the commands bound to the gestures; otherwise none is ever started.")
  var runsCommands = false

  @Option(help: "An evemu description of the device that made the recording.", completion: .file(extensions: ["desc"]))
  var description: String?

  @Option(help: "How many units of the device make a millimetre: a number, or one across and one down as in 20x22.")
  var unitsPerMm: UnitsPerMM?

  @Option(help: "What the device is, where the recording can't tell: touchscreen or touchpad.")
  var deviceKind: DeviceClass?

  func validate() throws {
    if debug != nil, json || trace { throw ValidationError(Message.debugSaysAll) }
  }

  func run() throws {
    do {
      let text = try FileContents(path: file).text
      let unsized = try Recording.read(text: text, name: file, options: options())
      let rules = try rules(for: text)
      let recording = unsized.sized(by: rules.ruleSet)
      for note in recording.notes { StandardStreams.writeError("\(file): note: \(note)\n") }
      try replay(recording, rules)
    } catch let code as ExitCode {
      throw code
    } catch {
      StandardStreams.writeError("gesture-bridge: error: \(error)\n")
      throw ExitCode.failure
    }
  }

  private func options() throws -> ReadingOptions {
    ReadingOptions(
      description: try description.map { try FileContents(path: $0).text },
      descriptionName: description ?? "description", deviceKind: deviceKind, unitsPerMM: unitsPerMm)
  }

  private func rules(for text: String) throws -> Rules {
    if config == nil, RecordingFormat(text: text) == .touchScript,
      let own = try TouchScript.read(text, name: file).rules
    {
      return Rules(ruleSet: own)
    }
    let path = try RulesFile.path(named: config, before: ["bindings.toml"])
    return try RulesFile.load(path) { StandardStreams.writeError("\($0)\n") }
  }

  private func replay(_ recording: Recording, _ rules: Rules) throws {
    let output = output(rules)
    let commands =
      runsCommands
      ? try ReplayCommands(rules, recording.devices) { request, event in
        if debug != nil { output.show(request, event, at: output.latest) }
      } : nil
    try Replay.run(recording, rules: rules, watcher: output) { _, orders in
      guard let commands, !orders.isEmpty else { return }
      // What a command prints stands below the gesture that started it.
      output.flush()
      commands.start(orders)
    }
    output.flush()
    let status = try commands?.wait() ?? 0
    output.finish()
    if status != 0 { throw ExitCode(status) }
  }

  private func output(_ rules: Rules) -> DebugLines {
    debug?.output(replaying: rules)
      ?? DebugLines(
        rules, as: json ? .json : .plain, trace ? .decisions : .events, of: .recording, to: PatientOutput())
  }
}

extension UnitsPerMM: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}

extension DeviceClass: ExpressibleByArgument {}
