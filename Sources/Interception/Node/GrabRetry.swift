import GestureCore

/// The retries of grabbing a device that another process has grabbed.
struct GrabRetry {
  /// How long to retry: longer than the guard of an ended daemon keeps a device whose fingers must still lift.
  private static let patience = TimeSpan(milliseconds: 10_000)
  private static let interval = TimeSpan(milliseconds: 250)

  let deadline: Timestamp
  private let end: Timestamp

  /// The next retry; nil if retries have taken so long that another program must have the device.
  init?(after before: GrabRetry?, at now: Timestamp) {
    end = before?.end ?? now + Self.patience
    guard now < end else { return nil }
    deadline = now + Self.interval
  }
}
