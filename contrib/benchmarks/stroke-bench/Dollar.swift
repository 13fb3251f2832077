import GestureCore
import RealModule

/// A stroke as $1 compares it (Wobbrock, Wilson and Li, UIST 2007): 64 places, turned so that the first lies left of the
/// centre, made square.
struct DollarForm {
  static let count = 64
  private static let side = 250.0
  fileprivate let places: [Vector]

  init?(_ points: [Vector]) {
    var places = Array(repeating: Vector.zero, count: Self.count)
    guard points.resample(to: Self.count, into: &places) else { return nil }
    let centre = Self.centre(places)
    let angle = Double.atan2(y: centre.y - places[0].y, x: centre.x - places[0].x)
    let turned = places.map { ($0 - centre).turned(by: -angle) }
    let xs = turned.map(\.x).sorted()
    let ys = turned.map(\.y).sorted()
    let width = max(xs[xs.count - 1] - xs[0], .leastNormalMagnitude)
    let height = max(ys[ys.count - 1] - ys[0], .leastNormalMagnitude)
    let square = turned.map { Vector($0.x * Self.side / width, $0.y * Self.side / height) }
    let middle = Self.centre(square)
    self.places = square.map { $0 - middle }
  }

  private static func centre(_ places: [Vector]) -> Vector { places.reduce(.zero, +) * (1 / Double(places.count)) }

  fileprivate func distance(_ other: DollarForm, turnedBy angle: Double) -> Double {
    let (sine, cosine) = (Double.sin(angle), Double.cos(angle))
    var sum = 0.0
    for index in 0..<Self.count {
      let place = places[index]
      let turned = Vector(place.x * cosine - place.y * sine, place.x * sine + place.y * cosine)
      sum += (turned - other.places[index]).length
    }
    return sum / Double(Self.count)
  }
}

/// $1, to compare with: it seeks the best angle by golden sections.
struct Dollar: Matcher {
  private static let reach = 45 * Double.pi / 180
  private static let precision = 2 * Double.pi / 180
  private static let golden = (5.0.squareRoot() - 1) / 2

  mutating func distance(_ candidate: Sample, _ template: Sample, atMost most: Double) -> Double {
    func at(_ angle: Double) -> Double { candidate.dollar.distance(template.dollar, turnedBy: angle) }
    var (low, high) = (-Self.reach, Self.reach)
    var left = Self.golden * low + (1 - Self.golden) * high
    var right = (1 - Self.golden) * low + Self.golden * high
    var (atLeft, atRight) = (at(left), at(right))
    while high - low > Self.precision {
      if atLeft < atRight {
        (high, right, atRight) = (right, left, atLeft)
        left = Self.golden * low + (1 - Self.golden) * high
        atLeft = at(left)
      } else {
        (low, left, atLeft) = (left, right, atRight)
        right = (1 - Self.golden) * low + Self.golden * high
        atRight = at(right)
      }
    }
    return min(atLeft, atRight)
  }
}

extension Vector {
  fileprivate func turned(by angle: Double) -> Vector {
    let (sine, cosine) = (Double.sin(angle), Double.cos(angle))
    return Vector(x * cosine - y * sine, x * sine + y * cosine)
  }
}
