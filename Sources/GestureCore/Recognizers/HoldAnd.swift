/// Some fingers rest while others tap, swipe or drag.
///
///     idle --land--> looking --the others' gesture is made--> recognized, or begun --that gesture ends--> ended
///       \               |  ^                                      |  ^
///        \              |  \--a resting finger moves along        |  \--a finger lands again
///         \             |                                         \--a resting finger lifts--> lacking --time--> ended
///          \            \--that gesture fails, a landing on the wrong side, a resting finger strays or lifts--> failed
///           \--the others land too soon, or on the wrong side--> failed
///
/// The fingers that land first are the resting fingers. The setting `fingers` counts them, but their touches aren't
/// part of the gesture (see `isPart`). `Move` sees only the other fingers. With `strict-fingers`, the gesture is
/// cancelled, not ended, if it lacks a resting finger for too long.
public struct HoldAnd<Move: MadeWhileHeld>: Recognizer {
  public static var kind: Kind { Move.heldKind }

  private enum State {
    case idle
    /// If `isDelayed`, the gesture waits because a resting finger moves with the others.
    case looking(isDelayed: Bool)
    case begun
    /// A resting finger lifted at `since`. The values are from before the lift.
    case lacking(since: Timestamp, GestureValues)
  }

  private let restingCount: Int
  private let side: HoldSettings.Side
  private let minHold: TimeSpan
  private let holdSlop: Double
  private let holdShare: Double
  private let strict: Bool
  private let liftWithin: TimeSpan
  private var move: Move
  private var state = State.idle
  private var moving: TouchGroup
  private var motions = ReusableBuffer<TouchTracker.Motion>(capacity: TouchTracker.limit)
  /// The resting fingers, with their positions when they were added.
  private var resting: [Touch] = []
  /// Whether lifted fingers must be removed from `moving` at the next call.
  private var hasLifted = false

  public init(_ settings: Settings) {
    restingCount = HoldSettings.resting(settings)
    side = settings[HoldSettings.side]
    minHold = settings[HoldSettings.minHold]
    holdSlop = settings[HoldSettings.holdSlop]
    holdShare = Move.movesAlongPath ? settings[HoldSettings.holdShare] / 100 : .infinity
    strict = settings[CommonSettings.strictFingers]
    liftWithin = settings[CommonSettings.liftWithin]
    move = Move(HoldSettings.movingSettings(settings))
    moving = TouchGroup(surface: Size(width: 0, height: 0))
    moving.measures = Move.kind.facts
  }

  public var precedence: Int { move.precedence }

  public var deadline: Timestamp {
    guard case .lacking(let since, _) = state else { return move.deadline }
    return min(since + returnTime, move.deadline)
  }

  /// The longest time for which the gesture can lack a resting finger.
  private var returnTime: TimeSpan { strict ? liftWithin : LiftPolicy.dropout }

  public func isPart(_ touch: Touch) -> Bool { moving.mask.contains(touch.bit) }

  public mutating func touchesBegan(_ touches: TouchGroup) -> Proposal {
    removeLifted()
    switch state {
    case .idle:
      start(touches)
      if let holdGauge, !holdGauge.isMet { return .fail(Failure(holdGauge)) }
    case .looking, .begun, .lacking: guard addLanded(touches) else { return .nothing }
    }
    if let misplaced { return .fail(misplaced) }
    return judge(move.touchesBegan(moving), touches)
  }

  public mutating func touchesMoved(_ touches: TouchGroup) -> Proposal {
    removeLifted()
    if case .looking = state, let gauge = strayGauge(in: touches), !gauge.isMet { return .fail(Failure(gauge)) }
    guard updateMovingFingers(touches) else { return .nothing }
    return judge(move.touchesMoved(moving), touches)
  }

  public mutating func touchesEnded(_ touches: TouchGroup) -> Proposal {
    removeLifted()
    let restingFailure = restingLifted(touches)
    let lifted = touches.touches.filter { $0.phase == .ended }
    guard moving.lift(lifted, at: touches.time) else { return restingFailure.map { .fail($0) } ?? .nothing }
    hasLifted = true
    let proposal = judge(move.touchesEnded(moving), touches)
    guard let restingFailure else { return proposal }
    // If all fingers lift at once, the failure of the moving fingers is reported.
    if case .fail = proposal { return proposal }
    return .fail(restingFailure)
  }

  public mutating func deadlinePassed(_ touches: TouchGroup) -> Proposal {
    removeLifted()
    moving.time = touches.time
    if case .lacking(let since, _) = state, touches.time >= since + returnTime {
      return strict ? .cancel(Failure(Gauge.stayed(touches, since: since, liftWithin), .openEnded)) : .end
    }
    return judge(move.deadlinePassed(moving), touches)
  }

  public mutating func reset() {
    removeLifted()
    // The next tap may be a bounce of the last one, so `moving` keeps the last lifts.
    moving.removeAll()
    move.reset()
    resting.removeAll(keepingCapacity: true)
    state = .idle
  }

  public func values(_ touches: TouchGroup) -> GestureValues {
    if case .lacking(_, let last) = state { return last }
    var values = move.values(moving)
    values.fingers += resting.count
    return values
  }

  public func gauges(_ touches: TouchGroup) -> [Gauge] {
    var moving = moving
    moving.time = touches.time
    switch state {
    case .idle: return []
    case .looking(let isDelayed):
      return move.gauges(moving)
        + [holdGauge, strayGauge(in: touches), isDelayed ? sharedMovementGauge(touches) : nil].compactMap { $0 }
    case .begun: return move.gauges(moving)
    case .lacking(let since, _): return strict ? [.stayed(touches, since: since, liftWithin)] : []
    }
  }

  // MARK: The fingers

  private mutating func start(_ touches: TouchGroup) {
    let landed = touches.touches.sorted { $0.began < $1.began }
    resting.append(contentsOf: landed.prefix(restingCount))
    moving.surface = touches.surface
    for touch in landed.dropFirst(restingCount) { moving.land([touch], at: touch.began) }
    moving.time = touches.time
    state = .looking(isDelayed: false)
  }

  private mutating func updateMovingFingers(_ touches: TouchGroup) -> Bool {
    moving.time = touches.time
    motions.removeAll()
    for touch in moving.touches {
      guard let present = touches.touches.first(where: { $0.bit == touch.bit }) else { continue }
      guard present.position != touch.position else { continue }
      motions.append(TouchTracker.Motion(bit: touch.bit, position: present.position, pressure: present.pressure))
    }
    return moving.move(motions, at: touches.time, isWatched: true)
  }

  /// Adds landed fingers to `resting` while `resting` is incomplete, then to `moving`. Returns whether `moving` grew.
  private mutating func addLanded(_ touches: TouchGroup) -> Bool {
    var landed: [Touch] = []
    for touch in touches.touches where !isListed(touch) {
      // A lost contact has returned.
      if resting.count < restingCount { resting.append(touch) } else { landed.append(touch) }
    }
    if case .lacking = state, resting.count == restingCount { state = .begun }
    if !landed.isEmpty { moving.land(landed, at: touches.time) }
    return !landed.isEmpty
  }

  private func isListed(_ touch: Touch) -> Bool {
    moving.mask.contains(touch.bit) || resting.contains { $0.bit == touch.bit }
  }

  private mutating func removeLifted() {
    guard hasLifted else { return }
    hasLifted = false
    moving.removeLifted()
  }

  /// Handles resting fingers that lift. Before the gesture has begun, returns a failure; later, returns nil, and the
  /// gesture waits for a new finger. Also returns nil if no resting finger lifts.
  private mutating func restingLifted(_ touches: TouchGroup) -> Failure? {
    func isLifting(_ finger: Touch) -> Bool { touches.touches.contains { $0.bit == finger.bit && $0.phase == .ended } }
    guard resting.contains(where: isLifting) else { return nil }
    switch state {
    case .idle: return nil
    case .lacking:
      resting.removeAll(where: isLifting)
      return nil
    case .looking:
      return Failure(
        "holding finger lifted", Measure(touches.time - moving.firstLanded), detail: "after the others landed")
    case .begun:
      state = .lacking(since: touches.time, values(touches))
      resting.removeAll(where: isLifting)
      return nil
    }
  }

  // MARK: The gesture of the moving fingers

  /// Turns the `proposal` for the moving fingers into the proposal for the whole gesture. While a resting finger moves
  /// with the others, the gesture can't begin or be recognized.
  private mutating func judge(_ proposal: Proposal, _ touches: TouchGroup) -> Proposal {
    switch state {
    case .idle: return .nothing
    case .begun:
      if case .cancel(let failure) = proposal { return .cancel(failure.withOtherFingersDown) }
      return proposal
    case .lacking: return proposal == .change ? .nothing : proposal
    case .looking(let isDelayed):
      let movesWithOthers = sharedMovementGauge(touches).map { !$0.isMet } ?? false
      switch proposal {
      case .recognize, .begin: return movesWithOthers ? delay() : begin(proposal)
      // The gesture of the moving fingers began while a resting finger moved with them.
      case .change where isDelayed && !Move.kind.isDiscrete: return movesWithOthers ? .nothing : begin(.begin)
      case .end where isDelayed, .fail where isDelayed:
        return .fail(sharedMovementGauge(touches).map { Failure($0) } ?? Failure("lifted"))
      case .fail(let failure): return .fail(failure.withOtherFingersDown)
      case .nothing, .change, .end, .cancel, .giveUp, .startAfresh: return proposal
      }
    }
  }

  private mutating func delay() -> Proposal {
    state = .looking(isDelayed: true)
    return .nothing
  }

  private mutating func begin(_ proposal: Proposal) -> Proposal {
    state = .begun
    return proposal
  }

  // MARK: The side on which the moving fingers land

  private var misplaced: Failure? {
    guard side != .any else { return nil }
    return moving.touches.lazy.compactMap(misplacement).first
  }

  private func misplacement(of finger: Touch) -> Failure? {
    let offsets = resting.map { finger.position.x - $0.position.x }
    guard let least = offsets.min(), let greatest = offsets.max() else { return nil }
    let (found, failure) = landing(least, greatest)
    return found == side ? nil : failure
  }

  /// The side on which a finger landed, and the failure if that side is wrong. The side is nil if the finger is in line
  /// with a resting finger. `least` and `greatest` are the finger's horizontal offsets from resting fingers, in mm.
  private func landing(_ least: Double, _ greatest: Double) -> (side: HoldSettings.Side?, failure: Failure) {
    if least > 0 { return (.right, wrongSide(.mm(least), "to the right of the nearest holding finger")) }
    if greatest < 0 { return (.left, wrongSide(.mm(-greatest), "to the left of the nearest holding finger")) }
    if least < 0, greatest > 0 { return (.between, wrongSide(nil, "between holding fingers")) }
    return (nil, wrongSide(nil, "straight above or below a holding finger"))
  }

  private func wrongSide(_ distance: Measure?, _ detail: String) -> Failure {
    Failure("landed", distance, detail: detail, HoldSettings.side.name, choice: side.rawValue)
  }

  // MARK: Gauges, and the failures made of them

  /// The time from the resting fingers' last landing to the moving fingers' first landing. Nil without moving fingers.
  private var holdGauge: Gauge? {
    guard let latest = resting.map(\.began).max(), let first = moving.touches.map(\.began).min() else { return nil }
    return .reach("held still", Measure(first - latest), HoldSettings.minHold.name, Measure(minHold))
  }

  private func farthest(in touches: TouchGroup) -> Double {
    var farthest = 0.0
    for touch in touches.touches {
      guard let start = resting.first(where: { $0.bit == touch.bit }) else { continue }
      farthest = max(farthest, (touch.position - start.position).length)
    }
    return farthest
  }

  private func strayGauge(in touches: TouchGroup) -> Gauge? {
    .stay("holding finger moved", .mm(farthest(in: touches)), within: HoldSettings.holdSlop.name, .mm(holdSlop))
  }

  /// The farthest movement of a resting finger, in percent of `moving.travel`. Nil for taps or without travel.
  private func sharedMovementGauge(_ touches: TouchGroup) -> Gauge? {
    let distance = moving.travel.length
    guard holdShare < .infinity, distance > 0 else { return nil }
    return .stay(
      "holding finger moved", .percent(farthest(in: touches) / distance * 100),
      detail: "of the others' distance", within: HoldSettings.holdShare.name, .percent(holdShare * 100))
  }
}

/// A gesture that fingers can make while other fingers rest.
public protocol MadeWhileHeld: Recognizer {
  static var heldKind: Kind { get }
  /// Whether the gesture's fingers move along a path.
  static var movesAlongPath: Bool { get }
}

extension Tap: MadeWhileHeld {
  public static let movesAlongPath = false
  public static let heldKind = HoldSettings.kind(
    "hold-and-tap", "Fingers tap while others hold still.", kind,
    settings: [HoldSettings.side.declaration] + kind.settings, make: HoldAnd<Tap>.init)
}

extension Swipe: MadeWhileHeld {
  public static let movesAlongPath = true
  public static let heldKind = HoldSettings.kind(
    "hold-and-swipe", "Fingers move quickly in one direction while others hold still.", kind, settings: kind.settings,
    make: HoldAnd<Swipe>.init)
}

extension Pan: MadeWhileHeld {
  public static let movesAlongPath = true
  public static let heldKind = HoldSettings.kind(
    "hold-and-pan", "Fingers drag while others hold still; the gesture follows the fingers that drag.", kind,
    settings: [axis, slop], make: HoldAnd<Pan>.init)
}

private enum HoldSettings {
  enum Side: String, CaseIterable, Sendable { case any, left, right, between }

  static let holding = Setting.count(
    "holding", 1, in: 1...4, "How many of the fingers hold still; `fingers` counts all fingers.",
    reason: "a thumb, or a finger of the other hand")
  static let side = Setting<Side>.choice(
    "side", .any,
    "On which side of the holding fingers the other fingers tap; `between` needs two or more holding fingers.",
    reason: "any finger of the hand can tap")
  static let minHold = Setting.time(
    "min-hold", touchscreen: 120, touchpad: 160, in: 10...10_000,
    "How long the holding fingers must hold still before the first of the other fingers lands.",
    reason: "the same as land-within: fingers that land within this time count as one landing"
  ).loosened(by: .lower)
  static let holdSlop = Setting.quantity(
    "hold-slop", .millimetres, touchscreen: 3, touchpad: 2, in: 0...50,
    "How far a holding finger can stray until the gesture is recognized or begins; if it strays further, the gesture fails.",
    reason: "a tap's slop: the hand that moves some fingers moves the others a little"
  ).loosened(by: .raise)
  static let holdShare = Setting.quantity(
    "hold-share", .percent, touchscreen: 15, touchpad: 15, in: 0...100,
    "How far a holding finger can move, in percent of the distance that the other fingers move.",
    reason:
      "in a swipe of two fingers, the slower finger moves at least 17 % as far as the faster finger, so neither finger counts as holding"
  ).loosened(by: .raise)

  static func kind<Move: MadeWhileHeld>(
    _ name: String, _ summary: String, _ move: Kind, settings: [any DeclaredSetting],
    make: @escaping @Sendable (Settings) -> HoldAnd<Move>
  ) -> Kind {
    var traits = move.traits
    traits.landsSeparately = true
    // An edge gesture needs all fingers at its edge, so this gesture doesn't have to wait for it.
    traits.yieldsToEdges = false
    traits.fewestFingers = { resting($0) + 1 }
    traits.ineffectiveSettings = { _ in [CommonSettings.landWithin.declaration.name: minHold.name] }
    let own: [any DeclaredSetting] =
      Move.movesAlongPath ? [holding, minHold, holdSlop, holdShare] : [holding, minHold, holdSlop]
    return Kind(
      name: name, summary: "\(summary.dropLast()); `fingers` counts all fingers.", isDiscrete: move.isDiscrete,
      settings: own + settings,
      reports: move.reports, needs: [.contacts, .places], fingers: 2...10, traits: traits, make: make)
  }

  static func resting(_ settings: Settings) -> Int {
    settings[side] == .between ? max(2, settings[holding]) : settings[holding]
  }

  /// The settings for the moving fingers' recognizer; `fingers` doesn't count the resting fingers.
  static func movingSettings(_ settings: Settings) -> Settings {
    let fingers = settings[CommonSettings.fingers]
    let restingCount = resting(settings)
    let least = max(1, fingers.lowerBound - restingCount)
    let movingFingers = least...max(least, fingers.upperBound - restingCount)
    return settings.replaced(by: [[CommonSettings.fingers.name: .countRange(movingFingers)]])
  }
}
