/// Fingers rest for a while, with or without taps first. After the gesture has begun, the fingers can move.
///
///     idle --taps--> idle --land--> resting --min-duration--> began --moved--> changed --lifted--> ended
///               \--no tap--> failed    \--moved, lifted--> failed
public struct LongPress: Recognizer {
  private static let minDuration = Setting.time(
    "min-duration", touchscreen: 500, touchpad: 500, in: 50...30_000, "How long the fingers must hold still.",
    reason: "UIKit's minimumPressDuration, 0.5 s"
  ).loosened(by: .lower)
  static let slop = Setting.quantity(
    "slop", .millimetres, touchscreen: 2, touchpad: 1.5, in: 0...50,
    "How far a finger can stray before the gesture begins; after that the finger can move freely.",
    reason: "a finger that holds still rolls 1 mm; UIKit allows 10 points, about 1.6 mm"
  ).loosened(by: .raise)

  public static let kind = Kind(
    name: "long-press",
    summary: "Fingers hold still for a while, with or without taps first; after that the fingers can move.",
    isDiscrete: false, settings: LeadingTaps.settings(after: [minDuration, slop]), reports: .translation,
    traits: Kind.Traits {
      $0.needs = LeadingTaps.needs
      $0.timeout = timeout
      $0.outlastsBounces = true
    }, make: LongPress.init)

  /// The name of the setting `bounce`. A lift that is shorter than this setting doesn't end the press.
  package static var bounceName: String { TapCounter.bounce.name }

  /// The longest time before the gesture begins. If taps come first, the press counts as one more tap.
  private static func timeout(_ settings: Settings) -> Kind.Timeout {
    let taps = settings[LeadingTaps.taps]
    guard taps > 0 else { return .resting(settings[minDuration]) }
    return .taps(
      taps + 1, each: max(settings[LeadingTaps.duration], settings[minDuration]),
      pause: settings[TapCounter.maxInterval])
  }

  private enum State {
    case idle
    case resting(since: Timestamp)
    case pressed(origin: Vector)
  }

  private let minDuration: TimeSpan
  private let slop: Double
  private var leadingTaps: TapCounter
  private var lift: LiftPolicy
  private var state = State.idle
  public let precedence: Int

  public init(_ settings: Settings) {
    leadingTaps = LeadingTaps.counter(settings)
    precedence = LeadingTaps.precedence(settings)
    minDuration = settings[Self.minDuration]
    slop = settings[Self.slop]
    lift = LiftPolicy(settings)
  }

  public var deadline: Timestamp {
    switch state {
    case .idle: leadingTaps.deadline
    case .resting(let since): since + minDuration
    case .pressed: lift.deadline
    }
  }

  public mutating func touchesBegan(_ touches: TouchGroup) -> Proposal {
    if let proposal = leadingTaps.touchesBegan(touches) { return proposal }
    lift.touchesBegan(touches)
    if case .pressed = state { return .nothing }
    // The press starts when the last finger has landed.
    state = .resting(since: touches.time)
    return .nothing
  }

  public mutating func touchesMoved(_ touches: TouchGroup) -> Proposal {
    if let proposal = leadingTaps.touchesMoved(touches) { return proposal }
    switch state {
    case .idle: return .nothing
    case .resting:
      guard touches.strayed > slop else { return .nothing }
      return .fail(Failure(movementGauge(touches), .openEnded))
    case .pressed: return lift.isLifting ? .nothing : .change
    }
  }

  public mutating func touchesEnded(_ touches: TouchGroup) -> Proposal {
    if let proposal = leadingTaps.touchesEnded(touches) { return proposal }
    switch state {
    case .idle: return .nothing
    case .resting(let since): return .fail(Failure(holdGauge(touches, since: since)))
    case .pressed: return lift.touchesEnded(touches, values(touches))
    }
  }

  public mutating func deadlinePassed(_ touches: TouchGroup) -> Proposal {
    if let proposal = leadingTaps.deadlinePassed(touches) { return proposal }
    switch state {
    case .idle: return .nothing
    case .resting:
      state = .pressed(origin: touches.travel)
      return .begin
    case .pressed: return lift.deadlinePassed(touches)
    }
  }

  public mutating func reset() {
    state = .idle
    leadingTaps.reset()
    lift.reset()
  }

  public func values(_ touches: TouchGroup) -> GestureValues {
    if let last = lift.valuesAtLift { return last }
    var values = GestureValues(fingers: lift.fingers, location: touches.centroid)
    if case .pressed(let origin) = state { values.translation = touches.travel - origin }
    return values
  }

  public func gauges(_ touches: TouchGroup) -> [Gauge] {
    switch state {
    case .idle: leadingTaps.gauges(touches)
    case .resting(let since): [holdGauge(touches, since: since), movementGauge(touches)]
    case .pressed: lift.gauges(touches)
    }
  }

  private func holdGauge(_ touches: TouchGroup, since start: Timestamp) -> Gauge {
    .reach("held", Measure(touches.time - start), Self.minDuration.name, Measure(minDuration))
  }

  private func movementGauge(_ touches: TouchGroup) -> Gauge {
    .stay("moved", .mm(touches.strayed), within: Self.slop.name, .mm(slop))
  }
}
