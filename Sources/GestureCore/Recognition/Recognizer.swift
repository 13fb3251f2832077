/// A small state machine that looks for one gesture among the touches it is shown. It doesn't know other recognizers:
/// it makes proposals, and arbitration decides. It is shown touches once enough fingers have landed, until it is done
/// or another gesture wins.
public protocol Recognizer: Sendable {
  static var kind: Kind { get }

  /// Reads the settings once, for all attempts on one device. Settings that the rules don't give have their defaults.
  init(_ settings: Settings)

  /// The time at which the recognizer wants to be asked again even if no touch changes; `never` by default.
  var deadline: Timestamp { get }

  /// A number such as the number of taps. Of two gestures that are recognized at the same instant, the gesture with the
  /// greater number wins. A gesture with a lower number above 0 never prevents a gesture with a greater number.
  var precedence: Int { get }

  /// The difference between the touches and the gesture when it is recognized or begins; nil if it isn't measured. At
  /// the same instant, with the same priority and depth of zone, the gesture with the least difference wins.
  var distance: Double? { get }

  /// Whether a touch is part of the gesture; other touches are left to other gestures.
  func isPart(_ touch: Touch) -> Bool

  /// Called when enough fingers have landed, and when more fingers within the range of `fingers` land.
  mutating func touchesBegan(_ touches: TouchGroup) -> Proposal

  /// Called when some of the touches have moved; `touches.time` is the time of the frame.
  mutating func touchesMoved(_ touches: TouchGroup) -> Proposal

  /// Called when fingers have lifted. `touches.count` doesn't include these, but the geometry is from before the lift.
  mutating func touchesEnded(_ touches: TouchGroup) -> Proposal

  /// Called when buttons of the device are pressed.
  mutating func buttonsPressed(_ buttons: Buttons, _ touches: TouchGroup) -> Proposal

  /// Called when the time of `deadline` has come; `touches.time` is that time.
  mutating func deadlinePassed(_ touches: TouchGroup) -> Proposal

  /// Forgets the attempt.
  mutating func reset()

  /// The values to report now.
  func values(_ touches: TouchGroup) -> GestureValues

  /// The measured values, with the thresholds that decide now. Only views ask for them; arbitration never does.
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
  /// The gesture can't be recognized soon. If another gesture or an application waits for it to fail, it fails;
  /// otherwise it continues.
  case giveUp(Failure)
  /// The attempt failed, but the touches that made it fail may be the beginning of a new attempt.
  case startAfresh(Failure)

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
