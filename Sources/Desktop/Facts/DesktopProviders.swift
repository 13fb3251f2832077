/// The links by which one desktop reports facts that it reports in no common protocol.
public struct FactLinks: Sendable {
  /// The link to a socket of its own: the first that listens, as those that have ended may have left theirs. Nil if none does, or if it
  /// has nothing that is needed.
  let own: @Sendable (DesktopNeeds, _ variable: (String) -> String?) -> (any DesktopProvider)?
  /// Whether that link reports the workspace from the beginning, so that the protocol is not asked for it.
  let knowsWorkspace: Bool
  /// The links to programs on the session bus.
  let bus: @Sendable (DesktopNeeds) -> [any DesktopProvider]

  public init(
    own: @escaping @Sendable (DesktopNeeds, (String) -> String?) -> (any DesktopProvider)? = { _, _ in nil },
    knowsWorkspace: Bool = false, bus: @escaping @Sendable (DesktopNeeds) -> [any DesktopProvider] = { _ in [] }
  ) {
    self.own = own
    self.knowsWorkspace = knowsWorkspace
    self.bus = bus
  }

  public static let sway = FactLinks(
    own: { needs, variable in
      guard !needs.isDisjoint(with: SwayProvider.offered) else { return nil }
      return DesktopSockets.sway(variable).lazy.map { SwayProvider(path: $0, needs: needs) }.first { !$0.state.isOver }
    }, knowsWorkspace: true)

  /// Hyprland's socket reports nothing before the first change; until then the protocol does.
  public static let hyprland = FactLinks(
    own: { needs, variable in
      guard needs.contains(.workspace) else { return nil }
      return DesktopSockets.hyprland(HyprlandProvider.socket, variable).lazy.map { HyprlandProvider(path: $0) }
        .first { !$0.state.isOver }
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
///     desktops' own sockets, compositors of Wayland -> if there is a compositor: programs on the session bus;
///                                                      if there is none: X11
///
/// The own sockets come first: they also report which output has the focus. The session bus is not asked beside them, and X11 is not
/// asked beside a compositor: it would tell of the windows of X11 only.
enum DesktopProviders {
  /// `variable` gives a variable that is set and not empty.
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

  /// The providers to try for the needs that the first have left open, if none of these was an own socket. `hasCompositor` is whether
  /// any of them has connected.
  static func next(
    _ needs: DesktopNeeds, of desktops: [FactLinks], hasCompositor: Bool, variable: (String) -> String?
  ) -> [any DesktopProvider] {
    hasCompositor ? desktops.flatMap { $0.bus(needs) } : [X11Provider(display: variable("DISPLAY"), needs: needs)]
  }
}
