/// What becomes of a continuous gesture that has begun when its fingers lift, the same for every kind.
///
/// It ends when too few fingers are left, as in UIKit. With `strict-fingers` the rest must follow within `lift-within`;
/// if they stay, it is cancelled.
public struct LiftPolicy: Sendable {
  private let least: Int
  private let strict: Bool
  private let within: TimeSpan
  private var firstLift: Timestamp?
  /// How many fingers make the gesture: those that are down, and once it is over those that were.
  public private(set) var fingers = 0

  /// Reads `fingers`, `strict-fingers` and `lift-within`.
  public init(_ settings: Settings) {
    least = settings[CommonSettings.fingers].lowerBound
    strict = settings[CommonSettings.strictFingers]
    within = settings[CommonSettings.liftWithin]
  }

  /// By when the rest of the fingers must have lifted; nil while that does not matter.
  public var deadline: Timestamp? { firstLift.map { $0 + within } }
  /// Fingers are lifting: what the rest do no longer counts.
  public var isLifting: Bool { firstLift != nil }

  /// Counts the fingers of the gesture.
  public mutating func touchesBegan(_ touches: TouchGroup) { fingers = touches.count }

  /// Ends the gesture or waits for the rest; for a recognizer that has begun.
  public mutating func touchesEnded(_ touches: TouchGroup) -> Step {
    guard touches.count < least else {
      fingers = touches.count
      return .stay
    }
    guard strict, touches.count > 0 else { return .end }
    if firstLift == nil { firstLift = touches.time }
    return .stay
  }

  /// Cancels the gesture: the rest of the fingers stayed.
  public func deadlinePassed(_ touches: TouchGroup) -> Step {
    guard let firstLift else { return .stay }
    return .cancel(Failure(stayed(touches, since: firstLift)).openEnded)
  }

  /// How long the rest of the fingers have stayed, while that matters.
  public func gauges(_ touches: TouchGroup) -> [Gauge] { firstLift.map { [stayed(touches, since: $0)] } ?? [] }

  private func stayed(_ touches: TouchGroup, since firstLift: Timestamp) -> Gauge {
    .stay(
      "stayed down for", Measure(touches.time - firstLift), detail: "with \(Measure.fingers(touches.count))",
      within: CommonSettings.liftWithin.declaration.name, Measure(within))
  }

  /// Forgets the attempt.
  public mutating func reset() { firstLift = nil }
}
