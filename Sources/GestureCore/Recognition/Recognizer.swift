/// A small state machine that looks for one gesture among the touches it is shown.
///
/// A recognizer doesn't know other recognizers: it makes proposals, and arbitration decides. It is shown touches only from the
/// moment at which its fingers have landed until it is done or others win.
public protocol Recognizer: Sendable {
  static var kind: Kind { get }

  /// Reads the settings, with the defaults for the device, once for all attempts.
  init(_ settings: Settings)

  /// The time at which it wants to be asked again even if nothing moves; `never` by default.
  var deadline: Timestamp { get }

  /// A number, such as the number of taps, that decides between gestures: at the same instant the greater wins, and a lesser one
  /// above 0 never prevents a greater one.
  var precedence: Int { get }

  /// The difference between the touches and the gesture, read when it is recognized or begins. Among gestures at the same instant
  /// with the same priority and depth of zone, the one with the least difference wins. Nil if it isn't measured.
  var distance: Double? { get }

  /// Whether a touch is part of the gesture; other touches are left to other gestures.
  func isPart(_ touch: Touch) -> Bool

  /// Its fingers have landed, or one more finger within its range has.
  mutating func touchesBegan(_ touches: TouchGroup) -> Proposal

  /// Some of the touches have moved; `touches.time` is the time of the frame.
  mutating func touchesMoved(_ touches: TouchGroup) -> Proposal

  /// Fingers lifted: `touches.count` no longer counts them, but the geometry is still that of the moment before.
  mutating func touchesEnded(_ touches: TouchGroup) -> Proposal

  /// Called when buttons of the device are pressed.
  mutating func buttonsPressed(_ buttons: Buttons, _ touches: TouchGroup) -> Proposal

  /// The time of `deadline` has come; `touches.time` is that time.
  mutating func deadlinePassed(_ touches: TouchGroup) -> Proposal

  /// Forgets the attempt.
  mutating func reset()

  /// The values to report now.
  func values(_ touches: TouchGroup) -> GestureValues

  /// The measured values with the thresholds that decide now. Only views ask for them, arbitration never does.
  func gauges(_ touches: TouchGroup) -> [Gauge]
}

extension Recognizer {
  public var deadline: Timestamp { .never }
  public var precedence: Int { 0 }
  public var distance: Double? { nil }
  public func isPart(_ touch: Touch) -> Bool { true }
  public mutating func touchesBegan(_ touches: TouchGroup) -> Proposal { .nothing }
  public mutating func buttonsPressed(_ buttons: Buttons, _ touches: TouchGroup) -> Proposal { .nothing }
  public mutating func deadlinePassed(_ touches: TouchGroup) -> Proposal { .nothing }
  public func gauges(_ touches: TouchGroup) -> [Gauge] { [] }
}

/// The proposal that a recognizer makes after it has looked at the touches.
public enum Proposal: Equatable, Sendable {
  /// Nothing changes.
  case nothing
  /// A discrete gesture is recognized.
  case recognize
  /// A continuous gesture begins.
  case begin
  case change
  case end
  /// A continuous gesture that has begun can't continue.
  case cancel(Failure)
  case fail(Failure)
  /// The gesture is still possible, but not soon. It fails if another gesture or an application whose touches it withholds waits
  /// for that, and continues otherwise.
  case giveUp(Failure)
  /// The attempt failed, but the touches that made it fail may start a fresh attempt.
  case startAfresh(Failure)

  /// Whether the recognizer has seen its gesture.
  var isSuccess: Bool {
    switch self {
    case .recognize, .begin: true
    case .nothing, .change, .end, .cancel, .fail, .giveUp, .startAfresh: false
    }
  }
}

/// The states in gesture events, as in UIKit. A recognizer that is possible or has failed sends no event.
///
///     discrete:    recognized
///     continuous:  began -> changed* -> ended | cancelled
public enum RecognizerState: String, CaseIterable, Sendable {
  case began, changed, ended, cancelled, recognized
}
