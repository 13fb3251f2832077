import Bindings
import Desktop

/// A link that sends requests to a desktop.
public protocol ActionLink: SessionLink {
  /// Returns the reason why the desktop can't do this action, as a clause. Nil if no such reason is known.
  func obstacle(to action: DesktopAction) -> String?
  /// Requests the action. Calls `refused`, with the reason as a clause, only if the desktop doesn't do the action.
  func perform(_ action: DesktopAction, refused: @escaping (String) -> Void)
}

extension ActionLink {
  public func obstacle(to action: DesktopAction) -> String? { nil }
}

/// The links through which one desktop takes requests for windows and workspaces.
public struct WindowLinks: Sendable {
  /// Returns openers for links to the desktop's own sockets. Empty without a socket.
  let own: @Sendable (_ variable: @escaping (String) -> String?) -> [ActionLinks.Opener]
  /// Returns openers for links on the session bus. Called only if there is a Wayland compositor.
  let bus: @Sendable () -> [ActionLinks.Opener]

  public init(
    own: @escaping @Sendable (@escaping (String) -> String?) -> [ActionLinks.Opener] = { _ in [] },
    bus: @escaping @Sendable () -> [ActionLinks.Opener] = { [] }
  ) {
    (self.own, self.bus) = (own, bus)
  }

  /// Creates links to a desktop whose socket takes one request per connection. `sockets` returns paths, the best first.
  package init(_ dialect: any RequestDialect, sockets: @escaping @Sendable ((String) -> String?) -> [String]) {
    self.init(own: { variable in
      sockets(variable).isEmpty ? [] : [{ RequestLink(dialect) { sockets(variable) } }]
    })
  }

  public static let sway = WindowLinks(
    own: { DesktopSockets.sway($0).map { path in { I3Link(path: path, name: "sway") } } })

  /// The links to i3's sockets. sway's sockets are excluded, because sway sets I3SOCK too.
  public static let i3 = WindowLinks(
    own: { variable in
      let sway = DesktopSockets.sway(variable)
      return DesktopSockets.i3(variable).filter { !sway.contains($0) }.map { path in { I3Link(path: path, name: "i3") }
      }
    })

  public static let hyprland = WindowLinks(HyprlandDialect()) { DesktopSockets.hyprland(HyprlandDialect.socket, $0) }
  public static let niri = WindowLinks(NiriDialect()) { DesktopSockets.niri($0) }
  public static let kwin = WindowLinks(bus: { [{ KWinLink() }] })
  public static let gnome = WindowLinks(bus: { [{ GnomeLink() }] })
}

/// The links in the order in which they are tried.
///
///     windows   desktops' own sockets
///               -> if there is a Wayland compositor: desktops' programs on the session bus, then Wayland protocols
///               -> otherwise: X11's EWMH
///     media     MPRIS on the session bus
///     sound     PulseAudio's socket, which PipeWire has too
///     light     logind on the system bus
public enum ActionLinks {
  public typealias Opener = LinkChooser<any ActionLink>.Opener

  /// Returns functions that open a domain's links. `variable` reads an environment variable; nil if unset or empty.
  public static func all(
    for domain: DesktopDomain, of desktops: [WindowLinks], through wayland: WaylandCompositors = WaylandCompositors(),
    variable: @escaping (String) -> String?
  ) -> [Opener] {
    switch domain {
    case .windows:
      let paths = WaylandSockets.paths(variable)
      let own = desktops.flatMap { $0.own(variable) }
      guard !paths.isEmpty else { return own + [{ EwmhLink(display: variable("DISPLAY")) }] }
      return own + desktops.flatMap { $0.bus() }
        + paths.map { path in { WlrootsLink(path: path, compositors: wayland) } }
    case .media: return [{ MediaLink() }]
    case .sound: return [{ SoundLink(path: SoundLink.path(variable), cookie: SoundLink.cookie(variable)) }]
    case .light: return [{ BacklightLink() }]
    }
  }
}
