import RealModule

/// A drawing made of lines and curves, from which templates are taken: x to the right, y down, in any measure.
struct Sketch {
  private(set) var places: [Vector]

  init(_ x: Double, _ y: Double) { places = [Vector(x, y)] }

  /// Straight from place to place.
  init(_ corners: [Vector]) { places = corners }

  func line(_ x: Double, _ y: Double) -> Sketch { adding([Vector(x, y)]) }

  /// A cubic Bézier curve: towards the first place, coming from the second, to the third.
  func curve(_ leave: Vector, _ arrive: Vector, _ end: Vector) -> Sketch {
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
  var flipped: Sketch { mapped { Vector($0.x, -$0.y) } }
  /// From its end to its beginning.
  var reversed: Sketch { Sketch(places.reversed()) }

  /// Wider by a factor.
  func wider(_ factor: Double) -> Sketch { mapped { Vector($0.x * factor, $0.y) } }

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
}

extension [Sketch] {
  /// The same and all of them from their ends to their beginnings.
  var eitherWay: [Sketch] { self + map(\.reversed) }
  /// The same and all of them mirrored.
  var eitherHand: [Sketch] { self + map(\.mirrored) }
}
