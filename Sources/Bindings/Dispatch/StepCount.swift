import GestureCore

/// Counts the steps of one action along one axis, in both directions, while a gesture lasts.
///
/// The axis has marks at intervals of `every`, starting where the gesture left its slop. The next step is made at one of
/// the two marks next to the last step's mark, so fingers that tremble at a mark make one step. Directions without an
/// effect count too: with 6 mm and an effect only for `up`, moving 20 mm up, down and up again runs the effect six times.
struct StepCount: Sendable {
  private let axis: StepSettings.Axis
  private let every: StepSettings.Stretch
  /// The number of the last step's mark; 0 is the start, and negative numbers are in the backward direction.
  private var mark = 0

  /// The counts of an action along each axis on which it has an effect; empty for an action that isn't a step.
  static func counts(_ action: Action) -> [StepCount] {
    guard let step = action.step, step.every.isUsable else { return [] }
    return step.every.axes.filter { step.effects[$0.forward] != nil || step.effects[$0.backward] != nil }
      .map { StepCount(axis: $0, every: step.every) }
  }

  mutating func reset() { mark = 0 }

  /// Moves to the gesture's current position; returns the number of steps and their direction. A position that isn't finite makes no steps.
  mutating func advance(to values: GestureValues) -> (direction: StepSettings.StepDirection, count: Int) {
    let position = axis.position(in: values)
    guard position.isFinite else { return (axis.forward, 0) }
    let before = mark
    while mark - before < Self.limit, position >= every.lowerBound(mark + 1) { mark += 1 }
    if mark > before { return (axis.forward, mark - before) }
    while before - mark < Self.limit, position <= every.upperBound(mark - 1) { mark -= 1 }
    return (axis.backward, before - mark)
  }

  /// The largest number of steps of one event, more than a hand can make. The next event makes the remaining steps.
  private static let limit = 1000

  private init(axis: StepSettings.Axis, every: StepSettings.Stretch) {
    (self.axis, self.every) = (axis, every)
  }
}

extension StepSettings {
  /// A quantity in which steps are counted, independently of the other axes.
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

    /// The movement along this axis since the gesture left its slop: in mm, in degrees, or as a scale.
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

extension StepSettings.Stretch {
  /// The tolerance for rounding errors in sums of movements, as a share of a step.
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

  /// The position of a mark: `mark` steps from the start; for a scale, (1 + step) to the power of `mark`.
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
