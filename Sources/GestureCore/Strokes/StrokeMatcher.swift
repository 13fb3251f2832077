import RealModule

/// Compares the forms of two strokes. The difference is 0 for equal forms, and about 1 for forms with nothing in
/// common.
///
/// The method is dynamic time warping of directions (Jackknife: Taranta et al., CHI 2017). First, one of the strokes is
/// turned to fit the other (Protractor: Li, CHI 2010). A comparison allocates no memory.
package struct StrokeMatcher: Sendable {
  private static let steps = StrokeForm.count - 1
  /// The number of points by which one stroke can be ahead of the other.
  private static let band = 3
  /// For one direction: the least total costs up to the other stroke's directions in the band. Both ends are infinite.
  private typealias Row = InlineArray<9, Double>

  /// The weight of the points' difference; the directions' difference has the weight 1. With a weight of 1 for points,
  /// more strokes of the $1 recognizer's study are recognized wrongly.
  private static let pointWeight = 0.25

  private var turned = StrokeForm()

  package init() {}

  /// The difference of two forms after the best turn up to `limit` radians. Infinite if certainly above `most`, or if
  /// one form is a horizontal line and the other form is a vertical line.
  package mutating func distance(
    _ candidate: StrokeForm, _ template: StrokeForm, turnedBy limit: Double, atMost most: Double = .infinity
  ) -> Double {
    let fit = StrokeFit(candidate.points, template.points, StrokeForm.count, turnedBy: limit)
    let pointDifference = Self.pointWeight * (1 - fit.similarity)
    guard pointDifference <= most else { return .infinity }
    turned.turn(candidate, sine: fit.sine, cosine: fit.cosine)
    let scale =
      Self.factor(turned.travel, template.travel) * Self.factor(turned.extent, template.extent)
      / Double(Self.steps)
    guard scale < .infinity else { return .infinity }
    let most = (most - pointDifference) / scale
    return pointDifference + Self.warp(turned.directions, template.directions, Self.steps, atMost: most) * scale
  }

  /// Aligns the directions `a`, turned by `angle` radians, with `b` in the best way. Returns the sum of the aligned
  /// pairs' costs: 1 minus the pair's dot product. Infinite if the sum is certainly above `most`.
  static func warp(
    _ a: [Vector], _ b: [Vector], _ count: Int, turnedBy angle: Double = 0, atMost most: Double = .infinity
  ) -> Double {
    let (sine, cosine) = (Double.sin(angle), Double.cos(angle))
    // One row of costs: in row `i`, the cell `cell` belongs to the point `i + cell - middle` of the other stroke.
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

  /// The factor by which a difference is multiplied if `a` and `b` have different proportions; 1 for equal proportions.
  private static func factor(_ a: Vector, _ b: Vector) -> Double {
    let lengths = a.length * b.length
    return lengths > 0 ? max(1, lengths / max(a.dot(b), .leastNonzeroMagnitude)) : 1
  }

  /// Finds the set of templates with the least share: the set's difference divided by its limit. Returns the share and
  /// the difference, both infinite if no difference is finite. The limit is the set's threshold, or the difference from
  /// the nearest of `others` if that difference is less than both the threshold and the set's difference.
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

/// The turn after which a stroke fits a template best (Protractor).
struct StrokeFit {
  /// The clockwise angle in radians, from -limit to +limit.
  let angle: Double
  let sine: Double
  let cosine: Double
  /// The dot product of the turned candidate and the template. It is 1 for the points of two equal ``StrokeForm``s.
  let similarity: Double

  init(_ candidate: [Vector], _ template: [Vector], _ count: Int, turnedBy limit: Double) {
    var along = 0.0
    var across = 0.0
    for index in 0..<count {
      along += candidate[index].dot(template[index])
      across += candidate[index].cross(template[index])
    }
    angle = max(-limit, min(limit, Double.atan2(y: across, x: along)))
    sine = .sin(angle)
    cosine = .cos(angle)
    similarity = along * cosine + across * sine
  }
}

/// Chooses the threshold for a drawing's examples (Jackknife: Taranta et al., CHI 2017). The threshold should accept
/// variants of the examples, and reject randomly joined pieces of the examples.
struct StrokeThreshold {
  private let forms: [StrokeForm]
  private var matcher = StrokeMatcher()
  private var variants = StrokeVariants(seed: Self.seed)

  private init(_ forms: [StrokeForm]) { self.forms = forms }

  static func chosen(for forms: [StrokeForm]) -> Double {
    guard !forms.isEmpty else { return range.lowerBound }
    var threshold = StrokeThreshold(forms)
    let mustPass = threshold.mustPass()
    let suggested = separation(mustPass, threshold.mustNotPass())
    return min(max(suggested * strictness, range.lowerBound), range.upperBound)
  }

  /// The allowed range of a chosen threshold, tested with the strokes of the $1 recognizer's study.
  private static let range = 0.14...0.2
  /// The factor that makes a chosen threshold stricter, because a wrong recognition is worse than a miss.
  private static let strictness = 0.8
  private static let seed: UInt64 = 1
  /// The number of variants, and also of splices.
  private static let count = 64
  /// The weight of the variants, divided by the weight of the comparisons among examples.
  private static let share = 2

  /// The difference of each variant from the nearest example, and of each example from the nearest other example. The
  /// differences of examples are repeated for their weight; they are missing if only one example exists.
  private mutating func mustPass() -> [Double] {
    var distances: [Double] = []
    for index in 0..<Self.count {
      guard let variant = variants.variant(of: forms[index % forms.count]) else { continue }
      distances.append(distance(variant))
    }
    guard forms.count > 1 else { return distances }
    for index in forms.indices {
      let difference = distance(forms[index], excluding: index)
      for _ in 0..<max(1, Self.count / Self.share / forms.count) { distances.append(difference) }
    }
    return distances
  }

  private mutating func mustNotPass() -> [Double] {
    var distances: [Double] = []
    for _ in 0..<Self.count {
      guard let splice = variants.splice(of: forms) else { continue }
      distances.append(distance(splice))
    }
    return distances
  }

  private mutating func distance(_ form: StrokeForm, excluding excluded: Int? = nil) -> Double {
    var least = Double.infinity
    for index in forms.indices where index != excluded {
      least = min(least, matcher.distance(form, forms[index], turnedBy: StrokeTemplates.defaultRotation, atMost: least))
    }
    return least
  }

  /// The threshold with the fewest wrongly rejected and wrongly accepted strokes.
  private static func separation(_ mustPass: [Double], _ mustNotPass: [Double]) -> Double {
    let mustPass = mustPass.sorted()
    let mustNotPass = mustNotPass.sorted()
    let cuts = ([0] + mustPass + mustNotPass).sorted()
    var passed = 0
    var wronglyPassed = 0
    var fewest = Int.max
    var middle = 0.0
    for (index, cut) in cuts.enumerated() {
      while passed < mustPass.count, mustPass[passed] <= cut { passed += 1 }
      while wronglyPassed < mustNotPass.count, mustNotPass[wronglyPassed] <= cut { wronglyPassed += 1 }
      let mistakes = mustPass.count - passed + wronglyPassed
      guard mistakes < fewest else { continue }
      fewest = mistakes
      let next = index + 1 < cuts.count ? cuts[index + 1] : cut
      middle = (cut + next) / 2
    }
    return middle
  }
}

/// Makes strokes from examples: variants that the threshold should accept, and splices that it should reject.
private struct StrokeVariants {
  private var random: SeededGenerator
  private var points: [Vector] = []
  private var cuts: [Double] = []

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// A variant of the form, made from points at random distances along it; nil if the variant has no length. Source:
  /// "gesture path stochastic resampling" (Taranta et al., UIST 2016).
  fileprivate mutating func variant(of form: StrokeForm) -> StrokeForm? {
    cut(into: Self.kept + Self.removedCount)
    points.removeAll(keepingCapacity: true)
    for cut in cuts { points.append(form.point(at: cut)) }
    for _ in 0..<Self.removedCount { points.remove(at: Int.random(in: 0..<points.count, using: &random)) }
    var previous = points[0]
    points[0] = .zero
    for index in 1..<points.count {
      let piece = points[index] - previous
      previous = points[index]
      points[index] = points[index - 1] + piece.unit
    }
    return StrokeForm(points)
  }

  /// Joins two random pieces of forms, each unchanged, reversed or mirrored. Nil without forms, or for a length of 0.
  fileprivate mutating func splice(of forms: [StrokeForm]) -> StrokeForm? {
    points.removeAll(keepingCapacity: true)
    points.append(.zero)
    for _ in 0..<Self.pieces {
      guard let form = forms.randomElement(using: &random),
        let variation = Variation.allCases.randomElement(using: &random)
      else { return nil }
      let length = StrokeForm.count / Self.pieces
      let start = Int.random(in: 0..<StrokeForm.count - length, using: &random)
      for step in 0..<length {
        let index = start + (variation == .reversed ? length - 1 - step : step)
        points.append(points[points.count - 1] + variation.applied(to: form.directions[index]))
      }
    }
    return StrokeForm(points)
  }

  private enum Variation: CaseIterable {
    case same, mirroredAcross, mirroredAlong, reversed

    func applied(to direction: Vector) -> Vector {
      switch self {
      case .same: direction
      case .mirroredAcross: Vector(-direction.x, direction.y)
      case .mirroredAlong: Vector(direction.x, -direction.y)
      case .reversed: direction * -1
      }
    }
  }

  /// Fills `cuts` with `count` ascending shares of a form's length, from 0 to 1, at random distances.
  private mutating func cut(into count: Int) {
    cuts.removeAll(keepingCapacity: true)
    cuts.append(0)
    for index in 1..<count { cuts.append(cuts[index - 1] + 1 + Double.random(in: 0..<Self.spread, using: &random)) }
    let whole = cuts[count - 1]
    for index in cuts.indices { cuts[index] /= whole }
  }

  private static let kept = 16
  private static let removedCount = 2
  /// The width of a uniform distribution with the variance 0.25.
  private static let spread = 3.0.squareRoot()
  private static let pieces = 2
}

/// Generates the same numbers for the same seed on every system (SplitMix64: Steele, Lea and Flood, 2014).
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension StrokeForm {
  /// The point at this share (0 to 1) of the stroke's length.
  fileprivate func point(at share: Double) -> Vector {
    let along = share * Double(Self.count - 1)
    let index = min(Int(along), Self.count - 2)
    return points[index] + (points[index + 1] - points[index]) * (along - Double(index))
  }
}
