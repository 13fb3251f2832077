/// What was told of the session, and for how long that counts.
struct SessionMemory {
  /// For how long it counts when nobody tells any more, in seconds: enough for a bus that is started anew.
  static let fading: Int64 = 60
  private static let second: Int64 = 1_000_000

  private enum Trust: Equatable {
    case none
    case current
    /// It is of before, and forgotten at this time.
    case fading(until: Int64)
  }

  private var session: Absence = []
  private var isAsleep = false
  private var trust = Trust.none

  /// Why nothing counts, as far as is known.
  var absence: Absence { isAsleep ? session.union(.asleep) : session }

  /// When it is forgotten, CLOCK_MONOTONIC microseconds; nil while somebody tells.
  var deadline: Int64? {
    if case .fading(let until) = trust { until } else { nil }
  }

  mutating func know(_ session: Absence) {
    self.session = session
    trust = .current
  }

  mutating func know(isAsleep: Bool) { self.isAsleep = isAsleep }

  /// Nobody tells any more; false where that is no news.
  mutating func fade(from now: Int64) -> Bool {
    guard trust == .current else { return false }
    trust = .fading(until: now + Self.fading * Self.second)
    return true
  }

  /// Forgets everything if it is due; false if it is not.
  mutating func forget(at now: Int64) -> Bool {
    guard let deadline, deadline <= now else { return false }
    self = SessionMemory()
    return true
  }
}
