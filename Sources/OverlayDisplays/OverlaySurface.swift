import Overlay

/// Identifies a surface: one for each output, one for all touchpads, and one for lessons.
enum SurfaceTarget: Hashable {
  /// A surface on the output with this name. If the name is nil, the display chooses the output.
  case output(String?)
  /// A panel for touchpads, at the position that the settings give.
  case panel
  /// A page for lessons, which covers an output and receives all clicks and touches.
  case page

  var letsInputPass: Bool { self != .page }
}

/// A surface above all windows. It never receives keys. Only a page receives clicks and touches.
protocol OverlaySurface: AnyObject {
  /// The area for drawing, in logical pixels; nil until it is known.
  var area: OverlayPicture.Box? { get }
  /// A number that increases when the surface loses all its pixels.
  var generation: Int { get }
  /// Whether a picture can be presented now.
  var isReady: Bool { get }
  /// Whether the surface no longer exists, for example because its output has disappeared.
  var isClosed: Bool { get }
  /// Shows `picture`, which differs from the previous picture only in the areas of `damage`.
  func present(_ picture: OverlayPicture, damage: OverlayDamage)
  func close()
}

protocol OverlayDisplay: AnyObject {
  /// The descriptor and events for poll(2); nil after the connection's end.
  var wait: (descriptor: Int32, events: Int16)? { get }
  var ending: String? { get }
  /// Whether `ready` must be called again, even if the descriptor isn't ready.
  var hasMore: Bool { get }
  func ready()
  func send()
  /// Makes a new surface; nil if the display can't make one.
  func surface(_ target: SurfaceTarget, _ composer: OverlayComposer) -> (any OverlaySurface)?
}
