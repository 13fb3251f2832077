/// How straight a swipe must be: the faster, the looser.
struct SwipePrecision: Sendable {
  /// The speed, as a multiple of `min-speed`, from which a swipe counts as fast.
  private static let fast = 4.0

  private let directions: [Direction]
  /// Nil where every way is right.
  private let widest: Double?
  private let minSpeed: Double
  private let slowAngle: Double
  private let fastAngle: Double

  init(_ settings: Settings) {
    (directions, widest) = settings[Swipe.direction].directions
    minSpeed = settings[Swipe.minSpeed]
    let angle = settings[Swipe.maxAngle]
    slowAngle = angle * settings[Swipe.slowAngle] / 100
    fastAngle = angle * settings[Swipe.fastAngle] / 100
  }

  /// The direction nearest to a movement, and the angle between them in degrees.
  func nearest(to moved: Vector) -> (direction: Direction, angle: Double) {
    var best = (direction: Direction.right, angle: Double.infinity)
    for direction in directions {
      let angle = moved.degrees(from: direction.vector)
      if angle < best.angle { best = (direction, angle) }
    }
    return best
  }

  /// How far a swipe of this peak speed (mm/s) may turn from its direction, in degrees.
  func angle(at speed: Double) -> Double {
    guard let widest else { return .infinity }
    let ease = minSpeed > 0 ? min(max((speed / minSpeed - 1) / (Self.fast - 1), 0), 1) : 1
    return min(widest, slowAngle + (fastAngle - slowAngle) * ease)
  }
}
