/// Tracks whether a desktop answers in time.
struct Liveness {
  /// The time without an answer after which a desktop counts as hanging, in microseconds.
  static let patience: Int64 = 1_000_000

  private(set) var isSilent = false
  /// When the unanswered question was sent, CLOCK_MONOTONIC microseconds; nil if no question is pending.
  private var asked: Int64?

  /// Records a question sent at `now`, and returns true. If an earlier question is still unanswered, returns false, and
  /// the desktop counts as silent once ``patience`` has passed since that question.
  mutating func startQuestion(at now: Int64) -> Bool {
    if let asked {
      isSilent = now - asked >= Self.patience
      return false
    }
    asked = now
    return true
  }

  mutating func answered() { self = Liveness() }

  mutating func failed() { (asked, isSilent) = (nil, true) }

  /// Records a report that isn't an answer: the desktop no longer counts as silent.
  mutating func reported() { isSilent = false }
}
