import GestureCore

/// Draws the ways of fingers: a ring where one landed, arrows along its way, at its end an arrow, a dot or a cross.
struct TrailDrawing {
  let pane: Pane
  /// Only the lines, as an overview.
  let isSmall: Bool

  /// So many colours, Okabe and Ito's, are told apart at a glance, by colour-blind people too; further fingers take them
  /// again.
  static let fingerColours = 5

  private static let ring = 5.0
  private static let dot = 3.0
  private static let arrow = 11.0
  private static let chevron = 8.0
  /// A chevron comes after so many pixels of a way.
  private static let stretch = 70.0
  /// The way that a finger has to go before it can be said where to, in pixels.
  private static let moved = 7.0
  /// Of what is nearer than this to where it would be drawn nothing is seen, in pixels.
  private static let visible = 0.3

  func draw(_ trail: Trail, _ markup: inout Markup) {
    let points = TrailSimplifier.thinned(trail.points, within: Self.visible / pane.scale).map { pane.place($0.place) }
    guard let first = points.first, let last = points.last else { return }
    let colour = trail.finger % Self.fingerColours
    if points.contains(where: { distance($0, first) > 1 }) {
      DrawnSign.line(
        &markup, distinct(points), "trail f\(colour)\(isSmall ? " thin" : "")\(trail.isPalm ? " palm" : "")")
    }
    guard !isSmall else { return DrawnSign.circle(&markup, first, Self.dot - 1, "e\(colour)") }
    for (place, way) in chevrons(points) { DrawnSign.arrow(&markup, place, along: way, Self.chevron, "e\(colour)") }
    let hasMoved = points.contains { distance($0, first) > Self.moved }
    DrawnSign.circle(
      &markup, first, Self.ring, "ring f\(colour)", title: "\(PlotWording.finger(trail)): \(PlotWording.lands)")
    switch trail.end {
    case .cancelled: DrawnSign.crossed(&markup, last, "bad")
    case .lifted where hasMoved: DrawnSign.arrow(&markup, last, along: wayIn(points), Self.arrow, "e\(colour)")
    case .lifted: DrawnSign.circle(&markup, last, Self.dot, "e\(colour)")
    }
  }

  /// Which way it came to its end.
  private func wayIn(_ points: [Pixels]) -> Pixels {
    guard let last = points.last else { return Pixels(0, 0) }
    let before = points.last { distance($0, last) > Self.moved / 2 } ?? points.first ?? last
    return Pixels(last.x - before.x, last.y - before.y)
  }

  /// Which way it went first, if it went anywhere.
  func wayOut(_ trail: Trail) -> Pixels? {
    let points = trail.points.map { pane.place($0.place) }
    guard let first = points.first, let next = points.first(where: { distance($0, first) > Self.moved }) else {
      return nil
    }
    return Pixels(next.x - first.x, next.y - first.y)
  }

  /// Places along a way and the direction there; none near its end, where the arrow is.
  private func chevrons(_ points: [Pixels]) -> [(Pixels, Pixels)] {
    var found: [(Pixels, Pixels)] = []
    var rest = Self.stretch
    for (a, b) in zip(points, points.dropFirst()) {
      let length = distance(a, b)
      var done = 0.0
      while length - done >= rest {
        done += rest
        rest = Self.stretch
        let share = done / length
        found.append((Pixels(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share), Pixels(b.x - a.x, b.y - a.y)))
      }
      rest -= length - done
    }
    return found.filter { place, _ in points.last.map { distance($0, place) > Self.stretch / 3 } ?? false }
  }

  private func distance(_ a: Pixels, _ b: Pixels) -> Double {
    ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot()
  }

  /// Without points that are written the same as the one before.
  private func distinct(_ points: [Pixels]) -> [Pixels] {
    var result: [Pixels] = []
    for point in points where result.last?.text != point.text { result.append(point) }
    return result
  }
}
