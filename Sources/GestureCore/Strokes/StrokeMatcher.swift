import RealModule

/// Tells how unlike two forms are: 0 for the same, about 1 for what has nothing in common.
///
/// Dynamic time warping of direction vectors within a band, with the correction factors of Jackknife (Taranta et al.,
/// 2017), after the first form is turned by the angle that fits best (Protractor, Li, 2010) as far as it may be turned.
struct StrokeMatcher: Sendable {
  private static let band = 3
  private var turned = StrokeForm()
  private var row: [Double]
  private var former: [Double]

  init() {
    row = Array(repeating: .infinity, count: StrokeForm.count)
    former = row
  }

  /// The candidate may be turned by up to so many radians.
  mutating func distance(_ candidate: StrokeForm, _ template: StrokeForm, turnedBy limit: Double) -> Double {
    turned.turn(candidate, by: Self.angle(candidate, template, limit))
    let count = StrokeForm.count - 1
    for index in former.indices { former[index] = .infinity }
    former[0] = 0
    for i in 1...count {
      for index in row.indices { row[index] = .infinity }
      for j in max(1, i - Self.band)...min(count, i + Self.band) {
        let cost = 1 - turned.directions[i - 1].dot(template.directions[j - 1])
        row[j] = cost + min(former[j - 1], former[j], row[j - 1])
      }
      swap(&row, &former)
    }
    return former[count] / Double(count) * turned.correction(template)
  }

  private static func angle(_ candidate: StrokeForm, _ template: StrokeForm, _ limit: Double) -> Double {
    var along = 0.0
    var across = 0.0
    for index in candidate.points.indices {
      along += candidate.points[index].dot(template.points[index])
      across += candidate.points[index].cross(template.points[index])
    }
    return max(-limit, min(limit, Double.atan2(y: across, x: along)))
  }
}
