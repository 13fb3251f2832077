import RealModule

/// How round a part of a stroke is, and how far round its middle it goes.
struct RoundShape: Sendable {
  /// The mean of wide and narrow, in mm.
  private(set) var width = 0.0
  /// 100 % for a circle: less for what is wider than high, and for what has corners or is a
  /// spiral.
  private(set) var roundness = 0.0
  /// How far the stroke goes round the middle, clockwise, in degrees.
  private(set) var round = 0.0

  private var centre = Vector.zero
  private var xx = 0.0
  private var xy = 0.0
  private var yy = 0.0

  init() {}

  /// Looks at the trail from this place on, and at where the finger is now.
  init(_ trail: PathTrail, from first: Int, to place: Vector) {
    spread(trail, first)
    let sum = xx + yy
    let determinant = xx * yy - xy * xy
    guard sum > 0, determinant > 0 else { return }
    width = 2 * sum.squareRoot()
    let root = max(0, sum * sum / 4 - determinant).squareRoot()
    let slim = ((sum / 2 - root) / (sum / 2 + root)).squareRoot()
    let corners = 1 - Self.cornered * unevenness(trail, first, determinant)
    roundness = max(0, min(slim, corners, 1 - drift(trail, first, place))) * 100
    round = turn(trail, first, place)
  }

  /// How much more a finger that is not always as far from the middle counts than one that goes round an ellipse.
  private static let cornered = 4.0

  /// Its middle, and how far it spreads from there along both axes.
  private mutating func spread(_ trail: PathTrail, _ first: Int) {
    var weight = 0.0
    for index in (first + 1)..<max(first + 2, trail.places.count) where index < trail.places.count {
      let piece = trail.along[index] - trail.along[index - 1]
      centre += (trail.places[index] + trail.places[index - 1]) * (piece / 2)
      weight += piece
    }
    guard weight > 0 else { return }
    centre = centre * (1 / weight)
    for index in (first + 1)..<trail.places.count {
      let share = (trail.along[index] - trail.along[index - 1]) / weight
      let arm = (trail.places[index] + trail.places[index - 1]) * 0.5 - centre
      xx += arm.x * arm.x * share
      xy += arm.x * arm.y * share
      yy += arm.y * arm.y * share
    }
  }

  /// How much the distance from the middle varies once an ellipse is pressed to a circle: 0 for any ellipse, 0.11 for a
  /// square.
  private func unevenness(_ trail: PathTrail, _ first: Int, _ determinant: Double) -> Double {
    var sum = 0.0
    var squares = 0.0
    let count = Double(trail.places.count - first)
    for index in first..<trail.places.count {
      let arm = trail.places[index] - centre
      let square = (yy * arm.x * arm.x - 2 * xy * arm.x * arm.y + xx * arm.y * arm.y) / determinant
      sum += square.squareRoot()
      squares += square
    }
    let mean = sum / count
    return mean > 0 ? max(0, squares / count / (mean * mean) - 1).squareRoot() : 1
  }

  /// How much farther from the middle it ends than it began, of its mean distance: a spiral comes not back to where it was.
  private func drift(_ trail: PathTrail, _ first: Int, _ place: Vector) -> Double {
    let start = (trail.places[first] - centre).length
    return abs((place - centre).length - start) / (width / 2)
  }

  private func turn(_ trail: PathTrail, _ first: Int, _ place: Vector) -> Double {
    var angle = 0.0
    var arm = trail.places[first] - centre
    for index in (first + 1)...trail.places.count {
      let next = (index < trail.places.count ? trail.places[index] : place) - centre
      angle += Double.atan2(y: arm.cross(next), x: arm.dot(next))
      arm = next
    }
    return angle * 180 / .pi
  }
}
