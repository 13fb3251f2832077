/// zwlr_foreign_toplevel_management_v1: sway, labwc, Hyprland, niri, Wayfire, phosh, river.
///
/// Source: wlr-foreign-toplevel-management-unstable-v1.xml, version 3.
package final class WlrToplevels: ToplevelTracker {
  package static let interface = "zwlr_foreign_toplevel_manager_v1"
  private static let version: UInt32 = 3
  private static let destroy: UInt32 = 7

  package private(set) var toplevels = Toplevels()
  private unowned let connection: WaylandConnection

  package init(_ global: WaylandConnection.Global, _ connection: WaylandConnection) {
    self.connection = connection
    _ = connection.bind(global, atMost: Self.version) { [unowned self] event in
      // The other event says that there will be no more.
      if event.code == 0 { follow(try event.word()) }
    }
  }

  private func follow(_ window: UInt32) {
    connection.listen(to: window) { [unowned self] event in try hear(&event) }
  }

  private func hear(_ event: inout WaylandEvent) throws(WaylandNonsense) {
    let window = event.object
    switch event.code {
    case 0: toplevels.note(.title(try event.text()), of: window)
    case 1: toplevels.note(.app(try event.text()), of: window)
    case 2: toplevels.note(.entered(output: try event.word()), of: window)
    case 3: toplevels.note(.left(output: try event.word()), of: window)
    case 4: toplevels.note(.states(ToplevelStates(numbers: try event.words())), of: window)
    case 5: toplevels.finish(window)
    case 6:
      toplevels.remove(window)
      connection.forget(window)
      connection.send(window, Self.destroy)
    default: break
    }
  }
}
