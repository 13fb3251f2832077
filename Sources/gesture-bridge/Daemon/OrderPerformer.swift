import Actions
import Bindings

/// Performs the orders of gestures: in this process, or in a launcher of its own.
protocol OrderPerformer: AnyObject {
  /// Whether commands are only reported.
  var isDryRun: Bool { get set }
  /// How many processes are alive, those of streams too.
  var liveCount: Int { get }

  /// Returns at once, whatever becomes of the order's commands.
  func perform(_ performance: Performance)
  /// Shows a message on the desktop.
  func show(_ notification: Notification)
  /// Other rules are in force.
  func use(_ rules: Rules)
  /// Drops the commands that wait for others to end.
  func dropWaiting()
  /// SIGCHLD, where the system has no process descriptors.
  func childSignal()
  /// The daemon ends.
  func stop()
}

extension CommandRunner: OrderPerformer {
  func show(_ notification: Notification) { start(notification.request) }

  func use(_ rules: Rules) {
    rulesReplaced(overall: rules.commands.maxRunning, perSecond: rules.commands.maxPerSecond)
  }
}
