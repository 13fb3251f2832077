/// Makes strokes out of strokes: some that the same hand might have drawn, and some that nobody means.
struct StrokeVariants {
  private var random: SeededGenerator
  /// Room for what is being made.
  private var places: [Vector] = []
  private var cuts: [Double] = []

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// The form resampled to places at random distances, some of them left out, all pieces made equally long: "gesture path
  /// stochastic resampling" of Taranta, Maghoumi, Pittman and LaViola (UIST 2016), with Jackknife's figures.
  mutating func variant(of form: StrokeForm) -> StrokeForm? {
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
  mutating func splice(of forms: [StrokeForm]) -> StrokeForm? {
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

  /// How a piece is put in.
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
