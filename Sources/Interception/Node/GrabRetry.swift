import GestureCore

/// Retries to grab a device that another process has: when to try next, and when to give up.
struct GrabRetry {
  /// The guard of a daemon that has just ended keeps a device until the fingers on it have lifted, which takes less than this.
  private static let patience = TimeSpan(milliseconds: 10_000)
  private static let interval = TimeSpan(milliseconds: 250)

  let deadline: Timestamp
  private let end: Timestamp

  /// The retry after a failed grab; nil if retries have taken so long that another program must have the device.
  init?(after before: GrabRetry?, at now: Timestamp) {
    end = before?.end ?? now + Self.patience
    guard now < end else { return nil }
    deadline = now + Self.interval
  }
}
