/// What the login manager said last, and which of it counts when there is no login manager any more.
///
/// A lock and another session on the screen count until a login manager says otherwise: one that is gone can't be
/// asked, and gestures must not run commands on a locked screen. logind forgets locks when it starts anew, so the word of another
/// login manager that there is no lock does not count until it has told of one. Sleep is over after a while: a process that runs is
/// awake.
struct SessionMemory {
  /// How long a login manager may be gone before a warning, in seconds: enough for a bus that restarts.
  static let fading: Int64 = 60
  private static let second: Int64 = 1_000_000

  private enum Trust: Equatable {
    case none
    case current
    /// The facts are of a login manager that is gone; those that don't last are forgotten at this time.
    case fading(until: Int64)
  }

  private var session: SuspensionReasons = []
  /// The lock is of a login manager that is gone. The next one may have forgotten it, as logind has when it starts anew, and
  /// then says nothing when the lock ends.
  private var isLockRemembered = false
  private var isAsleep = false
  private var trust = Trust.none

  /// Why nothing counts, as far as is known.
  var absence: SuspensionReasons { isAsleep ? session.union(.asleep) : session }

  /// When `forget` is due, CLOCK_MONOTONIC microseconds; nil while there is a login manager.
  var deadline: Int64? {
    if case .fading(let until) = trust { until } else { nil }
  }

  /// `isSame` is false when the session is another one. Returns true while a remembered lock stays: the present login
  /// manager has not yet reported a lock and its end.
  @discardableResult
  mutating func know(_ session: SuspensionReasons, isSame: Bool = true) -> Bool {
    isLockRemembered = isLockRemembered && isSame && !session.contains(.locked)
    self.session = isLockRemembered ? session.union(.locked) : session
    trust = .current
    return isLockRemembered
  }

  /// Another login manager is there, or none.
  mutating func outlive() { isLockRemembered = session.contains(.locked) }

  mutating func know(isAsleep: Bool) { self.isAsleep = isAsleep }

  /// There is no login manager any more; false if that is no news.
  mutating func fade(from now: Int64) -> Bool {
    guard trust == .current else { return false }
    outlive()
    trust = .fading(until: now + Self.fading * Self.second)
    return true
  }

  /// If it is due, forgets what does not last; false if it is not due.
  mutating func forget(at now: Int64) -> Bool {
    guard let deadline, deadline <= now else { return false }
    isAsleep = false
    trust = .none
    return true
  }
}
