/// When to retry devices that can't be opened yet: after a session gets the screen back or the machine wakes, permissions and drivers may
/// follow a moment later.
struct DeviceRetry {
  /// The times of the retries, in microseconds after `begin`. After the last one, a device is tried again only when udev reports it.
  private static let times: [Int64] = [100_000, 300_000, 1_000_000, 3_000_000]

  private var due: ArraySlice<Int64> = []

  /// Schedules the retries; called when some devices are missing.
  mutating func begin(at now: Int64) { due = Self.times.map { now + $0 }[...] }

  /// Ends the retries, because no device is missing or none may be opened.
  mutating func end() { due = [] }

  var nextDeadline: Int64? { due.first }

  /// Takes the retries that are pending at `now`; returns whether the last one is among them, nil if none is pending.
  mutating func takeTry(at now: Int64) -> Bool? {
    guard let first = due.first, first <= now else { return nil }
    due = due.drop { $0 <= now }
    return due.isEmpty
  }
}
