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

  @OptionGroup
  var recording: RecordingOptions

  @Flag(help: "Print each gesture event as one line of JSON.")
  var json = false

  @Flag(help: "Print every decision too, failures with their reasons, and what the gestures do.")
  var trace = false

  @Flag(name: .customLong("run"), help: "Run the commands bound to the gestures; otherwise none is ever started.")
  var runsCommands = false

  func run() throws {
    try RecordingOptions.reportingErrors {
      let contents = try recording.read()
      let played = contents.recording
      recording.tellNotes(of: played)
      try replay(played, contents.rules)
    }
  }

  private func replay(_ recording: Recording, _ rules: Rules) throws {
    let names = Names(rules.ruleSet, devices: recording.devices)
    let printer = ReplayPrinter(names, json: json)
    let commands = runsCommands ? try ReplayCommands(rules, recording.devices) : nil
    try Replay.run(recording, rules: rules, watcher: trace ? printer : nil) { event, orders in
      printer.show(event, trace ? orders : [])
      guard let commands, !orders.isEmpty else { return }
      // What a command prints stands below the gesture that started it.
      printer.flush()
      commands.start(orders)
    }
    printer.flush()
    if let status = try commands?.wait(), status != 0 { throw ExitCode(status) }
  }
}
