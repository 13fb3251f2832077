import GestureCore

/// A part of a surface to scale: places in mm become places in the picture.
struct Pane: Equatable {
  /// What is shown, in mm.
  let view: Rectangle
  let origin: Pixels
  /// In pixels for each mm.
  let scale: Double

  /// As large as the room allows, but no larger than `most` pixels for each mm.
  init(_ view: Rectangle, at origin: Pixels, within room: Pixels, most: Double = .infinity) {
    self.view = view
    self.origin = origin
    let (width, height) = (max(view.right - view.left, Self.least), max(view.bottom - view.top, Self.least))
    scale = min(room.x / width, room.y / height, most)
  }

  /// A surface has some size, whatever it tells.
  private static let least = 1.0

  var size: Pixels { Pixels((view.right - view.left) * scale, (view.bottom - view.top) * scale) }

  func place(_ place: Vector) -> Pixels {
    Pixels(origin.x + (place.x - view.left) * scale, origin.y + (place.y - view.top) * scale)
  }

  /// The part of a rectangle that can be seen.
  func visible(_ rectangle: Rectangle) -> Rectangle? {
    let part = Rectangle(
      left: max(rectangle.left, view.left), top: max(rectangle.top, view.top), right: min(rectangle.right, view.right),
      bottom: min(rectangle.bottom, view.bottom))
    return part.left < part.right && part.top < part.bottom ? part : nil
  }
}

/// What of a surface is worth a closer look.
struct Focus {
  let rectangle: Rectangle

  /// Some mm are left around the fingers, and so much at least is shown.
  private static let margin = 12.0
  private static let least = 40.0
  /// Where the fingers use more of the surface than this, the whole of it is close enough.
  private static let share = 0.6

  /// As wide against its height as `room`, as far as the surface goes; nil where the whole surface shows as much.
  init?(_ trails: [Trail], on surface: Size, room: Pixels) {
    let points = trails.flatMap(\.points).map(\.place)
    guard let first = points.first else { return nil }
    var box = Rectangle(left: first.x, top: first.y, right: first.x, bottom: first.y)
    for point in points {
      box.left = min(box.left, point.x)
      box.right = max(box.right, point.x)
      box.top = min(box.top, point.y)
      box.bottom = max(box.bottom, point.y)
    }
    var (width, height) = (Self.length(box.right - box.left), Self.length(box.bottom - box.top))
    guard width <= Self.share * surface.width, height <= Self.share * surface.height else { return nil }
    width = min(max(width, height * room.x / room.y), surface.width)
    height = min(max(height, width * room.y / room.x), surface.height)
    let across = Self.span(box.left, box.right, width, of: surface.width)
    let down = Self.span(box.top, box.bottom, height, of: surface.height)
    rectangle = Rectangle(left: across.from, top: down.from, right: across.to, bottom: down.to)
  }

  private static func length(_ length: Double) -> Double { max(length + 2 * margin, least) }

  /// A stretch of this length around the fingers, not beyond the surface unless they were.
  private static func span(_ low: Double, _ high: Double, _ length: Double, of whole: Double) -> Interval {
    let start = min(max((low + high - length) / 2, min(low, 0)), max(high, whole) - length)
    return Interval(from: start, to: start + length)
  }
}
