import Analysis
import GestureCore
import Recordings

/// What a command says to attempts on real devices and to answers, and when all is told.
protocol Conversation {
  var isOver: Bool { get }
  /// What to say before the first attempt.
  var greeting: [String] { get }
  /// Whether somebody may answer.
  var takesAnswers: Bool { get }
  /// A hand has moved on one of `devices`; returns what to say.
  mutating func take(_ attempt: Attempt, on devices: [Device]) -> [String]
  /// Somebody has written a line; returns what to say.
  mutating func answer(_ line: String) -> [String]
  /// There will be no answers any more.
  mutating func endAnswers()
}
