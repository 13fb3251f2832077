import GestureCore
import RealModule
import Text

/// The fingers of one hand, and touch scripts of their common movements.
struct TestHand {
  /// The landing places, relative to the centre of the hand.
  var fingers: [Vector]
  var centre = Vector(150, 95)

  /// Fingers evenly on a circle, the first of them this many degrees clockwise from the right.
  static func circle(_ count: Int, span: Double = 40, degrees: Double = 0) -> TestHand {
    let first = Vector(span / 2, 0)
    return TestHand(
      fingers: (0..<count).map { turned(first, by: degrees + 360 * Double($0) / Double(count)) })
  }

  /// The thumb, and the other fingers in a row 50 mm from it, on a line of this many degrees.
  static func grip(_ count: Int, degrees: Double = 0) -> TestHand {
    let row = (1..<count).map { Vector(25, 20 * (Double($0) - Double(count) / 2)) }
    return TestHand(fingers: ([Vector(-25, 0)] + row).map { turned($0, by: degrees) })
  }

  static func turned(_ position: Vector, by degrees: Double) -> Vector {
    let (sine, cosine) = (Double.sin(degrees * .pi / 180), Double.cos(degrees * .pi / 180))
    return Vector(position.x * cosine - position.y * sine, position.x * sine + position.y * cosine)
  }

  private var names: [String] { fingers.indices.map { ["a", "b", "c", "d", "e"][$0] } }

  /// The fingers land at 0 ms, follow `path` in a frame every 8 ms for 80 ms, and lift at 200 ms. `path` returns their
  /// places, relative to the centre, for the share of the movement that is done.
  func script(_ path: (Double) -> [Vector]) -> String {
    var lines = ["0ms down " + zip(names, fingers).map { "\($0) \(text($1))" }.joined(separator: " ")]
    for frame in 1...10 {
      let moves = zip(names, path(Double(frame) / 10)).map { "move \($0) to \(text($1))" }
      lines.append("\(frame * 8)ms " + moves.joined(separator: "; "))
    }
    return (lines + ["200ms up " + names.joined(separator: ",")]).joined(separator: "\n")
  }

  /// The fingers turn about a place (relative to the centre), their distances grow by the factor `spread`, and they
  /// move by `way` in mm.
  func script(
    turn: Double = 0, about pivot: Vector = .zero, spread: Double = 1, by movement: Vector = .zero
  ) -> String {
    script { done in
      fingers.map { finger in
        let wide = finger * (1 + (spread - 1) * done)
        return pivot + Self.turned(wide - pivot, by: turn * done) + movement * done
      }
    }
  }

  private func text(_ finger: Vector) -> String {
    let position = centre + finger
    return "\(decimal(position.x, places: 6)),\(decimal(position.y, places: 6))"
  }
}
