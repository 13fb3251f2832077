import Analysis
import GestureCore
import Recordings

/// The conversation of a tuning, with the gesture that attempts are judged by.
struct TuneTalk: Conversation {
  let solo: SoloGesture
  private(set) var session: TuneSession

  init(_ solo: SoloGesture, _ session: TuneSession) {
    self.solo = solo
    self.session = session
  }

  var isOver: Bool { session.isOver }
  var greeting: [String] { session.greeting }
  var takesAnswers: Bool { true }

  mutating func take(_ attempt: Attempt, on devices: [Device]) -> [String] {
    guard let trial = Trial(attempt, number: session.number, of: devices) else { return [] }
    return session.take(trial, solo.verdict(of: trial))
  }

  mutating func answer(_ line: String) -> [String] { session.answer(line) }

  mutating func endAnswers() { session.endAnswers() }
}
