import Control
import Glibc

/// Draws a gesture's sign, which fills as the gesture progresses.
struct GestureGlyph {
  typealias Point = OverlayPicture.Point
  typealias Box = OverlayPicture.Box
  typealias Ink = OverlayPicture.Ink

  let width: Double
  /// The colours: `filled` for filled parts, `sign` for unfilled parts that can't be partly filled (except a turn's
  /// arrowheads), `track` for all other unfilled parts.
  let track: Ink
  let sign: Ink
  let filled: Ink

  /// The progress at which an arrow's shaft is full. Further progress fills the head.
  private static let shaft = 0.82
  private static let turnFrom = -0.75 * Double.pi
  private static let turnSpan = 1.5 * Double.pi

  func add(_ look: OverlayScene.Look, in box: Box, progress: Double, to picture: inout OverlayPicture) {
    switch look {
    case .arrow(let direction?): addArrow(in: box, Self.unit(direction), progress, to: &picture)
    case .arrow(nil):
      addRing(in: box, progress, to: &picture)
      for direction in OverlayScene.Direction.allCases {
        addChevron(box, Self.unit(direction), at: 0.6, size: 0.2, isOutward: true, wholeInk(progress), to: &picture)
      }
    case .edge(let side): addEdge(in: box, side, progress, to: &picture)
    case .pinch(let pinch):
      addRing(in: box, progress, to: &picture)
      let slope = 0.5.squareRoot()
      for unit in [Point(-slope, slope), Point(slope, -slope)] {
        let isOutward = pinch != .inward
        addChevron(
          box, unit, at: isOutward ? 0.6 : 0.2, size: 0.36, isOutward: isOutward, wholeInk(progress), to: &picture)
        if pinch != nil { addShaft(box, unit, wholeInk(progress), to: &picture) }
      }
      if pinch == nil { picture.add(.disc(box.center, radius: width * 0.7, wholeInk(progress))) }
    case .turn(let turn): addTurn(in: box, turn, progress, to: &picture)
    case .stationary:
      addRing(in: box, progress, to: &picture)
      picture.add(.disc(box.center, radius: Self.reach(box) * 0.34, wholeInk(progress)))
    case .draw(let points): addDrawing(Self.fit(points, in: box, margin: width), progress, to: &picture)
    }
  }

  /// Returns the colour of a part that can't be partly filled: `filled` if the gesture is complete, otherwise `sign`.
  private func wholeInk(_ progress: Double) -> Ink { progress >= 0.995 ? filled : sign }

  private static func reach(_ box: Box) -> Double { min(box.width, box.height) / 2 }

  static func unit(_ direction: OverlayScene.Direction) -> Point {
    switch direction {
    case .left: Point(-1, 0)
    case .right: Point(1, 0)
    case .up: Point(0, -1)
    case .down: Point(0, 1)
    }
  }

  /// Returns the direction away from the edge, as a vector of length 1.
  static func unit(from side: OverlayScene.Side) -> Point {
    switch side {
    case .left: Point(1, 0)
    case .right: Point(-1, 0)
    case .top: Point(0, 1)
    case .bottom: Point(0, -1)
    }
  }

  // MARK: Parts

  private func addArrow(in box: Box, _ unit: Point, _ progress: Double, to picture: inout OverlayPicture) {
    let half = (unit.x == 0 ? box.height : box.width) / 2 - width / 2
    let center = box.center
    addArrow(
      from: Point(center.x - unit.x * half, center.y - unit.y * half),
      to: Point(center.x + unit.x * half, center.y + unit.y * half),
      head: min((unit.x == 0 ? box.width : box.height) / 2 - width / 2, half * 0.62), progress, to: &picture)
  }

  /// Draws an arrow. `head` is the arrowhead's length, and half of its width.
  func addArrow(
    from start: Point, to end: Point, head: Double, _ progress: Double, to picture: inout OverlayPicture
  ) {
    let length = max(hypot(end.x - start.x, end.y - start.y), 0.001)
    let unit = Point((end.x - start.x) / length, (end.y - start.y) / length)
    let wings = [-1.0, 1.0].map { side in
      Point(end.x - (unit.x + unit.y * side) * head, end.y - (unit.y - unit.x * side) * head)
    }
    // A single stroke, so that no translucent pixel is painted twice.
    picture.addLine([start, end, wings[0], end, wings[1]], width: width, track)
    guard progress > 0.005 else { return }
    let along = min(progress / Self.shaft, 1)
    picture.addLine([start, Self.between(start, end, along)], width: width, filled)
    let spread = (progress - Self.shaft) / (1 - Self.shaft)
    guard spread > 0 else { return }
    let share = min(spread, 1)
    picture.addLine(
      [Self.between(end, wings[0], share), end, Self.between(end, wings[1], share)], width: width, filled)
  }

  static func between(_ start: Point, _ end: Point, _ share: Double) -> Point {
    Point(start.x + (end.x - start.x) * share, start.y + (end.y - start.y) * share)
  }

  private func addRing(in box: Box, _ progress: Double, to picture: inout OverlayPicture) {
    let radius = Self.reach(box) - width / 2
    picture.add(.arc(box.center, radius: radius, from: 0, to: 2 * .pi, width: width, track))
    guard progress > 0.005 else { return }
    let top = -Double.pi / 2
    picture.add(.arc(box.center, radius: radius, from: top, to: top + 2 * .pi * progress, width: width, filled))
  }

  private func addChevron(
    _ box: Box, _ unit: Point, at distance: Double, size: Double, isOutward: Bool, _ ink: Ink,
    to picture: inout OverlayPicture
  ) {
    let reach = Self.reach(box)
    let tip = Point(box.center.x + unit.x * reach * distance, box.center.y + unit.y * reach * distance)
    let back = reach * size * (isOutward ? 1 : -1) * 0.72
    let line = [-1.0, 1.0].map { side in
      Point(tip.x - (unit.x + unit.y * side) * back, tip.y - (unit.y - unit.x * side) * back)
    }
    picture.addLine([line[0], tip, line[1]], width: width * 0.72, ink)
  }

  private func addShaft(_ box: Box, _ unit: Point, _ ink: Ink, to picture: inout OverlayPicture) {
    let reach = Self.reach(box)
    let line = [0.2, 0.6].map { Point(box.center.x + unit.x * reach * $0, box.center.y + unit.y * reach * $0) }
    picture.addLine(line, width: width * 0.72, ink)
  }

  private func addEdge(in box: Box, _ side: OverlayScene.Side, _ progress: Double, to picture: inout OverlayPicture) {
    let unit = Self.unit(from: side)
    let center = box.center
    let (half, across) =
      unit.x == 0 ? (box.height / 2, min(box.width / 2, box.height)) : (box.width / 2, min(box.height / 2, box.width))
    let back = half - width / 2
    let edge = Point(center.x - unit.x * back, center.y - unit.y * back)
    let aside = across - width / 2
    picture.addLine(
      [
        Point(edge.x - unit.y * aside, edge.y - unit.x * aside),
        Point(edge.x + unit.y * aside, edge.y + unit.x * aside),
      ], width: width, progress > 0.005 ? filled : sign)
    let start = width * 2.2
    addArrow(
      from: Point(edge.x + unit.x * start, edge.y + unit.y * start),
      to: Point(center.x + unit.x * back, center.y + unit.y * back), head: min(aside, half) * 0.5, progress,
      to: &picture)
  }

  private func addTurn(
    in box: Box, _ turn: OverlayScene.Turn?, _ progress: Double, to picture: inout OverlayPicture
  ) {
    let radius = Self.reach(box) - width
    let center = box.center
    let isBack = turn == .counterclockwise
    let (from, to) = (Self.turnFrom, Self.turnFrom + Self.turnSpan)
    picture.add(.arc(center, radius: radius, from: from, to: to, width: width, track))
    let part = Self.turnSpan * progress
    if progress > 0.005 {
      picture.add(
        .arc(
          center, radius: radius, from: isBack ? to - part : from, to: isBack ? to : from + part, width: width, filled)
      )
    }
    let ends = turn == nil ? [(from, -1.0), (to, 1.0)] : isBack ? [(from, -1.0)] : [(to, 1.0)]
    for (angle, rotation) in ends {
      let tip = Point(center.x + cos(angle) * radius, center.y + sin(angle) * radius)
      let heading = angle + rotation * .pi / 2
      let head = radius * 0.6
      let line = [-0.66, 0.66].map { side in
        Point(tip.x - cos(heading + side) * head, tip.y - sin(heading + side) * head)
      }
      picture.addLine([line[0], tip, line[1]], width: width, progress >= 0.995 ? filled : track)
    }
  }

  /// Draws a line through positions on the screen. A dot marks the beginning of the line.
  func addDrawing(_ points: [Point], _ progress: Double, to picture: inout OverlayPicture) {
    guard let first = points.first else { return }
    picture.addLine(points, width: width, isSmooth: true, track)
    if progress > 0.005 { picture.addLine(Self.beginning(of: points, progress), width: width, isSmooth: true, filled) }
    picture.add(.disc(first, radius: width * 1.1, progress > 0.005 ? filled : sign))
  }

  /// Converts points with coordinates from 0 to 1 to positions in `box`, at least `margin` from the edges.
  static func fit(_ points: [OverlayScene.Point], in box: Box, margin: Double) -> [Point] {
    let side = min(box.width, box.height) - margin * 2
    return points.map {
      Point(box.center.x + ($0.x - 0.5) * side, box.center.y + ($0.y - 0.5) * side)
    }
  }

  /// Returns the first part of a line. `share` is the part's fraction of the whole length, 0 to 1.
  static func beginning(of points: [Point], _ share: Double) -> [Point] {
    guard var last = points.first else { return [] }
    let total = zip(points, points.dropFirst()).reduce(0) { $0 + hypot($1.1.x - $1.0.x, $1.1.y - $1.0.y) }
    var remaining = total * min(max(share, 0), 1)
    var line = [last]
    for point in points.dropFirst() {
      let length = hypot(point.x - last.x, point.y - last.y)
      guard length < remaining else {
        line.append(length > 0 ? between(last, point, remaining / length) : point)
        return line
      }
      remaining -= length
      line.append(point)
      last = point
    }
    return line
  }
}
