import GestureCore

/// A gesture that failed on one of its own thresholds, or was cancelled on one, and by how much.
public struct NearMiss: Equatable, Sendable {
  public let time: Timestamp
  public let device: DeviceID
  public let gesture: GestureID
  public let failure: Failure
  /// What the threshold would have had to be; of one that was exceeded while the measure still grew, more than that.
  public let needed: Measure
  public let limit: Measure
  /// By what share of the limit it was missed: 0.2 is a fifth.
  public let distance: Double

  /// Half as far again, or half as far as needed, may still have been meant.
  package static let nearest = 0.5

  /// Nil for what did not fail on a threshold.
  public init?(_ decision: Decision) {
    switch decision.outcome {
    case .failed(.own(let failure)), .cancelled(.own(let failure)): self.init(failure, decision)
    case .tracking, .event, .awaitingFingers, .held, .released, .failed, .cancelled, .reset, .notReceived: return nil
    }
  }

  private init?(_ failure: Failure, _ decision: Decision) {
    guard let measured = failure.measured, let limit = failure.limit, limit.value > 0, failure.setting != nil else {
      return nil
    }
    time = decision.time
    device = decision.device
    gesture = decision.gesture
    self.failure = failure
    needed = failure.needed ?? measured
    self.limit = limit
    // Where the limit is that of certain circumstances, what is needed is the setting's and not to be compared with it.
    let compared = failure.circumstance == nil ? needed : measured
    distance = abs(compared.value - limit.value) / limit.value
  }

  /// Whether the hand may have meant this gesture: it came within half of the limit, or had one finger more or less.
  public var isNear: Bool {
    switch limit.unit {
    case .fingers, .taps: abs(needed.value - limit.value) <= 1
    case .millimetres, .milliseconds, .millimetresPerSecond, .degrees, .percent: distance <= Self.nearest
    }
  }
}
