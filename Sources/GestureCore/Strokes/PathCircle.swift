/// A circle of a path while it is drawn: how far round it has come.
///
/// Where it began is known only once it is closed: of all places where it may have begun, the one that makes it roundest.
struct PathCircle: Sendable {
  /// Why it can't be a circle any more.
  enum Fault: Sendable {
    /// So far against its sense, in degrees.
    case turnedBack(Double)
    case wentStraight
    /// It has gone round and round.
    case notRound
  }

  /// 1 for clockwise, -1 for the other sense.
  private let sense: Double
  /// Places of the trail between which it began.
  private var from = 0
  private var through = 0
  private var peak = -Double.infinity
  /// The last place where the finger had turned less by `hardly`.
  private var bend = 0
  private var thinnings = 0
  private var narrowest = Double.infinity
  private(set) var fault: Fault?
  /// The best of what it may be so far, with where it began.
  private(set) var shape = RoundShape()
  private(set) var start = Vector.zero
  private(set) var end = Vector.zero
  /// How far the finger has gone on with hardly a turn.
  private(set) var straight = 0.0

  init(clockwise: Bool) { sense = clockwise ? 1 : -1 }

  /// How far round the middle, in its sense.
  var round: Double { max(0, shape.round * sense) }

  mutating func begin(_ trail: PathTrail, at place: Vector) {
    self = PathCircle(clockwise: sense > 0)
    thinnings = trail.thinnings
    from = trail.last
    through = trail.last
    bend = trail.last
    start = place
    end = place
  }

  /// It may as well begin here.
  mutating func beginLater(_ trail: PathTrail) {
    keepUp(trail)
    through = trail.last
    bend = trail.last
    peak = -.infinity
  }

  /// It may begin anywhere on the first few mm.
  mutating func widen(_ trail: PathTrail, by way: Double) {
    if trail.along[trail.last] - trail.along[from] <= way { beginLater(trail) }
  }

  /// Whether there is something new to tell whether it is complete.
  mutating func move(to place: Vector, _ trail: PathTrail, _ limits: PathLimits) -> Bool {
    keepUp(trail)
    end = place
    let turned = trail.turned[trail.last] * sense
    peak = max(peak, turned)
    while bend < trail.last, turned - trail.turned[bend + 1] * sense >= Self.hardly { bend += 1 }
    straight = trail.along[trail.last] - trail.along[bend]
    if peak - turned > Self.mostBack {
      fault = .turnedBack(peak - turned)
    } else if straight > limits.maxStraight {
      fault = .wentStraight
    } else if turned - trail.turned[through] * sense > limits.minRound + Self.mostMore {
      fault = .notRound
    }
    guard turned - trail.turned[from] * sense >= limits.minRound - Self.early else { return false }
    look(place, trail, limits, turned)
    return true
  }

  /// Whether it is nearer to closing than ever, where something follows.
  mutating func isCloser() -> Bool {
    let gap = (end - start).length
    guard gap < narrowest else { return false }
    narrowest = gap
    return true
  }

  private mutating func look(_ place: Vector, _ trail: PathTrail, _ limits: PathLimits, _ turned: Double) {
    var best = -Double.infinity
    for first in stride(from: from, through: through, by: max(1, (through - from) / Self.trials)) {
      let angle = turned - trail.turned[first] * sense
      guard angle >= limits.minRound - Self.early, angle <= limits.minRound + Self.mostMore else { continue }
      let tried = RoundShape(trail, from: first, to: place)
      let worth = min(tried.roundness / limits.roundness, tried.round * sense / limits.minRound)
      guard worth > best else { continue }
      best = worth
      shape = tried
      start = trail.places[first]
    }
  }

  /// The trail may have less places than before.
  private mutating func keepUp(_ trail: PathTrail) {
    while thinnings < trail.thinnings {
      from /= 2
      through /= 2
      bend /= 2
      thinnings += 1
    }
  }

  /// Degrees.
  private static let hardly = 15.0
  private static let mostBack = 75.0
  private static let mostMore = 150.0
  /// A finger that lands or lifts askew has turned less than it has gone round.
  private static let early = 90.0
  private static let trials = 6
}
