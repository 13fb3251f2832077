import Actions
import Bindings
import Desktop
import GestureCore

/// An output of `--debug`: shows decisions, commands, and changes of the rules, the mode and the devices.
protocol DebugOutput: Watcher {
  /// Switches to other rules. After the call, the devices are added again.
  func use(_ rules: Rules)

  func entered(_ mode: String, at time: Timestamp)

  /// Shows that gestures are suspended for the reasons in `absence`, or resumed if `absence` is empty.
  func absent(_ absence: SuspensionReasons, at time: Timestamp)

  func desktopChanged(_ context: Context, at time: Timestamp)

  /// Shows that a device's screen is off. The device counts as removed until it is added again.
  func screenOff(of device: DeviceID, at time: Timestamp)

  /// Shows the number of touch devices that can't be read; called repeatedly.
  func unreadableDevices(_ unreadable: Int)

  func show(_ request: CommandRequest, _ event: CommandEvent, at time: Timestamp)

  func show(_ action: SkippedAction, at time: Timestamp)

  /// Called after all pending input is handled. Shows the results, and must not block.
  func flush()

  func finish()
}

extension DebugOutput {
  func screenOff(of device: DeviceID, at time: Timestamp) {}
  func unreadableDevices(_ unreadable: Int) {}
  func flush() {}
  func finish() {}
}
