import RealModule

/// The form of a stroke, whatever its size and place: what two strokes are compared by.
struct StrokeForm: Sendable {
  /// So many places at equal distances along the stroke stand for all of it.
  static let count = 32

  /// Around their centre.
  fileprivate(set) var points: [Vector]
  /// From each place to the next, each of length 1.
  fileprivate(set) var directions: [Vector]

  /// Room for a form that is filled in later, again and again.
  init() {
    points = Array(repeating: .zero, count: Self.count)
    directions = Array(repeating: .zero, count: Self.count - 1)
  }

  /// Nil for a stroke without length.
  init?(_ stroke: [Vector]) {
    self.init()
    guard fill(from: stroke) else { return nil }
  }

  /// Takes the form of a stroke without allocating anything; false where it has no length.
  mutating func fill(from stroke: [Vector]) -> Bool {
    var length = 0.0
    for index in stroke.indices.dropFirst() { length += (stroke[index] - stroke[index - 1]).length }
    guard length > 0, let first = stroke.first, let last = stroke.last else { return false }
    let gap = length / Double(Self.count - 1)
    points[0] = first
    var filled = 1
    var place = first
    var due = gap
    for next in stroke.dropFirst() {
      var piece = (next - place).length
      while piece >= due, piece > 0, filled < Self.count {
        place += (next - place) * (due / piece)
        points[filled] = place
        filled += 1
        piece -= due
        due = gap
      }
      due -= piece
      place = next
    }
    while filled < Self.count {
      points[filled] = last
      filled += 1
    }
    centre()
    return true
  }

  private mutating func centre() {
    var sum = Vector.zero
    for point in points { sum += point }
    let centre = sum * (1 / Double(Self.count))
    for index in points.indices { points[index] = points[index] - centre }
    for index in directions.indices {
      let piece = points[index + 1] - points[index]
      let length = piece.length
      directions[index] = length > 0 ? piece * (1 / length) : .zero
    }
  }
}

extension StrokeForm {
  /// Becomes `form`, turned clockwise by `angle` in radians.
  mutating func turn(_ form: StrokeForm, by angle: Double) {
    let (sine, cosine) = (Double.sin(angle), Double.cos(angle))
    for index in points.indices { points[index] = form.points[index].turned(sine, cosine) }
    for index in directions.indices { directions[index] = form.directions[index].turned(sine, cosine) }
  }

  /// 1 where the two go as far along each axis and have the same proportions; more where they do not.
  func correction(_ other: StrokeForm) -> Double {
    Self.factor(travel, other.travel) * Self.factor(extent, other.extent)
  }

  private static func factor(_ a: Vector, _ b: Vector) -> Double {
    let lengths = a.length * b.length
    return lengths > 0 ? max(1, lengths / max(a.dot(b), .leastNonzeroMagnitude)) : 1
  }

  private var travel: Vector {
    var sum = Vector.zero
    for direction in directions { sum += Vector(abs(direction.x), abs(direction.y)) }
    return sum
  }

  private var extent: Vector {
    var least = Vector(.infinity, .infinity)
    var greatest = Vector(-.infinity, -.infinity)
    for point in points {
      least = Vector(min(least.x, point.x), min(least.y, point.y))
      greatest = Vector(max(greatest.x, point.x), max(greatest.y, point.y))
    }
    return greatest - least
  }
}

extension Vector {
  fileprivate func turned(_ sine: Double, _ cosine: Double) -> Vector {
    Vector(x * cosine - y * sine, x * sine + y * cosine)
  }
}
