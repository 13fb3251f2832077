import Actions
import Bindings
import Desktop
import GestureCore

/// Shows the events of rules at work, and what becomes of the commands that they start.
protocol DebugOutput: Watcher {
  /// Other rules are in force; the devices are added again.
  func use(_ rules: Rules)

  /// Another mode is on, whether by an order or otherwise.
  func entered(_ mode: String, at time: Timestamp)

  /// Gestures rest for these reasons from now on, or count again if there are none.
  func absent(_ absence: SuspensionReasons, at time: Timestamp)

  /// The desktop tells other facts.
  func knows(_ context: Context, at time: Timestamp)

  /// The screen that a device lies on is off: the device is removed, and added when it is on again.
  func screenOff(of device: DeviceID, at time: Timestamp)

  /// So many other touch devices are there now, which can't be read; it is told again and again.
  func leavesOut(_ unreadable: Int)

  /// Something became of a command.
  func show(_ request: CommandRequest, _ event: CommandEvent, at time: Timestamp)

  /// Nothing became of an action.
  func show(_ action: SkippedAction, at time: Timestamp)

  /// All input has been served; shows the results now. Must not wait.
  func flush()

  /// Nothing more comes.
  func finish()
}

extension DebugOutput {
  func screenOff(of device: DeviceID, at time: Timestamp) {}
  func leavesOut(_ unreadable: Int) {}
  func flush() {}
  func finish() {}
}
