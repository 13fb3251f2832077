import GestureCore

/// When to try again to grab a device that another process has grabbed.
struct GrabRetry {
  /// The time in which retries are made. The guard of an ended daemon may keep a device, but for a shorter time.
  private static let patience = TimeSpan(milliseconds: 10_000)
  private static let interval = TimeSpan(milliseconds: 250)

  let deadline: Timestamp
  private let end: Timestamp

  /// The next retry; nil if `patience` has passed, because another program must have the device.
  init?(after before: GrabRetry?, at now: Timestamp) {
    end = before?.end ?? now + Self.patience
    guard now < end else { return nil }
    deadline = now + Self.interval
  }
}
