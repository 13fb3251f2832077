import Actions
import Bindings
import Desktop
import Logging

/// Performs the orders of gestures: commands by a runner, keys and clicks by an emulator, and requests to the desktop by an actor.
final class EffectPerformer: EffectMeans {
  private let commands: CommandRunner
  private let input: EmulationOnLoop
  private let actions: DesktopActionsOnLoop
  private let touchegg: ToucheggOnLoop
  private let overlay: OverlayOnLoop

  init(
    _ commands: CommandRunner, _ input: EmulationOnLoop, _ actions: DesktopActionsOnLoop, _ touchegg: ToucheggOnLoop,
    _ overlay: OverlayOnLoop
  ) {
    self.commands = commands
    self.input = input
    self.actions = actions
    self.touchegg = touchegg
    self.overlay = overlay
  }

  /// Whether commands, keys and clicks are only reported.
  var isDryRun: Bool {
    get { commands.isDryRun }
    set {
      commands.isDryRun = newValue
      input.setDryRun(newValue)
      actions.setDryRun(newValue)
      touchegg.setDryRun(newValue)
    }
  }

  /// The number of live processes, including those of streams.
  var liveCount: Int { commands.liveCount }
  /// The programs and protocols that send keys and clicks or are asked for actions, and what is missing, a sentence each; empty if
  /// the rules need none.
  var sessionLines: [String] { input.lines + actions.lines }

  /// Performs an order and returns at once.
  func perform(_ performance: Performance) {
    performParts(of: performance)
    overlay.follow(performance)
  }

  func start(_ request: CommandRequest) { commands.start(request) }
  func launch(_ application: String, _ request: CommandRequest) { commands.launch(application, request) }
  func tell(_ line: StreamLine) { commands.tell(line) }
  func emulate(_ request: InputRequest) {
    if !isSuspended || request.moment == .end { touchegg.perform(request) }
    input.perform(request)
  }
  func ask(_ request: DesktopRequest) { actions.perform(request) }

  /// Shows a message on the desktop.
  func show(_ notification: Notification) { commands.start(notification.request) }

  /// Starts, ends or restarts the program that draws gestures on the screen.
  func draw(_ change: OverlayChange) { overlay.perform(change) }

  /// Replaces the rules.
  func use(_ rules: Rules) {
    commands.rulesReplaced(overall: rules.commands.maxRunning, perSecond: rules.commands.maxPerSecond)
    input.use(rules)
    actions.use(rules)
    touchegg.use(rules)
  }

  private var isSuspended = false

  /// Follows the reasons for which gestures are suspended. While any exists, keys and buttons only go up, and the desktop is asked for nothing.
  func suspend(by reasons: SuspensionReasons) {
    isSuspended = !reasons.isEmpty
    input.suspend(by: reasons)
    actions.suspend(by: reasons)
    if isSuspended { touchegg.rest() }
  }

  /// Drops the commands that wait for others to end.
  func dropWaiting() { commands.dropWaiting() }

  /// SIGCHLD, on systems without process descriptors.
  func childSignal() {
    commands.childSignal()
    overlay.childSignal()
  }

  /// Ends streams, connections and the program that draws.
  func stop() {
    commands.stop()
    input.stop()
    actions.stop()
    touchegg.stop()
    overlay.stop()
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
