/// Fingers move apart or together.
///
///     idle --land--> still --spread or closed enough--> began --moved--> changed --lifted--> ended
///                      \--the wrong way, lifted--> failed
///
/// A hand that travels farther than its fingers spread is swiping or dragging, whatever the fingers do on the way.
public struct Pinch: Recognizer {
  /// Which way the fingers go: `in` is together.
  enum DirectionChoice: String, CaseIterable, Sendable {
    case both, `in`, out

    /// Plus is apart.
    fileprivate var sense: FloatingPointSign? {
      switch self {
      case .both: nil
      case .in: .minus
      case .out: .plus
      }
    }
  }

  static let direction = Setting<DirectionChoice>.choice(
    "direction", .both, "The direction: `in` is together, `out` is apart.", origin: "both is UIKit's pinch")
  private static let minChange = Setting.quantity(
    "min-change", .millimetres, touchscreen: 3, touchpad: 6, in: 0...100,
    "By how much the distance between the fingers must change.",
    origin: "more than two fingertips roll; touchpads: the fingers of recorded scrolls come closer or part by less"
  ).loosened(by: .lower)
  private static let minScale = Setting.quantity(
    "min-scale", .percent, touchscreen: 5, touchpad: 8, in: 0...500,
    "The percentage by which the distance between the fingers must change.",
    origin: "touchscreens: with 3 mm, so that fingers far apart must move more; touchpads: 4 mm of a span of 50 mm"
  ).loosened(by: .lower)
  static let minSpan = Setting.quantity(
    "min-span", .millimetres, touchscreen: 10, touchpad: 10, in: 0...200,
    "Fingers closer than this are not measured yet: a small roll would be a large scale there.",
    origin: "fingertips side by side are 12 mm or more apart")
  static let shares = 0.0...1000
  static let minShare = Setting.quantity(
    "min-share", .percent, touchscreen: 50, touchpad: 50, in: shares,
    "How much the distance must change for each mm the hand travels.",
    origin:
      "with one of two fingers held still it is 200 %, with the thumb of five spread fingers held still 57 %; recorded three-finger swipes spread by up to 34 % of their distance"
  ).loosened(by: .lower)

  public static let kind = Kind(
    name: "pinch", summary: "Fingers move apart or together.", isDiscrete: false,
    settings: [direction, minChange, minScale, minSpan, minShare], reports: .scale, fingers: 2...10,
    traits: Kind.Traits { $0.sense = { $0[direction].sense } }, make: Pinch.init)

  /// The touches' cumulative measures at some moment.
  struct Base {
    fileprivate var spanChange: Double
    var scale: Double
    var travel: Vector

    init(_ touches: TouchGroup) {
      spanChange = touches.spanChange
      scale = touches.scale
      travel = touches.travel
    }
  }

  enum State {
    case idle
    /// Too close together to measure.
    case close
    case still(Base)
    /// `slop` is the scale at which it was left.
    case pinching(Base, slop: Double)
  }

  let direction: DirectionChoice
  private let minChange: Double
  private let minScale: Double
  let minSpan: Double
  let minShare: Double
  private(set) var lift: LiftPolicy
  private(set) var state = State.idle
  /// The fingers have spread enough, but for a hand that travels so far.
  private var isCarried = false

  public init(_ settings: Settings) {
    direction = settings[Self.direction]
    minChange = settings[Self.minChange]
    minScale = settings[Self.minScale] / 100
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
    case .still(let base): return leaveSlop(touches, base)
    case .pinching: return lift.isLifting ? .stay : .change
    }
  }

  public mutating func touchesEnded(_ touches: TouchGroup) -> Step {
    switch state {
    case .idle: return .stay
    case .close: return .fail(Failure(apart(touches)))
    case .still(let base): return .fail(shortfall(touches, base))
    case .pinching: return lift.touchesEnded(touches, values(touches))
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
    if case .pinching(let base, let slop) = state {
      values.scale = touches.scale / base.scale / slop
    }
    return values
  }

  private mutating func leaveSlop(_ touches: TouchGroup, _ base: Base) -> Step {
    let change = touches.spanChange - base.spanChange
    let growth = touches.scale / base.scale - 1
    guard abs(change) >= minChange, abs(growth) >= minScale else {
      isCarried = false
      return .stay
    }
    guard abs(change) >= minShare * (touches.travel - base.travel).length else {
      isCarried = true
      return .stay
    }
    switch direction {
    case .both: break
    case .in: if change > 0 { return .fail(wrongWay("spread by", change)) }
    case .out: if change < 0 { return .fail(wrongWay("closed by", -change)) }
    }
    state = .pinching(base, slop: 1 + (isCarried ? growth : slop(growth, change)))
    return .begin
  }

  /// How much of a growth was slop: up to where the span had changed enough, by share and in mm.
  private func slop(_ growth: Double, _ change: Double) -> Double {
    guard growth != 0, change != 0 else { return growth }
    let share = max(minScale / abs(growth), minChange / abs(change))
    return growth * min(1, share)
  }

  // MARK: Gauges, and the failures made of them

  /// What was missing when the fingers lifted.
  private func shortfall(_ touches: TouchGroup, _ base: Base) -> Failure {
    let change = change(touches, base)
    let scale = scale(touches, base)
    return Failure(!change.isMet ? change : !scale.isMet ? scale : share(touches, base))
  }

  private func wrongWay(_ what: String, _ change: Double) -> Failure {
    Failure(what, .mm(change), Self.direction.name, choice: direction.rawValue)
  }

  public func gauges(_ touches: TouchGroup) -> [Gauge] {
    switch state {
    case .idle: []
    case .close: [apart(touches)]
    case .still(let base): [change(touches, base), scale(touches, base)] + Self.telling(share(touches, base))
    case .pinching: lift.gauges(touches)
    }
  }

  private func apart(_ touches: TouchGroup) -> Gauge {
    .reach("fingers apart", .mm(touches.span), Self.minSpan.name, .mm(minSpan))
  }

  private func change(_ touches: TouchGroup, _ base: Base) -> Gauge {
    let change = Measure.mm(abs(touches.spanChange - base.spanChange))
    return .reach("spread or closed by", change, Self.minChange.name, .mm(minChange))
  }

  private func scale(_ touches: TouchGroup, _ base: Base) -> Gauge {
    let scale = Measure.percent(abs(touches.scale / base.scale - 1) * 100)
    return .reach("spread or closed by", scale, Self.minScale.name, .percent(minScale * 100))
  }

  private func share(_ touches: TouchGroup, _ base: Base) -> Gauge {
    let share = Self.share(abs(touches.spanChange - base.spanChange), of: touches.travel - base.travel)
    return .reach("span against travel", share, Self.minShare.name, .percent(minShare * 100))
  }

  /// A movement of the fingers for each mm the hand travels; a hand that hardly travels is taken to do so a little.
  static func share(_ movement: Double, of travel: Vector) -> Measure {
    .percent(movement / max(travel.length, leastTravel) * 100)
  }

  /// None while the hand travels so little that no setting could decide by it.
  static func telling(_ share: Gauge) -> [Gauge] { share.measured.value > shares.upperBound ? [] : [share] }

  private static let leastTravel = 0.01
}
