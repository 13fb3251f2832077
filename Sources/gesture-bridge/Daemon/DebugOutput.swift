import Actions
import Bindings
import Desktop
import GestureCore

/// Shows what the rules do, and what becomes of the commands that they start.
protocol DebugOutput: Watcher {
  /// Other rules are in force; the devices are told of again.
  func use(_ rules: Rules)

  /// Another layer of bindings is on, whether an order or anything else has brought it.
  func entered(_ mode: String, at time: Timestamp)

  /// Gestures rest for these reasons from now on, or count again when there are none.
  func absent(_ absence: Absence, at time: Timestamp)

  /// Something became of a command.
  func show(_ request: CommandRequest, _ event: CommandEvent, at time: Timestamp)

  /// All that was at hand has been served; what is to be seen of it should be seen now. Must not wait.
  func flush()

  /// Nothing more comes.
  func finish()
}

extension DebugOutput {
  func flush() {}
  func finish() {}
}
