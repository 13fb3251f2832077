/// One of the eight directions a movement can have, as the user sees the surface.
public enum Direction: String, CaseIterable, Sendable {
  case right, downRight = "down-right", down, downLeft = "down-left"
  case left, upLeft = "up-left", up, upRight = "up-right"

  /// Its unit vector, y down.
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

  /// The one that a movement is nearest to; nil for none.
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

  /// Whether it lies between two sides.
  public var isDiagonal: Bool {
    switch self {
    case .right, .down, .left, .up: false
    case .downRight, .downLeft, .upLeft, .upRight: true
    }
  }
}
