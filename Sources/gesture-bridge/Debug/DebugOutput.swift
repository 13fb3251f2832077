import Actions
import Bindings
import Desktop
import GestureCore

/// Shows the events of rules at work, and of the commands that they start.
protocol DebugOutput: Watcher {
  /// Other rules are in force; the devices are added again.
  func use(_ rules: Rules)

  func entered(_ mode: String, at time: Timestamp)

  /// Gestures are suspended for these reasons, or resumed if there are none.
  func absent(_ absence: SuspensionReasons, at time: Timestamp)

  /// The desktop reports other facts.
  func knows(_ context: Context, at time: Timestamp)

  /// The screen that a device lies on is off: the device is removed, and added when it is on again.
  func screenOff(of device: DeviceID, at time: Timestamp)

  /// The number of touch devices that can't be read; called repeatedly.
  func leavesOut(_ unreadable: Int)

  func show(_ request: CommandRequest, _ event: CommandEvent, at time: Timestamp)

  /// An action is skipped.
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
