import Base
import Glibc

/// A connection to an X server. It ends once, with a reason.
///
///    connecting -> connected -> over; connecting -> over, if connecting fails
package final class X11Link {
  private enum Stage {
    case connecting(XcbConnector)
    case connected(XcbConnection)
    case over(String)
  }

  private let library: XcbLibrary?
  private var stage: Stage

  /// Begins to connect to `display`. If `display` is nil or empty, the link ends with the reason `unset`.
  package init(
    display: String?, unset: String = "DISPLAY is not set in the environment: run gesture-bridge in a desktop session",
    library: @autoclosure () -> XcbLibrary? = XcbLibrary.load()
  ) {
    guard let display, !display.isEmpty else {
      (self.library, stage) = (nil, .over(unset))
      return
    }
    let library = library()
    self.library = library
    guard let library else {
      stage = .over("\(XcbLibrary.name) is missing: install it (the package libxcb1 on Debian and Ubuntu)")
      return
    }
    do throws(SystemError) {
      stage = .connecting(try XcbConnector(library, display: display))
    } catch {
      stage = .over("the connection to the X server can't be prepared: \(error)")
    }
  }

  /// The connection to the server. Nil before the server has answered, and after the link has ended.
  package var connection: XcbConnection? { if case .connected(let connection) = stage { connection } else { nil } }

  package var failure: String? { if case .over(let reason) = stage { reason } else { nil } }

  package var wait: (descriptor: Int32, events: Int16)? {
    switch stage {
    case .connecting(let connector): (connector.descriptor, Int16(POLLIN))
    case .connected(let connection): (connection.descriptor, Int16(POLLIN))
    case .over: nil
    }
  }

  /// Handles the result of the connection attempt. Calls `connected` after a success.
  package func ready(connected: (XcbConnector.Connected, XcbConnection) -> Void) {
    guard case .connecting(let connector) = stage, let library, let outcome = connector.receiveOutcome() else { return }
    switch outcome {
    case .failed(let reason): stage = .over(reason)
    case .connected(let answer):
      let connection = XcbConnection(library, owning: answer.connection)
      stage = .connected(connection)
      connected(answer, connection)
    }
  }

  /// Sends requests and handles messages. Returns true if unhandled messages may remain.
  package func process(handle: (XcbEvent) -> Void = { _ in }) -> Bool {
    guard let connection else { return false }
    let progress = connection.process(handle: handle)
    if progress == .broken { end("the X server has closed the connection") }
    return progress == .unfinished
  }

  package func end(_ reason: String) { stage = .over(reason) }
}
