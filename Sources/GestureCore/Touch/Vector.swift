import RealModule

/// A point or displacement in mm. The origin is at the top left, and y points down.
public struct Vector: Equatable, Sendable {
  private var lanes: SIMD2<Double>

  /// The vector that points `x` mm to the right and `y` mm down.
  public init(_ x: Double, _ y: Double) { lanes = SIMD2(x, y) }

  private init(_ lanes: SIMD2<Double>) { self.lanes = lanes }

  public static let zero = Vector(0, 0)

  public var x: Double {
    get { lanes.x }
    set { lanes.x = newValue }
  }

  public var y: Double {
    get { lanes.y }
    set { lanes.y = newValue }
  }

  /// The length in mm.
  public var length: Double { dot(self).squareRoot() }
  /// Whether both components are finite numbers.
  public var isFinite: Bool { x.isFinite && y.isFinite }

  /// The dot product in mm²: 0 at right angles, negative for angles above 90 degrees.
  public func dot(_ other: Vector) -> Double { (lanes * other.lanes).sum() }

  /// The cross product in mm². Positive if `other` is clockwise of this vector, by less than 180 degrees.
  public func cross(_ other: Vector) -> Double { x * other.y - y * other.x }

  /// The angle between two displacements, 0 to 180 degrees. 0 for a displacement of zero.
  public func degrees(from other: Vector) -> Double { abs(Double.atan2(y: cross(other), x: dot(other))) * 180 / .pi }

  /// The sum of two displacements, or the point `a` moved by `b`.
  public static func + (a: Vector, b: Vector) -> Vector { Vector(a.lanes + b.lanes) }
  /// The displacement from `b` to `a`.
  public static func - (a: Vector, b: Vector) -> Vector { Vector(a.lanes - b.lanes) }
  /// The vector `a` multiplied by `factor`.
  public static func * (a: Vector, factor: Double) -> Vector { Vector(a.lanes * factor) }
  /// Adds `b` to `a`.
  public static func += (a: inout Vector, b: Vector) { a.lanes += b.lanes }
}

/// A size in mm.
public struct Size: Equatable, Sendable {
  /// The shortest possible side of a touch surface, in mm.
  public static let shortestSide = 1.0

  /// The size that libinput assumes for touchpads that don't report their size.
  public static let assumedTouchpad = Size(width: 69, height: 50)

  public var width: Double
  public var height: Double

  /// A size in mm.
  public init(width: Double, height: Double) { (self.width, self.height) = (width, height) }

  /// Whether a touch surface can have this size.
  public var isOfSurface: Bool { [width, height].allSatisfy { $0 >= Self.shortestSide && $0.isFinite } }
}

/// One of the eight directions of a movement, as the user sees the surface.
public enum Direction: String, CaseIterable, Sendable {
  case right, downRight = "down-right", down, downLeft = "down-left"
  case left, upLeft = "up-left", up, upRight = "up-right"

  /// The unit vector of the direction; y points down.
  public var vector: Vector {
    let diagonal = 0.5.squareRoot()
    return switch self {
    case .right: Vector(1, 0)
    case .downRight: Vector(diagonal, diagonal)
    case .down: Vector(0, 1)
    case .downLeft: Vector(-diagonal, diagonal)
    case .left: Vector(-1, 0)
    case .upLeft: Vector(-diagonal, -diagonal)
    case .up: Vector(0, -1)
    case .upRight: Vector(diagonal, -diagonal)
    }
  }

  /// The direction nearest to `movement`; nil if `movement` is zero.
  public init?(nearest movement: Vector) {
    guard movement != .zero else { return nil }
    var best: (direction: Direction, advance: Double)?
    for direction in Direction.allCases {
      let advance = movement.dot(direction.vector)
      if advance > best?.advance ?? -.infinity { best = (direction, advance) }
    }
    guard let best else { return nil }
    self = best.direction
  }

  /// Whether the direction is between two of the four main directions.
  public var isDiagonal: Bool {
    switch self {
    case .right, .down, .left, .up: false
    case .downRight, .downLeft, .upLeft, .upRight: true
    }
  }
}
