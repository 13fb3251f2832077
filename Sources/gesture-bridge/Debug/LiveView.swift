import Actions
import Bindings
import GestureCore

/// The live view of `--debug`: gathers what happens as it comes, and draws it when it is asked to.
///
/// Gathering is cheap and never waits; drawing reads what has been gathered and costs only what has changed on the screen.
final class LiveView: DebugOutput, @unchecked Sendable {
  // One thread does everything; the observer protocol asks for more than this program needs.

  /// What a key asks of the program around the view.
  enum Request: Equatable {
    case quit
    /// From now on commands are only named, or run again.
    case dryRun(Bool)
    /// Put this text into the clipboard.
    case copy(String)
  }

  /// Where the recognizers of a device stand now; the owner of the rules sets it.
  var standings: (DeviceID) -> [Standing] = { _ in [] }
  /// Something has come since it was last drawn.
  private(set) var hasNews = true
  /// The rule changes that were copied, for who wants them after the view is gone.
  private(set) var copied: [String] = []
  /// What happens is not shown for now.
  private(set) var isPaused = false

  /// Times are counted from `origin`.
  init(_ rules: Rules, dryRun: Bool, from origin: Timestamp, colours: Bool = true) {}

  func use(_ rules: Rules) {}
  func entered(_ mode: String, at time: Timestamp) {}
  func show(_ request: CommandRequest, _ event: CommandEvent, at time: Timestamp) {}
  func observe(_ decision: Decision) {}

  /// A key was pressed; says what is to be done about it outside of the view.
  func press(_ key: Key, at time: Timestamp) -> Request? {
    switch key {
    case .character("q"): return .quit
    case .character(" "): isPaused.toggle()
    default: break
    }
    return nil
  }

  /// Something the program has to say, one line.
  func note(_ text: String, at time: Timestamp) {}

  /// What brings a terminal of this size from what was drawn last to what is so now, as UTF-8 with control sequences.
  func draw(columns: Int, rows: Int, at time: Timestamp) -> String {
    hasNews = false
    return ""
  }

  /// The terminal does not show what was drawn last: the next drawing draws everything.
  func forgetScreen() {}
}

/// A key of the terminal.
enum Key: Equatable {
  case character(Character)
  case up, down, left, right, pageUp, pageDown, home, end
  case enter, escape, backspace, tab
  /// Ctrl-C.
  case interrupt
}
