import GestureCore

/// The session is another from a moment on: a mode is switched on, another application gets the focus.
public struct ContextChange: Equatable, Sendable {
  public var time: Timestamp
  /// What the session is like from then on.
  public var context: Context
  /// Whether it switches the mode on; else the mode that the gestures of a replay have switched on stays.
  public var setsMode: Bool

  public init(time: Timestamp, context: Context, setsMode: Bool = true) {
    self.time = time
    self.context = context
    self.setsMode = setsMode
  }
}
