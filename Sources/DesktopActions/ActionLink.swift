import Bindings
import Desktop

/// A link that asks a desktop for something.
public protocol ActionLink: SessionLink {
  /// Why it can't do this, as a clause; nil if it can, as far as is known.
  func lack(of action: DesktopAction) -> String?
  /// Does it. `refused` is called with a clause when the desktop says that it has not.
  func perform(_ action: DesktopAction, refused: @escaping (String) -> Void)
}

extension ActionLink {
  /// Most can do all that they are asked for.
  public func lack(of action: DesktopAction) -> String? { nil }
}

/// The links in the order in which they are tried.
///
///     windows   the desktop's own socket (sway, i3, Hyprland, niri)
///               -> where there is a compositor of Wayland: KWin, then GNOME's extension, then protocols of Wayland
///               -> else X11's EWMH
///     media     MPRIS on the session bus
///     sound     PulseAudio's socket, which PipeWire has too
///     light     logind on the system bus
public enum ActionLinks {
  public typealias Opener = LinkChooser<any ActionLink>.Opener

  /// `variable` gives a variable that is set and not empty.
  public static func all(
    for domain: DesktopDomain, of compositors: WaylandCompositors = WaylandCompositors(),
    variable: @escaping (String) -> String?
  ) -> [Opener] {
    switch domain {
    case .windows: windows(compositors, variable)
    case .media: [{ MediaLink() }]
    case .sound: [{ SoundLink(path: SoundLink.path(variable), cookie: SoundLink.cookie(variable)) }]
    case .light: [{ BacklightLink() }]
    }
  }

  private static func windows(
    _ compositors: WaylandCompositors, _ variable: @escaping (String) -> String?
  ) -> [Opener] {
    let paths = WaylandSockets.paths(variable)
    var own: [Opener] = I3Link.paths(variable).map { place in { I3Link(path: place.path, name: place.name) } }
    let hyprland = { DesktopSockets.hyprland(HyprlandDialect.socket, variable) }
    if !hyprland().isEmpty { own.append { RequestLink(HyprlandDialect(), paths: hyprland) } }
    let niri = { DesktopSockets.niri(variable) }
    if !niri().isEmpty { own.append { RequestLink(NiriDialect(), paths: niri) } }
    guard !paths.isEmpty else { return own + [{ EwmhLink(display: variable("DISPLAY")) }] }
    return own + [{ KWinLink() }, { GnomeLink() }]
      + paths.map { path in { WlrootsLink(path: path, compositors: compositors) } }
  }
}
