import Actions
import Bindings
import Desktop
import GestureCore

/// Shows the events of the rules in use, and of the commands that they start.
protocol DebugOutput: Watcher {
  /// Switches to other rules; the devices are added again.
  func use(_ rules: Rules)

  func entered(_ mode: String, at time: Timestamp)

  /// Shows that gestures are suspended for these reasons, or resumed if `absence` is empty.
  func absent(_ absence: SuspensionReasons, at time: Timestamp)

  func desktopChanged(_ context: Context, at time: Timestamp)

  /// Shows that a device's screen is off. The device is removed, and added again when the screen is on.
  func screenOff(of device: DeviceID, at time: Timestamp)

  /// Shows the number of touch devices that can't be read; called repeatedly.
  func leavesOut(_ unreadable: Int)

  func show(_ request: CommandRequest, _ event: CommandEvent, at time: Timestamp)

  func show(_ action: SkippedAction, at time: Timestamp)

  /// Called when all pending input has been handled; shows the current results. Must not block.
  func flush()

  func finish()
}

extension DebugOutput {
  func screenOff(of device: DeviceID, at time: Timestamp) {}
  func leavesOut(_ unreadable: Int) {}
  func flush() {}
  func finish() {}
}
