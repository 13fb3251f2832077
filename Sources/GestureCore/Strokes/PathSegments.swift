import RealModule

/// One line of a path while it is drawn: how far it has come, and how far off its way.
///
/// A line may lean by `max-angle` all in all. On the way it may bend by some more, but hardly go back: what counts is how far
/// the finger is behind the farthest it has been, so that a hand that shakes does not add up to one that goes astray.
struct PathLine: Sendable {
  /// What a line leans within, seen from where it started: the two sides of a wedge.
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
  /// Farthest in this direction it ends, where another line follows.
  private let outward: Vector?

  /// Where it was tried from, and where it began: not the same after a lead-in.
  private var origin = Vector.zero
  var start = Vector.zero
  /// Where it ended, unless it goes on.
  private(set) var end = Vector.zero
  private(set) var place = Vector.zero
  private var depth = -Double.infinity
  /// What lies between the way and the straight one, to its right, less what lies to its left.
  private(set) var area = 0.0
  private(set) var endArea = 0.0
  /// How far its middle is off the straight way from its start to its end, in percent of this way.
  var bow = 0.0
  /// How far it has been towards the sides of the wedge.
  private var leftmost = 0.0
  private var rightmost = 0.0
  /// How far the finger is outside of what it may lean, in mm, and how far behind where it has been.
  private(set) var outside = 0.0
  private(set) var behind = 0.0

  init(_ direction: Vector, maxAngle: Double, before next: Vector?) {
    self.direction = direction
    chord = Wedge(direction, degrees: maxAngle)
    way = Wedge(direction, degrees: maxAngle + Self.bend)
    outward = next.map { direction - $0 }
  }

  /// How much more than the whole line a part of it may lean, in degrees.
  private static let bend = 25.0

  var length: Double { (end - start).length }

  /// How high an arc is that has as much between it and its chord, in percent of the chord.
  static func bow(_ area: Double, _ chord: Vector) -> Double {
    let square = chord.dot(chord)
    return square > 0 ? abs(area) / square * height * 100 : 0
  }

  /// What lies between a flat arc and its chord, on the length of the chord, is two thirds of the arc's height.
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

  /// Whether it may end here, and not earlier.
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
    if trail.points[trail.last].along - trail.points[from].along <= way { beginLater(trail) }
  }

  /// Whether there is something new to tell whether it is complete.
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

/// Where a stroke has been, and how far it has turned on the way; circles look back at it.
///
/// It is drawn as if the finger pulled it on a short rope: what trembles by less than the rope leaves no trace, whatever
/// the frame rate.
struct PathTrail: Sendable {
  struct Point: Sendable {
    let place: Vector
    /// Clockwise, in degrees, since the beginning.
    let turned: Double
    /// In mm, since the beginning.
    let along: Double
  }

  private(set) var points: [Point] = []
  /// How often every second place was left out for want of room: where a place is now it was this many times doubled.
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

  /// Whether there is another place.
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

/// What of a stroke may be one element of a path.
struct PathLeg: Sendable {
  enum Body: Sendable {
    case line(PathLine)
    case circle(PathCircle)
  }

  var body: Body
  let name: String
  let share: Double?
  /// Whether it still can become its element.
  var isOpen = false
  /// A number that no other attempt at an element has; 0 before the first. And that of the leg before it.
  var birth = 0
  var parent = 0

  /// How long it is: of a circle, all around.
  var length: Double {
    switch body {
    case .line(let line): line.length
    case .circle(let circle): circle.shape.width * .pi
    }
  }
}

/// What is measured of a leg; in the units of the settings.
struct PathMeasures: Sendable {
  /// The whole stroke up to here, and up to the leg.
  var drawn = 0.0
  var drawnBefore = 0.0
  /// The line itself, how far it went back and how far it is aslant, how much it leans and bends, and how much of the turn
  /// that leads to it was made; nil for circles, and where none leads to it.
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
  /// Of the two lines that match least, what the shorter one has of the longer one, and which is short; with lengths, what
  /// it has of its length.
  var share: Comparison?
  var ratio: Comparison?

  struct Comparison: Sendable {
    var percent: Double
    /// Its number in the path.
    var short: Int
  }

  /// Whether the leg is complete; its whole stroke may still be too short.
  func isComplete(_ limits: PathLimits) -> Bool {
    (strayed ?? 0) <= limits.slack * limits.scale(drawn) && (line ?? .infinity) >= limits.minLine
      && (lean ?? 0) <= limits.maxAngle
      && (bow ?? 0) <= limits.maxBow && (turn ?? .infinity) >= limits.minTurn
      && (width ?? .infinity) >= PathLimits.widest * limits.minLine
      && (round ?? .infinity) >= limits.minRound && (roundness ?? .infinity) >= limits.roundness
      && isProportioned(limits)
  }

  /// Whether the finger is so far off the way of a line that it does not come back to it.
  func isAstray(_ limits: PathLimits) -> Bool {
    (strayed ?? 0) > limits.slack * limits.scale(drawn) || isAslant(limits)
  }

  func isAslant(_ limits: PathLimits) -> Bool { (outside ?? 0) > limits.lead * limits.scale(drawnBefore) }

  func isProportioned(_ limits: PathLimits) -> Bool {
    (share?.percent ?? .infinity) >= limits.minShare && (ratio?.percent ?? .infinity) >= limits.minRatio
  }
}
