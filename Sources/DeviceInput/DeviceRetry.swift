/// When to retry devices that can't be opened yet: when a session has just got the screen back or the machine has just
/// woken, permissions and drivers may come a moment later.
struct DeviceRetry {
  /// In microseconds from the beginning; after the last time only udev's events bring devices.
  private static let times: [Int64] = [100_000, 300_000, 1_000_000, 3_000_000]

  private var due: ArraySlice<Int64> = []

  /// Some devices are missing.
  mutating func begin(at now: Int64) { due = Self.times.map { now + $0 }[...] }

  /// No device is missing any more, or no device is to be opened.
  mutating func end() { due = [] }

  var nextDeadline: Int64? { due.first }

  /// Whether the retry that is due by now is the last one; nil if none is due.
  mutating func takeTry(at now: Int64) -> Bool? {
    guard let first = due.first, first <= now else { return nil }
    due = due.drop { $0 <= now }
    return due.isEmpty
  }
}
