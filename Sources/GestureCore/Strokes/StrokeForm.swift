/// The form of a stroke, whatever its size and place: what two strokes are compared by.
///
/// The stroke is resampled to places at equal distances along it (as in $1: Wobbrock, Wilson and Li, "Gestures without
/// libraries, toolkits or training", UIST 2007) and told as the directions from each to the next (as in Jackknife: Taranta
/// et al., CHI 2017).
package struct StrokeForm: Sendable {
  /// So many places at equal distances along the stroke stand for all of it.
  package static let count = 32

  /// Around their centre, and so large that the squares of their distances from it add up to 1.
  private(set) var points: [Vector]
  /// From each place to the next, each of length 1.
  private(set) var directions: [Vector]
  /// How far it goes along each axis, back and forth, in pieces.
  private(set) var travel = Vector.zero
  /// The size of the box around it.
  private(set) var extent = Vector.zero

  /// How long the way is, in the measure of the places.
  private(set) var length = 0.0

  /// Room for a form that is filled in later, again and again.
  init() {
    points = Array(repeating: .zero, count: Self.count)
    directions = Array(repeating: .zero, count: Self.count - 1)
  }

  /// Nil for a stroke without length.
  package init?(_ stroke: [Vector]) {
    self.init()
    guard fill(from: stroke) else { return nil }
  }

  /// Takes the form of a stroke without allocating anything; false where it has no length.
  mutating func fill(from stroke: [Vector]) -> Bool {
    guard stroke.resample(to: Self.count, into: &points) else { return false }
    centre()
    direct()
    measure()
    return true
  }

  /// Becomes `form`, turned by the angle of this sine and cosine, clockwise; allocates nothing.
  mutating func turn(_ form: StrokeForm, sine: Double, cosine: Double) {
    for index in 0..<Self.count { points[index] = form.points[index].turned(sine, cosine) }
    for index in 0..<Self.count - 1 { directions[index] = form.directions[index].turned(sine, cosine) }
    measure()
  }

  /// The same from its end to its beginning.
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

  private mutating func direct() {
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

extension [Vector] {
  /// The length of the way along all places.
  var wayLength: Double {
    var length = 0.0
    for index in indices.dropFirst() { length += (self[index] - self[index - 1]).length }
    return length
  }

  /// Puts `count` places at equal distances along this way into the first ones of `places`; false where it has no length.
  package func resample(to count: Int, into places: inout [Vector]) -> Bool {
    let length = wayLength
    guard length > 0, length.isFinite, let first, let last else { return false }
    let gap = length / Double(count - 1)
    places[0] = first
    var filled = 1
    var place = first
    var due = gap
    for index in indices.dropFirst() {
      let next = self[index]
      var piece = (next - place).length
      while piece >= due, piece > 0, filled < count {
        place += (next - place) * (due / piece)
        places[filled] = place
        filled += 1
        piece -= due
        due = gap
      }
      due -= piece
      place = next
    }
    // Rounding may leave the last one out.
    for index in filled..<Swift.max(filled, count) { places[index] = last }
    return true
  }
}

extension Vector {
  /// Of length 1; zero stays zero.
  var unit: Vector {
    let length = length
    return length > 0 ? self * (1 / length) : .zero
  }

  func turned(_ sine: Double, _ cosine: Double) -> Vector {
    Vector(x * cosine - y * sine, x * sine + y * cosine)
  }
}
