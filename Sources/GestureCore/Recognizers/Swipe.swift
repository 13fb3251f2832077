/// Fingers move quickly in one direction.
///
///    idle --land--> still --left the slop--> moving --distance, angle and peak speed met--> recognized
///                     |  ^                     |  \--too crooked, too far, lifted apart, all up--> failed
///                     |  \--slow, out of time--/
///                     \--lifted--> failed
///
/// The swipe is recognized while the fingers move or, with `at-lift`, when all fingers are up. If the fingers are too
/// slow or out of time, the measurement starts again, but the swipe fails if a gesture or application waits for its
/// failure. A slow swipe must be straighter than a fast swipe, as in UIKit.
public struct Swipe: Recognizer {
  enum DirectionChoice: String, CaseIterable, Sendable {
    case any, straight, anyOf8 = "any-of-8", horizontal, vertical
    case right, downRight = "down-right", down, downLeft = "down-left"
    case left, upLeft = "up-left", up, upRight = "up-right"

    /// The allowed directions, and the greatest angle from them in degrees. The angle is nil if there is no limit.
    var directions: (all: [Direction], widestAngle: Double?) {
      let straight = Direction.allCases.filter { !$0.isDiagonal }
      return switch self {
      case .any: (Direction.allCases, nil)
      case .anyOf8: (Direction.allCases, 22.5)
      case .straight: (straight, 45)
      case .horizontal: ([.right, .left], 45)
      case .vertical: ([.up, .down], 45)
      case .right, .down, .left, .up: (straight.filter { $0.rawValue == rawValue }, 45)
      case .downRight, .downLeft, .upLeft, .upRight:
        (Direction.allCases.filter { $0.rawValue == rawValue }, 22.5)
      }
    }
  }

  /// The edge near which the fingers must lift.
  public enum EndEdge: String, CaseIterable, Sendable {
    case anywhere, left, right, top, bottom

    var edge: Edge? { Edge(rawValue: rawValue) }
  }

  static let direction = Setting<DirectionChoice>.choice(
    "direction", .any,
    "The direction; `straight` allows left, right, up and down; `any-of-8` also allows the diagonals; with `any`, every direction is allowed and `max-angle` has no effect.",
    reason: "any direction unless the rule names one")
  static let slop = Setting.quantity(
    "slop", .millimetres, touchscreen: 2.5, touchpad: 1.5, in: 0...50,
    "How far the fingers must move before the times `max-duration` and `slow-after` start.", reason: "the slop of a pan"
  )
  private static let minDistance = Setting.quantity(
    "min-distance", .millimetres, touchscreen: 12, touchpad: 5, in: 1...500, "How far the fingers must move.",
    reason:
      "touchscreens: a finger's width; touchpads: less than the shortest recorded three-finger swipe"
  ).loosened(by: .lower)
  fileprivate static let minSpeed = Setting.quantity(
    "min-speed", .millimetresPerSecond, touchscreen: 80, touchpad: 15, in: 0...5000,
    "The speed the fingers must reach.",
    reason:
      "touchscreens: about the speed of the slowest recorded scrolls; touchpads: about half the speed of "
      + "the slowest recorded three-finger swipe"
  ).loosened(by: .lower)
  private static let maxDuration = Setting.time(
    "max-duration", touchscreen: 500, touchpad: 600, in: 50...10_000,
    "How long the swipe can take after the fingers have moved by `slop`; with `at-lift`, only the time until the first finger lifts counts. After this time the measurement starts again, or the swipe fails; see `slow-after`.",
    reason: "UIKit allows 0.5 s"
  ).loosened(by: .raise)
  static let maxAngle = Setting.quantity(
    "max-angle", .degrees, touchscreen: 40, touchpad: 40, in: 1...90,
    "How far a swipe of medium speed can deviate from its direction.",
    reason: "hands swing around the wrist: recorded three-finger swipes on touchpads deviate by up to 37°"
  ).loosened(by: .raise)
  fileprivate static let slowAngle = Setting.quantity(
    "slow-angle", .percent, touchscreen: 70, touchpad: 90, in: 10...100,
    "The percentage of `max-angle` that is allowed for a swipe that just reaches `min-speed`.",
    reason:
      "touchscreens: UIKit expects slow swipes to be precise; touchpads: an estimate, because no recorded "
      + "slow swipe deviates far"
  ).loosened(by: .raise)
  fileprivate static let fastAngle = Setting.quantity(
    "fast-angle", .percent, touchscreen: 120, touchpad: 120, in: 100...200,
    "The percentage of `max-angle` that is allowed for a swipe of four times `min-speed` or more.",
    reason: "UIKit accepts a fast swipe that is less precise"
  ).loosened(by: .raise)
  private static let slowAfter = Setting.time(
    "slow-after", touchscreen: 120, touchpad: 250, in: 20...10_000,
    "If the swipe is slower than half of `min-speed` after this time, its distance and time are measured again from that point. But it fails if "
      + "another gesture waits for the swipe to fail, or if an application waits for the touches.",
    reason:
      "touchscreens: a drag that waits for a swipe must not begin late; touchpads: recorded swipes take up to 179 ms "
      + "to move from 1.5 mm to 5 mm"
  ).loosened(by: .raise)
  private static let together = Setting.quantity(
    "together", .percent, touchscreen: 30, touchpad: 30, in: 0...100,
    "How far the slowest finger must have moved, in percent of the distance that the centre of the fingers has moved.",
    reason:
      "recorded swipes reach more than 50 %; a swipe in which one finger holds still reaches 0 %"
  ).loosened(by: .lower)

  private static let atLift = Setting<Bool>.flag(
    "at-lift", false,
    "Whether the swipe is judged when the first finger lifts, and recognized when all fingers have lifted.",
    reason: "UIKit recognizes a swipe while the fingers move")
  private static let noLimit = 5000.0
  private static let maxDistance = Setting.quantity(
    "max-distance", .millimetres, touchscreen: noLimit, touchpad: noLimit, in: 1...noLimit,
    "How far the fingers can move; this setting has an effect only with `at-lift`.",
    reason: "5000 mm means no limit"
  ).loosened(by: .raise)
  private static let endEdge = Setting<EndEdge>.choice(
    "end-edge", .anywhere, "The edge near which the fingers must lift; this setting has an effect only with `at-lift`.",
    reason: "anywhere unless the rule names an edge")
  private static let endBand = Setting.quantity(
    "end-band", .millimetres, touchscreen: 8, touchpad: 8, in: 0.5...100,
    "The width of the strip along `end-edge` in which the fingers must lift.",
    reason: "the program lisgd uses 50 px, about 8 mm at 160 px per inch"
  ).loosened(by: .raise)

  public static let kind = Kind(
    name: "swipe",
    summary:
      "Fingers move quickly in one direction; the swipe is recognized while they move or, with `at-lift`, at the lift.",
    isDiscrete: true,
    settings: [
      direction, slop, minDistance, minSpeed, maxDuration, maxAngle, slowAngle, fastAngle, slowAfter, together, atLift,
      maxDistance, endEdge, endBand,
    ], reports: [.translation, .velocity, .direction], facts: .velocity,
    traits: Kind.Traits {
      $0.yieldsToEdges = true
      $0.isMadeByLifting = { $0[atLift] }
      $0.needs = { $0[endEdge].edge == nil ? [] : .places }
      $0.timeout = { .moving($0[maxDuration]) }
      $0.travel = { $0[minDistance] }
      $0.directions = { Set($0[direction].directions.all) }
    }, make: Swipe.init)

  enum State {
    case idle
    case still(base: Vector)
    case moving(base: Vector, since: Timestamp, peak: Double)
  }

  private let precision: SwipePrecision
  let slop: Double
  private let minDistance: Double
  fileprivate let minSpeed: Double
  private let maxDuration: TimeSpan
  private let slowAfter: TimeSpan
  private let liftWithin: TimeSpan
  private let together: Double
  private let atLift: Bool
  private let maxDistance: Double
  private let endEdge: Edge?
  private let endBand: Double
  private(set) var state = State.idle
  private(set) var firstLift: Timestamp?
  /// The result of `advance` at the first lift. Nil before that lift, or if the fingers had not left the slop.
  private(set) var advanceAtLift: Double?
  /// With `at-lift`, the result of `judgeLift` at the first lift, proposed when all fingers are up. Otherwise nil.
  private var proposalAtLift: Proposal?
  private var lastMoved = Timestamp(microseconds: 0)
  private var fingers = 0
  private var direction: Direction?
  private var origins = FingerOrigins()
  /// The reason why the measurement last started again. Nil if it hasn't started again in this attempt.
  private var restartReason: Failure?

  public init(_ settings: Settings) {
    precision = SwipePrecision(settings)
    slop = settings[Self.slop]
    minDistance = settings[Self.minDistance]
    minSpeed = settings[Self.minSpeed]
    maxDuration = settings[Self.maxDuration]
    slowAfter = settings[Self.slowAfter]
    liftWithin = settings[CommonSettings.liftWithin]
    together = settings[Self.together] / 100
    atLift = settings[Self.atLift]
    maxDistance = settings[Self.maxDistance]
    endEdge = settings[Self.endEdge].edge
    endBand = settings[Self.endBand]
  }

  public var deadline: Timestamp {
    var earliest = firstLift.map { $0 + liftWithin } ?? .never
    if case .moving(_, let since, _) = state, !atLift || firstLift == nil {
      earliest = min(earliest, since + maxDuration)
      // No more frames come when the fingers stop; at this time the fingers are certainly too slow.
      if minSpeed > 0 { earliest = min(earliest, max(since + slowAfter, lastMoved + VelocityEstimator.pause)) }
    }
    return earliest
  }

  public mutating func touchesBegan(_ touches: TouchGroup) -> Proposal {
    fingers = touches.count
    if case .idle = state { start(touches) } else { origins.add(touches) }
    return .nothing
  }

  public mutating func touchesMoved(_ touches: TouchGroup) -> Proposal {
    switch state {
    case .idle: return .nothing
    case .still(let base):
      guard (touches.travel - base).length > slop else { return .nothing }
      return judge(touches, base, since: touches.time, peak: 0)
    case .moving(let base, let since, let peak): return judge(touches, base, since: since, peak: peak)
    }
  }

  public mutating func touchesEnded(_ touches: TouchGroup) -> Proposal {
    if firstLift == nil {
      firstLift = touches.time
      if case .moving(let base, _, let peak) = state {
        let moved = touches.travel - base
        advanceAtLift = advance(touches, moved)
        if atLift { proposalAtLift = judgeLift(touches, moved, peak: peak) }
      }
    }
    return touches.count == 0 ? proposalAtLift ?? .fail(shortfall(touches)) : .nothing
  }

  public mutating func deadlinePassed(_ touches: TouchGroup) -> Proposal {
    guard case .moving(_, let since, _) = state, firstLift == nil else { return .fail(shortfall(touches)) }
    return startAgain(touches, touches.time < since + maxDuration ? slowed(touches) : shortfall(touches))
  }

  public mutating func reset() {
    state = .idle
    firstLift = nil
    advanceAtLift = nil
    proposalAtLift = nil
    direction = nil
    restartReason = nil
  }

  public func values(_ touches: TouchGroup) -> GestureValues {
    var values = GestureValues(fingers: fingers, location: touches.centroid)
    values.velocity = touches.velocity
    values.direction = direction
    if case .moving(let base, _, _) = state { values.translation = touches.travel - base }
    return values
  }

  private mutating func judge(_ touches: TouchGroup, _ base: Vector, since: Timestamp, peak: Double) -> Proposal {
    let speed = touches.velocity.length
    let peak = max(peak, speed)
    lastMoved = touches.time
    state = .moving(base: base, since: since, peak: peak)
    let moved = touches.travel - base
    if !atLift, moved.length >= minDistance, peak >= minSpeed {
      let (nearest, angle) = precision.nearest(to: moved)
      guard angle <= precision.angle(at: peak) else { return .fail(turned(angle, moved, at: peak)) }
      if advance(touches, moved) >= together {
        direction = nearest
        return .recognize
      }
    }
    if touches.time - since >= slowAfter, speed < minSpeed * Self.slow { return startAgain(touches, slowed(touches)) }
    return .nothing
  }

  /// The proposal at the first lift, with `at-lift`. Nil if `min-distance`, `min-speed` or `together` isn't reached.
  private mutating func judgeLift(_ touches: TouchGroup, _ moved: Vector, peak: Double) -> Proposal? {
    guard moved.length >= minDistance, peak >= minSpeed else { return nil }
    guard moved.length <= maxDistance else { return .fail(Failure(farGauge(moved))) }
    let (nearest, angle) = precision.nearest(to: moved)
    guard angle <= precision.angle(at: peak) else { return .fail(turned(angle, moved, at: peak)) }
    if let endEdge {
      let distance = touches.touches.reduce(0) { max($0, endEdge.distance(of: $1.position, on: touches.surface)) }
      guard distance <= endBand else {
        return .fail(
          Failure(
            .stay(
              "lifted", .mm(distance), detail: "from the \(endEdge.rawValue) edge", within: Self.endBand.name,
              .mm(endBand))))
      }
    }
    guard advance(touches, moved) >= together else { return nil }
    direction = nearest
    return .recognize
  }

  private mutating func start(_ touches: TouchGroup) {
    state = .still(base: touches.travel)
    origins.set(touches)
  }

  /// Starts again, and proposes to give up: the swipe fails only if a gesture or an application waits for the failure.
  private mutating func startAgain(_ touches: TouchGroup, _ reason: Failure) -> Proposal {
    restartReason = reason
    start(touches)
    return .giveUp(reason)
  }

  /// The slowest finger's movement along `moved`, as a share of the length of `moved`. 1 if `moved` is zero.
  private func advance(_ touches: TouchGroup, _ moved: Vector) -> Double {
    let length = moved.length
    return length > 0 ? origins.leastAdvance(of: touches, along: moved * (1 / length)) / length : 1
  }

  // MARK: Gauges, and the failures made of them

  /// The share of `min-speed` below which a swipe counts as slowed down.
  static let slow = 0.5

  public func gauges(_ touches: TouchGroup) -> [Gauge] {
    let lifting = firstLift.map { [Gauge.liftedApart(by: touches.time - $0, liftWithin)] } ?? []
    switch state {
    case .idle: return []
    case .still(let base):
      let moved = touches.travel - base
      return [distanceGauge(moved), slopGauge(moved)] + lifting
    case .moving(let base, let since, let peak):
      let moved = touches.travel - base
      let nearest = precision.nearest(to: moved)
      var gauges = [distanceGauge(moved), speedGauge(peak: peak)]
      if precision.angle(at: peak) < .infinity { gauges.append(angleGauge(nearest.angle, at: peak)) }
      gauges.append(durationGauge(touches, since: since))
      if touches.touches.count > 1 { gauges.append(advanceGauge(touches, moved)) }
      if atLift, maxDistance < Self.noLimit { gauges.append(farGauge(moved)) }
      if minSpeed > 0, touches.time - since >= slowAfter { gauges.append(slownessGauge(touches)) }
      return gauges + lifting
    }
  }

  /// The failure of a swipe whose time is over or whose fingers have lifted.
  private func shortfall(_ touches: TouchGroup) -> Failure {
    switch state {
    case .idle: return Failure("lifted")
    case .still(let base):
      if let restartReason { return restartReason }
      let moved = touches.travel - base
      return Failure(moved.length < minDistance ? distanceGauge(moved) : slopGauge(moved))
    case .moving(let base, let since, let peak):
      let moved = touches.travel - base
      if let restartReason, peak < minSpeed { return restartReason }
      if moved.length < minDistance { return Failure(distanceGauge(moved)) }
      if peak < minSpeed { return Failure(speedGauge(peak: peak)) }
      let advance = advanceGauge(touches, moved)
      if !advance.isMet { return Failure(advance) }
      guard touches.time - since < maxDuration, let firstLift else {
        return Failure(durationGauge(touches, since: since), .untilLift)
      }
      return Failure(Gauge.liftedApart(by: touches.time - firstLift, liftWithin), .untilLift)
    }
  }

  /// The failure of a swipe slower than half of `min-speed`.
  private func slowed(_ touches: TouchGroup) -> Failure {
    let speed = touches.velocity.length
    let slowed = Gauge.reach("slowed to", .speed(speed), Self.minSpeed.name, .speed(minSpeed))
    return Failure(slowed, needing: .speed(speed / Self.slow))
  }

  /// The failure of a swipe that turned too far, or whose direction isn't allowed.
  private func turned(_ angle: Double, _ moved: Vector, at peak: Double) -> Failure {
    guard precision.isWithinReach(angle) else {
      let direction = Direction(nearest: moved)?.rawValue
      return Failure("moved", detail: direction, Self.direction.name, choice: precision.choice)
    }
    return Failure(angleGauge(angle, at: peak), needing: .degrees(angle / precision.share(at: peak)))
  }

  private func distanceGauge(_ moved: Vector) -> Gauge {
    .reach("moved", .mm(moved.length), Self.minDistance.name, .mm(minDistance))
  }

  private func farGauge(_ moved: Vector) -> Gauge {
    .stay("moved", .mm(moved.length), within: Self.maxDistance.name, .mm(maxDistance))
  }

  private func slopGauge(_ moved: Vector) -> Gauge { .reach("moved", .mm(moved.length), Self.slop.name, .mm(slop)) }

  private func speedGauge(peak: Double) -> Gauge {
    .reach("moved at", .speed(peak), Self.minSpeed.name, .speed(minSpeed))
  }

  private func slownessGauge(_ touches: TouchGroup) -> Gauge {
    var gauge = Gauge.reach(
      "slowed to", .speed(touches.velocity.length), Self.minSpeed.name, .speed(minSpeed * Self.slow))
    gauge.circumstance = .halved
    return gauge
  }

  private func angleGauge(_ angle: Double, at peak: Double) -> Gauge {
    var gauge = Gauge.stay("turned", .degrees(angle), within: Self.maxAngle.name, .degrees(precision.angle(at: peak)))
    gauge.circumstance = .atItsSpeed
    return gauge
  }

  private func durationGauge(_ touches: TouchGroup, since: Timestamp) -> Gauge {
    .stay("took", Measure(touches.time - since), within: Self.maxDuration.name, Measure(maxDuration))
  }

  private func advanceGauge(_ touches: TouchGroup, _ moved: Vector) -> Gauge {
    let advance = Measure.percent(max(0, min(advance(touches, moved), advanceAtLift ?? .infinity)) * 100)
    return .reach(
      "one finger moved", advance, detail: "of the hand's distance", Self.together.name, .percent(together * 100))
  }
}

/// The position of each finger at the start of the measurement, or at the finger's landing if that was later.
private struct FingerOrigins: Sendable {
  private var origins: [Touch] = []

  init() { origins.reserveCapacity(TouchTracker.limit) }

  mutating func set(_ touches: TouchGroup) {
    origins.removeAll(keepingCapacity: true)
    add(touches)
  }

  mutating func add(_ touches: TouchGroup) {
    for touch in touches.touches where !origins.contains(where: { $0.bit == touch.bit }) { origins.append(touch) }
  }

  /// The smallest of the fingers' movements along the unit vector `direction`, in mm. Infinite if no finger is known.
  func leastAdvance(of touches: TouchGroup, along direction: Vector) -> Double {
    var least = Double.infinity
    for touch in touches.touches {
      guard let origin = origins.first(where: { $0.bit == touch.bit }) else { continue }
      least = min(least, (touch.position - origin.position).dot(direction))
    }
    return least
  }
}

/// The directions that a swipe can have, and the allowed angle from them. The angle is greater for fast swipes.
private struct SwipePrecision: Sendable {
  /// The lowest speed of a fast swipe, as a multiple of `min-speed`.
  private static let fast = 4.0

  let choice: String
  private let directions: [Direction]
  private let widestAngle: Double?
  private let minSpeed: Double
  private let maxAngle: Double
  private let slowShare: Double
  private let fastShare: Double

  init(_ settings: Settings) {
    choice = settings[Swipe.direction].rawValue
    (directions, widestAngle) = settings[Swipe.direction].directions
    minSpeed = settings[Swipe.minSpeed]
    maxAngle = settings[Swipe.maxAngle]
    slowShare = settings[Swipe.slowAngle] / 100
    fastShare = settings[Swipe.fastAngle] / 100
  }

  /// The allowed direction nearest to a movement, and the angle between them in degrees.
  func nearest(to moved: Vector) -> (direction: Direction, angle: Double) {
    var best = (direction: Direction.right, angle: Double.infinity)
    for direction in directions {
      let angle = moved.degrees(from: direction.vector)
      if angle < best.angle { best = (direction, angle) }
    }
    return best
  }

  /// The greatest allowed angle from the direction, in degrees, at this peak speed (mm/s). Infinite without a limit.
  func angle(at speed: Double) -> Double {
    guard let widestAngle else { return .infinity }
    return min(widestAngle, maxAngle * share(at: speed))
  }

  /// The share of `max-angle` that applies to a swipe with this peak speed (mm/s).
  func share(at speed: Double) -> Double {
    let progress = minSpeed > 0 ? min(max((speed / minSpeed - 1) / (Self.fast - 1), 0), 1) : 1
    return slowShare + (fastShare - slowShare) * progress
  }

  /// Whether a greater `max-angle` could accept this angle.
  fileprivate func isWithinReach(_ angle: Double) -> Bool { widestAngle.map { angle <= $0 } ?? true }
}
