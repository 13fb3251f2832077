import Actions
import Base
import Bindings
import Desktop
import DesktopActions
import InputEmulation
import Logging
import Runtime

/// A request to the program that draws gestures.
enum OverlayChange {
  case begin, end, restart
}

extension CommandRunner.Options {
  /// The limits that the rules set for all commands together.
  mutating func limit(by commands: CommandSettings) {
    overall = commands.maxRunning
    perSecond = commands.maxPerSecond
  }
}

/// Performs the orders of gestures: commands by a runner, keys and clicks by an emulator, and requests to the desktop by an actor.
final class EffectPerformer: EffectMeans {
  private let commands: CommandRunner
  private let input: InputEmulator
  private let actions: DesktopActor
  private let touchegg: ToucheggServer
  private let overlay: OverlayProcess
  private var rules: Rules

  /// `rules` are in force from the beginning. `skipped` is called for each skipped action.
  init(
    _ options: CommandRunner.Options, _ rules: Rules, on runtime: Runtime, log: Logger,
    skipped: @escaping (SkippedAction) -> Void, observe: @escaping CommandRunner.Observe
  ) throws(SystemError) {
    self.rules = rules
    let overlay = OverlayProcess(on: runtime.loop, log: log)
    self.overlay = overlay
    commands = try CommandRunner(options: options, logger: log, on: runtime.loop) { request, event in
      observe(request, event)
      if case .exited = event { overlay.ended(request) }
    }
    runtime.add(commands)
    input = InputEmulator(dryRun: options.dryRun, log: log, on: runtime.loop, now: EventLoop.now) {
      EmulationLinks.all(for: $0, variable: EnvironmentVariable.value)
    }
    input.skipped = skipped
    runtime.add(input.links)
    runtime.add(input.glide)
    actions = DesktopActor(dryRun: options.dryRun, log: log, on: runtime.loop, now: EventLoop.now) {
      ActionLinks.all(for: $0, variable: EnvironmentVariable.value)
    }
    actions.skipped = skipped
    for branch in actions.branches { runtime.add(branch.links) }
    touchegg = ToucheggServer(dryRun: options.dryRun, log: log, on: runtime.loop, now: EventLoop.now)
    useRules()
  }

  /// Whether commands, keys and clicks are only reported.
  var isDryRun: Bool {
    get { commands.isDryRun }
    set {
      commands.isDryRun = newValue
      input.isDryRun = newValue
      actions.isDryRun = newValue
      touchegg.isDryRun = newValue
    }
  }

  /// The number of live processes, including those of streams.
  var liveCount: Int { commands.liveCount }
  /// The programs and protocols that send keys and clicks or are asked for actions, and what is missing, a sentence each; empty if
  /// the rules need none.
  var sessionLines: [String] { input.lines + actions.lines(rules.desktopActions).map(\.text) }

  /// Performs an order and returns at once.
  func perform(_ performance: Performance) {
    performParts(of: performance)
    if let level = performance.level { overlay.askLevel(level.request, afterCommand: level.afterCommand) }
  }

  func start(_ request: CommandRequest) { commands.start(request) }
  func launch(_ application: String, _ request: CommandRequest) { commands.launch(application, request) }
  func tell(_ line: StreamLine) { commands.tell(line) }
  func emulate(_ request: InputRequest) {
    if case .announced(let gesture) = request.input, !isSuspended || request.moment == .end {
      touchegg.perform(request, gesture)
    }
    input.perform(request)
  }
  func ask(_ request: DesktopRequest) { actions.perform(request) }

  /// Fingers land: what glides stops.
  func fingersLand() { input.glide.stop() }

  /// Shows a message on the desktop.
  func show(_ notification: Notification) { commands.start(notification.request) }

  /// Starts, ends or restarts the program that draws gestures on the screen.
  func draw(_ change: OverlayChange) {
    switch change {
    case .begin: overlay.begin()
    case .end: overlay.end()
    case .restart: overlay.restart()
    }
  }

  /// Replaces the rules.
  func use(_ rules: Rules) {
    commands.rulesReplaced(overall: rules.commands.maxRunning, perSecond: rules.commands.maxPerSecond)
    self.rules = rules
    useRules()
  }

  private func useRules() {
    input.use(rules.inputNeeds)
    actions.use(rules.desktopActions.map(\.action))
    touchegg.use(rules.announces)
  }

  private var isSuspended = false

  /// Follows the reasons for which gestures are suspended. While any exists, keys and buttons only go up, and the desktop is asked for nothing.
  func suspend(by reasons: SuspensionReasons) {
    isSuspended = !reasons.isEmpty
    input.suspension = reasons
    actions.suspension = reasons
    if isSuspended { touchegg.rest() }
  }

  /// Drops the commands that wait for others to end.
  func dropWaiting() { commands.dropWaiting() }

  /// SIGCHLD, on systems without process descriptors.
  func childSignal() {
    commands.childSignal()
    overlay.look()
  }

  /// Ends streams, connections and the program that draws.
  func stop() {
    commands.stop()
    input.stop()
    actions.stop()
    touchegg.use(false)
    overlay.end()
  }
}

/// The means of a replay: it starts commands, sends no keys, and asks the desktop for nothing.
struct ReplayMeans: EffectMeans {
  let commands: CommandRunner
  let log: Logger

  func start(_ request: CommandRequest) { commands.start(request) }
  func launch(_ application: String, _ request: CommandRequest) { commands.launch(application, request) }
  func tell(_ line: StreamLine) { commands.tell(line) }
  func emulate(_ request: InputRequest) { log.info("\(Message.notReplayed(request))") }
  func ask(_ request: DesktopRequest) { log.info("\(Message.notReplayed(request))") }
}

extension Message {
  static func notReplayed(_ request: InputRequest) -> String {
    "\(request.rule) is skipped: a replay sends no keys and no clicks"
  }

  static func notReplayed(_ request: DesktopRequest) -> String {
    "\(request.rule) is skipped: a replay asks the desktop for nothing"
  }
}
