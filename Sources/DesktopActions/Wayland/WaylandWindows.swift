import Bindings
import Desktop

/// The windows of a compositor that lets others act on them: zwlr_foreign_toplevel_management_v1, or COSMIC's
/// zcosmic_toplevel_manager_v1.
///
/// Source: wlr-foreign-toplevel-management-unstable-v1.xml, version 3; cosmic-toplevel-management-unstable-v1.xml, version 4.
final class WaylandWindows {
  private struct Requests {
    let close: UInt32
    let activate: UInt32
    let maximize: UInt32
    let unmaximize: UInt32
    let minimize: UInt32
    let fullscreen: UInt32
    let unfullscreen: UInt32

    static let wlroots = Requests(
      close: 5, activate: 4, maximize: 0, unmaximize: 1, minimize: 2, fullscreen: 8, unfullscreen: 9)
    static let cosmic = Requests(
      close: 1, activate: 2, maximize: 3, unmaximize: 4, minimize: 5, fullscreen: 7, unfullscreen: 8)
  }

  private static let cosmicManager = "zcosmic_toplevel_manager_v1"

  private let tracker: any ToplevelTracker
  private let requests: Requests
  /// COSMIC's object for requests, whose first argument is the window; nil if the window's own object takes them.
  private let manager: UInt32?
  private let seat: UInt32
  private unowned let connection: WaylandConnection

  /// Nil if the compositor has none of the protocols.
  init?(_ connection: WaylandConnection) {
    guard let seat = connection.global("wl_seat") else { return nil }
    self.connection = connection
    if let toplevels = connection.global(WlrToplevels.interface) {
      tracker = WlrToplevels(toplevels, connection)
      (requests, manager) = (.wlroots, nil)
    } else if let list = connection.global(CosmicToplevels.list),
      let info = connection.global(CosmicToplevels.interface, since: CosmicToplevels.version),
      let cosmic = connection.global(Self.cosmicManager)
    {
      tracker = CosmicToplevels(list, info, connection)
      requests = .cosmic
      manager = connection.bind(cosmic, atMost: 1)
    } else {
      return nil
    }
    self.seat = connection.bind(seat, atMost: 1)
  }

  /// The object of the output that has the focus; nil if it is unknown.
  var output: UInt32? { tracker.toplevels.output }

  /// Returns why it can't be done, as a clause.
  ///
  /// Only windows whose states are known take part: COSMIC ends itself if a request names a window that had closed before it was asked
  /// about, and of such a window it sends no states.
  func perform(_ deed: WindowDeed) -> String? {
    let windows = tracker.toplevels.stated
    guard let index = windows.firstIndex(where: { $0.object == tracker.toplevels.active }) else {
      guard let first = windows.first, deed == .next || deed == .previous else { return "no window has the focus" }
      activate(first.object)
      return nil
    }
    let (window, states) = windows[index]
    switch deed {
    case .close: send(requests.close, window)
    case .maximize: send(states.contains(.maximized) ? requests.unmaximize : requests.maximize, window)
    case .minimize: send(requests.minimize, window)
    case .fullscreen:
      if states.contains(.fullscreen) {
        send(requests.unfullscreen, window)
      } else {
        // On the output where it is.
        send(requests.fullscreen, window, .word(0))
      }
    case .next: activate(windows[(index + 1) % windows.count].object)
    case .previous: activate(windows[(index + windows.count - 1) % windows.count].object)
    case .left, .right: break
    }
    return nil
  }

  private func activate(_ window: UInt32) { send(requests.activate, window, .word(seat)) }

  private func send(_ request: UInt32, _ window: UInt32, _ arguments: WaylandWire.Argument...) {
    if let manager {
      connection.send(manager, request, [.word(window)] + arguments)
    } else {
      connection.send(window, request, arguments)
    }
  }
}
