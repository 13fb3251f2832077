/// The providers in the order in which they are tried.
///
///     sway's and Hyprland's own sockets, compositors of Wayland -> if there is a compositor: programs on the session bus;
///                                                                 if there is none: X11
///
/// The own sockets come first: they also report which output has the focus. The session bus is not asked beside them, and X11 is not
/// asked beside a compositor: it would tell of the windows of X11 only.
public enum DesktopProviders {
  /// `variable` gives a variable that is set and not empty.
  public static func first(
    _ needs: DesktopNeeds, of compositors: WaylandCompositors, variable: (String) -> String?
  ) -> [any DesktopProvider] {
    let own = needs.isDisjoint(with: SwayProvider.offered) ? [] : ownSockets(needs, variable)
    // Hyprland's socket reports nothing before the first change; until then the protocol does.
    let rest = own.contains { $0 is SwayProvider } ? needs.subtracting(.workspace) : needs
    return own + WaylandSockets.paths(variable).map { WaylandProvider(path: $0, needs: rest, compositors: compositors) }
  }

  /// The providers to try for the needs that the first have left open, if none of these was an own socket. `hasCompositor` is whether
  /// any of them has connected.
  public static func next(
    _ needs: DesktopNeeds, hasCompositor: Bool, variable: (String) -> String?
  ) -> [any DesktopProvider] {
    hasCompositor ? buses(needs) : [X11Provider(display: variable("DISPLAY"), needs: needs)]
  }

  /// What the session bus has for these needs.
  private static func buses(_ needs: DesktopNeeds) -> [any DesktopProvider] {
    var providers: [any DesktopProvider] = []
    if !needs.isDisjoint(with: KWinScriptProvider.offered) { providers.append(KWinScriptProvider(needs: needs)) }
    if !needs.isDisjoint(with: GnomeExtensionProvider.offered) {
      providers.append(GnomeExtensionProvider(needs: needs))
    }
    if needs.contains(.power) { providers.append(MutterPowerProvider()) }
    return providers
  }

  /// Of each desktop the first that listens: those that have ended may have left their sockets.
  private static func ownSockets(_ needs: DesktopNeeds, _ variable: (String) -> String?) -> [any DesktopProvider] {
    let sway = DesktopSockets.sway(variable).lazy.map { SwayProvider(path: $0, needs: needs) }
    let sockets = needs.contains(.workspace) ? DesktopSockets.hyprland(HyprlandProvider.socket, variable) : []
    let hyprland = sockets.lazy.map { HyprlandProvider(path: $0) }
    let first: [(any DesktopProvider)?] = [sway.first { $0.wait != nil }, hyprland.first { $0.wait != nil }]
    return first.compactMap { $0 }
  }
}
