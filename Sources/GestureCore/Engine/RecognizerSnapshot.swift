/// The state of one recognizer at a moment, for views that draw it.
public struct RecognizerSnapshot: Equatable, Sendable {
  /// What arbitration makes of it.
  public enum Phase: Equatable, Sendable {
    /// Takes no part: not enough fingers, or none that it is shown.
    case idle
    /// Its fingers have not all landed.
    case landing
    case possible
    /// Recognized, but another finger could still land.
    case awaitingFingers
    /// Recognized, but others have to fail first.
    case held
    /// Continuous, and begun.
    case begun
    /// It was recognized, or has ended or been cancelled after it began.
    case succeeded
    case failed
  }

  public let gesture: GestureID
  public let phase: Phase
  /// Those that must fail before it and still can be recognized on its touches.
  public let waitsFor: [GestureID]
  /// Its thresholds while it looks at the touches.
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
