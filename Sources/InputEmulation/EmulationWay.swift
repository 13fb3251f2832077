import Bindings
import Desktop

/// One way to send keys, clicks and scrolling to the session. It never waits: its owner waits for the descriptor, calls `ready`
/// when it is ready, and `advance` when the deadline has come.
public protocol EmulationWay: AnyObject {
  /// The protocol's name, for people.
  var name: String { get }
  var state: EmulationState { get }
  /// What to wait for, as in poll(2); nil for nothing.
  var wait: (descriptor: Int32, events: Int16)? { get }
  func ready()
  /// When `advance` is due although the descriptor is not ready, CLOCK_MONOTONIC microseconds; nil for never.
  var nextDeadline: Int64? { get }
  func advance(to now: Int64)

  /// Whether the session's keyboard has no key for it. Nothing is lacking before the way is ready.
  func lacks(_ symbol: KeySymbol) -> Bool
  /// Sends these, one after another.
  func send(_ events: [EmulatedEvent])
  /// Releases at once what is down; nothing is sent after that.
  func finish()
}

extension EmulationWay {
  public var nextDeadline: Int64? { nil }
  public func advance(to now: Int64) {}
}

/// How far a way is.
public enum EmulationState: Equatable, Sendable {
  case opening
  /// What it can send.
  case ready(InputNeeds)
  /// A clause that says why it can't be used.
  case unavailable(String)
}

/// One thing that a keyboard or a mouse does.
public enum EmulatedEvent: Equatable, Sendable {
  case down(KeySymbol)
  case up(KeySymbol)
  case press(PointerButton)
  case release(PointerButton)
  /// One notch of a wheel.
  case scroll(ScrollWay)
}

/// The ways in the order in which they are tried.
///
///     where there is a compositor of Wayland: zwp_virtual_keyboard_v1, then org.gnome.Mutter.RemoteDesktop
///     else XTEST
///
/// XTEST is not tried beside a compositor: it would reach windows of X11 only.
public enum EmulationWays {
  /// Opens one way.
  public typealias Opener = () -> any EmulationWay

  /// `variable` gives a variable that is set and not empty.
  public static func all(for needs: InputNeeds, variable: @escaping (String) -> String?) -> [Opener] {
    let compositors = WaylandSockets.paths(variable)
    guard !compositors.isEmpty else { return [{ XTestWay(display: variable("DISPLAY")) }] }
    return compositors.map { path in { VirtualInputWay(path: path, needs: needs) } } + [{ MutterWay() }]
  }
}
