import GestureCore
import Text

struct SurfaceDrawing {
  let panel: Panel

  private static let room = Pixels(PlotSVG.width, 440)
  private static let small = Pixels(290, 330)
  private static let gap = 26.0
  private static let labelGap = 13.0
  /// The distance below which two labels are joined, in pixels on each axis.
  private static let near = 14.0

  var whole: Rectangle {
    let size = panel.surface.size
    return Rectangle(left: 0, top: 0, right: size.width, bottom: size.height)
  }

  /// Draws an attempt, enlarged if the fingers used little space. Returns the height.
  func draw(_ attempt: AttemptPlot, at top: Double, _ markup: inout Markup) -> Double {
    let left = Pixels(PlotSVG.margin, top)
    let overview = Pane(whole, at: left, within: Self.small)
    let room = Pixels(PlotSVG.width - overview.size.x - Self.gap, Self.small.y)
    guard let focus = CloseUp.of(attempt.trails, on: panel.surface.size, room: room) else {
      let pane = Pane(whole, at: left, within: Self.room)
      draw(attempt, in: pane, &markup)
      ScaleBar.draw(pane, "", &markup)
      return pane.size.y + ScaleBar.height
    }
    let near = Pane(focus, at: left + Pixels(overview.size.x + Self.gap, 0), within: room, most: Pane.closest)
    drawOverview(of: attempt.trails, focus: focus, in: overview, &markup)
    draw(attempt, in: near, &markup)
    ScaleBar.draw(near, PlotWording.closeUp(near.scale / overview.scale), &markup)
    return max(overview.size.y, near.size.y) + ScaleBar.height
  }

  /// Draws the whole surface, with the fingers' paths as thin lines and a box around `focus`.
  func drawOverview(of trails: [Trail], focus: Rectangle, in pane: Pane, _ markup: inout Markup) {
    surface(pane, &markup)
    for trail in trails { TrailDrawing(pane: pane, isSmall: true).draw(trail, &markup) }
    box(pane, focus, "view", &markup)
    ScaleBar.draw(pane, PlotWording.wholeSurface, &markup)
  }

  func draw(_ attempt: AttemptPlot, in pane: Pane, _ markup: inout Markup) {
    surface(pane, &markup)
    let drawing = TrailDrawing(pane: pane, isSmall: false)
    markup.group("g", [("class", "attempt")]) { markup in
      markup.element("title", [], text: PlotWording.heading(attempt))
      for eventPosition in attempt.eventPositions {
        DrawnSign.diamond(&markup, pane.pixels(of: eventPosition.position), eventPosition.text)
      }
      for trail in attempt.trails { drawing.draw(trail, &markup) }
    }
    for label in labels(attempt, drawing) {
      markup.write(PlotWording.numbers(label.numbers), "small name", at: label.position, [("text-anchor", "middle")])
    }
  }

  private func surface(_ pane: Pane, _ markup: inout Markup) {
    box(pane, whole, "surface", &markup)
    box(pane, pane.view, "view", &markup)
    edges(pane, &markup)
    var names = ZoneNames(pane: pane)
    for area in panel.surface.areas {
      guard let part = pane.visible(area.rectangle) else { continue }
      box(pane, part, "zone", title: area.zone.name, &markup)
      names.draw(area.zone.name, in: part, &markup)
    }
  }

  private func edges(_ pane: Pane, _ markup: inout Markup) {
    let view = pane.view
    let corners = [
      Vector(view.left, view.top), Vector(view.right, view.top), Vector(view.right, view.bottom),
      Vector(view.left, view.bottom), Vector(view.left, view.top),
    ].map(pane.pixels)
    let isEdge = [
      view.top <= whole.top, view.right >= whole.right, view.bottom >= whole.bottom, view.left <= whole.left,
    ]
    for side in isEdge.indices where isEdge[side] {
      DrawnSign.line(&markup, [corners[side], corners[side + 1]], "edge")
    }
  }

  private func box(
    _ pane: Pane, _ rectangle: Rectangle, _ style: String, title: String = "", _ markup: inout Markup
  ) {
    guard let part = pane.visible(rectangle) else { return }
    let size = Pixels((part.right - part.left) * pane.scale, (part.bottom - part.top) * pane.scale)
    markup.rectangle(style, at: pane.pixels(of: Vector(part.left, part.top)), size, title: title)
  }

  /// Returns the labels with the fingers' numbers, near the landing positions. Joins labels that are close together.
  private func labels(_ attempt: AttemptPlot, _ drawing: TrailDrawing) -> [(position: Pixels, numbers: [Int])] {
    var labels: [(position: Pixels, numbers: [Int])] = []
    for trail in attempt.trails {
      guard let first = trail.points.first else { continue }
      let number = trail.finger + 1
      let position = drawing.pane.pixels(of: first.position) + labelOffset(fromDirection: drawing.startDirection(trail))
      if let near = labels.firstIndex(where: {
        abs($0.position.x - position.x) < Self.near && abs($0.position.y - position.y) < Self.near
      }) {
        if !labels[near].numbers.contains(number) { labels[near].numbers.append(number) }
      } else {
        labels.append((position, [number]))
      }
    }
    return labels
  }

  /// Returns a label's offset from the landing position: opposite to the movement, or up and right without a movement.
  private func labelOffset(fromDirection direction: Pixels?) -> Pixels {
    let direction = direction ?? Pixels(-1, 1)
    let length = max(direction.length, 1)
    return Pixels(-direction.x / length * Self.labelGap, -direction.y / length * Self.labelGap + Self.labelGap / 3)
  }
}

/// A part of a surface, drawn to scale. Converts positions in mm to pixels.
struct Pane: Equatable {
  /// The shown part of the surface, in mm.
  fileprivate let view: Rectangle
  fileprivate let origin: Pixels
  /// The scale in pixels per mm.
  let scale: Double

  /// The greatest scale of a close-up, in pixels per mm.
  static let closest = 9.0

  /// Uses the greatest scale at which `view` fits into `room`, but at most `most` pixels per mm.
  init(_ view: Rectangle, at origin: Pixels, within room: Pixels, most: Double = .infinity) {
    (self.view, self.origin) = (view, origin)
    let (width, height) = (max(view.right - view.left, Self.least), max(view.bottom - view.top, Self.least))
    scale = min(room.x / width, room.y / height, most)
  }

  /// The least width and height in mm, for surfaces without a size.
  private static let least = 1.0

  var size: Pixels { Pixels((view.right - view.left) * scale, (view.bottom - view.top) * scale) }

  func pixels(of position: Vector) -> Pixels {
    Pixels(origin.x + (position.x - view.left) * scale, origin.y + (position.y - view.top) * scale)
  }

  fileprivate func visible(_ rectangle: Rectangle) -> Rectangle? {
    let part = Rectangle(
      left: max(rectangle.left, view.left), top: max(rectangle.top, view.top), right: min(rectangle.right, view.right),
      bottom: min(rectangle.bottom, view.bottom))
    return part.left < part.right && part.top < part.bottom ? part : nil
  }
}

/// Selects the part of a surface that gets an enlarged drawing.
enum CloseUp {
  /// The minimum space around the fingers in mm, except at edges. `least` is the part's minimum width and height in mm.
  private static let margin = 12.0
  private static let least = 40.0
  /// If the part needs more than this share of a side of the surface, the whole surface is shown.
  private static let share = 0.6

  /// Returns the part around the fingers, with the proportions of `room` if possible. Nil to show the whole surface.
  static func of(_ trails: [Trail], on surface: Size, room: Pixels) -> Rectangle? {
    let points = trails.flatMap(\.points).map(\.position)
    let (x, y) = (points.map(\.x), points.map(\.y))
    guard let left = x.min(), let right = x.max(), let top = y.min(), let bottom = y.max() else { return nil }
    var (width, height) = (length(right - left), length(bottom - top))
    guard width <= share * surface.width, height <= share * surface.height else { return nil }
    width = min(max(width, height * room.x / room.y), surface.width)
    height = min(max(height, width * room.y / room.x), surface.height)
    let across = span(left, right, width, of: surface.width)
    let down = span(top, bottom, height, of: surface.height)
    return Rectangle(left: across.from, top: down.from, right: across.to, bottom: down.to)
  }

  private static func length(_ length: Double) -> Double { max(length + 2 * margin, least) }

  /// Returns an interval of `length` mm around the fingers from `low` to `high`, on the surface if possible.
  private static func span(_ low: Double, _ high: Double, _ length: Double, of whole: Double) -> Interval {
    let start = min(max((low + high - length) / 2, min(low, 0)), max(high, whole) - length)
    return Interval(from: start, to: start + length)
  }
}

private struct ZoneNames {
  let pane: Pane
  private var usedBoxes: [Rectangle] = []

  private static let size = 11.0
  private static let line = 14.0
  private static let padding = 5.0
  private static let letters = 3.0

  init(pane: Pane) { self.pane = pane }

  /// Writes `name` in the zone's top left corner, below names that it would overlap. Omits the name if no room is left.
  mutating func draw(_ name: String, in zone: Rectangle, _ markup: inout Markup) {
    let start = pane.pixels(of: Vector(zone.left, zone.top))
    let stop = pane.pixels(of: Vector(zone.right, zone.bottom))
    let isVertical =
      TextFit.width(name, size: Self.size) + 2 * Self.padding > stop.x - start.x
      && stop.y - start.y > stop.x - start.x
    let room = (isVertical ? stop.y - start.y : stop.x - start.x) - 2 * Self.padding
    guard room > Self.letters * Self.size else { return }
    let text = TextFit.fitted(name, size: Self.size, into: room)
    let length = TextFit.width(text, size: Self.size)
    var box = Rectangle(
      left: start.x + Self.padding, top: start.y + Self.padding,
      right: start.x + Self.padding + (isVertical ? Self.line : length),
      bottom: start.y + Self.padding + (isVertical ? length : Self.line))
    while usedBoxes.contains(where: {
      $0.left < box.right && box.left < $0.right && $0.top < box.bottom && box.top < $0.bottom
    }) {
      box.top += Self.line
      box.bottom += Self.line
    }
    guard box.bottom <= stop.y, box.right <= stop.x + Self.padding else { return }
    usedBoxes.append(box)
    write(text, isVertical ? Pixels(box.left, box.top) : Pixels(box.left, box.top + Self.size - 1), isVertical, &markup)
  }

  private func write(_ text: String, _ position: Pixels, _ isVertical: Bool, _ markup: inout Markup) {
    let turned = [("transform", "rotate(90 \(Markup.number(position.x)) \(Markup.number(position.y)))")]
    markup.write(text, "small muted", at: position, isVertical ? turned : [])
  }
}

/// A scale bar below a drawn surface: a line, and the length that the line represents on the surface, in mm.
enum ScaleBar {
  /// The height of the space for the bar, in pixels.
  static let height = 30.0
  private static let least = 60.0
  private static let below = 14.0
  private static let end = 4.0
  private static let gap = 8.0

  static func draw(_ pane: Pane, _ caption: String, _ markup: inout Markup) {
    let barLength = RoundSpacing.spacing(atLeast: least / pane.scale)
    let start = pane.origin + Pixels(0, pane.size.y + below)
    let stop = start + Pixels(barLength * pane.scale, 0)
    let path =
      "M\((start + Pixels(0, -end)).text) L\((start + Pixels(0, end)).text) M\(start.text) L\(stop.text) "
      + "M\((stop + Pixels(0, -end)).text) L\((stop + Pixels(0, end)).text)"
    markup.path("bar", path)
    let size = Measure.mm(barLength).description
    markup.write(caption.isEmpty ? size : "\(size)  ·  \(caption)", "small muted", at: stop + Pixels(gap, end))
  }
}

/// Draws a finger's path with signs for its landing, direction and end.
struct TrailDrawing {
  let pane: Pane
  /// Whether only a thin line and a dot for the landing are drawn, for an overview.
  let isSmall: Bool

  /// The number of finger colours. Source of the colours: the palette of Okabe and Ito for colour-blind people.
  static let fingerColours = 5

  private static let ring = 5.0
  private static let dot = 3.0
  private static let spot = 11.0
  private static let arrow = 11.0
  private static let chevron = 8.0
  /// The distance between two chevrons on a path, in pixels.
  private static let stretch = 70.0
  /// The least movement that shows a direction, in pixels.
  private static let moved = 7.0
  /// The greatest distance between a path and its simplified line, in pixels: too small to be seen.
  private static let visible = 0.3

  func draw(_ trail: Trail, _ markup: inout Markup) {
    let thinned = TrailSimplifier.thinned(trail.points, within: Self.visible / pane.scale)
    let points = thinned.map { pane.pixels(of: $0.position) }
    guard let first = points.first, let last = points.last else { return }
    let colour = trail.finger % Self.fingerColours
    if points.contains(where: { ($0 - first).length > 1 }) {
      DrawnSign.line(
        &markup, distinct(points), "trail f\(colour)\(isSmall ? " thin" : "")\(trail.isPalm ? " palm" : "")")
    }
    guard !isSmall else { return DrawnSign.circle(&markup, first, Self.dot - 1, "e\(colour)") }
    for (position, direction) in chevrons(points) {
      DrawnSign.arrow(&markup, position, along: direction, Self.chevron, "e\(colour)")
    }
    let hasMoved = points.contains { ($0 - first).length > Self.moved }
    DrawnSign.circle(
      &markup, first, Self.ring, "ring f\(colour)", title: "\(PlotWording.finger(trail)): \(PlotWording.lands)")
    switch trail.end {
    case .cancelled: DrawnSign.crossed(&markup, last, "bad")
    case .lifted where hasMoved: DrawnSign.arrow(&markup, last, along: endDirection(points), Self.arrow, "e\(colour)")
    case .lifted: DrawnSign.circle(&markup, last, Self.dot, "e\(colour)")
    }
    if markup.isInteractive { drawSpot(trail, thinned, colour, &markup) }
  }

  /// Draws a numbered disc that the page's script moves, and an empty line that the script fills with the path so far.
  private func drawSpot(_ trail: Trail, _ points: [Trail.Point], _ colour: Int, _ markup: inout Markup) {
    DrawnSign.line(&markup, [], "done f\(colour)\(trail.isPalm ? " palm" : "")")
    let times = points.map { decimal($0.time, places: 3) }.joined(separator: " ")
    let coordinates = points.map { pane.pixels(of: $0.position).text }.joined(separator: " ")
    markup.group("g", [("class", "finger"), ("data-times", times), ("data-points", coordinates)]) { markup in
      DrawnSign.circle(&markup, Pixels(0, 0), Self.spot, "e\(colour)", title: PlotWording.down(trail))
      markup.element("text", [("y", "4.5")], text: "\(trail.finger + 1)")
    }
  }

  private func endDirection(_ points: [Pixels]) -> Pixels {
    guard let last = points.last else { return Pixels(0, 0) }
    return last - (points.last { ($0 - last).length > Self.moved / 2 } ?? points.first ?? last)
  }

  fileprivate func startDirection(_ trail: Trail) -> Pixels? {
    let points = trail.points.map { pane.pixels(of: $0.position) }
    guard let first = points.first else { return nil }
    return points.first { ($0 - first).length > Self.moved }.map { $0 - first }
  }

  /// Returns the chevrons' positions and directions. No chevron is close to the end of the path.
  private func chevrons(_ points: [Pixels]) -> [(Pixels, Pixels)] {
    var found: [(Pixels, Pixels)] = []
    var remaining = Self.stretch
    for (a, b) in zip(points, points.dropFirst()) {
      let length = (b - a).length
      var covered = 0.0
      while length - covered >= remaining {
        covered += remaining
        remaining = Self.stretch
        found.append((a + (b - a) * (covered / length), b - a))
      }
      remaining -= length - covered
    }
    return found.filter { position, _ in points.last.map { ($0 - position).length > Self.stretch / 3 } ?? false }
  }

  /// Returns the points, but skips a point if its written coordinates equal the previous point's written coordinates.
  private func distinct(_ points: [Pixels]) -> [Pixels] {
    var result: [Pixels] = []
    for point in points where result.last?.text != point.text { result.append(point) }
    return result
  }
}
