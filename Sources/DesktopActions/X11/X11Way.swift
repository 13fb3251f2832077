import Bindings
import Desktop

/// A window manager of X11, by the messages that pagers send.
///
///     connecting -> the names that the server numbers, what the manager knows -> ready -> questions and messages for each request
///
/// Source: Extended Window Manager Hints 1.5; ICCCM 4.1.4 for what is minimized.
final class X11Way: ActionWay {
  let name = "EWMH"
  private let link: X11Link
  private var manager: EwmhManager?

  /// Begins to connect to a display such as `:0`, the value of DISPLAY.
  init(display: String?) { link = X11Link(display: display) }

  var state: WayState {
    if let failure = link.failure { return .unavailable(failure) }
    return manager?.state ?? .opening
  }

  var wait: (descriptor: Int32, events: Int16)? { link.wait }

  func ready() {
    link.ready { connected, connection in manager = EwmhManager(connection, root: connected.root) }
    process()
  }

  func finish() {
    link.connection?.send()
    manager = nil
    link.end("it is closed")
  }

  func lack(of action: DesktopAction) -> String? { manager?.lack(of: action) }

  func perform(_ action: DesktopAction, refused: @escaping (String) -> Void) {
    manager?.perform(action, refused: refused)
    process()
  }

  private func process() {
    while link.process() {}
    if link.failure != nil { manager = nil }
  }
}
