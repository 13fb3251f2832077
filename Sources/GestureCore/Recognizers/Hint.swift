/// Shows the gestures that are still possible, once the condition in the setting `after` is met.
///
///     idle --land--> waiting --rested, pressed--> began --others fail--> changed --lifted, one wins, all fail--> ended
///                      \--moved, lifted, nothing possible--> failed
///
/// The hint takes no touches away from other gestures. It ends when another gesture wins a touch that the hint watches.
public struct Hint: Recognizer {
  static let after = Setting<StrokeStart>.start(
    "after", .hold(TimeSpan(milliseconds: 600)),
    "What the fingers do before the hint begins: `landing`, `force-press`, or a hold such as `hold 600 ms`.",
    reason: "longer than a long press (500 ms): people who know the gesture start it before the hint")
  static let slop = Setting.quantity(
    "slop", .millimetres, touchscreen: 2, touchpad: 1.5, in: 0...50,
    "How far the fingers can stray until the hint begins; if they stray further, the hint fails.",
    reason: "the slop of a long press"
  ).loosened(by: .raise)

  public static let kind = Kind(
    name: "hint", summary: "Fingers land, hold still or press, and the possible gestures are shown.", isDiscrete: false,
    settings: [after, slop, ForcePress.minPressure], reports: .hints,
    traits: Kind.Traits {
      $0.onlyObserves = true
      $0.timeout = { .resting($0[after].holdTime) }
      $0.needs = { $0[after] == .forcePress ? .pressure : [] }
    }, make: Hint.init)

  private var startCondition: StartCondition
  private var lift: LiftPolicy
  private var hasBegun = false

  public init(_ settings: Settings) {
    startCondition = StartCondition(
      settings[Self.after], slop: settings[Self.slop], minPressure: settings[ForcePress.minPressure])
    lift = LiftPolicy(settings)
  }

  public var deadline: Timestamp { hasBegun ? lift.deadline : startCondition.deadline }

  public mutating func touchesBegan(_ touches: TouchGroup) -> Proposal {
    lift.touchesBegan(touches)
    guard !hasBegun else { return .nothing }
    startCondition.touchesBegan(touches)
    return beginIfMet()
  }

  public mutating func touchesMoved(_ touches: TouchGroup) -> Proposal {
    guard !hasBegun else { return .nothing }
    if let failure = startCondition.touchesMoved(touches) { return .fail(failure) }
    return beginIfMet()
  }

  public mutating func touchesEnded(_ touches: TouchGroup) -> Proposal {
    guard !hasBegun else { return lift.touchesEnded(touches, values(touches)) }
    return startCondition.touchesEnded(touches).map { .fail($0) } ?? .nothing
  }

  public mutating func deadlinePassed(_ touches: TouchGroup) -> Proposal {
    guard !hasBegun else { return lift.deadlinePassed(touches) }
    startCondition.deadlinePassed(touches)
    return beginIfMet()
  }

  public mutating func reset() {
    hasBegun = false
    startCondition.reset()
    lift.reset()
  }

  public func values(_ touches: TouchGroup) -> GestureValues {
    if let last = lift.valuesAtLift { return last }
    return GestureValues(fingers: lift.fingers, location: touches.centroid)
  }

  public func gauges(_ touches: TouchGroup) -> [Gauge] {
    guard !hasBegun else { return lift.gauges(touches) }
    // The hint has no later phase, so its gauges don't name the phase.
    return startCondition.gauges(touches).map(\.withoutDetail)
  }

  private mutating func beginIfMet() -> Proposal {
    guard startCondition.isMet else { return .nothing }
    hasBegun = true
    return .begin
  }
}
