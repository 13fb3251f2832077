/// Whether a service on the bus still answers: each finger that lands asks, unless an answer is awaited.
struct BusLiveness {
  /// A service that has not answered for so long hangs, in microseconds.
  static let patience: Int64 = 1_000_000

  private var isAsked = false
  /// The service hangs: what it has told may be wrong by now.
  private(set) var isSilent = false

  /// Whether to ask now; then the question counts as asked.
  mutating func takeQuestion() -> Bool {
    defer { isAsked = true }
    return !isAsked
  }

  mutating func answered() { self = BusLiveness() }

  /// The answer has not come in time.
  mutating func gaveUp() { (isAsked, isSilent) = (false, true) }

  /// The service has told something by itself.
  mutating func heard() { isSilent = false }
}
