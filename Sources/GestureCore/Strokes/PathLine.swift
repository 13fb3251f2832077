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
      left = direction.rotated(Double.sin(angle), Double.cos(angle))
      right = direction.rotated(-Double.sin(angle), Double.cos(angle))
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

extension Vector {
  /// Clockwise, by an angle with this sine and cosine.
  func rotated(_ sine: Double, _ cosine: Double) -> Vector {
    Vector(x * cosine - y * sine, x * sine + y * cosine)
  }
}
