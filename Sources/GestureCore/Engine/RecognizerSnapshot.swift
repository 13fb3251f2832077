/// The state of one recognizer at a moment, for views that draw it.
public struct RecognizerSnapshot: Equatable, Sendable {
  /// The phase of the recognizer in arbitration.
  public enum Phase: Equatable, Sendable {
    /// It takes no part: no attempt has started.
    case idle
    /// Its fingers have not all landed.
    case landing
    case possible
    /// It is recognized, but another finger could still land.
    case awaitingFingers
    /// It is recognized, but others have to fail first.
    case held
    /// A continuous gesture has begun.
    case begun
    /// It was recognized, or has begun and then ended or been cancelled.
    case succeeded
    case failed
  }

  public let gesture: GestureID
  public let phase: Phase
  /// The gestures that must fail before this one and can still be recognized on its touches.
  public let waitsFor: [GestureID]
  /// Its thresholds, if it is shown the touches.
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
