/// Fingers turn around their centre.
///
///     idle --land--> close <--min-span--> still --turned enough--> began --moved--> changed --lifted--> ended
///                      |                    |--the wrong way--> failed
///                      \--lifted--> failed  \--lifted--> failed
///
/// A hand that travels much farther than its fingers go round is swiping or dragging, and swings around the wrist on the
/// way. The rotation is relative to where the fingers landed, as a pinch's scale is, so it begins beyond `min-angle`.
public struct Rotate: Recognizer {
  /// Which way the fingers turn, as the user sees them.
  enum DirectionChoice: String, CaseIterable, Sendable {
    case both, clockwise, counterclockwise

    /// Plus is clockwise.
    fileprivate var sense: FloatingPointSign? {
      switch self {
      case .both: nil
      case .clockwise: .plus
      case .counterclockwise: .minus
      }
    }
  }

  static let direction = Setting<DirectionChoice>.choice(
    "direction", .both, "The direction.", origin: "both is UIKit's rotation")
  static let minAngle = Setting.quantity(
    "min-angle", .degrees, touchscreen: 8, touchpad: 12, in: 1...180, "How far the fingers must turn.",
    origin:
      "among recorded gestures other than rotations, a drag turns most on touchscreens (7.9°), a scroll on touchpads (6.4°), where fingers closer together tremble more"
  ).loosened(by: .lower)
  static let minArc = Setting.quantity(
    "min-arc", .millimetres, touchscreen: 2, touchpad: 2, in: 0...200,
    "How far each finger must go round the centre, so that fingers close together must turn more.",
    origin: "a fingertip rolls 1 to 2 mm"
  ).loosened(by: .lower)
  static let minSpan = Setting.quantity(
    "min-span", .millimetres, touchscreen: 10, touchpad: 10, in: 0...200,
    "Fingers closer than this are not measured yet: a small roll would be a large angle there.",
    origin: "the same as a pinch's; two fingers recorded as one contact turn by 125° within 1 mm")
  static let minShare = Setting.quantity(
    "min-share", .percent, touchscreen: 50, touchpad: 50, in: Pinch.shares,
    "How far each finger must go round the centre for each mm the hand travels.",
    origin: "one finger held still and the other circling it gives 100 %; a recorded drag that swings gives 20 %, "
      + "a zoom 49 %"
  ).loosened(by: .lower)

  public static let kind = Kind(
    name: "rotation", summary: "Fingers turn around their centre.", isDiscrete: false,
    settings: [direction, minAngle, minArc, minSpan, minShare], reports: .rotation, fingers: 2...10, facts: .rotation,
    traits: Kind.Traits { $0.sense = { $0[direction].sense } }, make: Rotate.init)

  /// The touches' cumulative measures at some moment.
  struct Base {
    var turned: Double
    var travel: Vector

    init(_ touches: TouchGroup) {
      turned = touches.turned
      travel = touches.travel
    }
  }

  enum State {
    case idle
    /// Too close together to measure.
    case close
    case still(Base)
    /// `slop` is the rotation at which it was left.
    case turning(Base, slop: Double)
  }

  let direction: DirectionChoice
  let minAngle: Double
  let minArc: Double
  let minSpan: Double
  let minShare: Double
  private(set) var lift: LiftPolicy
  private(set) var state = State.idle
  /// The fingers have turned enough, but for a hand that travels so far.
  private var isCarried = false

  public init(_ settings: Settings) {
    direction = settings[Self.direction]
    minAngle = settings[Self.minAngle]
    minArc = settings[Self.minArc]
    minSpan = settings[Self.minSpan]
    minShare = settings[Self.minShare] / 100
    lift = LiftPolicy(settings)
  }

  public var deadline: Timestamp { lift.deadline }

  public mutating func touchesBegan(_ touches: TouchGroup) -> Step {
    lift.touchesBegan(touches)
    if case .idle = state { state = touches.span < minSpan ? .close : .still(Base(touches)) }
    return .stay
  }

  public mutating func touchesMoved(_ touches: TouchGroup) -> Step {
    switch state {
    case .idle: return .stay
    case .close:
      if touches.span >= minSpan { state = .still(Base(touches)) }
      return .stay
    case .still(let base):
      guard touches.span >= minSpan else {
        state = .close
        return .stay
      }
      return leaveSlop(touches, base)
    case .turning: return lift.isLifting ? .stay : .change
    }
  }

  public mutating func touchesEnded(_ touches: TouchGroup) -> Step {
    switch state {
    case .idle: return .stay
    case .close: return .fail(Failure(apart(touches)))
    case .still(let base): return .fail(shortfall(touches, base))
    case .turning: return lift.touchesEnded(touches, values(touches))
    }
  }

  public mutating func deadlinePassed(_ touches: TouchGroup) -> Step { lift.deadlinePassed(touches) }

  public mutating func reset() {
    state = .idle
    isCarried = false
    lift.reset()
  }

  public func values(_ touches: TouchGroup) -> GestureValues {
    if let last = lift.valuesAtLift { return last }
    var values = GestureValues(fingers: lift.fingers, location: touches.centroid)
    if case .turning(let base, let slop) = state {
      values.rotation = touches.turned - base.turned
      values.rotationAtSlop = slop
    }
    return values
  }

  private mutating func leaveSlop(_ touches: TouchGroup, _ base: Base) -> Step {
    let angle = touches.turned - base.turned
    let arc = arc(touches, base)
    guard abs(angle) >= minAngle, arc >= minArc else {
      isCarried = false
      return .stay
    }
    guard arc >= minShare * (touches.travel - base.travel).length else {
      isCarried = true
      return .stay
    }
    switch direction {
    case .both: break
    case .clockwise: if angle < 0 { return .fail(wrongWay("turned counterclockwise by", -angle)) }
    case .counterclockwise: if angle > 0 { return .fail(wrongWay("turned clockwise by", angle)) }
    }
    state = .turning(base, slop: isCarried ? angle : slop(angle, arc))
    return .begin
  }

  /// How much of an angle was slop: up to where the fingers had turned and gone round far enough.
  private func slop(_ angle: Double, _ arc: Double) -> Double {
    guard arc > 0 else { return angle }
    return angle * min(1, max(minAngle / abs(angle), minArc / arc))
  }

  /// How far each finger went round the centre, in mm.
  func arc(_ touches: TouchGroup, _ base: Base) -> Double {
    abs(touches.turned - base.turned) * .pi / 180 * touches.span / 2
  }

  // MARK: Gauges, and the failures made of them

  /// What was missing when the fingers lifted.
  private func shortfall(_ touches: TouchGroup, _ base: Base) -> Failure {
    let angle = turned(touches, base)
    let round = wentRound(touches, base)
    return Failure(!angle.isMet ? angle : !round.isMet ? round : share(touches, base))
  }

  private func wrongWay(_ what: String, _ angle: Double) -> Failure {
    Failure(what, .degrees(angle), Self.direction.name, choice: direction.rawValue)
  }

  public func gauges(_ touches: TouchGroup) -> [Gauge] {
    switch state {
    case .idle: []
    case .close: [apart(touches)]
    case .still(let base): [turned(touches, base), wentRound(touches, base)] + Pinch.telling(share(touches, base))
    case .turning: lift.gauges(touches)
    }
  }

  private func apart(_ touches: TouchGroup) -> Gauge {
    .reach("fingers apart", .mm(touches.span), Self.minSpan.name, .mm(minSpan))
  }

  private func turned(_ touches: TouchGroup, _ base: Base) -> Gauge {
    let angle = Measure.degrees(abs(touches.turned - base.turned))
    return .reach("turned", angle, Self.minAngle.name, .degrees(minAngle))
  }

  private func wentRound(_ touches: TouchGroup, _ base: Base) -> Gauge {
    .reach("went round by", .mm(arc(touches, base)), Self.minArc.name, .mm(minArc))
  }

  private func share(_ touches: TouchGroup, _ base: Base) -> Gauge {
    let share = Pinch.share(arc(touches, base), of: touches.travel - base.travel)
    return .reach("way round against travel", share, Self.minShare.name, .percent(minShare * 100))
  }
}
