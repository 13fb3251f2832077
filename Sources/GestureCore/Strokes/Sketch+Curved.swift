import RealModule

/// Shipped drawings with curves, as hands draw them.
extension Sketch {
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
