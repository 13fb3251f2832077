import GestureCore

/// Writes the names of zones into them, each where no other stands.
struct ZoneNames {
  let pane: Pane
  /// What is taken, in pixels.
  private var taken: [Rectangle] = []

  private static let size = 11.0
  private static let line = 14.0
  private static let padding = 5.0
  /// Of a name fewer letters than this tell nothing.
  private static let letters = 3.0

  init(pane: Pane) { self.pane = pane }

  /// In the upper left corner, downwards where the zone is narrow; nothing where there is no room.
  mutating func draw(_ name: String, in zone: Rectangle, _ markup: inout Markup) {
    let start = pane.place(Vector(zone.left, zone.top))
    let stop = pane.place(Vector(zone.right, zone.bottom))
    let isUpright =
      TextFit.width(name, size: Self.size) + 2 * Self.padding > stop.x - start.x
      && stop.y - start.y > stop.x - start.x
    let room = (isUpright ? stop.y - start.y : stop.x - start.x) - 2 * Self.padding
    guard room > Self.letters * Self.size else { return }
    let text = TextFit.fitted(name, size: Self.size, into: room)
    let length = TextFit.width(text, size: Self.size)
    var box = Rectangle(
      left: start.x + Self.padding, top: start.y + Self.padding,
      right: start.x + Self.padding + (isUpright ? Self.line : length),
      bottom: start.y + Self.padding + (isUpright ? length : Self.line))
    while taken.contains(where: {
      $0.left < box.right && box.left < $0.right && $0.top < box.bottom && box.top < $0.bottom
    }) {
      box.top += Self.line
      box.bottom += Self.line
    }
    guard box.bottom <= stop.y, box.right <= stop.x + Self.padding else { return }
    taken.append(box)
    write(text, isUpright ? Pixels(box.left, box.top) : Pixels(box.left, box.top + Self.size - 1), isUpright, &markup)
  }

  private func write(_ text: String, _ place: Pixels, _ isUpright: Bool, _ markup: inout Markup) {
    var attributes: [Markup.Attribute] = [
      ("class", "small muted"), ("x", Markup.number(place.x)), ("y", Markup.number(place.y)),
    ]
    if isUpright {
      attributes.append(("transform", "rotate(90 \(Markup.number(place.x)) \(Markup.number(place.y)))"))
    }
    markup.element("text", attributes, text: text)
  }
}
