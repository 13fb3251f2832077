/// The state of one recognizer at a moment, for views that draw it.
public struct RecognizerSnapshot: Equatable, Sendable {
  /// The phase of the recognizer in arbitration.
  public enum Phase: Equatable, Sendable {
    case idle
    /// An attempt has started, but not enough fingers have landed.
    case landing
    case possible
    /// The gesture is complete, but another finger could still land.
    case awaitingFingers
    /// The gesture is complete, but other gestures have to fail first.
    case held
    case begun
    /// The gesture was recognized, or it began and then ended or was cancelled.
    case succeeded
    case failed
  }

  public let gesture: GestureID
  public let phase: Phase
  /// The undecided gestures that must fail before this gesture can succeed.
  public let waitsFor: [GestureID]
  /// The measured values with their thresholds. Empty if the recognizer sees no touches.
  public let gauges: [Gauge]
}

extension Contender {
  var snapshotPhase: RecognizerSnapshot.Phase {
    switch phase {
    case .idle: .idle
    case .possible: isTracking ? .possible : .landing
    case .held(.fingers, _): .awaitingFingers
    case .held(.requirements, _): .held
    case .active: .begun
    case .done(.succeeded): .succeeded
    case .done(.failed): .failed
    }
  }
}
