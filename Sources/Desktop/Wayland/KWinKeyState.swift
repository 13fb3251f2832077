import GestureCore

/// Uses KWin's protocol org_kde_kwin_keystate to find the modifier keys that are down. KWin before 6.7 requires a
/// permission in a .desktop file. Source: keystate.xml of plasma-wayland-protocols, version 5.
final class KWinKeyState {
  private typealias Keys = OrgKdeKwinKeystate
  private static let modifiers: [UInt32: Modifiers] = [
    Keys.keyAlt: .alt, Keys.keyControl: .ctrl, Keys.keyShift: .shift, Keys.keyMeta: .super,
  ]

  private(set) var modifiers: Modifiers?
  private let states: UInt32
  private let connection: WaylandConnection

  /// Nil without version 5 of the protocol. Older versions report only lock keys.
  init?(_ connection: WaylandConnection) {
    guard let global = connection.global(Keys.interface, since: Keys.interface.version) else { return nil }
    self.connection = connection
    states = connection.bind(global, as: Keys.interface)
    connection.listen(
      to: states,
      Keys.stateChanged.on { [unowned self] key, state in
        guard let modifier = Self.modifiers[key] else { return }
        var held = modifiers ?? []
        if state == Keys.statePressed { held.insert(modifier) } else { held.remove(modifier) }
        modifiers = held
      })
    connection.send(states, Keys.fetchStates)
  }

  deinit { connection.release(states, Keys.destroy) }
}
