import GestureCore

/// Counts the steps of one action along one axis, both ways, while a gesture lasts.
///
/// Marks lie one stretch apart, counted from where the gesture left its slop. A step is made when the next mark is
/// reached, either way, seen from the mark of the step before: fingers that tremble at a mark make one step. A way
/// without an effect is counted like the other: with 6 mm and no effect downwards, 20 mm up, down and up again are
/// three steps up each time.
struct StepCount: Sendable {
  private let axis: StepSettings.Axis
  private let every: StepSettings.Stretch
  /// The mark of the last step: how many marks lie between it and the start, negative on the other side.
  private var mark = 0

  /// The counts of an action along each axis on which it has an effect; none for an action that is no step.
  static func counts(_ action: Action) -> [StepCount] {
    guard let step = action.step, step.every.isUsable else { return [] }
    return step.every.axes.filter { step.ways[$0.forth] != nil || step.ways[$0.back] != nil }
      .map { StepCount(axis: $0, every: step.every) }
  }

  /// The gesture begins anew.
  mutating func restart() { mark = 0 }

  /// Moves to the gesture's present position; returns how many steps that makes, and which way. Values that are no
  /// numbers make none.
  mutating func follow(_ values: GestureValues) -> (way: StepSettings.StepWay, count: Int) {
    let position = axis.position(in: values)
    guard position.isFinite else { return (axis.forth, 0) }
    let before = mark
    while mark - before < Self.limit, position >= every.lower(mark + 1) { mark += 1 }
    if mark > before { return (axis.forth, mark - before) }
    while before - mark < Self.limit, position <= every.upper(mark - 1) { mark -= 1 }
    return (axis.back, before - mark)
  }

  /// More steps at once than a hand makes; the rest is made up for at the next movement.
  private static let limit = 1000

  private init(axis: StepSettings.Axis, every: StepSettings.Stretch) {
    self.axis = axis
    self.every = every
  }
}

extension StepSettings {
  /// What steps are counted along, each independently of the others.
  enum Axis: CaseIterable, Sendable {
    case vertical, horizontal, turn, spread

    /// The way in which its position grows.
    var forth: StepWay {
      switch self {
      case .vertical: .down
      case .horizontal: .right
      case .turn: .clockwise
      case .spread: .out
      }
    }

    var back: StepWay {
      switch self {
      case .vertical: .up
      case .horizontal: .left
      case .turn: .counterclockwise
      case .spread: .in
      }
    }

    /// The gesture's position relative to where it left its slop: in mm, in degrees, or as the factor of its spread.
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
  /// A millionth of a step, because sums of movements are no more exact than that.
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

  /// Steps without a positive, finite size are never made.
  var isUsable: Bool { size > 0 && size.isFinite }

  /// The position where a mark is reached from below.
  func lower(_ mark: Int) -> Double { place(mark) - slack(mark) }

  /// The position where a mark is reached from above.
  func upper(_ mark: Int) -> Double { place(mark) + slack(mark) }

  private func slack(_ mark: Int) -> Double {
    switch self {
    case .distance, .angle: size * Self.tolerance
    case .scale: size * Self.tolerance * place(mark)
    }
  }

  /// The place of a mark: this number of steps from the start, or for a scale this power of a step's growth.
  private func place(_ mark: Int) -> Double {
    switch self {
    case .distance, .angle: return Double(mark) * size
    case .scale:
      let growth = power(1 + size, mark.magnitude)
      return mark < 0 ? 1 / growth : growth
    }
  }
}

private func power(_ base: Double, _ exponent: UInt) -> Double {
  var (result, square, left) = (1.0, base, exponent)
  while left > 0 {
    if left % 2 == 1 { result *= square }
    square *= square
    left /= 2
  }
  return result
}
