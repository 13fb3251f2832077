import RealModule

/// One line of a path, measured while it is drawn. The whole line can lean by at most `max-angle`, and each part by at
/// most `partLeeway` more. `behind` measures movement that leans even more.
struct PathLine: Sendable {
  /// A range of directions. `left` and `right` are the inward normals of its sides.
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
  private let wholeWedge: Wedge
  private let partWedge: Wedge
  /// The direction of the corner: the line can end only farther in this direction than before. Nil if no line follows.
  private let outward: Vector?

  /// The beginning of this line. After a lead-in, `start` can lie farther along the line; `length` counts from `start`.
  private var origin = Vector.zero
  var start = Vector.zero
  /// The position at which the line ends if the finger doesn't continue it.
  private(set) var end = Vector.zero
  private(set) var position = Vector.zero
  private var farthest = -Double.infinity
  /// The signed area in mm² between the stroke and the chord from `origin` to the finger; `endArea`: the area at `end`.
  private(set) var area = 0.0
  private(set) var endArea = 0.0
  /// The bend of the line up to `end`: the height of its arc, in percent of the chord.
  var bow = 0.0
  /// The greatest distances in mm of the finger from the left and the right side of `partWedge`.
  private var leftmost = 0.0
  private var rightmost = 0.0
  /// In mm: how far the finger is outside `wholeWedge`, and how far the finger has come back to a side of `partWedge`.
  private(set) var outside = 0.0
  private(set) var behind = 0.0

  init(_ direction: Vector, maxAngle: Double, before next: Vector?) {
    self.direction = direction
    wholeWedge = Wedge(direction, degrees: maxAngle)
    partWedge = Wedge(direction, degrees: maxAngle + Self.partLeeway)
    outward = next.map { direction - $0 }
  }

  /// The number of degrees by which a part of the line can lean more than `max-angle`.
  private static let partLeeway = 25.0

  var length: Double { (end - start).length }

  /// The height of an arc, in percent of its chord. `area` is the area in mm² between the arc and the chord.
  static func bow(_ area: Double, _ chord: Vector) -> Double {
    let square = chord.dot(chord)
    return square > 0 ? abs(area) / square * height * 100 : 0
  }

  /// A factor in `bow`, because the area of a flat arc is two thirds of the product of the arc's height and chord.
  private static let height = 1.5

  mutating func begin(at position: Vector) {
    origin = position
    start = position
    end = position
    self.position = position
    farthest = outward.map { $0.dot(position) } ?? -.infinity
    area = 0
    endArea = 0
    bow = 0
    leftmost = 0
    rightmost = 0
    outside = 0
    behind = 0
  }

  /// Moves the finger to a position. Returns whether the line may end there.
  mutating func move(to position: Vector) -> Bool {
    let moved = position - origin
    area += (self.position - origin).cross(moved) / 2
    self.position = position
    outside = max(0, -moved.dot(wholeWedge.left), -moved.dot(wholeWedge.right))
    let left = moved.dot(partWedge.left)
    let right = moved.dot(partWedge.right)
    leftmost = max(leftmost, left)
    rightmost = max(rightmost, right)
    behind = max(leftmost - left, rightmost - right)
    if let outward {
      let now = outward.dot(position)
      guard now > farthest else { return false }
      farthest = now
    }
    end = position
    endArea = area
    bow = Self.bow(area, end - origin)
    return true
  }
}

/// A circle of a path. Of several possible starts, the start that best meets `roundness` and `min-round` counts.
struct PathCircle: Sendable {
  /// The reason why the stroke can't become a circle any more.
  enum Fault: Sendable {
    /// The finger turned back, against the direction of the circle, by this many degrees.
    case turnedBack(Double)
    case wentStraight
    /// The finger has turned too far without drawing a circle.
    case notRound
  }

  /// The direction of the circle: 1 for clockwise, -1 for counterclockwise.
  private let sense: Double
  /// The first and the last index in the trail at which the circle may begin.
  private var from = 0
  private var through = 0
  private var peak = -Double.infinity
  /// The index in the trail at which the movement that `straight` measures began.
  private var straightStart = 0
  private var thinningCount = 0
  private var narrowest = Double.infinity
  private(set) var fault: Fault?
  /// The measures of the circle from `start` to the finger's position. `start` is the best of the tried starts.
  private(set) var shape = RoundShape()
  private(set) var start = Vector.zero
  private(set) var end = Vector.zero
  /// The length in mm of the almost straight movement that ends at the finger's position.
  private(set) var straight = 0.0

  init(clockwise: Bool) { sense = clockwise ? 1 : -1 }

  /// The stroke's angle around the centre in the circle's direction, in degrees. 0 for the opposite direction.
  var round: Double { max(0, shape.round * sense) }

  mutating func begin(_ trail: PathTrail, at position: Vector) {
    self = PathCircle(clockwise: sense > 0)
    thinningCount = trail.thinningCount
    from = trail.last
    through = trail.last
    straightStart = trail.last
    start = position
    end = position
  }

  /// Allows the circle to begin at later positions too, up to the end of the trail.
  mutating func beginLater(_ trail: PathTrail) {
    adjustIndices(trail)
    through = trail.last
    straightStart = trail.last
    peak = -.infinity
  }

  /// Allows later starts as `beginLater` does, if the trail since the earliest start is at most `distance` mm long.
  mutating func allowStart(_ trail: PathTrail, within distance: Double) {
    if trail.points[trail.last].along - trail.points[from].along <= distance { beginLater(trail) }
  }

  /// Moves the finger. Returns whether the circle may be complete.
  mutating func move(to position: Vector, _ trail: PathTrail, _ limits: PathLimits) -> Bool {
    adjustIndices(trail)
    end = position
    let turned = trail.points[trail.last].turned * sense
    peak = max(peak, turned)
    while straightStart < trail.last, turned - trail.points[straightStart + 1].turned * sense >= Self.straightAngle {
      straightStart += 1
    }
    straight = trail.points[trail.last].along - trail.points[straightStart].along
    if peak - turned > Self.maxBackTurn {
      fault = .turnedBack(peak - turned)
    } else if straight > limits.maxStraight {
      fault = .wentStraight
    } else if turned - trail.points[through].turned * sense > limits.minRound + Self.maxExtraTurn {
      fault = .notRound
    }
    guard turned - trail.points[from].turned * sense >= limits.minRound - Self.earlyAngle else { return false }
    measure(position, trail, limits, turned)
    return true
  }

  /// Returns whether the end is nearer to the start than at each earlier call, and stores the new least distance.
  mutating func isCloser() -> Bool {
    let gap = (end - start).length
    guard gap < narrowest else { return false }
    narrowest = gap
    return true
  }

  private mutating func measure(_ position: Vector, _ trail: PathTrail, _ limits: PathLimits, _ turned: Double) {
    var best = -Double.infinity
    for first in stride(from: from, through: through, by: max(1, (through - from) / Self.maxStarts)) {
      let angle = turned - trail.points[first].turned * sense
      guard angle >= limits.minRound - Self.earlyAngle, angle <= limits.minRound + Self.maxExtraTurn else { continue }
      let tried = RoundShape(trail, from: first, to: position)
      let score = min(tried.roundness / limits.roundness, tried.round * sense / limits.minRound)
      guard score > best else { continue }
      best = score
      shape = tried
      start = trail.points[first].position
    }
  }

  /// Halves the indices once for each thinning of the trail since the last call.
  private mutating func adjustIndices(_ trail: PathTrail) {
    while thinningCount < trail.thinningCount {
      from /= 2
      through /= 2
      straightStart /= 2
      thinningCount += 1
    }
  }

  /// The turn in degrees below which a movement counts as straight.
  private static let straightAngle = 15.0
  private static let maxBackTurn = 75.0
  private static let maxExtraTurn = 150.0
  // The finger can turn less than it moves around the centre, if it lands or lifts at an angle to the circle.
  private static let earlyAngle = 90.0
  private static let maxStarts = 6
}

/// The positions of a point that the finger pulls on a short rope, so that trembling has no effect.
struct PathTrail: Sendable {
  struct Point: Sendable {
    let position: Vector
    /// The clockwise turn since the beginning, in degrees.
    let turned: Double
    /// The distance since the beginning, in mm.
    let along: Double
  }

  private(set) var points: [Point] = []
  /// The number of thinnings. Each thinning removes every second position and halves all indices.
  private(set) var thinningCount = 0
  private var rope = Vector.zero
  private var heading: Vector?

  init() { points.reserveCapacity(Self.capacity) }

  var last: Int { points.count - 1 }

  mutating func begin(at position: Vector) {
    reset()
    rope = position
    points.append(Point(position: position, turned: 0, along: 0))
  }

  /// Moves the finger. Returns whether the trail got a new point.
  mutating func move(to position: Vector) -> Bool {
    let pull = position - rope
    let length = pull.length
    guard length > Self.ropeLength, let last = points.last else { return false }
    rope += pull * (1 - Self.ropeLength / length)
    let piece = rope - last.position
    guard piece.length >= Self.minSpacing else { return false }
    let turn = heading.map { Double.atan2(y: $0.cross(piece), x: $0.dot(piece)) * 180 / .pi } ?? 0
    heading = piece
    if points.count == Self.capacity {
      points.keepEverySecond()
      thinningCount += 1
    }
    let before = points.last ?? last
    points.append(Point(position: rope, turned: before.turned + turn, along: before.along + piece.length))
    return true
  }

  mutating func reset() {
    points.removeAll(keepingCapacity: true)
    thinningCount = 0
    heading = nil
  }

  private static let ropeLength = 1.0
  private static let minSpacing = 1.0
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
  var isOpen = false
  /// The number of the present attempt to draw this element; 0 before the first attempt. `previousAttempt` is the
  /// number of the previous element's attempt that this attempt continues.
  var attempt = 0
  var previousAttempt = 0

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
  /// The length in mm of the stroke up to the end of the element. `drawnBefore` is this length without the element.
  var drawn = 0.0
  var drawnBefore = 0.0
  /// The length of a line in mm. For a circle, `line` to `turn` are nil; for a line, `width` to `straight` are nil.
  /// Also, `turn` is nil unless the line follows a line.
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
  /// The comparison with the earlier element whose length matches worst; nil if no element is compared. `ratio`
  /// compares two elements that both have a relative length, `share` compares all other pairs.
  var share: Comparison?
  var ratio: Comparison?

  struct Comparison: Sendable {
    var percent: Double
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

  func hasStrayed(_ limits: PathLimits) -> Bool {
    (strayed ?? 0) > limits.slack * limits.scale(drawn) || leansTooFar(limits)
  }

  func leansTooFar(_ limits: PathLimits) -> Bool { (outside ?? 0) > limits.lead * limits.scale(drawnBefore) }

  func isProportioned(_ limits: PathLimits) -> Bool {
    (share?.percent ?? .infinity) >= limits.minShare && (ratio?.percent ?? .infinity) >= limits.minRatio
  }
}
