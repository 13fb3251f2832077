/// Fingers move apart or together.
///
///     idle --land--> close --min-span--> still --spread or closed enough--> began --moved--> changed --lifted--> ended
///                      \--lifted--> failed  \--wrong direction, lifted--> failed
///
/// The pinch doesn't begin while the hand travels too far compared with the change of finger distance (`min-share`).
public struct Pinch: Recognizer {
  enum DirectionChoice: String, CaseIterable, Sendable {
    case both, `in`, out

    /// Plus is apart, minus is together; nil for both.
    var sense: FloatingPointSign? {
      switch self {
      case .both: nil
      case .in: .minus
      case .out: .plus
      }
    }
  }

  static let direction = Setting<DirectionChoice>.choice(
    "direction", .both, "How the fingers must move: `in` is together, `out` is apart.",
    reason: "UIKit allows both directions")
  package static let minChange = Setting.quantity(
    "min-change", .millimetres, touchscreen: 3, touchpad: 6, in: 0...100,
    "By how much the distance between the fingers must change.",
    reason:
      "touchscreens: rolling fingertips change the distance by under 3 mm; touchpads: recorded scrolls by under 6 mm"
  ).loosened(by: .lower)
  fileprivate static let minScale = Setting.quantity(
    "min-scale", .percent, touchscreen: 5, touchpad: 8, in: 0...500,
    "The percentage by which the distance between the fingers must change.",
    reason:
      "touchscreens: 5 % of a distance of 60 mm is 3 mm, the same as `min-change`; touchpads: 8 % of 75 mm is 6 mm, the same as `min-change`"
  ).loosened(by: .lower)
  static let minSpan = Setting.quantity(
    "min-span", .millimetres, touchscreen: 10, touchpad: 10, in: 0...200,
    "The pinch is measured only after the fingers are at least this far apart: if they are closer together, a small roll of a fingertip changes the scale too much.",
    reason: "fingertips side by side are 12 mm or more apart")
  static let shares = 0.0...1000
  static let minShare = Setting.quantity(
    "min-share", .percent, touchscreen: 50, touchpad: 50, in: shares,
    "How much the distance between the fingers must change, in percent of the distance that the hand travels.",
    reason:
      "a pinch of five fingers reaches 57 % if the thumb holds still"
  ).loosened(by: .lower)

  public static let kind = Kind(
    name: "pinch", summary: "Fingers move away from each other, or towards each other.", isDiscrete: false,
    settings: [direction, minChange, minScale, minSpan, minShare], reports: .scale, fingers: 2...10,
    traits: Kind.Traits { $0.sense = { $0[direction].sense } }, make: Pinch.init)

  private var motion: RelativeMotion

  public init(_ settings: Settings) { motion = RelativeMotion(.span, settings) }

  public var deadline: Timestamp { motion.lift.deadline }
  public mutating func touchesBegan(_ touches: TouchGroup) -> Proposal { motion.touchesBegan(touches) }
  public mutating func touchesMoved(_ touches: TouchGroup) -> Proposal { motion.touchesMoved(touches) }
  public mutating func touchesEnded(_ touches: TouchGroup) -> Proposal { motion.touchesEnded(touches) }
  public mutating func deadlinePassed(_ touches: TouchGroup) -> Proposal { motion.lift.deadlinePassed(touches) }
  public mutating func reset() { motion.reset() }
  public func values(_ touches: TouchGroup) -> GestureValues { motion.values(touches) }
  public func gauges(_ touches: TouchGroup) -> [Gauge] { motion.gauges(touches) }
}

/// The logic of pinches and rotations: movements of fingers relative to each other.
struct RelativeMotion: Sendable {
  /// The measured quantity: the distance between the fingers, or their rotation.
  enum Quantity {
    case span, rotation
  }

  /// The values at the moment from which a movement is measured.
  private struct Base {
    let spanChange: Double
    let scale: Double
    let rotation: Double
    let travel: Vector

    init(_ touches: TouchGroup) {
      spanChange = touches.spanChange
      scale = touches.scale
      rotation = touches.rotation
      travel = touches.travel
    }
  }

  private struct Movement {
    /// The relative change of the distance between the fingers (0.1 for 10 % more), or the angle in degrees. Negative
    /// if the fingers move together or turn counterclockwise.
    let amount: Double
    /// The change of distance, or each finger's arc, in mm. Never negative.
    let distance: Double
    /// The change of distance in mm, or the angle in degrees. Positive is apart or clockwise.
    let signed: Double
  }

  private enum State {
    case idle
    case close
    case still(Base)
    /// `slop` is the `amount` at the moment when the fingers had moved enough for the gesture to begin.
    case moving(Base, slop: Double)
  }

  private let quantity: Quantity
  private let direction: String
  private let sense: FloatingPointSign?
  private let minAmount: Double
  private let minDistance: Double
  private let minSpan: Double
  private let minShare: Double
  private(set) var lift: LiftPolicy
  private var state = State.idle
  /// Whether the fingers have moved enough, but the hand travels too far.
  private var travelsTooFar = false

  init(_ quantity: Quantity, _ settings: Settings) {
    self.quantity = quantity
    lift = LiftPolicy(settings)
    switch quantity {
    case .span:
      direction = settings[Pinch.direction].rawValue
      sense = settings[Pinch.direction].sense
      minAmount = settings[Pinch.minScale] / 100
      minDistance = settings[Pinch.minChange]
      minSpan = settings[Pinch.minSpan]
      minShare = settings[Pinch.minShare] / 100
    case .rotation:
      direction = settings[Rotate.direction].rawValue
      sense = settings[Rotate.direction].sense
      minAmount = settings[Rotate.minAngle]
      minDistance = settings[Rotate.minArc]
      minSpan = settings[Rotate.minSpan]
      minShare = settings[Rotate.minShare] / 100
    }
  }

  mutating func touchesBegan(_ touches: TouchGroup) -> Proposal {
    lift.touchesBegan(touches)
    if case .idle = state { state = touches.span < minSpan ? .close : .still(Base(touches)) }
    return .nothing
  }

  mutating func touchesMoved(_ touches: TouchGroup) -> Proposal {
    switch state {
    case .idle: return .nothing
    case .close:
      if touches.span >= minSpan { state = .still(Base(touches)) }
      return .nothing
    case .still(let base):
      // A pinch can close to any distance, but the angle between fingers close together is not reliable.
      guard quantity == .span || touches.span >= minSpan else {
        state = .close
        return .nothing
      }
      return leaveSlop(touches, base)
    case .moving: return lift.isLifting ? .nothing : .change
    }
  }

  mutating func touchesEnded(_ touches: TouchGroup) -> Proposal {
    switch state {
    case .idle: return .nothing
    case .close: return .fail(Failure(spanGauge(touches)))
    case .still(let base):
      let gauges = gauges(touches, since: base)
      return .fail(Failure(gauges.first { !$0.isMet } ?? gauges[gauges.count - 1]))
    case .moving: return lift.touchesEnded(touches, values(touches))
    }
  }

  mutating func reset() {
    state = .idle
    travelsTooFar = false
    lift.reset()
  }

  func values(_ touches: TouchGroup) -> GestureValues {
    if let last = lift.valuesAtLift { return last }
    var values = GestureValues(fingers: lift.fingers, location: touches.centroid)
    guard case .moving(let base, let slop) = state else { return values }
    switch quantity {
    case .span: values.scale = touches.scale / base.scale / (1 + slop)
    case .rotation:
      values.rotation = touches.rotation - base.rotation
      values.rotationAtSlop = slop
    }
    return values
  }

  private func moved(_ touches: TouchGroup, since base: Base) -> Movement {
    switch quantity {
    case .span:
      let change = touches.spanChange - base.spanChange
      return Movement(amount: touches.scale / base.scale - 1, distance: abs(change), signed: change)
    case .rotation:
      let angle = touches.rotation - base.rotation
      return Movement(amount: angle, distance: abs(angle) * .pi / 180 * touches.span / 2, signed: angle)
    }
  }

  private mutating func leaveSlop(_ touches: TouchGroup, _ base: Base) -> Proposal {
    let moved = moved(touches, since: base)
    guard abs(moved.amount) >= minAmount, moved.distance >= minDistance else {
      travelsTooFar = false
      return .nothing
    }
    guard moved.distance >= minShare * (touches.travel - base.travel).length else {
      travelsTooFar = true
      return .nothing
    }
    if let sense, sense == .plus ? moved.signed < 0 : moved.signed > 0 { return .fail(wrongDirection(moved.signed)) }
    state = .moving(base, slop: travelsTooFar ? moved.amount : slop(moved))
    return .begin
  }

  /// The `amount` at which the movement reached both `minAmount` and `minDistance`, perhaps between two frames.
  private func slop(_ moved: Movement) -> Double {
    guard moved.amount != 0, moved.distance > 0 else { return moved.amount }
    return moved.amount * min(1, max(minAmount / abs(moved.amount), minDistance / moved.distance))
  }

  // MARK: Gauges, and the failures made of them

  private func wrongDirection(_ signed: Double) -> Failure {
    let (what, measured): (String, Measure) =
      switch quantity {
      case .span: (signed > 0 ? "spread by" : "closed by", .mm(abs(signed)))
      case .rotation: (signed > 0 ? "turned clockwise by" : "turned counterclockwise by", .degrees(abs(signed)))
      }
    return Failure(what, measured, Pinch.direction.name, choice: direction)
  }

  func gauges(_ touches: TouchGroup) -> [Gauge] {
    switch state {
    case .idle: return []
    case .close: return [spanGauge(touches)]
    case .still(let base):
      let gauges = gauges(touches, since: base)
      // If the hand has travelled very little, the share is above every allowed `min-share`, so it is not shown.
      return gauges.filter { $0.setting != Pinch.minShare.name || $0.measured.value <= Pinch.shares.upperBound }
    case .moving: return lift.gauges(touches)
    }
  }

  private func spanGauge(_ touches: TouchGroup) -> Gauge {
    .reach("fingers apart", .mm(touches.span), Pinch.minSpan.name, .mm(minSpan))
  }

  /// The gauges of `still`. At the lift, the first unmet gauge is the failure, or the last gauge if all gauges are met.
  private func gauges(_ touches: TouchGroup, since base: Base) -> [Gauge] {
    let moved = moved(touches, since: base)
    let share = Measure.percent(moved.distance / max((touches.travel - base.travel).length, Self.leastTravel) * 100)
    let leastShare = Measure.percent(minShare * 100)
    return switch quantity {
    case .span:
      [
        .reach("spread or closed by", .mm(moved.distance), Pinch.minChange.name, .mm(minDistance)),
        .reach(
          "spread or closed by", .percent(abs(moved.amount) * 100), Pinch.minScale.name, .percent(minAmount * 100)),
        .reach("spread or closed by", share, detail: Self.ofTravel, Pinch.minShare.name, leastShare),
      ]
    case .rotation:
      [
        .reach("turned", .degrees(abs(moved.amount)), Rotate.minAngle.name, .degrees(minAmount)),
        .reach("turned along an arc of", .mm(moved.distance), Rotate.minArc.name, .mm(minDistance)),
        .reach("turned along an arc of", share, detail: Self.ofTravel, Rotate.minShare.name, leastShare),
      ]
    }
  }

  private static let leastTravel = 0.01
  private static let ofTravel = "of the distance that the hand moved"
}
