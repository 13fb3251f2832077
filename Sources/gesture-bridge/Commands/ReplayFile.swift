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

      --diff plays the recording through two files of rules, and says which gestures only one of them makes, with the \
      reason why the other does not, and which come at another time. The exit status is 0 whether there are any or not. \
      With --json it prints one object: recording, first and second (what the rules are called) and attempts, those only \
      in which something differs, with number, device, beganMs, endedMs and differences: gesture, and of first and second \
      happened, atMs, endedMs, cancelled and reason (why it did not happen). What is not known is null.
      """)

  @OptionGroup
  var recording: RecordingOptions

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

  @Option(help: "Say what these rules make of it that is different.", completion: .file(extensions: ["toml"]))
  var diff: String?

  func validate() throws {
    if diff != nil, trace || runsCommands { throw ValidationError(Message.diffStandsAlone) }
    if debug != nil, json || trace { throw ValidationError(Message.debugSaysAll) }
  }

  func run() throws {
    try RecordingOptions.reportingErrors {
      let contents = try recording.read()
      if let diff { return try compare(contents, with: diff) }
      let played = contents.recording
      recording.tellNotes(of: played)
      try replay(played, contents.rules)
    }
  }

  private func compare(_ contents: RecordingOptions.Contents, with path: String) throws {
    let other = RecordingOptions.Contents(
      unsized: contents.unsized, rules: try RecordingOptions.rules(path), rulesName: path)
    recording.tellNotes(of: contents.recording)
    let comparison = Comparison(try contents.side(), try other.side())
    StandardStreams.write(json ? comparison.json(recording: recording.file).text + "\n" : comparison.text)
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

extension RecordingOptions.Contents {
  /// What the rules make of the recording.
  fileprivate func side() throws -> Comparison.Side { try Comparison.Side(rulesName, recording, rules) }
}
