/// The small signs of a drawing, each around a point.
enum DrawnSign {
  static let radius = 6.0
  private static let cross = 4.5
  private static let check = [Pixels(-3, 0.2), Pixels(-0.8, 2.4), Pixels(3, -2.4)]

  /// What happened to a gesture; `height` is that of the bar it stands on.
  static func mark(
    _ markup: inout Markup, _ event: Lane.Mark.Event, at place: Pixels, height: Double, title: String
  ) {
    markup.group("g", [("class", "mark-\(event.rawValue)")]) { markup in
      markup.element("title", [], text: title)
      switch event {
      case .recognized:
        circle(&markup, place, radius, "good")
        line(&markup, check.map { place + $0 }, "tick")
      case .began: shape(&markup, [Pixels(-4, -6), Pixels(6, 0), Pixels(-4, 6)].map { place + $0 }, "good")
      case .ended:
        shape(&markup, [Pixels(-5, -5), Pixels(5, -5), Pixels(5, 5), Pixels(-5, 5)].map { place + $0 }, "good")
      case .cancelled:
        circle(&markup, place, radius - 1, "gone")
        line(&markup, [place + Pixels(-3.5, 3.5), place + Pixels(3.5, -3.5)], "gone")
      case .failed: crossed(&markup, place, "bad")
      case .passedOver: circle(&markup, place, radius - 1, "gone")
      case .met:
        let (top, bottom) = (place.y - height / 2 - 3, place.y + height / 2 + 3)
        line(&markup, [Pixels(place.x, bottom), Pixels(place.x, top)], "met")
        shape(&markup, [Pixels(place.x, top), Pixels(place.x + 6, top + 3), Pixels(place.x, top + 6)], "met")
      }
    }
  }

  /// A line across and one down, aslant.
  static func crossed(_ markup: inout Markup, _ place: Pixels, _ style: String) {
    let d = cross
    let path =
      "M\((place + Pixels(-d, -d)).text) L\((place + Pixels(d, d)).text) "
      + "M\((place + Pixels(-d, d)).text) L\((place + Pixels(d, -d)).text)"
    markup.element("path", [("class", style), ("d", path)])
  }

  static func circle(_ markup: inout Markup, _ place: Pixels, _ radius: Double, _ style: String, title: String = "") {
    markup.element(
      "circle",
      [
        ("class", style), ("cx", Markup.number(place.x)), ("cy", Markup.number(place.y)), ("r", Markup.number(radius)),
      ], title: title)
  }

  /// A point of an arrow that comes along `way`, whose tip is at `place`.
  static func arrow(_ markup: inout Markup, _ place: Pixels, along way: Pixels, _ size: Double, _ style: String) {
    let length = (way.x * way.x + way.y * way.y).squareRoot()
    guard length > 0 else { return }
    let ahead = Pixels(way.x / length * size, way.y / length * size)
    let aside = Pixels(-ahead.y * slender, ahead.x * slender)
    let back = Pixels(place.x - ahead.x, place.y - ahead.y)
    shape(&markup, [place, back + aside, Pixels(back.x - aside.x, back.y - aside.y)], style)
  }

  /// A gesture event, at the centre of its fingers.
  static func diamond(_ markup: inout Markup, _ place: Pixels, _ title: String) {
    // Its corners look out from behind a finger's ring.
    let r = radius + 3
    let corners = [Pixels(0, -r), Pixels(r, 0), Pixels(0, r), Pixels(-r, 0)].map { place + $0 }
    shape(&markup, corners, "here", title: title)
  }

  static func shape(_ markup: inout Markup, _ corners: [Pixels], _ style: String, title: String = "") {
    markup.element(
      "polygon", [("class", style), ("points", corners.map(\.text).joined(separator: " "))], title: title)
  }

  static func line(_ markup: inout Markup, _ points: [Pixels], _ style: String, title: String = "") {
    markup.element(
      "polyline", [("class", style), ("points", points.map(\.text).joined(separator: " "))], title: title)
  }

  private static let slender = 0.5
}
