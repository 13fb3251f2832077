import Base
import Bindings
import Desktop
import GestureCore

/// A link that sends keys, clicks, movement and scrolling to the session. Closing the link releases keys and buttons.
public protocol EmulationLink: SessionLink {
  /// The kinds of input that the link can send once it is ready.
  var capabilities: InputNeeds { get }

  /// Why the symbol can't be pressed while `others` are down. Nil if no obstacle is known, or the link isn't ready yet.
  func obstacle(to symbol: KeySymbol, with others: [KeySymbol]) -> KeyObstacle?
  func canReach(_ spot: ScreenSpot) -> Bool
  func send(_ events: [EmulatedEvent])
  /// Drops all events that still wait to be sent, except releases.
  func cancelPending()
}

extension EmulationLink {
  /// Whether the spot's position in the desktop's layout of outputs is known. Most links need this position.
  public func canReach(_ spot: ScreenSpot) -> Bool { spot.point != nil }

  public func cancelPending() {}
}

public enum KeyObstacle: Hashable, Sendable {
  /// None of the session's layouts has a key for the symbol.
  case noKey
  /// The key differs between the session's layouts, and the active layout isn't known.
  case unknownLayout
}

public enum EmulatedEvent: Equatable, Sendable {
  case down(KeySymbol)
  case up(KeySymbol)
  case press(PointerButton)
  case release(PointerButton)
  /// One notch of a wheel.
  case scroll(ScrollDirection)
  /// Moves the pointer by this distance in pixels: x is to the right, y is downwards.
  case move(Vector)
  case place(ScreenSpot)
  /// Scrolls like fingers on a touchpad, in pixels. Positive x moves the content to the left, positive y moves it up.
  case fingerScroll(Vector)
  case fingerScrollEnd

  var isRelease: Bool {
    switch self {
    case .up, .release: true
    case .down, .press, .scroll, .move, .place, .fingerScroll, .fingerScrollEnd: false
    }
  }
}

/// Collects the fractions of steps, for links that can send only whole steps.
struct StepAccumulator {
  private var remainder = Vector.zero

  /// Adds a distance, and returns the numbers of whole steps of `length` along x and y. Keeps the remainder.
  mutating func add(_ distance: Vector, in length: Double = 1) -> (x: Int32, y: Int32) {
    remainder += distance
    let steps = Vector((remainder.x / length).rounded(.towardZero), (remainder.y / length).rounded(.towardZero))
    remainder = remainder - steps * length
    return (Int32(saturating: steps.x), Int32(saturating: steps.y))
  }

  mutating func forget() { remainder = .zero }
}

/// The links that use a desktop's own protocols for keys and clicks.
public struct KeyLinks: Sendable {
  /// Returns openers for links to compositors. With `onlyAsks`, a link only finds out which input it could send.
  let links:
    @Sendable (_ sockets: [String], WaylandCompositors, InputNeeds, _ onlyAsks: Bool) -> [EmulationLinks.Opener]

  public static let kwin = KeyLinks { sockets, wayland, needs, onlyAsks in
    sockets.map { path in { FakeInputLink(path: path, needs: needs, onlyAsks: onlyAsks, compositors: wayland) } }
  }
  public static let gnome = KeyLinks { _, _, _, _ in [{ MutterLink() }] }
}

/// The links in the order in which they are tried.
///
///     with a Wayland compositor: zwp_virtual_keyboard_v1, then the protocols of individual desktops
///     otherwise: XTEST
///     last: a keyboard and a mouse of this program's own, by uinput
///
/// With a Wayland compositor, XTEST isn't tried, because it would reach only X11 windows. Input through uinput reaches
/// all windows of the session that has the seat. But the permission for uinput lets every program of the user send
/// input.
public enum EmulationLinks {
  public typealias Opener = LinkChooser<any EmulationLink>.Opener

  /// Returns the openers of the links, in the order listed at `EmulationLinks`. `variable` returns the value of an
  /// environment variable, or nil if the variable is unset or empty. `uinputPermission` is the command, for messages,
  /// that gives the user access to /dev/uinput. For `onlyAsks` see `KeyLinks`.
  public static func all(
    for needs: InputNeeds, of desktops: [KeyLinks], through wayland: WaylandCompositors = WaylandCompositors(),
    onlyAsks: Bool = false, uinputPermission: String, variable: @escaping (String) -> String?
  ) -> [Opener] {
    let paths = WaylandSockets.paths(variable)
    let own: Opener = {
      UinputLink(
        paths: paths, needs: needs, onlyAsks: onlyAsks, permission: uinputPermission, compositors: wayland
      ) { WaylandSockets.paths(variable) != paths }
    }
    guard !paths.isEmpty else { return [{ XTestLink(display: variable("DISPLAY")) }, own] }
    return paths.map { path in
      { VirtualInputLink(path: path, needs: needs, onlyAsks: onlyAsks, compositors: wayland) }
    } + desktops.flatMap { $0.links(paths, wayland, needs, onlyAsks) } + [own]
  }
}
