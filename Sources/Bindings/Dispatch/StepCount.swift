import GestureCore

/// Counts the steps of one action along one axis, in both directions.
///
/// The axis has marks at intervals of `every`, from the end of the slop. Each step ends at the mark before or after the
/// mark of the previous step. Fingers that tremble at a mark therefore make one step. Directions without an effect
/// count too. Example: `up` has an effect, and `every` is 6 mm. Moving 20 mm up, down and up runs the effect six times.
struct StepCount: Sendable {
  private let axis: StepSettings.Axis
  private let every: StepSettings.StepLength
  /// The number of the mark at which the last step ended; negative on the backward side of the start.
  private var mark = 0

  /// Returns one count for each axis on which the action's step has an effect. Empty without `step` or usable `every`.
  static func counts(_ action: Action) -> [StepCount] {
    guard let step = action.step, step.every.isUsable else { return [] }
    return step.every.axes.filter { step.effects[$0.forward] != nil || step.effects[$0.backward] != nil }
      .map { StepCount(axis: $0, every: step.every) }
  }

  mutating func reset() { mark = 0 }

  /// Counts at most `limit` new steps. Returns their direction and count; the count is 0 if the position isn't finite.
  mutating func advance(to values: GestureValues) -> (direction: StepSettings.StepDirection, count: Int) {
    let position = axis.position(in: values)
    guard position.isFinite else { return (axis.forward, 0) }
    let before = mark
    while mark - before < Self.limit, position >= every.lowerBound(mark + 1) { mark += 1 }
    if mark > before { return (axis.forward, mark - before) }
    while before - mark < Self.limit, position <= every.upperBound(mark - 1) { mark -= 1 }
    return (axis.backward, before - mark)
  }

  /// The largest number of steps that one event can make. Further steps are counted at the next event.
  private static let limit = 1000

  private init(axis: StepSettings.Axis, every: StepSettings.StepLength) { (self.axis, self.every) = (axis, every) }
}

extension StepSettings {
  /// A quantity whose changes are counted as steps. Steps along one axis don't change the count of another axis.
  enum Axis: CaseIterable, Sendable {
    case vertical, horizontal, turn, spread

    /// The direction in which the position grows.
    var forward: StepDirection {
      switch self {
      case .vertical: .down
      case .horizontal: .right
      case .turn: .clockwise
      case .spread: .out
      }
    }

    var backward: StepDirection {
      switch self {
      case .vertical: .up
      case .horizontal: .left
      case .turn: .counterclockwise
      case .spread: .in
      }
    }

    /// The movement since the gesture left its slop, in mm or degrees; for `spread`, the scale, or NaN if not positive.
    func position(in values: GestureValues) -> Double {
      switch self {
      case .vertical: values.translation.y
      case .horizontal: values.translation.x
      case .turn: values.rotation - values.rotationAtSlop
      case .spread: values.scale > 0 ? values.scale : .nan
      }
    }
  }
}

extension StepSettings.StepLength {
  /// The tolerance for rounding errors, as a share of a step.
  private static let tolerance = 1e-6

  var axes: [StepSettings.Axis] {
    switch self {
    case .distance: [.vertical, .horizontal]
    case .angle: [.turn]
    case .scale: [.spread]
    }
  }

  private var size: Double {
    switch self {
    case .distance(let size), .angle(let size), .scale(let size): size
    }
  }

  var isUsable: Bool { size > 0 && size.isFinite }

  /// The position at which a mark is reached from below.
  func lowerBound(_ mark: Int) -> Double { position(ofMark: mark) - toleranceWidth(mark) }

  /// The position at which a mark is reached from above.
  func upperBound(_ mark: Int) -> Double { position(ofMark: mark) + toleranceWidth(mark) }

  private func toleranceWidth(_ mark: Int) -> Double {
    switch self {
    case .distance, .angle: size * Self.tolerance
    case .scale: size * Self.tolerance * position(ofMark: mark)
    }
  }

  /// A mark's position: `mark` times the step for a distance or angle, (1 + step) to the power of `mark` for a scale.
  private func position(ofMark mark: Int) -> Double {
    switch self {
    case .distance, .angle: return Double(mark) * size
    case .scale:
      let growth = power(1 + size, mark.magnitude)
      return mark < 0 ? 1 / growth : growth
    }
  }
}

private func power(_ base: Double, _ exponent: UInt) -> Double {
  var (result, square, remaining) = (1.0, base, exponent)
  while remaining > 0 {
    if remaining % 2 == 1 { result *= square }
    square *= square
    remaining /= 2
  }
  return result
}
