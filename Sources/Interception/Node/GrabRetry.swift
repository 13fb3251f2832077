import GestureCore

/// When to try again to grab a device that another process has grabbed.
struct GrabRetry {
  /// The time after which retries end. The guard of an ended daemon keeps a device for less time.
  private static let patience = TimeSpan(milliseconds: 10_000)
  private static let interval = TimeSpan(milliseconds: 250)

  let deadline: Timestamp
  private let end: Timestamp

  /// The retry after `before`; without `before`, the first retry. Nil if `patience` has passed since the first call.
  init?(after before: GrabRetry?, at now: Timestamp) {
    end = before?.end ?? now + Self.patience
    guard now < end else { return nil }
    deadline = now + Self.interval
  }
}
