import RealModule

extension StrokePath {
  /// What it looks like: places in mm from its beginning to its end, within a square of this side at 0,0, which it fills
  /// from one side to the other. Lines without a length are all alike; circles are as wide as such a line is long.
  public func points(size: Double) -> [Vector] {
    var points = [Vector.zero]
    for index in elements.indices {
      switch elements[index].form {
      case .line(let direction):
        points.append(points[points.count - 1] + direction.vector * (elements[index].share ?? 1))
      case .circle(let clockwise):
        let around = (elements[index].share ?? .pi) / .pi
        points += Self.circle(from: points[points.count - 1], heading(at: index, clockwise), around, clockwise)
      }
    }
    return Self.fitted(points, into: size)
  }

  /// So many places stand for a circle.
  private static let arcs = 32

  /// A circle goes on from the line before it, or into the line after it; one alone starts at its top.
  private func heading(at index: Int, _ clockwise: Bool) -> Vector {
    for near in [index - 1, index + 1] where elements.indices.contains(near) {
      if case .line(let direction) = elements[near].form { return direction.vector }
    }
    return (clockwise ? Direction.right : Direction.left).vector
  }

  private static func circle(from start: Vector, _ heading: Vector, _ width: Double, _ clockwise: Bool) -> [Vector] {
    let side = clockwise ? 1.0 : -1.0
    let inward = Vector(-heading.y, heading.x) * side
    return (1...arcs).map { arc in
      let angle = 2 * Double.pi * Double(arc) / Double(arcs)
      return start + (heading * Double.sin(angle) + inward * (1 - Double.cos(angle))) * (width / 2)
    }
  }

  private static func fitted(_ points: [Vector], into size: Double) -> [Vector] {
    let xs = points.map(\.x)
    let ys = points.map(\.y)
    let corner = Vector(xs.min() ?? 0, ys.min() ?? 0)
    let extent = max((xs.max() ?? 0) - corner.x, (ys.max() ?? 0) - corner.y)
    return points.map { ($0 - corner) * (size / extent) }
  }
}
