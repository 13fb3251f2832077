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
    let fit = StrokeFit(candidate.points, template.points, StrokeForm.count, turnedBy: limit)
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

/// How a stroke is turned so that the first `count` of its places or directions come nearest to those of another (Protractor).
struct StrokeFit {
  /// In radians.
  let angle: Double
  let sine: Double
  let cosine: Double
  /// Of places the cosine between both lists: 1 for the same.
  let likeness: Double

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
    likeness = along * cosine + across * sine
  }
}

/// How unlike its examples a drawing may be, chosen from the examples themselves as in Jackknife (Taranta et al., CHI 2017).
///
/// Variants of the examples must pass, and so must each example compared with the others; pieces of them that are spliced
/// at random must not. What makes the fewest mistakes is the threshold, in the middle where several do.
struct StrokeThreshold {
  private let forms: [StrokeForm]
  private var matcher = StrokeMatcher()
  private var variants = StrokeVariants(seed: Self.seed)

  private init(_ forms: [StrokeForm]) { self.forms = forms }

  static func chosen(for forms: [StrokeForm]) -> Double {
    guard !forms.isEmpty else { return range.lowerBound }
    var threshold = StrokeThreshold(forms)
    let meant = threshold.meant()
    let suggested = separation(meant, threshold.notMeant())
    return min(max(suggested * strictness, range.lowerBound), range.upperBound)
  }

  /// What the examples suggest is never taken for less or more than this. So 3 examples accept all that subject 1 of the $1
  /// recognizer's study draws, 97 % of what others draw, and 0.1 % of other contacts of a touchpad.
  private static let range = 0.14...0.2
  /// To fire when not meant is worse than not to fire when meant. Chosen with the range from subject 1, after the other
  /// subjects had shown that more is too lenient between classes that look alike.
  private static let strictness = 0.8
  private static let seed: UInt64 = 1
  /// So many of each kind.
  private static let count = 64
  /// What examples say of each other counts as much as this share of the variants.
  private static let share = 2

  /// How unlike the examples what is meant is.
  private mutating func meant() -> [Double] {
    var distances: [Double] = []
    for index in 0..<Self.count {
      guard let variant = variants.variant(of: forms[index % forms.count]) else { continue }
      distances.append(distance(variant))
    }
    guard forms.count > 1 else { return distances }
    for index in forms.indices {
      let apart = distance(forms[index], leavingOut: index)
      for _ in 0..<max(1, Self.count / Self.share / forms.count) { distances.append(apart) }
    }
    return distances
  }

  /// How unlike the examples is what is not.
  private mutating func notMeant() -> [Double] {
    var distances: [Double] = []
    for _ in 0..<Self.count {
      guard let splice = variants.splice(of: forms) else { continue }
      distances.append(distance(splice))
    }
    return distances
  }

  private mutating func distance(_ form: StrokeForm, leavingOut left: Int? = nil) -> Double {
    var least = Double.infinity
    for index in forms.indices where index != left {
      least = min(least, matcher.distance(form, forms[index], turnedBy: StrokeTemplates.freedom, atMost: least))
    }
    return least
  }

  /// The middle of where the fewest of `meant` are above and of `notMeant` below.
  private static func separation(_ meant: [Double], _ notMeant: [Double]) -> Double {
    let meant = meant.sorted()
    let notMeant = notMeant.sorted()
    let cuts = ([0] + meant + notMeant).sorted()
    var passed = 0
    var slipped = 0
    var fewest = Int.max
    var middle = 0.0
    for (index, cut) in cuts.enumerated() {
      while passed < meant.count, meant[passed] <= cut { passed += 1 }
      while slipped < notMeant.count, notMeant[slipped] <= cut { slipped += 1 }
      let mistakes = meant.count - passed + slipped
      guard mistakes < fewest else { continue }
      fewest = mistakes
      let next = index + 1 < cuts.count ? cuts[index + 1] : cut
      middle = (cut + next) / 2
    }
    return middle
  }
}

/// Makes strokes out of strokes: some that the same hand might have drawn, and some that are not meant by any hand.
private struct StrokeVariants {
  private var random: SeededGenerator
  /// Room for what is being made.
  private var places: [Vector] = []
  private var cuts: [Double] = []

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// The form resampled to places at random distances, some of them left out, all pieces made equally long: "gesture path
  /// stochastic resampling" of Taranta, Maghoumi, Pittman and LaViola (UIST 2016), with Jackknife's figures.
  fileprivate mutating func variant(of form: StrokeForm) -> StrokeForm? {
    cut(into: Self.kept + Self.leftOut)
    places.removeAll(keepingCapacity: true)
    for cut in cuts { places.append(form.place(at: cut)) }
    for _ in 0..<Self.leftOut { places.remove(at: Int.random(in: 0..<places.count, using: &random)) }
    var former = places[0]
    places[0] = .zero
    for index in 1..<places.count {
      let piece = places[index] - former
      former = places[index]
      places[index] = places[index - 1] + piece.unit
    }
    return StrokeForm(places)
  }

  /// Halves from anywhere in any of the forms, one after the other, each as it is, from its end, or mirrored: as only one
  /// drawing is known, pieces of it in their own order would be all too like it.
  fileprivate mutating func splice(of forms: [StrokeForm]) -> StrokeForm? {
    places.removeAll(keepingCapacity: true)
    places.append(.zero)
    for _ in 0..<Self.pieces {
      guard let form = forms.randomElement(using: &random), let look = Look.allCases.randomElement(using: &random)
      else { return nil }
      let length = StrokeForm.count / Self.pieces
      let start = Int.random(in: 0..<StrokeForm.count - length, using: &random)
      for step in 0..<length {
        let index = start + (look == .reversed ? length - 1 - step : step)
        places.append(places[places.count - 1] + look.seen(form.directions[index]))
      }
    }
    return StrokeForm(places)
  }

  private enum Look: CaseIterable {
    case same, mirroredAcross, mirroredAlong, reversed

    func seen(_ direction: Vector) -> Vector {
      switch self {
      case .same: direction
      case .mirroredAcross: Vector(-direction.x, direction.y)
      case .mirroredAlong: Vector(direction.x, -direction.y)
      case .reversed: direction * -1
      }
    }
  }

  /// Shares of the way, from 0 to 1, with random distances that are about equal.
  private mutating func cut(into count: Int) {
    cuts.removeAll(keepingCapacity: true)
    cuts.append(0)
    for index in 1..<count { cuts.append(cuts[index - 1] + 1 + Double.random(in: 0..<Self.spread, using: &random)) }
    let whole = cuts[count - 1]
    for index in cuts.indices { cuts[index] /= whole }
  }

  private static let kept = 16
  private static let leftOut = 2
  /// A uniform spread of the variance 0.25.
  private static let spread = 3.0.squareRoot()
  private static let pieces = 2
}

/// The same numbers for the same seed, everywhere (SplitMix64: Steele, Lea and Flood, 2014).
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
  /// The place after a share of its way, 0 to 1.
  fileprivate func place(at share: Double) -> Vector {
    let along = share * Double(Self.count - 1)
    let index = min(Int(along), Self.count - 2)
    return points[index] + (points[index + 1] - points[index]) * (along - Double(index))
  }
}
