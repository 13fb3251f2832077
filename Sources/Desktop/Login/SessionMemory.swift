/// The last report of the login manager. After the manager has ended, the report still counts, except for sleep.
///
/// A lock counts until the login manager that reported it reports otherwise. A restarted logind has forgotten locks. So
/// a lock from before the restart counts until the new logind has reported a lock and its end, or the user has a new
/// session. Sleep is forgotten a minute after the manager has ended, because a machine that runs this process is awake.
struct SessionMemory {
  /// The time from the end of the login manager until sleep is forgotten and a warning is logged, in seconds.
  static let fading: Int64 = 60
  private static let second: Int64 = 1_000_000

  private enum Trust: Equatable {
    case none, current
    /// The facts come from an ended login manager. Sleep is forgotten at `until`, in CLOCK_MONOTONIC microseconds.
    case fading(until: Int64)
  }

  private var session: SuspensionReasons = []
  /// Whether the lock was reported by a login manager that has ended.
  private var isLockRemembered = false
  private var isAsleep = false
  private var trust = Trust.none

  var absence: SuspensionReasons { isAsleep ? session.union(.asleep) : session }

  /// The time to call `expire`, in CLOCK_MONOTONIC microseconds. Nil unless a login manager has ended recently.
  var deadline: Int64? { if case .fading(let until) = trust { until } else { nil } }

  /// Records a session's state. Returns whether an old lock still counts. `isSame` is false for a new session.
  @discardableResult
  mutating func record(_ session: SuspensionReasons, isSame: Bool = true) -> Bool {
    isLockRemembered = isLockRemembered && isSame && !session.contains(.locked)
    self.session = isLockRemembered ? session.union(.locked) : session
    trust = .current
    return isLockRemembered
  }

  /// Remembers a reported lock; called when the login manager has ended or restarted.
  mutating func rememberLock() { isLockRemembered = session.contains(.locked) }

  mutating func record(isAsleep: Bool) { self.isAsleep = isAsleep }

  /// Remembers a lock and sets when to forget sleep, after the manager's end. Returns false if no manager was running.
  mutating func beginFading(from now: Int64) -> Bool {
    guard trust == .current else { return false }
    rememberLock()
    trust = .fading(until: now + Self.fading * Self.second)
    return true
  }

  /// Forgets sleep and returns true if the deadline has come; otherwise returns false.
  mutating func expire(at now: Int64) -> Bool {
    guard let deadline, deadline <= now else { return false }
    isAsleep = false
    trust = .none
    return true
  }
}
