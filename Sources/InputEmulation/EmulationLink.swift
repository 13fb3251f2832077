import Base
import Bindings
import Desktop
import GestureCore

/// A link that sends keys, clicks, movement and scrolling to the session. What is down goes up when it is finished.
public protocol EmulationLink: SessionLink {
  /// What it can send, once it is ready.
  var means: InputNeeds { get }

  /// Why the symbol can't be pressed while `others` are down too; nil if it can. Nothing is lacking before the link is ready.
  func lack(of symbol: KeySymbol, beside others: [KeySymbol]) -> KeyLack?
  /// Whether it can put the pointer there.
  func knows(_ spot: ScreenSpot) -> Bool
  /// Sends these, one after another.
  func send(_ events: [EmulatedEvent])
  /// Drops all events that still wait to be sent, except releases.
  func withdraw()
}

extension EmulationLink {
  /// Most take a place of the desktop's layout.
  public func knows(_ spot: ScreenSpot) -> Bool { spot.point != nil }

  /// Most send at once.
  public func withdraw() {}
}

public enum KeyLack: Hashable, Sendable {
  /// None of the session's layouts has a key for it.
  case noKey
  /// Its key is not the same in all of the session's layouts, and nothing tells which of them is in use.
  case unknownLayout
}

public enum EmulatedEvent: Equatable, Sendable {
  case down(KeySymbol)
  case up(KeySymbol)
  case press(PointerButton)
  case release(PointerButton)
  /// One notch of a wheel.
  case scroll(ScrollWay)
  /// The pointer moves by these pixels, to the right and down.
  case move(Vector)
  case place(ScreenSpot)
  /// Fingers scroll what is below the pointer by these pixels, to the right and down.
  case fingerScroll(Vector)
  /// The fingers that have scrolled are up.
  case fingerScrollEnd

  var isRelease: Bool {
    switch self {
    case .up, .release: true
    case .down, .press, .scroll, .move, .place, .fingerScroll, .fingerScrollEnd: false
    }
  }
}

/// Collects fractions of what can be sent as whole numbers only.
struct WholeSteps {
  private var rest = Vector.zero

  /// The whole part of all that has come since the last, in steps of `length`.
  mutating func take(_ way: Vector, in length: Double = 1) -> (x: Int32, y: Int32) {
    rest += way
    let steps = Vector((rest.x / length).rounded(.towardZero), (rest.y / length).rounded(.towardZero))
    rest = rest - steps * length
    return (Int32(saturating: steps.x), Int32(saturating: steps.y))
  }

  mutating func forget() { rest = .zero }
}

/// The links by which one desktop takes keys and clicks that it takes in no common protocol.
public struct KeyLinks: Sendable {
  /// The links for compositors with these sockets. `onlyAsks`: no devices are made where it is known without them what can be sent.
  let links:
    @Sendable (_ sockets: [String], WaylandCompositors, InputNeeds, _ onlyAsks: Bool) -> [EmulationLinks.Opener]

  public static let kwin = KeyLinks { sockets, wayland, needs, onlyAsks in
    sockets.map { path in { FakeInputLink(path: path, needs: needs, onlyAsks: onlyAsks, compositors: wayland) } }
  }
  public static let gnome = KeyLinks { _, _, _, _ in [{ MutterLink() }] }
}

/// The links in the order in which they are tried.
///
///     where there is a compositor of Wayland: zwp_virtual_keyboard_v1, then those of single desktops
///     else XTEST
///     in the end a keyboard and a mouse of our own by uinput
///
/// XTEST is not tried beside a compositor: it would reach windows of X11 only. uinput reaches everything, but it needs a right that
/// lets every program of the user do so, and its keys are those of whichever session has the seat.
public enum EmulationLinks {
  public typealias Opener = LinkChooser<any EmulationLink>.Opener

  /// `variable` gives a variable that is set and not empty. `onlyAsks`: no devices are made where it is known without them what can be
  /// sent.
  public static func all(
    for needs: InputNeeds, of desktops: [KeyLinks], through wayland: WaylandCompositors = WaylandCompositors(),
    onlyAsks: Bool = false, variable: @escaping (String) -> String?
  ) -> [Opener] {
    let paths = WaylandSockets.paths(variable)
    let own: Opener = {
      UinputLink(paths: paths, needs: needs, onlyAsks: onlyAsks, compositors: wayland) {
        WaylandSockets.paths(variable) != paths
      }
    }
    guard !paths.isEmpty else { return [{ XTestLink(display: variable("DISPLAY")) }, own] }
    return paths.map { path in
      { VirtualInputLink(path: path, needs: needs, onlyAsks: onlyAsks, compositors: wayland) }
    } + desktops.flatMap { $0.links(paths, wayland, needs, onlyAsks) } + [own]
  }
}
