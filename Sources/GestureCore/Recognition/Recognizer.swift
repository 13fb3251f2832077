/// A state machine that looks for one gesture once enough fingers have landed. Arbitration decides about its proposals.
public protocol Recognizer: Sendable {
  static var kind: Kind { get }

  /// Reads the settings once. Settings without a value have their defaults.
  init(_ settings: Settings)

  /// The time at which `deadlinePassed` must be called. `never` by default.
  var deadline: Timestamp { get }

  /// The gesture's precedence; 0 by default, for no precedence. If gestures with a precedence succeed at one instant,
  /// the greatest precedence wins. Success with a lower precedence doesn't make a gesture with a greater one fail.
  var precedence: Int { get }

  /// How much the touches differ from the gesture; nil if this isn't measured. Of gestures that succeed at one instant,
  /// the one with the least distance wins, unless priority, zones or `precedence` decide.
  var distance: Double? { get }

  /// Whether a touch is part of the gesture.
  func isPart(_ touch: Touch) -> Bool

  /// Called when enough fingers have landed, and when further fingers land later, if the gesture allows these fingers.
  mutating func touchesBegan(_ touches: TouchGroup) -> Proposal

  /// Called when some touches have moved. `touches.time` is the time of the frame.
  mutating func touchesMoved(_ touches: TouchGroup) -> Proposal

  /// Called when fingers have lifted. `touches` still has their last positions, but `touches.count` doesn't count them.
  mutating func touchesEnded(_ touches: TouchGroup) -> Proposal

  /// Called when buttons of the device are pressed.
  mutating func buttonsPressed(_ buttons: Buttons, _ touches: TouchGroup) -> Proposal

  /// Called when the time of `deadline` has come; `touches.time` is that time.
  mutating func deadlinePassed(_ touches: TouchGroup) -> Proposal

  /// Forgets the attempt.
  mutating func reset()

  /// The values that an event of the gesture reports at this moment.
  func values(_ touches: TouchGroup) -> GestureValues

  /// The measured values with their present thresholds. Only views ask for gauges.
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

/// A recognizer's proposal. A discrete gesture is recognized once; a continuous gesture begins, changes and ends.
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
  /// The gesture can't succeed soon. It fails if a gesture or application awaits its failure, else it stays possible.
  case giveUp(Failure)
  /// The attempt failed, but its touches may begin a new attempt.
  case startAfresh(Failure)

  var isSuccess: Bool {
    switch self {
    case .recognize, .begin: true
    case .nothing, .change, .end, .cancel, .fail, .giveUp, .startAfresh: false
    }
  }
}

/// The states in gesture events, as in UIKit.
///
///     discrete:    recognized
///     continuous:  began -> changed* -> ended | cancelled
public enum RecognizerState: String, CaseIterable, Sendable {
  case began, changed, ended, cancelled, recognized
}
