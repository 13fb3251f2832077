import Control
import Glibc

/// Draws fingers that repeat a gesture on a surface.
///
///     rest at the start -> move -> rest at the end -> begin again
struct GestureDemonstration {
  typealias Point = OverlayPicture.Point
  typealias Box = OverlayPicture.Box

  /// The durations of one repetition (`all`) and its three parts, in microseconds.
  private enum Span {
    static let before: Int64 = 500_000
    static let moving: Int64 = 1_200_000
    static let after: Int64 = 900_000
    static let all = before + moving + after
  }

  /// The lengths at `size` 1, in logical pixels.
  private enum Length {
    static let finger = 12.0
    static let aside = 34.0
    static let path = 5.0
    static let border = 1.5
    static let radius = 16.0
    static let ring = 18.0
    static let margin = 34.0
  }

  /// The lengths of a movement and of one from an edge, as fractions of the surface's side along the movement; the
  /// radii of a closed and an open pinch and of a turn, as fractions of the shorter side; the turn's angle in radians.
  private static let stroke = 0.6
  private static let fromEdge = 0.5
  private static let (near, far) = (0.14, 0.38)
  private static let turn = 1.9
  private static let turnReach = 0.3
  private static let samples = 24

  let look: OverlayScene.Look
  let fingers: Int
  let size: Double

  /// Returns the finished part of the movement, 0 to 1. `elapsed` is the time since the first repetition began, in µs.
  static func share(at elapsed: Int64) -> Double {
    let time = elapsed % Span.all
    let share = min(max(Double(time - Span.before) / Double(Span.moving), 0), 1)
    return share * share * (3 - 2 * share)
  }

  /// Returns the time until the picture changes again, in microseconds; nil while the fingers move.
  static func idleTime(at elapsed: Int64) -> Int64? {
    let time = elapsed % Span.all
    if time < Span.before { return Span.before - time }
    return time >= Span.before + Span.moving ? Span.all - time : nil
  }

  func draw(in box: Box, at share: Double, _ inks: OverlayInks, to picture: inout OverlayPicture) {
    let radius = Length.radius * size
    picture.add(.box(box, radius: radius, inks.track.faded(0.35)))
    picture.add(.border(box, radius: radius, width: Length.border * size, inks.track))
    let width = Length.path * size
    if case .draw(let points) = look {
      let line = GestureGlyph.fit(points, in: box, margin: Length.margin * size)
      GestureGlyph(width: width, track: inks.sign.faded(0.6), sign: inks.sign, filled: inks.accent)
        .addDrawing(line, share, to: &picture)
    } else {
      for path in paths(in: box, to: share) {
        picture.addLine(path, width: width, isSmooth: true, inks.accent.faded(0.5))
      }
    }
    for position in positions(in: box, at: share) {
      if case .stationary = look {
        picture.add(
          .arc(
            position, radius: (Length.finger + Length.ring * share) * size, from: 0, to: 2 * .pi, width: 2.5 * size,
            inks.accent.faded(1 - share)))
      }
      picture.add(.disc(position, radius: Length.finger * size, inks.accent))
      picture.add(.arc(position, radius: Length.finger * size, from: 0, to: 2 * .pi, width: 2 * size, inks.text))
    }
  }

  private func paths(in box: Box, to share: Double) -> [[Point]] {
    guard share > 0 else { return [] }
    let sampledPositions = (0...Self.samples).map { positions(in: box, at: share * Double($0) / Double(Self.samples)) }
    guard let first = sampledPositions.first, let last = sampledPositions.last, first != last else { return [] }
    return first.indices.map { finger in sampledPositions.map { $0[finger] } }
  }

  func positions(in box: Box, at share: Double) -> [Point] {
    switch look {
    case .arrow(let direction):
      let unit = GestureGlyph.unit(direction ?? .right)
      let distance = (share - 0.5) * Self.stroke * Self.side(box, along: unit)
      return row(box, unit).map { Point($0.x + unit.x * distance, $0.y + unit.y * distance) }
    case .edge(let side):
      let unit = GestureGlyph.unit(from: side)
      let whole = Self.side(box, along: unit)
      let distance = (share * Self.fromEdge - 0.5) * whole
      return row(box, unit).map { Point($0.x + unit.x * distance, $0.y + unit.y * distance) }
    case .pinch(let pinch):
      let closed = pinch == .inward ? share : 1 - share
      return around(box, reach: Self.far + (Self.near - Self.far) * closed, angle: -.pi / 4)
    case .turn(let turn):
      let angle = Self.turn * share * (turn == .counterclockwise ? -1 : 1)
      return around(box, reach: Self.turnReach, angle: angle - .pi / 2)
    case .stationary: return row(box, Point(0, 1))
    case .draw(let points):
      let line = GestureGlyph.fit(points, in: box, margin: Length.margin * size)
      return GestureGlyph.beginning(of: line, share).last.map { [$0] } ?? []
    }
  }

  private static func side(_ box: Box, along unit: Point) -> Double { unit.x == 0 ? box.height : box.width }

  /// Returns the fingers' positions: a row through the middle of the box, at right angles to the movement along `unit`.
  private func row(_ box: Box, _ unit: Point) -> [Point] {
    let across = unit.x == 0 ? box.width : box.height
    let aside = min(Length.aside * size, across * 0.8 / Double(fingers))
    return (0..<fingers).map { finger in
      let offset = (Double(finger) - Double(fingers - 1) / 2) * aside
      return Point(box.center.x + abs(unit.y) * offset, box.center.y + abs(unit.x) * offset)
    }
  }

  private func around(_ box: Box, reach: Double, angle: Double) -> [Point] {
    let radius = min(box.width, box.height) * reach
    return (0..<fingers).map { finger in
      let angle = angle + 2 * .pi * Double(finger) / Double(fingers)
      return Point(box.center.x + cos(angle) * radius, box.center.y + sin(angle) * radius)
    }
  }
}
