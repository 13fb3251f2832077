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
  /// As far as a drawing may be turned by default, in radians.
  private static let rotation = 20 * Double.pi / 180

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
      least = min(least, matcher.distance(form, forms[index], turnedBy: Self.rotation, atMost: least))
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
