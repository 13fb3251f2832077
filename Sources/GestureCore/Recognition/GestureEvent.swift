/// A gesture's number: its place in the rule set.
public struct GestureID: Hashable, Comparable, Sendable {
  public let rawValue: Int
  /// The gesture at this place in `RuleSet.gestures`, from 0.
  public init(_ rawValue: Int) { self.rawValue = rawValue }
  public static func < (a: GestureID, b: GestureID) -> Bool { a.rawValue < b.rawValue }
}

/// What the engine says to the world: a gesture began, changed, ended, was recognized or cancelled.
public struct GestureEvent: Equatable, Sendable {
  /// When it goes out.
  public let time: Timestamp
  /// When the gesture was recognized or would have begun: earlier than `time` if a requirement held it.
  public let since: Timestamp
  public let device: DeviceID
  public let gesture: GestureID
  /// Never `possible` nor `failed`.
  public let state: RecognizerState
  /// From the first touch of the gesture to now.
  public let duration: TimeSpan
  /// What the first of its touches is made with.
  public let tool: Touch.Tool
  public let values: GestureValues

  /// An event as the engine makes them, or one that somebody else makes up.
  public init(
    time: Timestamp, since: Timestamp, device: DeviceID, gesture: GestureID, state: RecognizerState, duration: TimeSpan,
    tool: Touch.Tool, values: GestureValues
  ) {
    self.time = time
    self.since = since
    self.device = device
    self.gesture = gesture
    self.state = state
    self.duration = duration
    self.tool = tool
    self.values = values
  }
}
