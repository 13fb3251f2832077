import RealModule

/// A point or a displacement on the surface, in mm: origin top left, y down.
public struct Vector: Equatable, Sendable {
  public var x: Double
  public var y: Double

  public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  public static let zero = Vector(0, 0)

  public var length: Double { (x * x + y * y).squareRoot() }
  public var isFinite: Bool { x.isFinite && y.isFinite }

  public func dot(_ other: Vector) -> Double { x * other.x + y * other.y }

  /// The angle between two displacements, 0 to 180 degrees; 0 if one of them has no length.
  public func degrees(from other: Vector) -> Double {
    let cross = x * other.y - y * other.x
    return abs(Double.atan2(y: cross, x: dot(other))) * 180 / .pi
  }

  public static func + (a: Vector, b: Vector) -> Vector { Vector(a.x + b.x, a.y + b.y) }
  public static func - (a: Vector, b: Vector) -> Vector { Vector(a.x - b.x, a.y - b.y) }
  public static func * (a: Vector, factor: Double) -> Vector { Vector(a.x * factor, a.y * factor) }
  public static func += (a: inout Vector, b: Vector) { a = a + b }
}

/// A size in mm.
public struct Size: Equatable, Sendable {
  public var width: Double
  public var height: Double

  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}
