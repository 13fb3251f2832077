/// org_kde_plasma_window_management: KWin, for programs that a .desktop file permits it. Tried with 6.3 and 6.7.
///
/// Source: plasma-window-management.xml of plasma-wayland-protocols, version 16.
final class PlasmaWindows: ToplevelTracker {
  static let interface = "org_kde_plasma_window_management"
  /// The first that tells of windows by names that are never used again.
  static let leastVersion: UInt32 = 13
  private static let version: UInt32 = 16
  private static let destroy: UInt32 = 7
  private static let active: UInt32 = 1
  private static let fullscreen: UInt32 = 8

  /// It reports places of windows, and no outputs.
  private(set) var toplevels = Toplevels()
  private var manager: UInt32 = 0
  private unowned let connection: WaylandConnection

  init(_ global: WaylandConnection.Global, _ connection: WaylandConnection) {
    self.connection = connection
    manager = connection.bind(global, atMost: Self.version) {
      [unowned self] event in
      guard event.code == 4 else { return }
      _ = try event.word()
      follow(try event.text())
    }
  }

  private func follow(_ name: String) {
    let window = connection.create { [unowned self] event in try hear(&event) }
    connection.send(manager, 2, .word(window), .text(name))
  }

  /// Each event is whole.
  private func hear(_ event: inout WaylandEvent) throws(WaylandNonsense) {
    let window = event.object
    switch event.code {
    case 0: toplevels.note(.title(try event.text()), of: window)
    case 1: toplevels.note(.app(try event.text()), of: window)
    case 2:
      let state = try event.word()
      var states: ToplevelStates = []
      if state & Self.active != 0 { states.insert(.activated) }
      if state & Self.fullscreen != 0 { states.insert(.fullscreen) }
      toplevels.note(.states(states), of: window)
    case 5:
      toplevels.remove(window)
      connection.forget(window)
      connection.send(window, Self.destroy)
      return
    default: return
    }
    toplevels.finish(window)
  }
}
