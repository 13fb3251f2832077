import CLibraries

/// A canvas of 32-bit pixels with premultiplied alpha, for cairo. The pixels must outlive the canvas.
package final class CairoCanvas {
  /// The number of layers in a shadow. Each layer is larger and fainter than the previous one.
  private static let shadowLayers = 7
  private static let fullTurn = 2 * Double.pi

  private let library: CairoLibrary
  private let text: PangoText?
  private let surface: CairoLibrary.Surface
  private let cairo: CairoLibrary.Context
  private let scale: Double

  /// Makes a canvas; nil if cairo can't draw on `pixels`. `width` and `height` are in pixels. A logical pixel is
  /// `scale` pixels wide. Without `text`, no texts are drawn.
  package init?(
    _ library: CairoLibrary, _ text: PangoText?, pixels: UnsafeMutableRawPointer, width: Int, height: Int, scale: Double
  ) {
    guard
      let surface = library.image_surface_create_for_data(
        pixels.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(width), Int32(height), Int32(width * 4)),
      library.surface_status(surface) == CAIRO_STATUS_SUCCESS, let cairo = library.create(surface)
    else { return nil }
    self.library = library
    self.text = text
    self.surface = surface
    self.cairo = cairo
    self.scale = scale
    library.set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
    library.set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
  }

  deinit {
    library.destroy(cairo)
    library.surface_destroy(surface)
  }

  /// Replaces the pixels inside the boxes of `damage` with the picture. Other pixels don't change.
  package func draw(_ picture: OverlayPicture, in damage: OverlayDamage) {
    for box in damage.boxes {
      library.save(cairo)
      let pixels = Self.pixels(box, scale: scale)
      library.rectangle(cairo, Double(pixels.left), Double(pixels.top), Double(pixels.width), Double(pixels.height))
      library.clip(cairo)
      library.set_operator(cairo, CAIRO_OPERATOR_CLEAR)
      library.paint(cairo)
      library.set_operator(cairo, CAIRO_OPERATOR_OVER)
      library.scale(cairo, scale, scale)
      for mark in picture.marks where picture.bounds(of: mark).intersects(box) { draw(mark, of: picture) }
      library.restore(cairo)
    }
    library.surface_flush(surface)
  }

  /// Returns the smallest box of whole pixels that contains `box`, which is in logical pixels.
  package static func pixels(_ box: OverlayPicture.Box, scale: Double) -> (
    left: Int, top: Int, width: Int, height: Int
  ) {
    let left = Int((box.left * scale).rounded(.down))
    let top = Int((box.top * scale).rounded(.down))
    return (left, top, Int((box.right * scale).rounded(.up)) - left, Int((box.bottom * scale).rounded(.up)) - top)
  }

  private func draw(_ mark: OverlayPicture.Mark, of picture: OverlayPicture) {
    switch mark {
    case .line(let range, let width, let isSmooth, let ink):
      trace(picture.points[range], isSmooth: isSmooth)
      stroke(width, ink)
    case .box(let box, let radius, let ink):
      trace(box, radius: radius)
      fill(ink)
    case .border(let box, let radius, let width, let ink):
      trace(box.grown(by: -width / 2), radius: radius - width / 2)
      stroke(width, ink)
    case .shadow(let box, let radius, let depth, let ink):
      var below = box
      below.top += depth * 0.3
      for layer in 1...Self.shadowLayers {
        let reach = depth * Double(layer) / Double(Self.shadowLayers)
        trace(below.grown(by: reach), radius: radius + reach)
        fill(ink.faded(1 / Double(Self.shadowLayers + layer)))
      }
    case .arc(let center, let radius, let from, let to, let width, let ink):
      library.new_path(cairo)
      library.arc(cairo, center.x, center.y, radius, from, to)
      stroke(width, ink)
    case .disc(let center, let radius, let ink):
      library.new_path(cairo)
      library.arc(cairo, center.x, center.y, radius, 0, Self.fullTurn)
      fill(ink)
    case .writing(let index, let box, let ink):
      set(ink)
      text?.draw(picture.writings[index], in: box, on: cairo)
    }
  }

  private func set(_ ink: OverlayPicture.Ink) {
    library.set_source_rgba(cairo, ink.red, ink.green, ink.blue, ink.alpha)
  }

  private func fill(_ ink: OverlayPicture.Ink) {
    set(ink)
    library.fill(cairo)
  }

  private func stroke(_ width: Double, _ ink: OverlayPicture.Ink) {
    set(ink)
    library.set_line_width(cairo, width)
    library.stroke(cairo)
  }

  private func trace(_ box: OverlayPicture.Box, radius: Double) {
    let radius = max(0, min(radius, box.width / 2, box.height / 2))
    let quarter = Double.pi / 2
    library.new_path(cairo)
    library.new_sub_path(cairo)
    library.arc(cairo, box.right - radius, box.top + radius, radius, -quarter, 0)
    library.arc(cairo, box.right - radius, box.bottom - radius, radius, 0, quarter)
    library.arc(cairo, box.left + radius, box.bottom - radius, radius, quarter, 2 * quarter)
    library.arc(cairo, box.left + radius, box.top + radius, radius, 2 * quarter, 3 * quarter)
    library.close_path(cairo)
  }

  /// Sets cairo's path to a line. A smooth line has curves, which join at midpoints between points, and a straight end.
  private func trace(_ points: ArraySlice<OverlayPicture.Point>, isSmooth: Bool) {
    guard let first = points.first else { return }
    library.new_path(cairo)
    library.move_to(cairo, first.x, first.y)
    var current = first
    for (index, point) in points.enumerated().dropFirst() {
      guard isSmooth, index < points.count - 1 else {
        library.line_to(cairo, point.x, point.y)
        continue
      }
      let next = points[points.startIndex + index + 1]
      let middle = OverlayPicture.Point((point.x + next.x) / 2, (point.y + next.y) / 2)
      library.curve_to(
        cairo, current.x + (point.x - current.x) * 2 / 3, current.y + (point.y - current.y) * 2 / 3,
        middle.x + (point.x - middle.x) * 2 / 3, middle.y + (point.y - middle.y) * 2 / 3, middle.x, middle.y)
      current = middle
    }
    // A single point becomes a dot.
    if points.count == 1 { library.line_to(cairo, first.x, first.y) }
  }
}
