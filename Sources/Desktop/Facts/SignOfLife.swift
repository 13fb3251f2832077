/// Whether a desktop answers what it can answer at once. What a silent one has told may be wrong by now.
struct SignOfLife {
  /// A desktop that has not answered for this time hangs, in microseconds.
  static let patience: Int64 = 1_000_000

  private(set) var isSilent = false
  /// When the question was sent that has no answer yet, CLOCK_MONOTONIC microseconds.
  private var asked: Int64?

  /// Returns whether to ask now: not while an answer is awaited.
  mutating func takeQuestion(at now: Int64) -> Bool {
    if let asked {
      isSilent = now - asked >= Self.patience
      return false
    }
    asked = now
    return true
  }

  mutating func answered() { self = SignOfLife() }

  mutating func gaveUp() { (asked, isSilent) = (nil, true) }

  /// It has reported something without being asked.
  mutating func heard() { isSilent = false }
}
