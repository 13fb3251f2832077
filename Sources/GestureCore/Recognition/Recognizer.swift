/// A small state machine that looks for one gesture among the touches it is shown.
///
/// A recognizer never knows another: it says what it sees, and arbitration decides what becomes of it. It is shown
/// touches only while it takes part: from the moment its fingers have landed until it is done or the others win.
public protocol Recognizer: Sendable {
  static var kind: Kind { get }

  /// Reads its settings, defaults filled in for the device it is for, once for all attempts.
  init(_ settings: Settings)

  /// When it wants to be asked again although nothing moved; `never` by default.
  var deadline: Timestamp { get }

  /// At the same instant the greater wins, and a lesser (but for 0) never prevents a greater: how many taps a gesture is
  /// made of.
  var precedence: Int { get }

  /// How unlike what was made is to what is looked for, asked once it is recognized or begins: of several at the same
  /// instant, with the same priority and in zones of the same depth, the least wins. Nil where that says nothing.
  var distance: Double? { get }

  /// Whether a touch it was shown is part of the gesture; the others are left to other gestures.
  func isPart(_ touch: Touch) -> Bool

  /// Its fingers have landed, or one more within its range did.
  mutating func touchesBegan(_ touches: TouchGroup) -> Step

  /// Some of the touches it is shown have moved; `touches.time` is the frame's.
  mutating func touchesMoved(_ touches: TouchGroup) -> Step

  /// Fingers lifted: `touches.count` no longer counts them, the geometry is still that of the moment before.
  mutating func touchesEnded(_ touches: TouchGroup) -> Step

  mutating func buttonsPressed(_ buttons: Buttons, _ touches: TouchGroup) -> Step

  /// The time it asked for has come; `touches.time` is that time.
  mutating func deadlinePassed(_ touches: TouchGroup) -> Step

  mutating func reset()

  /// What to report right now.
  func values(_ touches: TouchGroup) -> GestureValues

  /// How far the attempt has come with the thresholds that decide it now. Views ask for them, arbitration never does.
  func gauges(_ touches: TouchGroup) -> [Gauge]
}

extension Recognizer {
  public var deadline: Timestamp { .never }
  public var precedence: Int { 0 }
  public var distance: Double? { nil }
  public func isPart(_ touch: Touch) -> Bool { true }
  public mutating func touchesBegan(_ touches: TouchGroup) -> Step { .stay }
  public mutating func buttonsPressed(_ buttons: Buttons, _ touches: TouchGroup) -> Step { .stay }
  public mutating func deadlinePassed(_ touches: TouchGroup) -> Step { .stay }
  public func gauges(_ touches: TouchGroup) -> [Gauge] { [] }
}

/// What a recognizer wants after it has looked at the touches.
public enum Step: Equatable, Sendable {
  case stay
  /// Discrete: this was it.
  case recognize
  /// Continuous: from here on.
  case begin
  case change
  case end
  /// Continuous and begun: it can no longer be this gesture.
  case cancel(Failure)
  case fail(Failure)
  /// It may still be made, but not soon: it fails if another gesture waits for that, or an application whose touches it
  /// withholds, and goes on otherwise.
  case giveUp(Failure)
  /// It failed, but the touches that made it fail may be the start of a fresh attempt.
  case startAfresh(Failure)

  /// It has seen what it looks for.
  var isSuccess: Bool {
    switch self {
    case .recognize, .begin: true
    case .stay, .change, .end, .cancel, .fail, .giveUp, .startAfresh: false
    }
  }
}

/// The states that a gesture event tells, as in UIKit. A recognizer that is possible or has failed sends no event.
///
///     discrete:    recognized
///     continuous:  began -> changed* -> ended | cancelled
public enum RecognizerState: String, CaseIterable, Sendable {
  case began, changed, ended, cancelled, recognized
}
