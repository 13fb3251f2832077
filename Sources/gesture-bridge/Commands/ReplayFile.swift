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
      Reads touch scripts (.touches) as `record` makes them, evemu recordings (.events), bare evdev playback and \
      recordings of `libinput record` (.yml). A touch script's own gestures \
      are the rules unless --config names others; for all else bindings.toml in this folder is used, or the file the \
      daemon would use. Exit status: 0, 1 when a file can't be read or used, 2 for a wrong command line.
      """)

  @Argument(help: "The recording.", completion: .file())
  var file: String

  @Option(help: "The rules file.", completion: .file(extensions: ["toml"]))
  var config: String?

  @Flag(help: "Print each gesture event as one line of JSON.")
  var json = false

  @Flag(help: "Print every decision too, failures with their reasons, and what the gestures do.")
  var trace = false

  @Flag(name: .customLong("run"), help: "Run the commands bound to the gestures; otherwise none is ever started.")
  var runsCommands = false

  @Option(help: "An evemu description of the device that made the recording.", completion: .file(extensions: ["desc"]))
  var description: String?

  @Option(help: "How many units of the device make a millimetre: a number, or one across and one down as in 20x22.")
  var unitsPerMm: UnitsPerMM?

  @Option(help: "What the device is, where the recording can't tell: touchscreen or touchpad.")
  var deviceKind: DeviceClass?

  func run() throws {
    do {
      let file = try RecordingFile(self.file, options())
      let rules = try rules(for: file)
      let recording = file.recording.sized(by: rules.ruleSet)
      for note in recording.notes { StandardStreams.writeError("\(self.file): note: \(note)\n") }
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

  private func rules(for file: RecordingFile) throws -> Rules {
    if config == nil, let own = file.ownRules { return Rules(ruleSet: own) }
    let path = try RulesFile.path(named: config, before: ["bindings.toml"])
    return file.recording.turning(try RulesFile.load(path) { StandardStreams.writeError("\($0)\n") })
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

extension UnitsPerMM: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}

extension DeviceClass: ExpressibleByArgument {}
