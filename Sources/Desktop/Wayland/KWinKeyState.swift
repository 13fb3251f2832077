import GestureCore

/// org_kde_kwin_keystate: the modifier keys that are down. KWin gives it to every program since 6.7, before to those that a
/// .desktop file permits it.
///
/// Source: keystate.xml of plasma-wayland-protocols, version 5.
final class KWinKeyState {
  static let interface = "org_kde_kwin_keystate"
  /// The first with modifiers; those before have locks only.
  static let version: UInt32 = 5
  private static let keys: [UInt32: Modifiers] = [3: .alt, 4: .ctrl, 5: .shift, 6: .super]
  private static let pressed: UInt32 = 3

  private(set) var modifiers: Modifiers?

  init(_ global: WaylandConnection.Global, _ connection: WaylandConnection) {
    let states = connection.bind(global, atMost: Self.version) {
      [unowned self] event in
      guard event.code == 0, let key = Self.keys[try event.word()] else { return }
      var held = modifiers ?? []
      if try event.word() == Self.pressed { held.insert(key) } else { held.remove(key) }
      modifiers = held
    }
    connection.send(states, 0)
  }
}
