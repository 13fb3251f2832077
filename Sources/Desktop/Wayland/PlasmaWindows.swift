/// KWin's windows. Following them requires a permission in a .desktop file. Tested with KWin 6.3 and 6.7. Source:
/// plasma-window-management.xml of plasma-wayland-protocols, version 16.
final class PlasmaWindows: WindowTracker {
  private typealias Management = OrgKdePlasmaWindowManagement
  private typealias Window = OrgKdePlasmaWindow
  /// The first version that names windows by identifiers that are never reused.
  private static let leastVersion: UInt32 = 13

  /// The windows, without their outputs, which the protocol doesn't report.
  private(set) var toplevels = Toplevels()
  /// False, because requests are sent through KWin's shortcuts instead, which can do more.
  let takesRequests = false
  private var windows: Set<UInt32> = []
  private let manager: UInt32
  private let connection: WaylandConnection

  init?(_ connection: WaylandConnection) {
    guard let global = connection.global(Management.interface, since: Self.leastVersion) else { return nil }
    self.connection = connection
    manager = connection.bind(global, as: Management.interface)
    connection.listen(to: manager, Management.windowWithUuid.on { [unowned self] _, name in follow(name) })
  }

  deinit {
    for window in windows { connection.release(window, Window.destroy) }
    connection.forget(manager)
  }

  private func follow(_ name: String) {
    let window = connection.create()
    windows.insert(window)
    // Each event is a complete change.
    let record = { [unowned self] (change: Toplevels.Change) in
      toplevels.record(change, of: window)
      toplevels.finish(window)
    }
    connection.listen(
      to: window,
      Window.titleChanged.on { record(.title($0)) },
      Window.appIdChanged.on { record(.app($0)) },
      Window.stateChanged.on { state in
        var states: ToplevelStates = []
        if state & Management.stateActive != 0 { states.insert(.activated) }
        if state & Management.stateFullscreen != 0 { states.insert(.fullscreen) }
        record(.states(states))
      },
      Window.unmapped.on { [unowned self] in
        windows.remove(window)
        toplevels.remove(window)
        connection.release(window, Window.destroy)
      })
    connection.send(manager, Management.getWindowByUuid, window, name)
  }

  func ask(_ request: WindowRequest, of window: UInt32, by seat: UInt32) {}
}
