import Overlay

/// Identifies a surface: each output with a touchscreen has one, all touchpads share one, and lessons have one.
enum SurfaceTarget: Hashable {
  /// The whole output with this name. If the name is nil, the display chooses the output.
  case output(String?)
  /// A panel for touchpads, at the position that the settings give.
  case panel
  /// A page that covers an output. It takes all clicks and touches, so that windows below get none.
  case page

  var letsInputPass: Bool { self != .page }
}

/// A surface above all windows. It takes no keys, and takes clicks and touches only if it is a page.
protocol OverlaySurface: AnyObject {
  /// The area for drawing, in logical pixels; nil until it is known.
  var area: OverlayPicture.Box? { get }
  /// Increases when the surface loses all its pixels, for example because the size has changed.
  var generation: Int { get }
  /// Whether a picture can be presented now: the surface has a size, and the previous picture is on the screen.
  var isReady: Bool { get }
  /// Whether the surface no longer exists, for example because its output has disappeared.
  var isClosed: Bool { get }
  /// Shows a picture that differs from the previous one in these areas.
  func present(_ picture: OverlayPicture, damage: OverlayDamage)
  func close()
}

protocol OverlayDisplay: AnyObject {
  /// The descriptor and events to wait for, as in poll(2); nil once the connection has ended.
  var wait: (descriptor: Int32, events: Int16)? { get }
  var ending: String? { get }
  /// Whether `ready` must be called again for messages that have arrived, even if the descriptor isn't ready.
  var hasMore: Bool { get }
  func ready()
  func send()
  /// Makes a new surface; nil if the display can't make one.
  func surface(_ target: SurfaceTarget, _ composer: OverlayComposer) -> (any OverlaySurface)?
}
