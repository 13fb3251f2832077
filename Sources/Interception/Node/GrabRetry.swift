import GestureCore

/// The retries of grabbing a device that another process has grabbed.
struct GrabRetry {
  /// How long to retry. The guard of a daemon that has just ended keeps a device for a shorter time: until the fingers
  /// on it have lifted.
  private static let patience = TimeSpan(milliseconds: 10_000)
  private static let interval = TimeSpan(milliseconds: 250)

  let deadline: Timestamp
  private let end: Timestamp

  /// Nil if retries have taken so long that another program must have the device.
  init?(after before: GrabRetry?, at now: Timestamp) {
    end = before?.end ?? now + Self.patience
    guard now < end else { return nil }
    deadline = now + Self.interval
  }
}
