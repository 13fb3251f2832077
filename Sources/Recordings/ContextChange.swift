import GestureCore

/// The session is another from a moment on: a mode is switched on, another application gets the focus.
public struct ContextChange: Equatable, Sendable {
  public var time: Timestamp
  /// What the session is like from then on.
  public var context: Context

  public init(time: Timestamp, context: Context) {
    self.time = time
    self.context = context
  }
}
