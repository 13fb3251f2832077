import GestureCore

/// A gesture that failed on one of its own thresholds, and by how much.
public struct NearMiss: Equatable, Sendable {
  public let time: Timestamp
  public let device: DeviceID
  public let gesture: GestureID
  public let failure: Failure
  /// What the threshold would have had to be.
  public let needed: Measure
  public let limit: Measure
  /// By what share of the limit it was missed: 0.2 is a fifth.
  public let distance: Double

  /// Half as far again, or half as far as needed, may still have been meant.
  private static let nearest = 0.5

  /// Nil for what did not fail on a threshold.
  public init?(_ decision: Decision) {
    guard case .failed(.own(let failure)) = decision.outcome, let measured = failure.measured,
      let limit = failure.limit, limit.value > 0, failure.setting != nil
    else { return nil }
    time = decision.time
    device = decision.device
    gesture = decision.gesture
    self.failure = failure
    needed = failure.needed ?? measured
    self.limit = limit
    distance = abs(measured.value - limit.value) / limit.value
  }

  /// Whether the hand may have meant this gesture: it came within half of the limit, or had one finger more or less.
  public var isNear: Bool {
    switch limit.unit {
    case .fingers, .taps: abs(needed.value - limit.value) <= 1
    case .millimetres, .milliseconds, .millimetresPerSecond, .degrees, .percent: distance <= Self.nearest
    }
  }
}
