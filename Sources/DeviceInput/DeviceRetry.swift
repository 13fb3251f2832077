/// The retries to open devices that couldn't be opened when reading resumed, for example after sleep.
struct DeviceRetry {
  /// The times of the retries, in microseconds after `begin`.
  private static let times: [Int64] = [100_000, 300_000, 1_000_000, 3_000_000]

  private var due: ArraySlice<Int64> = []

  mutating func begin(at now: Int64) { due = Self.times.map { now + $0 }[...] }

  mutating func end() { due = [] }

  var nextDeadline: Int64? { due.first }

  /// Removes the retries up to `now`, in microseconds. Returns whether no retries remain; nil if no retry was removed.
  mutating func takeTry(at now: Int64) -> Bool? {
    guard let first = due.first, first <= now else { return nil }
    due = due.drop { $0 <= now }
    return due.isEmpty
  }
}
