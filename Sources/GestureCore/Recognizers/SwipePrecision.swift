/// How straight a swipe must be: the faster, the looser.
struct SwipePrecision: Sendable {
  /// The speed, as a multiple of `min-speed`, from which a swipe counts as fast.
  private static let fast = 4.0

  /// The setting that says which way.
  let way: String
  private let directions: [Direction]
  /// Nil where every way is right.
  private let widest: Double?
  private let minSpeed: Double
  private let maxAngle: Double
  private let slowShare: Double
  private let fastShare: Double

  init(_ settings: Settings) {
    way = settings[Swipe.direction].rawValue
    (directions, widest) = settings[Swipe.direction].directions
    minSpeed = settings[Swipe.minSpeed]
    maxAngle = settings[Swipe.maxAngle]
    slowShare = settings[Swipe.slowAngle] / 100
    fastShare = settings[Swipe.fastAngle] / 100
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
    return min(widest, maxAngle * share(at: speed))
  }

  /// Which share of `max-angle` is left to a swipe of this peak speed (mm/s).
  func share(at speed: Double) -> Double {
    let ease = minSpeed > 0 ? min(max((speed / minSpeed - 1) / (Self.fast - 1), 0), 1) : 1
    return slowShare + (fastShare - slowShare) * ease
  }

  /// Whether a greater `max-angle` could allow this angle: beyond half the way to the next direction nothing does.
  func isWithinReach(_ angle: Double) -> Bool { widest.map { angle <= $0 } ?? true }
}
