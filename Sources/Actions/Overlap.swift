/// What becomes of a command that is due while the one before it, of the same action, still runs.
public enum Overlap: Sendable, Equatable {
  /// Both run, as long as the limits allow it.
  case allow
  /// The new one is left out.
  case skip
  /// The new one waits until those before it have ended.
  case queue
  /// The running one is told to end, and the new one follows; of several only the last.
  case restart
}

/// Which action is meant: a binding's index means something only among the rules it belongs to.
///
/// The ways of a `step` are one action.
struct ActionKey: Hashable {
  /// Counts the sets of rules.
  let rules: Int
  let binding: Int?
  let key: String

  init(_ request: CommandRequest, rules: Int) {
    self.rules = rules
    binding = request.binding
    key = request.key
  }
}
