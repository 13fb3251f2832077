/// Fingers turn around their centre.
///
///     idle --land--> close <--min-span--> still --turned enough--> began --moved--> changed --lifted--> ended
///                      |                    |--wrong direction--> failed
///                      \--lifted--> failed  \--lifted--> failed
///
/// The rotation doesn't begin while the hand travels too far in comparison with the turn (`min-share`). The reported
/// rotation includes the turn before the beginning.
public struct Rotate: Recognizer {
  /// The direction in which the fingers turn, as seen by the user.
  enum DirectionChoice: String, CaseIterable, Sendable {
    case both, clockwise, counterclockwise

    /// Plus is clockwise, minus is counterclockwise; nil for both.
    var sense: FloatingPointSign? {
      switch self {
      case .both: nil
      case .clockwise: .plus
      case .counterclockwise: .minus
      }
    }
  }

  static let direction = Setting<DirectionChoice>.choice(
    "direction", .both, "The direction in which the fingers must turn.", reason: "UIKit allows both directions")
  static let minAngle = Setting.quantity(
    "min-angle", .degrees, touchscreen: 8, touchpad: 12, in: 1...180, "How far the fingers must turn.",
    reason:
      "touchscreens: recorded drags turn by up to 7.9°; touchpads: recorded scrolls turn by up to 6.4°, and fingers that are close together tremble more"
  ).loosened(by: .lower)
  static let minArc = Setting.quantity(
    "min-arc", .millimetres, touchscreen: 2, touchpad: 2, in: 0...200,
    "How long the arc of each finger around the centre must be; fingers that are close together need a larger angle.",
    reason: "a fingertip rolls 1 to 2 mm"
  ).loosened(by: .lower)
  static let minSpan = Setting.quantity(
    "min-span", .millimetres, touchscreen: 10, touchpad: 10, in: 0...200,
    "The rotation is measured only after the fingers are at least this far apart: if they are closer together, a small roll of a fingertip changes the angle too much.",
    reason:
      "the same as the `min-span` of a pinch"
  )
  static let minShare = Setting.quantity(
    "min-share", .percent, touchscreen: 50, touchpad: 50, in: Pinch.shares,
    "How far each finger must go round the centre, in percent of the distance that the hand travels.",
    reason:
      "the value is 100 % if one finger circles a still finger; a recorded drag reaches 20 %, "
      + "and a recorded zoom reaches 49 %"
  ).loosened(by: .lower)

  public static let kind = Kind(
    name: "rotation", summary: "Fingers turn around their centre.", isDiscrete: false,
    settings: [direction, minAngle, minArc, minSpan, minShare], reports: .rotation, fingers: 2...10, facts: .rotation,
    traits: Kind.Traits { $0.sense = { $0[direction].sense } }, make: Rotate.init)

  private var motion: RelativeMotion

  public init(_ settings: Settings) { motion = RelativeMotion(.rotation, settings) }

  public var deadline: Timestamp { motion.lift.deadline }
  public mutating func touchesBegan(_ touches: TouchGroup) -> Proposal { motion.touchesBegan(touches) }
  public mutating func touchesMoved(_ touches: TouchGroup) -> Proposal { motion.touchesMoved(touches) }
  public mutating func touchesEnded(_ touches: TouchGroup) -> Proposal { motion.touchesEnded(touches) }
  public mutating func deadlinePassed(_ touches: TouchGroup) -> Proposal { motion.lift.deadlinePassed(touches) }
  public mutating func reset() { motion.reset() }
  public func values(_ touches: TouchGroup) -> GestureValues { motion.values(touches) }
  public func gauges(_ touches: TouchGroup) -> [Gauge] { motion.gauges(touches) }
}
