/// Fingers drag, with or without taps first. The gesture follows the fingers until they lift.
///
///     idle --taps--> idle --land--> still --left the slop--> began --moved--> changed --lifted--> ended
///               \--no tap--> failed   \--left the slop across the axis, lifted--> failed
public struct Pan: Recognizer {
  enum Axis: String, CaseIterable, Sendable {
    case any, horizontal, vertical

    /// The directions in which the drag can begin; nil for all directions.
    var directions: Set<Direction>? {
      switch self {
      case .any: nil
      case .horizontal: [.left, .right]
      case .vertical: [.up, .down]
      }
    }
  }

  static let axis = Setting<Axis>.choice(
    "axis", .any, "The axis along which the drag must start; later the drag can go in any direction.",
    reason: "UIKit allows any direction")
  static let slop = Setting.quantity(
    "slop", .millimetres, touchscreen: 2.5, touchpad: 1.5, in: 0...50,
    "How far the fingers must move before the drag begins; the drag does not include this distance.",
    reason: "touchscreens: Chromium's 15 px, about 2.4 mm; touchpads: a finger that holds still moves less than 1.5 mm"
  ).loosened(by: .lower)

  public static let kind = Kind(
    name: "pan", summary: "Fingers drag, with or without taps first; the gesture follows the fingers until they lift.",
    isDiscrete: false, settings: LeadingTaps.settings(after: [axis, slop]),
    reports: [.translation, .velocity], facts: .velocity,
    traits: Kind.Traits {
      $0.yieldsToEdges = true
      $0.travel = { $0[slop] }
      $0.directions = { $0[axis].directions }
      $0.needs = LeadingTaps.needs
      $0.timeout = { $0[LeadingTaps.taps] > 0 ? .beyondLift : .untilLift }
    }, make: Pan.init)

  private enum State {
    case idle
    case still(base: Vector)
    case dragging(origin: Vector)
  }

  private let axis: Axis
  private let slop: Double
  private var leadingTaps: TapCounter
  private var lift: LiftPolicy
  private var state = State.idle
  public let precedence: Int

  public init(_ settings: Settings) {
    leadingTaps = LeadingTaps.counter(settings)
    precedence = LeadingTaps.precedence(settings)
    axis = settings[Self.axis]
    slop = settings[Self.slop]
    lift = LiftPolicy(settings)
  }

  public var deadline: Timestamp { min(leadingTaps.deadline, lift.deadline) }

  public mutating func touchesBegan(_ touches: TouchGroup) -> Proposal {
    if let proposal = leadingTaps.touchesBegan(touches) { return proposal }
    lift.touchesBegan(touches)
    if case .idle = state { state = .still(base: touches.travel) }
    return .nothing
  }

  public mutating func touchesMoved(_ touches: TouchGroup) -> Proposal {
    if let proposal = leadingTaps.touchesMoved(touches) { return proposal }
    switch state {
    case .idle: return .nothing
    case .dragging: return lift.isLifting ? .nothing : .change
    case .still(let base): return leaveSlop(touches.travel - base, base)
    }
  }

  public mutating func touchesEnded(_ touches: TouchGroup) -> Proposal {
    if let proposal = leadingTaps.touchesEnded(touches) { return proposal }
    switch state {
    case .idle: return .nothing
    case .dragging: return lift.touchesEnded(touches, values(touches))
    case .still(let base): return .fail(Failure(travelGauge(touches.travel - base)))
    }
  }

  public mutating func deadlinePassed(_ touches: TouchGroup) -> Proposal {
    leadingTaps.deadlinePassed(touches) ?? lift.deadlinePassed(touches)
  }

  public mutating func reset() {
    state = .idle
    leadingTaps.reset()
    lift.reset()
  }

  public func values(_ touches: TouchGroup) -> GestureValues {
    if let last = lift.valuesAtLift { return last }
    var values = GestureValues(fingers: lift.fingers, location: touches.centroid)
    values.velocity = touches.velocity
    if case .dragging(let origin) = state { values.translation = touches.travel - origin }
    return values
  }

  public func gauges(_ touches: TouchGroup) -> [Gauge] {
    switch state {
    case .idle: return leadingTaps.gauges(touches)
    case .dragging: return lift.gauges(touches)
    case .still(let base):
      let moved = touches.travel - base
      // While the drag moves more along the axis than across it, the distance across has no limit.
      let strays = (moved - along(moved)).length > along(moved).length
      let travel = travelGauge(moved)
      let reach = Gauge.reach("moved", travel.measured, travel.setting, travel.limit)
      return strays ? [reach, acrossGauge(moved)] : [reach]
    }
  }

  /// Begins the drag if the fingers leave the slop along the axis. Fails if they leave the slop mostly across the axis.
  private mutating func leaveSlop(_ moved: Vector, _ base: Vector) -> Proposal {
    let along = along(moved)
    let distance = along.length
    let across = (moved - along).length
    if across > slop, across > distance { return .fail(Failure(acrossGauge(moved), .openEnded)) }
    guard distance > slop else { return .nothing }
    state = .dragging(origin: base + (moved - along) + along * (slop / distance))
    return .begin
  }

  private func along(_ moved: Vector) -> Vector {
    switch axis {
    case .any: moved
    case .horizontal: Vector(moved.x, 0)
    case .vertical: Vector(0, moved.y)
    }
  }

  private func travelGauge(_ moved: Vector) -> Gauge {
    .reach("lifted after", .mm(along(moved).length), Self.slop.name, .mm(slop))
  }

  private func acrossGauge(_ moved: Vector) -> Gauge {
    let across = Measure.mm((moved - along(moved)).length)
    return .stay("moved", across, detail: "across", within: Self.slop.name, .mm(slop))
  }
}
