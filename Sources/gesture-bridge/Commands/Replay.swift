import Actions
import Analysis
import ArgumentParser
import Base
import Bindings
import CLinux
import GestureCore
import Logging
import Recordings
import Runtime

/// Runs the commands of a replayed recording's gestures. After the replay, `wait` waits until the commands have ended.
final class ReplayCommands {
  private let runtime: Runtime
  private let runner: CommandRunner
  private let log: Logger
  private let rules: Rules
  private var hints: HintTexts
  private let devices: [DeviceID: Device]

  /// Creates a runtime if `runtime` is nil. `observe` gets the commands' events.
  init(
    _ rules: Rules, _ devices: [Device], on runtime: Runtime? = nil, options: CommandRunner.Options = .init(),
    log: Logger = .standardError(.warning), observe: @escaping CommandRunner.Observe = { _, _ in }
  ) throws {
    self.rules = rules
    hints = HintTexts(rules)
    self.devices = Dictionary(devices.map { ($0.id, $0) }) { first, _ in first }
    let runtime = try runtime ?? Runtime()
    (self.runtime, self.log) = (runtime, log)
    var options = options
    options.overall = rules.commands.maxRunning
    options.perSecond = rules.commands.maxPerSecond
    runner = try CommandRunner(options: options, logger: log, on: runtime.loop, observe: observe)
    runtime.add(runner)
  }

  var isDryRun: Bool {
    get { runner.isDryRun }
    set { runner.isDryRun = newValue }
  }

  var areRunning: Bool { runner.liveCount + runner.waitingCount > 0 }

  func childSignal() { runner.childSignal() }

  /// Starts the commands of `orders`. `moment` is the events' time in CLOCK_MONOTONIC microseconds; nil if unknown.
  func start(_ orders: ArraySlice<Order>, at moment: Int64? = nil) {
    for order in orders {
      let rule = rules.ruleSet.gestures[order.event.gesture.rawValue]
      let device = devices[order.event.device]
      let performance = PerformedOrder(
        order, rule, device: device?.name ?? "", hints: hints.hints(of: order.event, on: device), at: moment)
      for request in performance.requests { ReplayMeans(commands: runner, log: log).perform(request) }
    }
  }

  /// Closes the standard input of the commands to which gestures write lines.
  func endStreams() { runner.endStreams() }

  /// Calls `endStreams` and waits until all commands end or a signal comes. Returns 0, or 128 plus the signal's number.
  func wait() throws -> Int32 {
    endStreams()
    guard areRunning else { return 0 }
    runtime.onIdle = { [unowned self] in
      if !areRunning { runtime.stop(0) }
    }
    runtime.loop.onSignal = { [unowned runtime] signal in runtime.stop(128 + signal) }
    return try runtime.run()
  }
}

struct ReplayFile: ParsableCommand {
  enum Format: String, CaseIterable, ExpressibleByArgument { case text, json, trace }

  static let configuration = CommandConfiguration(
    commandName: "replay", abstract: "Run a recording through the rules, faster than real time and without a device.",
    discussion: """
      This command reads touch scripts (.touches) of `record`, evemu recordings (.events), lines of evdev events and \
      recordings of `libinput record` (.yml). The rules are the file of --config, else the gestures in the touch \
      script, else bindings.toml in this folder, else the file that the daemon would use. Exit status: 0 on success, 1 \
      when a file can't be read or used, 2 for a wrong command line.

      --debug plays at the recording's pace; without --speed, --debug-plain and --debug-json print everything at once.

      --diff plays the recording through two sets of rules. It shows the gestures that only one set recognizes, with \
      the reason why the other set does not, and those that both sets recognize at different times. The exit status \
      is 0 with differences and without.

      Examples:
        gesture-bridge replay hand.touches
        gesture-bridge replay hand.touches --diff new.toml
      """)

  @OptionGroup
  var recording: RecordingOptions

  @Option(
    help:
      "text: each gesture event; trace: also every decision, failures with their reasons, and what the gestures do; json: each gesture event as one line of JSON."
  )
  var format: Format?

  @Flag
  var debug: DebugForm?

  @Flag(name: .customLong("run"), help: "Run the gestures' commands; without this option, no command runs.")
  var runsCommands = false

  @Option(
    help: "A second rules file: show the gestures that the two sets of rules recognize differently.",
    completion: .file(extensions: ["toml"]))
  var diff: String?

  @Option(help: "With --debug: the speed as a multiple of the recording's own speed, from 0.1 to 1000.")
  var speed: Double?

  func validate() throws {
    if diff != nil, format == .trace || runsCommands || debug != nil {
      throw ValidationError(
        "--diff can't be combined with --format trace, --debug or --run: remove --diff or the other options")
    }
    if debug != nil, format != nil { throw ValidationError(Message.debugSaysAll) }
    guard let speed else { return }
    if debug == nil { throw ValidationError(Message.speedNeedsDebug) }
    if !PlayClock.speeds.contains(speed) { throw ValidationError(Message.speedOutOfRange) }
  }

  func run() throws {
    try reportingErrors(wrapped: true) {
      let contents = try recording.read()
      if let diff { return try compare(contents, with: diff) }
      let played = contents.recording
      recording.printNotes(of: played)
      try replay(played, contents.rules)
    }
  }

  private func compare(_ contents: RecordingOptions.Contents, with path: String) throws {
    let rules = try RecordingOptions.rules(path)
    recording.printNotes(of: contents.recording)
    let comparison = Comparison(
      try .init(contents.rulesName, contents.recording, contents.rules),
      try .init(path, contents.unsized.sized(by: rules.ruleSet), rules))
    StandardStreams.write(format == .json ? comparison.json(recording: recording.file).text + "\n" : comparison.text)
  }

  private func replay(_ recording: Recording, _ rules: Rules) throws {
    if let debug, debug == .view || speed != nil {
      let status = try TimedReplay(recording, rules, debug, speed: speed ?? 1, runsCommands: runsCommands).run()
      if status != 0 { throw ExitCode(status) }
      return
    }
    let output = output(rules)
    let commands =
      runsCommands
      ? try ReplayCommands(rules, recording.devices) { request, event in
        if debug != nil { output.show(request, event.withoutLatency, at: output.latest) }
      } : nil
    try Replay.run(recording, rules: rules, watcher: output) { _, orders in
      guard let commands, !orders.isEmpty else { return }
      // A command's output comes after the lines of the gesture that started it.
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
        rules, as: format == .json ? .json : .plain, format == .trace ? .decisions : .events, of: .recording,
        to: BlockingLineOutput())
  }
}

extension CommandEvent {
  /// The event without its latency, which has no meaning in a replay.
  fileprivate var withoutLatency: CommandEvent {
    if case .started(let pid, _) = self { .started(pid: pid, latency: nil) } else { self }
  }
}
