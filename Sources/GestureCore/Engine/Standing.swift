/// Where one recognizer stands at the moment, for who draws it.
public struct Standing: Equatable, Sendable {
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

extension Engine {
  /// Where the recognizers of `device` stand, in the order that decides at the same instant; none for an unknown device.
  /// Between two frames times go on: `time` says how late it is, which nothing is decided by.
  public func standings(of device: DeviceID, at time: Timestamp? = nil) -> [Standing] {
    pipeline(of: device)?.standings(at: time) ?? []
  }
}

extension DevicePipeline {
  fileprivate func standings(at time: Timestamp?) -> [Standing] {
    let moment = max(now, time ?? now)
    return contenders.indices.map { standing($0, at: moment) }
  }

  private func standing(_ index: Int, at moment: Timestamp) -> Standing {
    let contender = contenders[index]
    var gauges: [Gauge] = []
    if contender.isWatching {
      var group = scopes[contender.scope].group
      group.time = moment
      gauges = recognizers[index].gauges(group)
    }
    return Standing(
      gesture: contender.gesture, phase: standingPhase(contender),
      waitsFor: contender.isUndecided ? opponents(of: index).map { contenders[$0].gesture } : [], gauges: gauges)
  }

  private func standingPhase(_ contender: Contender) -> Standing.Phase {
    switch contender.phase {
    case .idle: .idle
    case .possible: contender.isTracking ? .possible : .landing
    case .held(.fingers, _): .awaitingFingers
    case .held(.requirements, _): .held
    case .active: .begun
    case .done(.succeeded): .succeeded
    case .done(.failed): .failed
    }
  }
}
