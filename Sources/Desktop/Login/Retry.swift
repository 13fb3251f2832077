/// When to retry after a failure: soon at first, then after longer and longer pauses.
struct Retry {
  private static let first: Int64 = 250_000
  private static let last: Int64 = 300_000_000

  /// When the next attempt is due, CLOCK_MONOTONIC microseconds; nil if none is planned.
  private(set) var deadline: Int64?
  private var pause = Self.first

  mutating func again(after now: Int64) {
    deadline = now + pause
    pause = min(pause * 2, Self.last)
  }

  /// Returns whether an attempt is due, and clears the deadline if so.
  mutating func takeDue(at now: Int64) -> Bool {
    guard let deadline, deadline <= now else { return false }
    self.deadline = nil
    return true
  }

  mutating func succeeded() { self = Retry() }
}
