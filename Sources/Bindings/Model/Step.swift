import GestureCore

/// `step`: something to do each time a gesture has gone another stretch, one way or back.
///
/// Counted from where the gesture left its slop, and after a reversal from the last step that was done: with 6 mm, 20 mm
/// up and 20 mm back are three steps up and three down. A way that does nothing is counted all the same. A gesture that
/// was held makes the steps of what it has gone by then as it begins.
public struct Step: Hashable, Sendable {
  /// The stretch from one step to the next.
  public enum Stretch: Hashable, Sendable {
    /// In mm.
    case distance(Double)
    /// In degrees.
    case angle(Double)
    /// The share by which the spread grows, 0.1 for a tenth; as much to shrink by is the same step back.
    case scale(Double)

    /// What a kind of gesture must report for it.
    var reports: ReportedValues {
      switch self {
      case .distance: .translation
      case .angle: .rotation
      case .scale: .scale
      }
    }

    /// The ways that can be counted in it.
    public var ways: [Way] {
      switch self {
      case .distance: [.up, .down, .left, .right]
      case .angle: [.clockwise, .counterclockwise]
      case .scale: [.in, .out]
      }
    }
  }

  /// Which way a step goes, by its key in the rules file.
  public enum Way: String, CaseIterable, Sendable {
    case up, down, left, right
    case clockwise, counterclockwise
    case `in`, out
  }

  public let every: Stretch
  /// Never empty, and of ways that `every` counts.
  public let ways: [Way: Effect]

  public init(every: Stretch, ways: [Way: Effect]) {
    self.every = every
    self.ways = ways
  }
}
