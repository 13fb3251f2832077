import RealModule

/// Lines and curves for a template. x is to the right, y down, in any unit.
struct Sketch {
  private(set) var points: [Vector]

  init(_ x: Double, _ y: Double) { points = [Vector(x, y)] }

  init(_ corners: [Vector]) { points = corners }

  func line(_ x: Double, _ y: Double) -> Sketch { adding([Vector(x, y)]) }

  /// Returns the sketch continued by a cubic Bézier curve up to `end`. `leave` and `arrive` are the control points.
  fileprivate func curve(_ leave: Vector, _ arrive: Vector, _ end: Vector) -> Sketch {
    guard let start = points.last else { return self }
    return adding(Self.weights.map { start * $0.start + leave * $0.leave + arrive * $0.arrive + end * $0.end })
  }

  private static let weights = steps.map { t in
    let s = 1 - t
    return (start: s * s * s, leave: 3 * s * s * t, arrive: 3 * s * t * t, end: t * t * t)
  }

  /// The sketch with a curve to (`x`, `y`). `bow` is the curve's greatest distance left of its chord, in chord lengths.
  private func bent(_ x: Double, _ y: Double, by bow: Double) -> Sketch {
    guard let start = points.last else { return self }
    let chord = Vector(x, y) - start
    // A cubic curve rises to three quarters of the height of its control points.
    let offset = Vector(chord.y, -chord.x) * (bow / Self.rise)
    return curve(start + chord * Self.third + offset, start + chord * (1 - Self.third) + offset, Vector(x, y))
  }

  private static let rise = 0.75
  private static let third = 1.0 / 3

  /// A sketch through the points that `point` returns for parameters from 0 to 1.
  static func along(_ point: (Double) -> Vector) -> Sketch { Sketch(([0] + steps).map(point)) }

  /// The sketch mirrored left to right.
  var mirrored: Sketch { mapped { Vector(-$0.x, $0.y) } }
  /// The sketch mirrored top to bottom.
  fileprivate var flipped: Sketch { mapped { Vector($0.x, -$0.y) } }
  var reversed: Sketch { Sketch(points.reversed()) }

  private func wider(_ factor: Double) -> Sketch { mapped { Vector($0.x * factor, $0.y) } }

  /// The sketch turned clockwise by this many degrees.
  func turned(_ degrees: Double) -> Sketch {
    let angle = degrees * .pi / 180
    let (sine, cosine) = (Double.sin(angle), Double.cos(angle))
    return mapped { $0.turned(sine, cosine) }
  }

  /// The closed drawings through these corners: one from each corner in each direction.
  static func closed(_ corners: [Vector]) -> [Sketch] {
    corners.indices.flatMap { start in
      let round = Sketch(Array(corners[start...]) + Array(corners[...start]))
      return [round, round.reversed]
    }
  }

  private func adding(_ more: [Vector]) -> Sketch { Sketch(points + more) }

  private func mapped(_ change: (Vector) -> Vector) -> Sketch { Sketch(points.map(change)) }

  /// The parameters at which a curve's points are computed: enough points to look smooth.
  private static let steps = (1...48).map { Double($0) / 48 }

  // MARK: Shipped drawings made of straight lines

  static var triangle: [Sketch] {
    [0.85, 0.6].flatMap { Sketch.closed([Vector(0.5, 0), Vector(0, $0), Vector(1, $0)]) }
  }

  static var rectangle: [Sketch] {
    [1, 1.5, 0.67].flatMap { Sketch.closed([Vector(0, 0), Vector(0, 1), Vector($0, 1), Vector($0, 0)]) }
  }

  /// A five-pointed star drawn without lifting: from each point, in each direction.
  static var star: [Sketch] {
    let points = (0..<5).map { index in
      let angle = Double(index) * 0.8 * Double.pi
      return Vector(Double.sin(angle), -Double.cos(angle))
    }
    return Sketch.closed(points)
  }

  /// An x drawn without lifting: a diagonal, one side, the other diagonal.
  static var x: [Sketch] {
    let sketch = Sketch(0, 0).line(1, 1).line(1, 0).line(0, 1)
    let steep = Sketch(0, 0).line(0.8, 1).line(0.85, 0).line(0, 1)
    return [sketch, sketch.flipped, steep].withMirrored
  }

  /// A delete mark: an x whose lower ends are joined.
  static var deleteMark: [Sketch] {
    [0.8, 1.1].map { Sketch(0, 0).line(1, 1).line(0, 1).line(1, 0).wider($0) }.withMirrored
  }

  /// An arrow in each of eight directions: the shaft, and both barbs.
  static var arrow: [Sketch] {
    let sketch = Sketch(0, 0).line(1, 0).line(0.7, -0.3).line(1, 0).line(0.7, 0.3)
    return stride(from: 0, to: 360.0, by: 45).flatMap { [sketch.turned($0), sketch.flipped.turned($0)] }
  }

  /// Left brackets from the top or bottom: wide, narrow, or rounded below.
  static var leftBracket: [Sketch] {
    let slipped = Sketch(0.5, 0).line(0, 0).line(0, 0.7).line(0.35, 1).line(0.8, 0.95)
    return ([0.3, 0.5].map { Sketch(1, 0).line(0, 0).line(0, 1).line(1, 1).wider($0) } + [slipped]).withReversed
  }

  static var rightBracket: [Sketch] { leftBracket.map(\.mirrored) }

  static var z: [Sketch] { [0.7, 1.1].map { Sketch(0, 0).line(1, 0).line(0, 1).line(1, 1).wider($0) } }

  static var w: [Sketch] {
    [0.8, 1.4].map { Sketch(0, 0).line(0.25, 1).line(0.5, 0.1).line(0.75, 1).line(1, 0).wider($0) }
  }

  static var m: [Sketch] { w.map(\.flipped) }

  static var lightning: [Sketch] {
    let level = Sketch(0.6, 0).line(0, 0.55).line(0.6, 0.5).line(0, 1)
    let rising = Sketch(0.5, 0).line(0, 0.6).line(0.6, 0.4).line(0.1, 1)
    return [level, rising]
  }

  // MARK: Shipped drawings of two lines

  /// One line of a tick. `steepness` is its angle to the horizontal, in degrees. `bow` means the same as in `bent`.
  private struct TickLine {
    let steepness: Double
    let bow: Double
  }

  /// One tick for each combination of a line down to the right, a line up to the right and a ratio of their lengths.
  private static func ticks(_ ratios: [Double], _ down: [TickLine], _ up: [TickLine]) -> [Sketch] {
    ratios.flatMap { ratio in
      down.flatMap { first in
        up.map { second in
          let corner = direction(first.steepness) * ratio
          let back = direction(second.steepness)
          return Sketch(0, 0).bent(corner.x, corner.y, by: first.bow)
            .bent(corner.x + back.x, corner.y - back.y, by: second.bow)
        }
      }
    }
  }

  private static func direction(_ steepness: Double) -> Vector {
    Vector(Double.cos(steepness * .pi / 180), Double.sin(steepness * .pi / 180))
  }

  /// Check marks. The ratios, angles and bows are percentiles measured in 180 check marks of the $1 recognizer's study.
  static var checkmark: [Sketch] {
    ticks(
      [0.38, 0.45, 0.53],
      [TickLine(steepness: 39, bow: 0.21), TickLine(steepness: 49, bow: 0.08), TickLine(steepness: 55, bow: 0.02)],
      [TickLine(steepness: 53, bow: 0.13), TickLine(steepness: 58, bow: 0.08), TickLine(steepness: 64, bow: 0.06)])
  }

  /// A V isn't a shape of the program; the check mark must reject it. Source: percentiles of the $1 recognizer's study.
  static var v: [Sketch] {
    ticks(
      [0.86, 0.92, 0.99],
      [TickLine(steepness: 59, bow: 0.06), TickLine(steepness: 62, bow: 0.03), TickLine(steepness: 66, bow: -0.02)],
      [TickLine(steepness: 62, bow: 0.08), TickLine(steepness: 67, bow: 0.05), TickLine(steepness: 73, bow: 0.03)])
  }

  /// An upside-down V. Like the V, it isn't a shape of the program; some shapes must reject it.
  static var caret: [Sketch] { v.map(\.flipped) }

  /// Chevrons like `>`, drawn to the right and back, with opening angles from 60 to 100 degrees.
  static var chevron: [Sketch] {
    [30, 40, 50].flatMap { opening in [0.8, 1, 1.25].map { Sketch.opening(opening, $0) } }
  }

  /// Chevrons that are almost closed, almost straight or straight, like the movements of a scrolling hand.
  static var scroll: [Sketch] {
    [5, 15, 75, 90].flatMap { opening in [0.8, 1, 1.25].map { Sketch.opening(opening, $0) } }
  }

  /// A chevron. `half` is half of the opening angle, in degrees. `ratio` is the first length divided by the second.
  private static func opening(_ half: Double, _ ratio: Double) -> Sketch {
    let line = direction(half)
    return Sketch(0, 0).line(line.x * ratio, line.y * ratio).line(line.x * (ratio - 1), line.y * (ratio + 1))
  }

  // MARK: Shipped drawings with curves

  /// A question mark without its dot, which would be another stroke.
  static var questionMark: [Sketch] {
    let round = Sketch(0, 0.28).curve(Vector(0, -0.08), Vector(0.6, -0.1), Vector(0.6, 0.25))
      .curve(Vector(0.6, 0.45), Vector(0.25, 0.42), Vector(0.25, 0.62)).line(0.25, 1)
    let looped = Sketch(0, 0.3).curve(Vector(0, -0.1), Vector(0.6, -0.1), Vector(0.6, 0.25))
      .curve(Vector(0.6, 0.5), Vector(0.15, 0.45), Vector(0.15, 0.62)).line(0.17, 1)
    return [round, looped]
  }

  /// A line with a loop above it, from the left or from the right.
  static var pigtail: [Sketch] {
    let high = Sketch(0, 0.8).curve(Vector(0.7, 0.85), Vector(1, 0), Vector(0.5, 0))
      .curve(Vector(0, 0), Vector(0.3, 0.85), Vector(1, 0.8))
    let wide = Sketch(0, 0.7).curve(Vector(1, 0.75), Vector(1.1, 0), Vector(0.6, 0))
      .curve(Vector(0.1, 0), Vector(0.2, 0.75), Vector(1.2, 0.7))
    return [high, wide].withMirrored
  }

  static var rightBrace: [Sketch] { Brace.all.map(\.sketch).withReversed }

  static var leftBrace: [Sketch] { rightBrace.map(\.mirrored) }

  /// A right brace drawn from the top. Lengths are shares of the brace's height.
  private struct Brace {
    /// The lengths of the curls at both ends, and the height of the hook at the lower end.
    let top: Double
    let bottom: Double
    var hook = 0.0
    /// The horizontal offsets in each half: `swell` and `nose` to the right, `waist` to the left.
    let swell: Double
    let waist: Double
    let nose: Double

    /// The braces that are nearest to the hand-drawn braces of the $1 recognizer's study.
    static let all = [
      Brace(top: 0.2, bottom: 0.25, hook: 0.08, swell: 0.1, waist: 0, nose: 0.2),
      Brace(top: 0.2, bottom: 0.2, swell: 0.1, waist: 0, nose: 0.2),
      Brace(top: 0.2, bottom: 0.25, hook: 0.08, swell: 0, waist: 0, nose: 0.1),
      Brace(top: 0.2, bottom: 0.25, hook: 0.08, swell: 0.1, waist: 0, nose: 0.1),
      Brace(top: 0.2, bottom: 0.25, hook: 0.08, swell: 0.1, waist: 0.1, nose: 0.2),
      Brace(top: 0.2, bottom: 0.2, swell: 0.1, waist: 0.1, nose: 0.1),
      Brace(top: 0.2, bottom: 0.4, hook: 0.08, swell: 0, waist: 0.1, nose: 0.2),
    ]

    var sketch: Sketch {
      let upper = half(top, 0)
      let lower = half(bottom, hook)
      return Sketch(upper.points + lower.flipped.reversed.points.map { $0 + Vector(0, 1) })
    }

    /// The half of a brace from the end of a curl to the tip of the nose. `sketch` flips the lower half.
    private func half(_ curl: Double, _ hook: Double) -> Sketch {
      let shoulder = Vector(swell, 0.2)
      let neck = Vector(-waist, 0.43)
      return Sketch(-curl, hook)
        .curve(Vector(-curl + (curl + swell) * 0.35, -hook * 0.8), Vector(swell, 0), shoulder)
        .curve(Vector(swell, 0.33), Vector(-waist, 0.33), neck).line(nose, 0.5)
    }
  }

  static var s: [Sketch] {
    [0.6, 0.9].map { width in
      Sketch(1, 0.15).curve(Vector(0.6, -0.1), Vector(-0.1, 0), Vector(0, 0.3))
        .curve(Vector(0.1, 0.5), Vector(0.9, 0.5), Vector(1, 0.7))
        .curve(Vector(1.1, 1), Vector(0.4, 1.1), Vector(0, 0.85)).wider(width)
    }
  }

  /// One and a half waves, from the left or right, up or down first.
  static var wave: [Sketch] {
    let sketch = Sketch.along { Vector($0 * 3, 0.4 * Double.sin($0 * 3 * .pi)) }
    return [sketch, sketch.flipped].withMirrored
  }

  /// Spirals of two and a half turns from eight angles, clockwise and counterclockwise, inward and outward.
  static var spiral: [Sketch] {
    let sketch = Sketch.along { share in
      let angle = share * 5 * Double.pi
      return Vector(Double.cos(angle), Double.sin(angle)) * (0.1 + share)
    }
    return stride(from: 0, to: 360.0, by: 45).map(sketch.turned).withMirrored.withReversed
  }

  static var heart: [Sketch] {
    let fromNotch = Sketch(0, 0.25).curve(Vector(-0.2, -0.15), Vector(-0.65, -0.05), Vector(-0.5, 0.35))
      .curve(Vector(-0.4, 0.6), Vector(-0.2, 0.8), Vector(0, 1)).curve(
        Vector(0.2, 0.8), Vector(0.4, 0.6), Vector(0.5, 0.35)
      )
      .curve(Vector(0.65, -0.05), Vector(0.2, -0.15), Vector(0, 0.25))
    let fromTip = Sketch(0, 1).curve(Vector(-0.2, 0.8), Vector(-0.4, 0.6), Vector(-0.5, 0.35))
      .curve(Vector(-0.65, -0.05), Vector(-0.2, -0.15), Vector(0, 0.25))
      .curve(Vector(0.2, -0.15), Vector(0.65, -0.05), Vector(0.5, 0.35))
      .curve(Vector(0.4, 0.6), Vector(0.2, 0.8), Vector(0, 1))
    return [fromNotch, fromTip].withMirrored
  }

  /// Circles from any of twelve points, in each direction, closed or overlapping.
  static var circle: [Sketch] {
    let closed = Sketch.round(1, from: 1)
    let overlapping = Sketch.round(1.15, from: 0.75)
    return stride(from: 0, to: 360.0, by: 30).flatMap { [closed.turned($0), overlapping.turned($0)] }.withMirrored
  }

  /// A curve of `turns` turns. The distance from the middle grows from `radius` to 1.
  private static func round(_ turns: Double, from radius: Double) -> Sketch {
    along { share in
      let angle = share * turns * 2 * Double.pi
      return Vector(Double.sin(angle), -Double.cos(angle)) * (radius + (1 - radius) * share)
    }
  }

  static var infinity: [Sketch] {
    [0, 0.25, 0.5, 0.75].flatMap { start in
      let sketch = Sketch.along { share in
        let angle = (share + start) * 2 * Double.pi
        return Vector(Double.sin(angle), 0.4 * Double.sin(2 * angle))
      }
      return [sketch, sketch.flipped]
    }
  }
}

extension [Sketch] {
  var withReversed: [Sketch] { self + map(\.reversed) }
  var withMirrored: [Sketch] { self + map(\.mirrored) }
}
