/// An action that nothing became of, although its gesture was recognized: the desktop can't do it, or no keys can be pressed.
public struct SkippedAction: Sendable, Equatable {
  public let gesture: String
  /// The key in the rule: `run`, `began`, `ended`…
  public let key: String
  /// As a clause, in short: "nothing can press keys here".
  public let reason: String

  public init(gesture: String, key: String, reason: String) {
    self.gesture = gesture
    self.key = key
    self.reason = reason
  }
}
