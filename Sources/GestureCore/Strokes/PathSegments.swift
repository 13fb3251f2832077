import RealModule

/// One line of a path while it is drawn, with its length and its deviation.
///
/// The line as a whole may lean by `max-angle`. A part of it may lean more, but hardly go back. The deviation is the distance
/// that the finger is behind its farthest position, so that the trembling of a hand does not add up.
struct PathLine: Sendable {
  /// The directions in which a line may lean, seen from its start: the two sides of a wedge.
  private struct Wedge {
    let left: Vector
    let right: Vector

    init(_ direction: Vector, degrees: Double) {
      let angle = (Self.quarter - degrees) * .pi / (2 * Self.quarter)
      left = direction.turned(Double.sin(angle), Double.cos(angle))
      right = direction.turned(-Double.sin(angle), Double.cos(angle))
    }

    private static let quarter = 90.0
  }

  let direction: Vector
  private let chord: Wedge
  private let way: Wedge
  /// The direction in which the line's farthest place is its end, if another line follows.
  private let outward: Vector?

  /// The place from which the line was tried, and the place where it began; these differ after a lead-in.
  private var origin = Vector.zero
  var start = Vector.zero
  /// The place where the line ended, if it does not continue.
  private(set) var end = Vector.zero
  private(set) var place = Vector.zero
  private var depth = -Double.infinity
  /// The area between the stroke and the straight line on the right side, minus that on the left side.
  private(set) var area = 0.0
  private(set) var endArea = 0.0
  /// The distance of the line's middle from the straight line between start and end, in percent of that line's length.
  var bow = 0.0
  /// The greatest distances towards the sides of the wedge.
  private var leftmost = 0.0
  private var rightmost = 0.0
  /// The distance of the finger outside the wedge of `max-angle`, and behind its farthest position, in mm.
  private(set) var outside = 0.0
  private(set) var behind = 0.0

  init(_ direction: Vector, maxAngle: Double, before next: Vector?) {
    self.direction = direction
    chord = Wedge(direction, degrees: maxAngle)
    way = Wedge(direction, degrees: maxAngle + Self.bend)
    outward = next.map { direction - $0 }
  }

  /// The angle in degrees by which a part of the line may lean more than the whole.
  private static let bend = 25.0

  var length: Double { (end - start).length }

  /// The height of an arc with this area between it and its chord, in percent of the chord.
  static func bow(_ area: Double, _ chord: Vector) -> Double {
    let square = chord.dot(chord)
    return square > 0 ? abs(area) / square * height * 100 : 0
  }

  /// The factor for `bow`: the area between a flat arc and its chord, divided by the chord's length, is two thirds of the arc's height.
  private static let height = 1.5

  mutating func begin(at place: Vector) {
    origin = place
    start = place
    end = place
    self.place = place
    depth = outward.map { $0.dot(place) } ?? -.infinity
    area = 0
    endArea = 0
    bow = 0
    leftmost = 0
    rightmost = 0
    outside = 0
    behind = 0
  }

  /// Moves the finger. Returns whether the line may end here, and no longer earlier.
  mutating func move(to place: Vector) -> Bool {
    let moved = place - origin
    area += (self.place - origin).cross(moved) / 2
    self.place = place
    outside = max(0, -moved.dot(chord.left), -moved.dot(chord.right))
    let left = moved.dot(way.left)
    let right = moved.dot(way.right)
    leftmost = max(leftmost, left)
    rightmost = max(rightmost, right)
    behind = max(leftmost - left, rightmost - right)
    if let outward {
      let now = outward.dot(place)
      guard now > depth else { return false }
      depth = now
    }
    end = place
    endArea = area
    bow = Self.bow(area, end - origin)
    return true
  }
}

/// A circle of a path while it is drawn, with the angle drawn so far.
///
/// Its beginning is known only once it is closed: of all possible places, it is the one that makes the circle roundest.
struct PathCircle: Sendable {
  /// The reason why it can't be a circle any more.
  enum Fault: Sendable {
    /// The finger turned against the circle's sense by this many degrees.
    case turnedBack(Double)
    case wentStraight
    /// The finger has turned too far without drawing a circle.
    case notRound
  }

  /// 1 for clockwise, -1 for counterclockwise.
  private let sense: Double
  /// The indices in the trail between which the circle began.
  private var from = 0
  private var through = 0
  private var peak = -Double.infinity
  /// The index of the last place since which the finger has turned by `hardly` degrees.
  private var bend = 0
  private var thinnings = 0
  private var narrowest = Double.infinity
  private(set) var fault: Fault?
  /// The roundest of the possible circles, with its beginning.
  private(set) var shape = RoundShape()
  private(set) var start = Vector.zero
  private(set) var end = Vector.zero
  /// The distance that the finger has moved almost straight, in mm.
  private(set) var straight = 0.0

  init(clockwise: Bool) { sense = clockwise ? 1 : -1 }

  /// The angle around the centre in the circle's sense, in degrees.
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

  /// Lets the circle also begin here.
  mutating func beginLater(_ trail: PathTrail) {
    keepUp(trail)
    through = trail.last
    bend = trail.last
    peak = -.infinity
  }

  /// Lets the circle begin anywhere on the first `way` mm.
  mutating func widen(_ trail: PathTrail, by way: Double) {
    if trail.points[trail.last].along - trail.points[from].along <= way { beginLater(trail) }
  }

  /// Moves the finger. Returns whether the circle was measured again, so that it may be complete.
  mutating func move(to place: Vector, _ trail: PathTrail, _ limits: PathLimits) -> Bool {
    keepUp(trail)
    end = place
    let turned = trail.points[trail.last].turned * sense
    peak = max(peak, turned)
    while bend < trail.last, turned - trail.points[bend + 1].turned * sense >= Self.hardly { bend += 1 }
    straight = trail.points[trail.last].along - trail.points[bend].along
    if peak - turned > Self.mostBack {
      fault = .turnedBack(peak - turned)
    } else if straight > limits.maxStraight {
      fault = .wentStraight
    } else if turned - trail.points[through].turned * sense > limits.minRound + Self.mostMore {
      fault = .notRound
    }
    guard turned - trail.points[from].turned * sense >= limits.minRound - Self.early else { return false }
    look(place, trail, limits, turned)
    return true
  }

  /// Whether the circle is nearer to closing than ever before; asked if another element follows.
  mutating func isCloser() -> Bool {
    let gap = (end - start).length
    guard gap < narrowest else { return false }
    narrowest = gap
    return true
  }

  private mutating func look(_ place: Vector, _ trail: PathTrail, _ limits: PathLimits, _ turned: Double) {
    var best = -Double.infinity
    for first in stride(from: from, through: through, by: max(1, (through - from) / Self.trials)) {
      let angle = turned - trail.points[first].turned * sense
      guard angle >= limits.minRound - Self.early, angle <= limits.minRound + Self.mostMore else { continue }
      let tried = RoundShape(trail, from: first, to: place)
      let worth = min(tried.roundness / limits.roundness, tried.round * sense / limits.minRound)
      guard worth > best else { continue }
      best = worth
      shape = tried
      start = trail.points[first].place
    }
  }

  /// Adjusts the indices if the trail was thinned.
  private mutating func keepUp(_ trail: PathTrail) {
    while thinnings < trail.thinnings {
      from /= 2
      through /= 2
      bend /= 2
      thinnings += 1
    }
  }

  /// In degrees, like the angles below.
  private static let hardly = 15.0
  private static let mostBack = 75.0
  private static let mostMore = 150.0
  // A finger that lands or lifts at an angle has turned less than it has moved around.
  private static let early = 90.0
  private static let trials = 6
}

/// The places of a stroke, and how far it has turned up to each; circles look back at them.
///
/// The stroke is drawn as if the finger pulled it on a short rope: trembling by less than the rope's length leaves no trace, at any
/// frame rate.
struct PathTrail: Sendable {
  struct Point: Sendable {
    let place: Vector
    /// The clockwise turn since the beginning, in degrees.
    let turned: Double
    /// The distance since the beginning, in mm.
    let along: Double
  }

  private(set) var points: [Point] = []
  /// The number of times that every second place was removed because the list was full, which halved all indices.
  private(set) var thinnings = 0
  private var rope = Vector.zero
  private var heading: Vector?

  init() { points.reserveCapacity(Self.capacity) }

  var last: Int { points.count - 1 }

  mutating func begin(at place: Vector) {
    reset()
    rope = place
    points.append(Point(place: place, turned: 0, along: 0))
  }

  /// Moves the finger. Returns whether a place was added.
  mutating func move(to place: Vector) -> Bool {
    let pull = place - rope
    let length = pull.length
    guard length > Self.ropeLength, let last = points.last else { return false }
    rope += pull * (1 - Self.ropeLength / length)
    let piece = rope - last.place
    guard piece.length >= Self.grain else { return false }
    let turn = heading.map { Double.atan2(y: $0.cross(piece), x: $0.dot(piece)) * 180 / .pi } ?? 0
    heading = piece
    if points.count == Self.capacity {
      points.keepEverySecond()
      thinnings += 1
    }
    let before = points.last ?? last
    points.append(Point(place: rope, turned: before.turned + turn, along: before.along + piece.length))
    return true
  }

  mutating func reset() {
    points.removeAll(keepingCapacity: true)
    thinnings = 0
    heading = nil
  }

  private static let ropeLength = 1.0
  private static let grain = 1.0
  private static let capacity = 512
}

/// The part of a stroke that may be one element of a path.
struct PathLeg: Sendable {
  enum Body: Sendable {
    case line(PathLine)
    case circle(PathCircle)
  }

  var body: Body
  let name: String
  let share: Double?
  /// Whether it can still become its element.
  var isOpen = false
  /// The number of the present attempt, 0 before the first, and that of the attempt at the element before it.
  var birth = 0
  var parent = 0

  /// The length in mm; for a circle, its circumference.
  var length: Double {
    switch body {
    case .line(let line): line.length
    case .circle(let circle): circle.shape.width * .pi
    }
  }
}

/// The measures of an element, in the units of the settings.
struct PathMeasures: Sendable {
  /// The length of the stroke up to here, and up to the element.
  var drawn = 0.0
  var drawnBefore = 0.0
  /// Measures of a line: its length, the distance behind its farthest position, the distance outside the wedge, lean, bow, and the
  /// share of the turn to it. Nil for circles; the turn is also nil if the line follows no other.
  var line: Double?
  var strayed: Double?
  var outside: Double?
  var lean: Double?
  var bow: Double?
  var turn: Double?
  var width: Double?
  var round: Double?
  var roundness: Double?
  var straight: Double?
  /// The comparison of two elements that fits worst: the length of the shorter one as a share of the longer one; for elements with
  /// relative lengths (`ratio`), after division by these.
  var share: Comparison?
  var ratio: Comparison?

  struct Comparison: Sendable {
    var percent: Double
    /// The index of the shorter element.
    var short: Int
  }

  /// Whether the element is complete; the whole stroke may still be too short.
  func isComplete(_ limits: PathLimits) -> Bool {
    (strayed ?? 0) <= limits.slack * limits.scale(drawn) && (line ?? .infinity) >= limits.minLine
      && (lean ?? 0) <= limits.maxAngle
      && (bow ?? 0) <= limits.maxBow && (turn ?? .infinity) >= limits.minTurn
      && (width ?? .infinity) >= PathLimits.widest * limits.minLine
      && (round ?? .infinity) >= limits.minRound && (roundness ?? .infinity) >= limits.roundness
      && isProportioned(limits)
  }

  /// Whether the finger has strayed so far from a line that it doesn't return to it.
  func isAstray(_ limits: PathLimits) -> Bool {
    (strayed ?? 0) > limits.slack * limits.scale(drawn) || isAslant(limits)
  }

  func isAslant(_ limits: PathLimits) -> Bool { (outside ?? 0) > limits.lead * limits.scale(drawnBefore) }

  func isProportioned(_ limits: PathLimits) -> Bool {
    (share?.percent ?? .infinity) >= limits.minShare && (ratio?.percent ?? .infinity) >= limits.minRatio
  }
}
