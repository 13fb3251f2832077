import RealModule

/// A drawing made of lines and curves, from which templates are taken: x to the right, y down, in any measure.
struct Sketch {
  private(set) var places: [Vector]

  init(_ x: Double, _ y: Double) { places = [Vector(x, y)] }

  /// Straight from place to place.
  init(_ corners: [Vector]) { places = corners }

  func line(_ x: Double, _ y: Double) -> Sketch { adding([Vector(x, y)]) }

  /// A cubic Bézier curve: towards the first place, coming from the second, to the third.
  private func curve(_ leave: Vector, _ arrive: Vector, _ end: Vector) -> Sketch {
    guard let start = places.last else { return self }
    return adding(
      Self.steps.map { t in
        let s = 1 - t
        return start * (s * s * s) + leave * (3 * s * s * t) + arrive * (3 * s * t * t) + end * (t * t * t)
      })
  }

  /// What `place` says for shares of the way from 0 to 1.
  static func along(_ place: (Double) -> Vector) -> Sketch { Sketch(([0] + steps).map(place)) }

  /// As in a mirror beside it.
  var mirrored: Sketch { mapped { Vector(-$0.x, $0.y) } }
  /// As in a mirror below it.
  private var flipped: Sketch { mapped { Vector($0.x, -$0.y) } }
  /// From its end to its beginning.
  var reversed: Sketch { Sketch(places.reversed()) }

  /// Wider by a factor.
  private func wider(_ factor: Double) -> Sketch { mapped { Vector($0.x * factor, $0.y) } }

  /// Clockwise, in degrees.
  func turned(_ degrees: Double) -> Sketch {
    let angle = degrees * .pi / 180
    let (sine, cosine) = (Double.sin(angle), Double.cos(angle))
    return mapped { $0.turned(sine, cosine) }
  }

  /// Of a closed drawing with these corners: from each corner, each way round.
  static func closed(_ corners: [Vector]) -> [Sketch] {
    corners.indices.flatMap { start in
      let round = Sketch(Array(corners[start...]) + Array(corners[...start]))
      return [round, round.reversed]
    }
  }

  private func adding(_ more: [Vector]) -> Sketch { Sketch(places + more) }

  private func mapped(_ change: (Vector) -> Vector) -> Sketch { Sketch(places.map(change)) }

  /// Enough for curves to look smooth.
  private static let steps = (1...48).map { Double($0) / 48 }

  // MARK: Shipped drawings made of straight lines, as hands draw them

  /// From each corner, each way round; more or less steep.
  static var triangle: [Sketch] {
    [0.85, 0.6].flatMap { Sketch.closed([Vector(0.5, 0), Vector(0, $0), Vector(1, $0)]) }
  }

  /// From each corner, each way round; square, lying and standing.
  static var rectangle: [Sketch] {
    [1, 1.5, 0.67].flatMap { Sketch.closed([Vector(0, 0), Vector(0, 1), Vector($0, 1), Vector($0, 0)]) }
  }

  /// Five points without lifting, from each point, each way round.
  static var star: [Sketch] {
    let points = (0..<5).map { index in
      let angle = Double(index) * 0.8 * Double.pi
      return Vector(Double.sin(angle), -Double.cos(angle))
    }
    return Sketch.closed(points)
  }

  /// Without lifting: one diagonal, up or down one side, the other diagonal.
  static var x: [Sketch] {
    let sketch = Sketch(0, 0).line(1, 1).line(1, 0).line(0, 1)
    let steep = Sketch(0, 0).line(0.8, 1).line(0.85, 0).line(0, 1)
    return [sketch, sketch.flipped, steep].eitherHand
  }

  /// One diagonal, along the bottom, the other diagonal: an x whose ends are joined below.
  static var deleteMark: [Sketch] {
    [0.8, 1.1].map { Sketch(0, 0).line(1, 1).line(0, 1).line(1, 0).wider($0) }.eitherHand
  }

  /// A shaft and a head, one barb after the other, in any of eight directions.
  static var arrow: [Sketch] {
    let sketch = Sketch(0, 0).line(1, 0).line(0.7, -0.3).line(1, 0).line(0.7, 0.3)
    return stride(from: 0, to: 360.0, by: 45).flatMap { [sketch.turned($0), sketch.flipped.turned($0)] }
  }

  /// From the top or from the bottom; wider and narrower.
  static var leftBracket: [Sketch] {
    [0.3, 0.5].map { Sketch(1, 0).line(0, 0).line(0, 1).line(1, 1).wider($0) }.eitherWay
  }

  static var rightBracket: [Sketch] { leftBracket.map(\.mirrored) }

  static var z: [Sketch] { [0.7, 1.1].map { Sketch(0, 0).line(1, 0).line(0, 1).line(1, 1).wider($0) } }

  static var w: [Sketch] {
    [0.8, 1.4].map { Sketch(0, 0).line(0.25, 1).line(0.5, 0.1).line(0.75, 1).line(1, 0).wider($0) }
  }

  static var m: [Sketch] { w.map(\.flipped) }

  /// Down, a short way back up, down again.
  static var lightning: [Sketch] {
    let level = Sketch(0.6, 0).line(0, 0.55).line(0.6, 0.5).line(0, 1)
    let rising = Sketch(0.5, 0).line(0, 0.6).line(0.6, 0.4).line(0.1, 1)
    return [level, rising]
  }

  // MARK: Shipped drawings with curves, as hands draw them

  /// The hook with its stem; the dot would be another stroke.
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
    return [high, wide].eitherHand
  }

  /// From the top or from the bottom, with more or less of a curl.
  static var leftBrace: [Sketch] {
    [brace(curl: 0.5), brace(curl: 0.35), curledBrace].eitherWay
  }

  static var rightBrace: [Sketch] { leftBrace.map(\.mirrored) }

  private static func brace(curl: Double) -> Sketch {
    Sketch(curl, 0).curve(Vector(0.1, 0), Vector(0.1, 0.1), Vector(0.15, 0.25))
      .curve(Vector(0.2, 0.4), Vector(0.15, 0.45), Vector(-0.1, 0.5))
      .curve(Vector(0.15, 0.55), Vector(0.2, 0.6), Vector(0.15, 0.75))
      .curve(Vector(0.1, 0.9), Vector(0.1, 1), Vector(curl, 1))
  }

  /// As it is written with a flourish: each half an S.
  private static var curledBrace: Sketch {
    Sketch(0.35, 0).curve(Vector(-0.1, 0), Vector(-0.1, 0.2), Vector(0.1, 0.24))
      .curve(Vector(0.4, 0.3), Vector(0.25, 0.45), Vector(0, 0.5))
      .curve(Vector(0.3, 0.5), Vector(0.4, 0.6), Vector(0.2, 0.72))
      .curve(Vector(0, 0.85), Vector(0.05, 1), Vector(0.35, 1))
  }

  static var s: [Sketch] {
    [0.6, 0.9].map { width in
      Sketch(1, 0.15).curve(Vector(0.6, -0.1), Vector(-0.1, 0), Vector(0, 0.3))
        .curve(Vector(0.1, 0.5), Vector(0.9, 0.5), Vector(1, 0.7))
        .curve(Vector(1.1, 1), Vector(0.4, 1.1), Vector(0, 0.85)).wider(width)
    }
  }

  /// One and a half waves, from the left or from the right, up or down first.
  static var wave: [Sketch] {
    let sketch = Sketch.along { Vector($0 * 3, 0.4 * Double.sin($0 * 3 * .pi)) }
    return [sketch, sketch.flipped].eitherHand
  }

  /// Two and a half turns, from the middle or from outside, each way round, beginning anywhere.
  static var spiral: [Sketch] {
    let sketch = Sketch.along { share in
      let angle = share * 5 * Double.pi
      return Vector(Double.cos(angle), Double.sin(angle)) * (0.1 + share)
    }
    return stride(from: 0, to: 360.0, by: 45).map(sketch.turned).eitherHand.eitherWay
  }

  /// From the notch or from the tip, each way round.
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
    return [fromNotch, fromTip].eitherHand
  }

  /// From anywhere, each way round: not shipped as templates, but what others must not be taken for.
  static var circle: [Sketch] {
    let sketch = Sketch.along { share in
      let angle = share * 2 * Double.pi
      return Vector(Double.sin(angle), -Double.cos(angle))
    }
    return stride(from: 0, to: 360.0, by: 30).map(sketch.turned).eitherHand
  }

  /// A lying eight, from its middle or from an end, each way.
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
  /// The same and all of them from their ends to their beginnings.
  var eitherWay: [Sketch] { self + map(\.reversed) }
  /// The same and all of them mirrored.
  var eitherHand: [Sketch] { self + map(\.mirrored) }
}
