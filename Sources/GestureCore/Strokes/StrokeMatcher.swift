import RealModule

/// Tells how unlike two forms are: 0 for the same, about 1 for what has nothing in common.
///
/// Dynamic time warping of direction vectors within a band, with the correction factors of Jackknife (Taranta, Samiei,
/// Maghoumi, Khaloo, Pittman and LaViola, CHI 2017), after the candidate is turned by the angle at which it fits best, in
/// closed form (Protractor: Li, CHI 2010), as far as it may be turned. It allocates nothing.
struct StrokeMatcher: Sendable {
  /// How many places one stroke may be ahead of the other.
  private static let band = 3
  /// What is reached of the other stroke from a place: one more on each side is out of reach.
  private static let width = 2 * band + 3

  /// What it counts that places differ, beside the directions. On subject 1 of the $1 recognizer's study everything from
  /// 0.25 to 4 leaves fewer errors than either alone, and 1 the fewest.
  private static let placesWeight = 0.25

  private var turned = StrokeForm()

  /// How unlike they are, where the candidate may be turned by up to `limit` radians; infinite as soon as it is sure to
  /// be more than `most`.
  mutating func distance(
    _ candidate: StrokeForm, _ template: StrokeForm, turnedBy limit: Double, atMost most: Double = .infinity
  ) -> Double {
    let fit = Fit(candidate, template, turnedBy: limit)
    let apart = Self.placesWeight * (1 - fit.likeness)
    guard apart <= most else { return .infinity }
    turned.turn(candidate, sine: fit.sine, cosine: fit.cosine)
    let scale =
      Self.factor(turned.travel, template.travel) * Self.factor(turned.extent, template.extent)
      / Double(StrokeForm.count - 1)
    guard scale < .infinity else { return .infinity }
    return apart + Self.warp(turned.directions, template.directions, atMost: (most - apart) / scale) * scale
  }

  /// The sum of 1 - cosine along the best way through both; infinite as soon as it is sure to be more than `most`.
  private static func warp(_ a: [Vector], _ b: [Vector], atMost most: Double) -> Double {
    let count = StrokeForm.count - 1
    // What cannot be left out: both begin and end with each other.
    guard 2 - a[0].dot(b[0]) - a[count - 1].dot(b[count - 1]) <= most else { return .infinity }
    // One row: the cell `cell` of row `i` stands for the place `i + cell - band - 1` of the other stroke.
    var row = InlineArray<9, Double>(repeating: .infinity)
    row[band + 1] = 0
    for i in 0..<count {
      var least = Double.infinity
      for cell in max(1, band + 1 - i)...min(width - 2, count + band - i) {
        let before = min(row[cell], row[cell + 1], row[cell - 1])
        let cost = 1 - a[i].dot(b[i + cell - band - 1])
        row[cell] = cost + before
        least = min(least, row[cell])
      }
      guard least <= most else { return .infinity }
    }
    return row[band + 1]
  }

  /// 1 where two have the same proportions; the more they differ the greater.
  private static func factor(_ a: Vector, _ b: Vector) -> Double {
    let lengths = a.length * b.length
    return lengths > 0 ? max(1, lengths / max(a.dot(b), .leastNonzeroMagnitude)) : 1
  }
}

/// How a stroke is turned so that its places come nearest to those of another (Protractor).
private struct Fit {
  let sine: Double
  let cosine: Double
  /// The cosine between both as lists of places: 1 for the same.
  let likeness: Double

  init(_ candidate: StrokeForm, _ template: StrokeForm, turnedBy limit: Double) {
    var along = 0.0
    var across = 0.0
    for index in 0..<StrokeForm.count {
      along += candidate.points[index].dot(template.points[index])
      across += candidate.points[index].cross(template.points[index])
    }
    let angle = max(-limit, min(limit, Double.atan2(y: across, x: along)))
    sine = .sin(angle)
    cosine = .cos(angle)
    likeness = along * cosine + across * sine
  }
}
