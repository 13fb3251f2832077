import Actions
import Bindings
import Desktop
import Logging

/// Performs the orders of gestures: in this process, or in a launcher of its own.
protocol OrderPerformer: AnyObject {
  /// Whether commands, keys and clicks are only reported.
  var isDryRun: Bool { get set }
  /// How many processes are alive, those of streams too.
  var liveCount: Int { get }
  /// By what keys and clicks are sent, which desktop is asked, and what is missing, a sentence each; none if the rules need none of it.
  var sessionLines: [String] { get }

  /// Returns at once, whatever becomes of the order's commands.
  func perform(_ performance: Performance)
  /// Shows a message on the desktop.
  func show(_ notification: Notification)
  /// What draws gestures on the screen is to begin, to end, or to start again as it hangs.
  func draw(_ change: OverlayChange)
  /// Gestures are felt on devices, or one has done something.
  func vibrate(_ request: VibrationRequest)
  /// Other rules are in force.
  func use(_ rules: Rules)
  /// Follows the reasons for which gestures are suspended. While any exists, keys and buttons only go up, and the desktop is asked for nothing.
  func suspend(by reasons: SuspensionReasons)
  /// Drops the commands that wait for others to end.
  func dropWaiting()
  /// SIGCHLD, where the system has no process descriptors.
  func childSignal()
  /// The daemon ends.
  func stop()
}

/// Performs orders in this process: commands by a runner, keys and clicks by an emulator, and the desktop's part by an actor.
final class EffectPerformer: OrderPerformer, EffectMeans {
  private let commands: CommandRunner
  private let input: EmulationOnLoop
  private let actions: DesktopActionsOnLoop
  private let touchegg: ToucheggOnLoop
  private let overlay: OverlayOnLoop
  private let vibration: VibrationOnLoop

  init(
    _ commands: CommandRunner, _ input: EmulationOnLoop, _ actions: DesktopActionsOnLoop, _ touchegg: ToucheggOnLoop,
    _ overlay: OverlayOnLoop, _ vibration: VibrationOnLoop
  ) {
    self.commands = commands
    self.input = input
    self.actions = actions
    self.touchegg = touchegg
    self.overlay = overlay
    self.vibration = vibration
  }

  var isDryRun: Bool {
    get { commands.isDryRun }
    set {
      commands.isDryRun = newValue
      input.setDryRun(newValue)
      actions.setDryRun(newValue)
      touchegg.setDryRun(newValue)
      vibration.setDryRun(newValue)
    }
  }

  var liveCount: Int { commands.liveCount }
  var sessionLines: [String] { input.lines + actions.lines }
  /// Grows whenever `sessionLines` may have become others.
  var sessionTurns: Int { input.turns &+ actions.turns }

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

  func show(_ notification: Notification) { commands.start(notification.request) }

  func draw(_ change: OverlayChange) { overlay.perform(change) }

  func vibrate(_ request: VibrationRequest) { vibration.perform(request) }

  func use(_ rules: Rules) {
    commands.rulesReplaced(overall: rules.commands.maxRunning, perSecond: rules.commands.maxPerSecond)
    input.use(rules)
    actions.use(rules)
    touchegg.use(rules)
    vibration.use(rules)
  }

  private var isSuspended = false

  func suspend(by reasons: SuspensionReasons) {
    isSuspended = !reasons.isEmpty
    input.suspend(by: reasons)
    actions.suspend(by: reasons)
    if isSuspended { touchegg.rest() }
  }

  func dropWaiting() { commands.dropWaiting() }

  func childSignal() {
    commands.childSignal()
    overlay.childSignal()
  }

  func stop() {
    commands.stop()
    input.stop()
    actions.stop()
    touchegg.stop()
    overlay.stop()
    vibration.stop()
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
