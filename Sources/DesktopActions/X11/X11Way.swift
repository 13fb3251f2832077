import Base
import Bindings
import Desktop
import Glibc

/// A window manager of X11, by the messages that pagers send.
///
///     connecting -> the names that the server numbers, what the manager knows -> ready -> questions and messages for each request
///
/// Source: Extended Window Manager Hints 1.5; ICCCM 4.1.4 for what is minimized.
final class X11Way: ActionWay {
  private enum Life {
    case connecting(XcbConnector)
    case connected(XcbConnection)
    case unavailable(String)
  }

  let name = "EWMH"
  private let library: XcbLibrary?
  private var life: Life
  private var manager: EwmhManager?

  /// Begins to connect to a display such as `:0`, the value of DISPLAY.
  init(display: String?) {
    let library = XcbLibrary()
    self.library = library
    life = Self.begin(display, library)
  }

  private static func begin(_ display: String?, _ library: XcbLibrary?) -> Life {
    guard let display, !display.isEmpty else { return .unavailable("DISPLAY is not set") }
    guard let library else { return .unavailable("\(XcbLibrary.name) is missing; Debian's package libxcb1 has it") }
    do {
      return .connecting(try XcbConnector(library, display: display))
    } catch {
      return .unavailable("it can't connect: \(error)")
    }
  }

  var state: WayState {
    switch life {
    case .connecting: .opening
    case .connected: manager?.state ?? .opening
    case .unavailable(let reason): .unavailable(reason)
    }
  }

  var wait: (descriptor: Int32, events: Int16)? {
    switch life {
    case .connecting(let connector): (connector.descriptor, Int16(POLLIN))
    case .connected(let connection): (connection.descriptor, Int16(POLLIN))
    case .unavailable: nil
    }
  }

  func ready() {
    if case .connecting(let connector) = life, let outcome = connector.takeOutcome() {
      switch outcome {
      case .failed(let reason): life = .unavailable(reason)
      case .connected(let connected): begin(connected)
      }
    }
    process()
  }

  func finish() {
    if case .connected(let connection) = life { connection.send() }
    manager = nil
    life = .unavailable("it is closed")
  }

  func lack(of action: DesktopAction) -> String? { manager?.lack(of: action) }

  func perform(_ action: DesktopAction, refused: @escaping (String) -> Void) {
    manager?.perform(action, refused: refused)
    process()
  }

  private func begin(_ connected: XcbConnector.Connected) {
    guard let library else { return }
    let connection = XcbConnection(library, owning: connected.connection)
    life = .connected(connection)
    manager = EwmhManager(connection, root: connected.root)
  }

  private func process() {
    guard case .connected(let connection) = life else { return }
    var progress = XcbConnection.Progress.unfinished
    while progress == .unfinished { progress = connection.process { _ in } }
    guard progress == .broken else { return }
    manager = nil
    life = .unavailable("the X server has closed the connection")
  }
}
