import Overlay

/// Where something is drawn: a surface for each output with a touchscreen, one for the pictures of touchpads, and one for lessons.
enum SurfacePlace: Hashable {
  /// A whole output; nil if its name is unknown.
  case output(String?)
  /// A panel at the settings' place.
  case panel
  /// A page that covers an output. Clicks and touches end there, so that what is below gets none of them.
  case page

  var letsInputPass: Bool { self != .page }
}

/// A surface above all windows. It takes no keys, and clicks and touches only as a page.
protocol OverlaySurface: AnyObject {
  /// What may be drawn on, in logical pixels; nil until it is known.
  var area: OverlayPicture.Box? { get }
  /// Counts up when all that was drawn is lost, as by another size.
  var generation: Int { get }
  /// Whether there is room for a picture now: the one before is on the screen.
  var isReady: Bool { get }
  /// The surface is gone, as its output is.
  var isClosed: Bool { get }
  /// Shows a picture that differs in these places from the one before.
  func present(_ picture: OverlayPicture, damage: OverlayDamage)
  func close()
}

protocol OverlayDisplay: AnyObject {
  /// What to wait for, as in poll(2); nil once the connection is over.
  var wait: (descriptor: Int32, events: Int16)? { get }
  /// Why the connection is over, as a clause; nil while it lasts.
  var ending: String? { get }
  /// More has come than was served, and the descriptor doesn't tell.
  var hasMore: Bool { get }
  func ready()
  func send()
  /// A new surface; nil where there is no room on the display.
  func surface(_ place: SurfacePlace, _ composer: OverlayComposer) -> (any OverlaySurface)?
}
