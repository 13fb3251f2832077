import RealModule

/// The shapes that come with the program.
public enum StrokeShape: String, CaseIterable, Sendable {
  /// No shape: the rule has a path or templates.
  case none
  case checkmark, chevron, circle
  case triangle, rectangle, star, x, arrow, pigtail, z, s, w, m, lightning, wave, spiral, heart
  case deleteMark = "delete-mark"
  case questionMark = "question-mark"
  case leftBracket = "left-bracket"
  case rightBracket = "right-bracket"
  case leftBrace = "left-brace"
  case rightBrace = "right-brace"

  /// Whether the shape can be drawn in either direction even without the setting `either-way`.
  var goesEitherWay: Bool { self == .circle }

  /// The templates of the shape; nil for `none`.
  public var figure: StrokeFigure? {
    switch self {
    case .none: nil
    case .checkmark: ShapeFigures.checkmark
    case .chevron: ShapeFigures.chevron
    case .circle: ShapeFigures.circle
    case .triangle: ShapeFigures.triangle
    case .rectangle: ShapeFigures.rectangle
    case .star: ShapeFigures.star
    case .x: ShapeFigures.x
    case .arrow: ShapeFigures.arrow
    case .pigtail: ShapeFigures.pigtail
    case .z: ShapeFigures.z
    case .s: ShapeFigures.s
    case .w: ShapeFigures.w
    case .m: ShapeFigures.m
    case .lightning: ShapeFigures.lightning
    case .wave: ShapeFigures.wave
    case .spiral: ShapeFigures.spiral
    case .heart: ShapeFigures.heart
    case .deleteMark: ShapeFigures.deleteMark
    case .questionMark: ShapeFigures.questionMark
    case .leftBracket: ShapeFigures.leftBracket
    case .rightBracket: ShapeFigures.rightBracket
    case .leftBrace: ShapeFigures.leftBrace
    case .rightBrace: ShapeFigures.rightBrace
    }
  }
}

/// The drawing that a gesture requires.
public enum StrokeFigure: Equatable, Sendable {
  case path(StrokePath)
  case templates([StrokeTemplates])
}

/// A stroke without its size and place: points at equal distances along the stroke ($1: Wobbrock, Wilson and Li, UIST
/// 2007), and the directions from point to point (Jackknife: Taranta et al., CHI 2017).
package struct StrokeForm: Sendable {
  /// The number of points at equal distances that represent a stroke.
  package static let count = 32

  /// The points relative to their centre. The squares of their distances from the centre add up to 1.
  private(set) var points: [Vector]
  /// The directions from each point to the next, each of length 1.
  private(set) var directions: [Vector]
  /// The sums of the absolute x and y of all directions. `extent` is the points' width and height.
  private(set) var travel = Vector.zero
  private(set) var extent = Vector.zero

  /// The length of the line through `points`. `turn` doesn't set it.
  private(set) var length = 0.0

  init() {
    points = Array(repeating: .zero, count: Self.count)
    directions = Array(repeating: .zero, count: Self.count - 1)
  }

  /// The form of a stroke; nil for a stroke without length.
  package init?(_ stroke: [Vector]) {
    self.init()
    guard fill(from: stroke) else { return nil }
  }

  /// Sets the form from a stroke. Returns false if the stroke has no length.
  mutating func fill(from stroke: [Vector]) -> Bool {
    guard stroke.resample(to: Self.count, into: &points) else { return false }
    centre()
    measureDirections()
    measure()
    return true
  }

  /// Sets all values except `length` from `form`, turned clockwise by the angle with this sine and cosine.
  mutating func turn(_ form: StrokeForm, sine: Double, cosine: Double) {
    for index in 0..<Self.count { points[index] = form.points[index].turned(sine, cosine) }
    for index in 0..<Self.count - 1 { directions[index] = form.directions[index].turned(sine, cosine) }
    measure()
  }

  var reversed: StrokeForm {
    var form = self
    form.points.reverse()
    for index in directions.indices { form.directions[index] = directions[directions.count - 1 - index] * -1 }
    return form
  }

  private mutating func centre() {
    var sum = Vector.zero
    for point in points { sum += point }
    let centre = sum * (1 / Double(Self.count))
    var squares = 0.0
    for index in 0..<Self.count {
      points[index] = points[index] - centre
      squares += points[index].dot(points[index])
    }
    let scale = 1 / squares.squareRoot()
    for index in 0..<Self.count { points[index] = points[index] * scale }
  }

  private mutating func measureDirections() {
    length = 0
    for index in 0..<Self.count - 1 {
      let piece = points[index + 1] - points[index]
      length += piece.length
      directions[index] = piece.unit
    }
  }

  private mutating func measure() {
    travel = .zero
    for direction in directions { travel += Vector(abs(direction.x), abs(direction.y)) }
    var least = Vector(.infinity, .infinity)
    var greatest = Vector(-.infinity, -.infinity)
    for point in points {
      least = Vector(min(least.x, point.x), min(least.y, point.y))
      greatest = Vector(max(greatest.x, point.x), max(greatest.y, point.y))
    }
    extent = greatest - least
  }
}

extension Array {
  mutating func keepEverySecond() {
    let kept = (count + 1) / 2
    for index in 0..<kept { self[index] = self[2 * index] }
    removeLast(count - kept)
  }
}

extension [Vector] {
  var pathLength: Double {
    var length = 0.0
    for index in indices.dropFirst() { length += (self[index] - self[index - 1]).length }
    return length
  }

  /// Fills the first `count` elements of `points` with points at equal distances along this line. `points` must have at
  /// least `count` elements. Returns false if the line's length is 0 or not finite.
  package func resample(to count: Int, into points: inout [Vector]) -> Bool {
    let length = pathLength
    guard length > 0, length.isFinite, let first, let last else { return false }
    let gap = length / Double(count - 1)
    points[0] = first
    var filled = 1
    var position = first
    var distanceToNext = gap
    for index in indices.dropFirst() {
      let next = self[index]
      var piece = (next - position).length
      while piece >= distanceToNext, piece > 0, filled < count {
        position += (next - position) * (distanceToNext / piece)
        points[filled] = position
        filled += 1
        piece -= distanceToNext
        distanceToNext = gap
      }
      distanceToNext -= piece
      position = next
    }
    // Rounding may omit the last point.
    for index in filled..<Swift.max(filled, count) { points[index] = last }
    return true
  }
}

extension Vector {
  /// The vector with length 1 in the direction of this vector; zero for the zero vector.
  var unit: Vector {
    let length = length
    return length > 0 ? self * (1 / length) : .zero
  }

  /// The vector turned clockwise by an angle with this sine and cosine.
  func turned(_ sine: Double, _ cosine: Double) -> Vector { Vector(x * cosine - y * sine, x * sine + y * cosine) }
}

/// The width, roundness and angle of a part of a stroke. All three are 0 for a straight part.
struct RoundShape: Sendable {
  /// The mean diameter in mm.
  private(set) var width = 0.0
  /// The roundness in percent, 100 for a circle.
  private(set) var roundness = 0.0
  /// The clockwise angle of the stroke around the centre, in degrees.
  private(set) var round = 0.0

  private var centre = Vector.zero
  private var xx = 0.0
  private var xy = 0.0
  private var yy = 0.0

  init() {}

  /// Measures the trail from the index `first` up to the finger's present position.
  init(_ trail: PathTrail, from first: Int, to position: Vector) {
    spread(trail, first)
    let sum = xx + yy
    let determinant = xx * yy - xy * xy
    guard sum > 0, determinant > 0 else { return }
    width = 2 * sum.squareRoot()
    let root = max(0, sum * sum / 4 - determinant).squareRoot()
    let slim = ((sum / 2 - root) / (sum / 2 + root)).squareRoot()
    let corners = 1 - Self.cornered * unevenness(trail, first, determinant)
    roundness = max(0, min(slim, corners, 1 - drift(trail, first, position))) * 100
    round = turn(trail, first, position)
  }

  /// The weight of unevenness, compared with the weight of elongation.
  private static let cornered = 4.0

  private mutating func spread(_ trail: PathTrail, _ first: Int) {
    var weight = 0.0
    for index in (first + 1)..<max(first + 2, trail.points.count) where index < trail.points.count {
      let piece = trail.points[index].along - trail.points[index - 1].along
      centre += (trail.points[index].position + trail.points[index - 1].position) * (piece / 2)
      weight += piece
    }
    guard weight > 0 else { return }
    centre = centre * (1 / weight)
    for index in (first + 1)..<trail.points.count {
      let share = (trail.points[index].along - trail.points[index - 1].along) / weight
      let arm = (trail.points[index].position + trail.points[index - 1].position) * 0.5 - centre
      xx += arm.x * arm.x * share
      xy += arm.x * arm.y * share
      yy += arm.y * arm.y * share
    }
  }

  /// The variation of the distance from the centre, with the elongation removed. 0 for any ellipse, 0.11 for a square.
  private func unevenness(_ trail: PathTrail, _ first: Int, _ determinant: Double) -> Double {
    var sum = 0.0
    var squares = 0.0
    let count = Double(trail.points.count - first)
    for index in first..<trail.points.count {
      let arm = trail.points[index].position - centre
      let square = (yy * arm.x * arm.x - 2 * xy * arm.x * arm.y + xx * arm.y * arm.y) / determinant
      sum += square.squareRoot()
      squares += square
    }
    let mean = sum / count
    return mean > 0 ? max(0, squares / count / (mean * mean) - 1).squareRoot() : 1
  }

  /// The difference between the first and the last distance from the centre, as a share of the mean radius.
  private func drift(_ trail: PathTrail, _ first: Int, _ position: Vector) -> Double {
    let start = (trail.points[first].position - centre).length
    return abs((position - centre).length - start) / (width / 2)
  }

  private func turn(_ trail: PathTrail, _ first: Int, _ position: Vector) -> Double {
    var angle = 0.0
    var arm = trail.points[first].position - centre
    for index in (first + 1)...trail.points.count {
      let next = (index < trail.points.count ? trail.points[index].position : position) - centre
      angle += Double.atan2(y: arm.cross(next), x: arm.dot(next))
      arm = next
    }
    return angle * 180 / .pi
  }
}
