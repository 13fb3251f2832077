/// The links through which one desktop reports facts, in the desktop's own protocols.
public struct FactLinks: Sendable {
  /// Opens a link to the desktop's first usable socket. Nil without such a socket, or if the link has no needed fact.
  let own: @Sendable (DesktopNeeds, _ variable: (String) -> String?) -> (any DesktopProvider)?
  /// Whether the link that `own` opens reports the workspace from the start, and not only after a change.
  let knowsWorkspace: Bool
  let bus: @Sendable (DesktopNeeds) -> [any DesktopProvider]

  public init(
    own: @escaping @Sendable (DesktopNeeds, (String) -> String?) -> (any DesktopProvider)? = { _, _ in nil },
    knowsWorkspace: Bool = false, bus: @escaping @Sendable (DesktopNeeds) -> [any DesktopProvider] = { _ in [] }
  ) {
    (self.own, self.knowsWorkspace, self.bus) = (own, knowsWorkspace, bus)
  }

  public static let sway = FactLinks(
    own: { needs, variable in
      guard !needs.isDisjoint(with: SwayProvider.offered) else { return nil }
      return DesktopSockets.sway(variable).lazy.map { SwayProvider(path: $0, needs: needs) }
        .first { !$0.state.isUnavailable }
    }, knowsWorkspace: true)

  /// Hyprland's links. `knowsWorkspace` is false: until the workspace changes, only the Wayland protocol reports it.
  public static let hyprland = FactLinks(
    own: { needs, variable in
      guard needs.contains(.workspace) else { return nil }
      return DesktopSockets.hyprland(HyprlandProvider.socket, variable).lazy.map { HyprlandProvider(path: $0) }
        .first { !$0.state.isUnavailable }
    })

  public static let kwin = FactLinks(
    bus: { $0.isDisjoint(with: KWinScriptProvider.offered) ? [] : [KWinScriptProvider(needs: $0)] })

  public static let gnome = FactLinks(
    bus: { needs in
      (needs.isDisjoint(with: GnomeExtensionProvider.offered) ? [] : [GnomeExtensionProvider(needs: needs)])
        + (needs.contains(.power) ? [MutterPowerProvider()] : [])
    })
}

/// The providers in the order in which they are tried.
///
///     desktops' own sockets, Wayland compositors -> if there is a compositor: programs on the session bus;
///                                                   otherwise: X11
///
/// Own sockets come first, because they also report which output has the focus. If a desktop's own socket is connected,
/// the session bus and X11 aren't tried. If a compositor runs, X11 isn't tried, because the X server would report only
/// X11 windows.
enum DesktopProviders {
  /// Returns the providers to try first. `variable` returns nil for an environment variable that is unset or empty.
  static func first(
    _ needs: DesktopNeeds, of desktops: [FactLinks], through wayland: WaylandCompositors, variable: (String) -> String?
  ) -> [any DesktopProvider] {
    var (providers, rest): ([any DesktopProvider], DesktopNeeds) = ([], needs)
    for desktop in desktops {
      guard let own = desktop.own(needs, variable) else { continue }
      providers.append(own)
      if desktop.knowsWorkspace { rest.remove(.workspace) }
    }
    return providers
      + WaylandSockets.paths(variable).map { WaylandProvider(path: $0, needs: rest, compositors: wayland) }
  }

  /// Returns the providers for the missing facts, `needs`. Called only if no desktop's own socket is connected.
  static func next(
    _ needs: DesktopNeeds, of desktops: [FactLinks], hasCompositor: Bool, variable: (String) -> String?
  ) -> [any DesktopProvider] {
    hasCompositor ? desktops.flatMap { $0.bus(needs) } : [X11Provider(display: variable("DISPLAY"), needs: needs)]
  }
}
