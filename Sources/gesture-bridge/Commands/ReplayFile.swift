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

  @Flag(help: "Print every decision too, failures with their reasons, and what the gestures do.")
  var trace = false

  @Flag(name: .customLong("run"), help: "Run the commands bound to the gestures; otherwise none is started.")
  var runsCommands = false

  @Option(help: "An evemu description of the device that made the recording.", completion: .file(extensions: ["desc"]))
  var description: String?

  @Option(defaultAsFlag: DebugForm.view, help: "Show it as the daemon does with --debug, at its own pace.")
  var debug: DebugForm?

  @Option(help: "With --debug: play it so many times as fast, 0.1 to 1000.")
  var speed: Double?

  @Option(help: "How many units of the device make a millimetre: a number, or one across and one down as in 20x22.")
  var unitsPerMm: UnitsPerMM?

  @Option(help: "What the device is, where the recording can't tell: touchscreen or touchpad.")
  var deviceKind: DeviceClass?

  func validate() throws {
    guard let speed else { return }
    if debug == nil { throw ValidationError(Message.speedNeedsDebug) }
    if !PlayClock.speeds.contains(speed) { throw ValidationError(Message.speedOutOfRange) }
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
    if let debug, debug == .view || speed != nil {
      let options = TimedReplay.Options(form: debug, speed: speed ?? 1, runsCommands: runsCommands)
      let status = try TimedReplay(recording, rules, options).run()
      if status != 0 { throw ExitCode(status) }
      return
    }
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
