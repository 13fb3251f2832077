import RealModule

/// Tells how unlike two forms are: 0 for the same, about 1 for what has nothing in common.
///
/// Dynamic time warping of direction vectors within a band, with the correction factors of Jackknife (Taranta, Samiei,
/// Maghoumi, Khaloo, Pittman and LaViola, CHI 2017), after the candidate is turned by the angle at which it fits best, in
/// closed form (Protractor: Li, CHI 2010), as far as it may be turned. It allocates nothing.
package struct StrokeMatcher: Sendable {
  private static let steps = StrokeForm.count - 1
  /// How many places one stroke may be ahead of the other.
  private static let band = 3
  /// What is reached of the other stroke from a place, and on each side a cell that never is.
  private typealias Row = InlineArray<9, Double>

  /// What it counts that places differ, beside the directions. Tried on the $1 recognizer's study with 0, 0.125, 0.25, 0.5
  /// and 1: subject 1 alone makes the fewest errors with 1 and is rejected best with 0.25. With 1 the other subjects are
  /// recognized worse from each other's templates, so their strokes had a say in this figure.
  private static let placesWeight = 0.25

  private var turned = StrokeForm()

  package init() {}

  /// How unlike they are, where the candidate may be turned by up to `limit` radians; infinite as soon as it is sure to
  /// be more than `most`.
  package mutating func distance(
    _ candidate: StrokeForm, _ template: StrokeForm, turnedBy limit: Double, atMost most: Double = .infinity
  ) -> Double {
    let fit = Fit(candidate, template, turnedBy: limit)
    let apart = Self.placesWeight * (1 - fit.likeness)
    guard apart <= most else { return .infinity }
    turned.turn(candidate, sine: fit.sine, cosine: fit.cosine)
    let scale =
      Self.factor(turned.travel, template.travel) * Self.factor(turned.extent, template.extent)
      / Double(Self.steps)
    guard scale < .infinity else { return .infinity }
    let most = (most - apart) / scale
    return apart + Self.warp(turned.directions, template.directions, Self.steps, atMost: most) * scale
  }

  /// The sum of 1 - cosine along the best way through the first `count` directions of both, the first being turned by
  /// `angle`; infinite as soon as it is sure to be more than `most`.
  static func warp(
    _ a: [Vector], _ b: [Vector], _ count: Int, turnedBy angle: Double = 0, atMost most: Double = .infinity
  ) -> Double {
    let (sine, cosine) = (Double.sin(angle), Double.cos(angle))
    // One row: its cell `cell` in row `i` stands for the place `i + cell - middle` of the other stroke.
    let middle = band + 1
    var row = Row(repeating: .infinity)
    row[middle] = 0
    for i in 0..<count {
      let direction = angle == 0 ? a[i] : a[i].turned(sine, cosine)
      var least = Double.infinity
      for cell in max(1, middle - i)...min(row.count - 2, count - 1 + middle - i) {
        let before = min(row[cell], row[cell + 1], row[cell - 1])
        row[cell] = 1 - direction.dot(b[i + cell - middle]) + before
        least = min(least, row[cell])
      }
      guard least <= most else { return .infinity }
    }
    return row[middle]
  }

  /// 1 where two have the same proportions; the more they differ the greater.
  private static func factor(_ a: Vector, _ b: Vector) -> Double {
    let lengths = a.length * b.length
    return lengths > 0 ? max(1, lengths / max(a.dot(b), .leastNonzeroMagnitude)) : 1
  }
}

extension StrokeMatcher {
  /// How unlike the template it is most like the candidate is, and what share this is of the limit: of the set's threshold,
  /// or of how unlike it is what the set is not, if it is more like that.
  package mutating func nearest(
    _ candidate: StrokeForm, _ templates: [StrokeTemplates], turnedBy limit: Double
  ) -> (share: Double, distance: Double) {
    var nearest = (share: Double.infinity, distance: Double.infinity)
    for set in templates {
      let own = least(candidate, set.forms, turnedBy: limit, atMost: nearest.share * set.threshold)
      guard own < nearest.share * set.threshold else { continue }
      let other = least(candidate, set.others, turnedBy: limit, atMost: min(own, set.threshold))
      let share = own / min(set.threshold, max(other, .leastNonzeroMagnitude))
      if share < nearest.share { nearest = (share, own) }
    }
    return nearest
  }

  private mutating func least(
    _ candidate: StrokeForm, _ templates: [StrokeForm], turnedBy limit: Double, atMost most: Double
  ) -> Double {
    var least = most
    var found = Double.infinity
    for template in templates {
      let distance = distance(candidate, template, turnedBy: limit, atMost: least)
      guard distance < least else { continue }
      least = distance
      found = distance
    }
    return found
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
