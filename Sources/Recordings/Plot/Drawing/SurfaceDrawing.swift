import GestureCore

/// Draws a device's surface: the whole of it, and where the fingers used only a part, that part beside it.
struct SurfaceDrawing {
  let panel: Panel
  let episodes: [Episode]

  private static let room = Pixels(PlotSVG.width, 440)
  private static let small = Pixels(290, 330)
  private static let gap = 26.0
  private static let closest = 9.0
  private static let labelGap = 13.0
  /// Signs nearer than this are one.
  private static let near = 14.0

  /// Draws it at this height and returns how high it is.
  func draw(at top: Double, _ markup: inout Markup) -> Double {
    let size = panel.surface.size
    let whole = Rectangle(left: 0, top: 0, right: size.width, bottom: size.height)
    let left = Pixels(PlotSVG.margin, top)
    let overview = Pane(whole, at: left, within: Self.small)
    let room = Pixels(PlotSVG.width - overview.size.x - Self.gap, Self.small.y)
    guard let focus = Focus(episodes.flatMap(\.trails), on: size, room: room)?.rectangle else {
      let pane = Pane(whole, at: left, within: Self.room)
      surface(pane, &markup)
      fingers(pane, &markup)
      ScaleBar.draw(pane, "", &markup)
      return pane.size.y + ScaleBar.height
    }
    let near = Pane(focus, at: left + Pixels(overview.size.x + Self.gap, 0), within: room, most: Self.closest)
    surface(overview, &markup)
    for trail in episodes.flatMap(\.trails) { TrailDrawing(pane: overview, isSmall: true).draw(trail, &markup) }
    box(overview, focus, "view", &markup)
    ScaleBar.draw(overview, PlotWording.wholeSurface, &markup)
    surface(near, &markup)
    fingers(near, &markup)
    ScaleBar.draw(near, PlotWording.closeUp(near.scale / overview.scale), &markup)
    return max(overview.size.y, near.size.y) + ScaleBar.height
  }

  private func surface(_ pane: Pane, _ markup: inout Markup) {
    let size = panel.surface.size
    let whole = Rectangle(left: 0, top: 0, right: size.width, bottom: size.height)
    box(pane, whole, "surface", &markup)
    box(pane, pane.view, "view", &markup)
    edges(pane, whole, &markup)
    var names = ZoneNames(pane: pane)
    for area in panel.surface.areas {
      guard let part = pane.visible(area.rectangle) else { continue }
      box(pane, part, "zone", title: area.zone.name, &markup)
      names.draw(area.zone.name, in: part, &markup)
    }
  }

  /// The surface's own edges, as far as they can be seen.
  private func edges(_ pane: Pane, _ whole: Rectangle, _ markup: inout Markup) {
    let view = pane.view
    let corners = [
      Vector(view.left, view.top), Vector(view.right, view.top), Vector(view.right, view.bottom),
      Vector(view.left, view.bottom), Vector(view.left, view.top),
    ].map(pane.place)
    let isEdge = [
      view.top <= whole.top, view.right >= whole.right, view.bottom >= whole.bottom, view.left <= whole.left,
    ]
    for side in isEdge.indices where isEdge[side] { Glyph.line(&markup, [corners[side], corners[side + 1]], "edge") }
  }

  private func box(
    _ pane: Pane, _ rectangle: Rectangle, _ style: String, title: String = "", _ markup: inout Markup
  ) {
    guard let part = pane.visible(rectangle) else { return }
    let place = pane.place(Vector(part.left, part.top))
    markup.element(
      "rect",
      [
        ("class", style), ("x", Markup.number(place.x)), ("y", Markup.number(place.y)),
        ("width", Markup.number((part.right - part.left) * pane.scale)),
        ("height", Markup.number((part.bottom - part.top) * pane.scale)),
      ], title: title)
  }

  private func fingers(_ pane: Pane, _ markup: inout Markup) {
    let drawing = TrailDrawing(pane: pane, isSmall: false)
    for episode in episodes {
      markup.group("g", [("class", "attempt")]) { markup in
        markup.element("title", [], text: PlotWording.heading(episode))
        for place in episode.places { Glyph.diamond(&markup, pane.place(place.place), place.text) }
        for trail in episode.trails { drawing.draw(trail, &markup) }
      }
    }
    for label in labels(drawing) {
      markup.element(
        "text",
        [
          ("class", "small name"), ("x", Markup.number(label.place.x)), ("y", Markup.number(label.place.y)),
          ("text-anchor", "middle"),
        ], text: PlotWording.numbers(label.numbers))
    }
  }

  /// The fingers' numbers, or the attempts' where there are several, beside where they landed; those of one place together.
  private func labels(_ drawing: TrailDrawing) -> [(place: Pixels, numbers: [Int])] {
    var labels: [(place: Pixels, numbers: [Int])] = []
    for episode in episodes {
      for trail in episodes.count > 1 ? Array(episode.trails.prefix(1)) : episode.trails {
        guard let first = trail.points.first else { continue }
        let number = episodes.count > 1 ? episode.number : trail.finger + 1
        let place = drawing.pane.place(first.place) + aside(drawing.wayOut(trail))
        if let near = labels.firstIndex(where: {
          abs($0.place.x - place.x) < Self.near && abs($0.place.y - place.y) < Self.near
        }) {
          if !labels[near].numbers.contains(number) { labels[near].numbers.append(number) }
        } else {
          labels.append((place, [number]))
        }
      }
    }
    return labels
  }

  /// Away from where the finger went; `y` is that of the letters' feet.
  private func aside(_ way: Pixels?) -> Pixels {
    let way = way ?? Pixels(-1, 1)
    let length = max((way.x * way.x + way.y * way.y).squareRoot(), 1)
    return Pixels(-way.x / length * Self.labelGap, -way.y / length * Self.labelGap + Self.labelGap / 3)
  }
}
