/// Counts taps in a row: the taps of a tap gesture, or the taps before another gesture.
///
///    idle --land--> down --all up--> between --land--> down     (one more tap is needed)
///                    |                  |   \--land--> over     (all taps are made, the touch belongs to the gesture)
///                    |                  \--max-interval--> failed
///                    \--moved, down too long, lifted apart, landed while lifting--> failed
///
/// A late or distant landing starts afresh. A bounce after a tap is ignored. Attempts that start with a bounce fail.
struct TapCounter: Sendable {
  static let maxInterval = Setting.time(
    "max-interval", touchscreen: 350, touchpad: 300, in: 20...10_000,
    "The longest time between the last lift of a tap and the next landing.", reason: "UIKit waits 350 ms"
  ).loosened(by: .raise)
  static let maxDistance = Setting.quantity(
    "max-distance", .millimetres, touchscreen: 12, touchpad: 10, in: 0...200,
    "How far one tap can be from the previous one.",
    reason: "Android and Flutter allow 100 px, about 16 mm; a smaller distance is safer"
  ).loosened(by: .raise)
  static let bounce = Setting.time(
    "bounce", touchscreen: 40, touchpad: 20, in: 0...500,
    "A touch that lands within this time after a lift, near the place of the lift, is a bounce: it does not count as a tap, and a long press continues.",
    reason: "touchscreens: Flutter and Chromium ignore a second tap within 40 ms; touchpads: contacts bounce less")

  enum State {
    case idle
    case down(until: Timestamp, firstLift: Timestamp?)
    case between(until: Timestamp)
    case bouncing(until: Timestamp)
    case over
  }

  let taps: Int
  fileprivate let maxDuration: TimeSpan
  let slop: Double
  let names: (maxDuration: String, slop: String)
  let maxInterval: TimeSpan
  let maxDistance: Double
  let bounce: TimeSpan
  fileprivate let liftWithin: TimeSpan
  private(set) var state: State
  private(set) var tapCount = 0
  /// The centre of the last tap's fingers when the first finger lifted.
  private(set) var location = Vector.zero
  /// The end and place of the last tap; nil before the first tap. Kept by `reset`: a bounce can come after the attempt.
  private(set) var last: (lifted: Timestamp, location: Vector)?

  init(_ settings: Settings, taps: Setting<Int>, maxDuration: Setting<TimeSpan>, slop: Setting<Double>) {
    self.taps = settings[taps]
    self.maxDuration = settings[maxDuration]
    self.slop = settings[slop]
    names = (maxDuration.name, slop.name)
    maxInterval = settings[Self.maxInterval]
    maxDistance = settings[Self.maxDistance]
    bounce = settings[Self.bounce]
    liftWithin = settings[CommonSettings.liftWithin]
    state = self.taps > 0 ? .idle : .over
  }

  var isComplete: Bool { tapCount == taps }

  var isDown: Bool {
    switch state {
    case .down: true
    case .idle, .between, .bouncing, .over: false
    }
  }

  var deadline: Timestamp {
    switch state {
    case .idle, .over: .never
    case .down(let until, nil): until
    case .down(let until, let firstLift?): min(until, firstLift + liftWithin)
    // A bouncing contact that stays down is not the next tap, so the time for that tap still runs.
    case .between(let until), .bouncing(let until): until
    }
  }

  /// Returns the proposal for a landing. Returns nil once all taps are made and the touches belong to the gesture after
  /// the taps. `touchesMoved`, `touchesEnded` and `deadlinePassed` also return nil then.
  mutating func touchesBegan(_ touches: TouchGroup) -> Proposal? {
    switch state {
    case .idle, .between:
      if let proposal = compareWithLast(touches) { return proposal }
    case .down(_, nil): break
    case .down(_, .some): return .fail(Failure("a finger landed while others lifted"))
    case .bouncing: return .nothing
    case .over: return nil
    }
    guard !isComplete else {
      state = .over
      return nil
    }
    state = .down(until: touches.firstLanded + maxDuration, firstLift: nil)
    return .nothing
  }

  mutating func touchesMoved(_ touches: TouchGroup) -> Proposal? {
    switch state {
    case .idle, .between, .bouncing: return .nothing
    case .down:
      guard touches.strayed > slop else { return .nothing }
      return .fail(Failure(movementGauge(touches), .openEnded))
    case .over: return nil
    }
  }

  mutating func touchesEnded(_ touches: TouchGroup) -> Proposal? {
    switch state {
    case .idle, .between: return .nothing
    case .bouncing(let until):
      if touches.count == 0 { state = .between(until: until) }
      return .nothing
    case .down(let until, let firstLift):
      if firstLift == nil { location = touches.centroid }
      guard touches.count == 0 else {
        state = .down(until: until, firstLift: firstLift ?? touches.time)
        return .nothing
      }
      tapCount += 1
      last = (touches.time, location)
      state = .between(until: touches.time + maxInterval)
      return .nothing
    case .over: return nil
    }
  }

  mutating func deadlinePassed(_ touches: TouchGroup) -> Proposal? {
    switch state {
    case .idle: return .nothing
    case .between, .bouncing:
      guard isComplete, let last else { return .fail(Failure(tapGauge)) }
      return .fail(Failure(intervalGauge(touches, since: last.lifted), .openEnded))
    case .down(let until, let firstLift):
      if let firstLift, firstLift + liftWithin < until {
        return .fail(Failure(Gauge.liftedApart(by: touches.time - firstLift, liftWithin), .untilLift))
      }
      return .fail(Failure(durationGauge(touches), .untilLift))
    case .over: return nil
    }
  }

  mutating func reset() {
    tapCount = 0
    state = taps > 0 ? .idle : .over
  }

  /// Returns the proposal for a bounce, or for a late or distant landing. Otherwise nil.
  private mutating func compareWithLast(_ touches: TouchGroup) -> Proposal? {
    if case .idle = state, let lifted = bounced(touches) { return .fail(Failure(bounceGauge(touches, after: lifted))) }
    guard let last else { return nil }
    let gap = touches.firstLanded - last.lifted
    let distance = (touches.centroid - last.location).length
    if gap < bounce, distance <= maxDistance {
      guard case .between(let until) = state else { return .fail(Failure(bounceGauge(touches, after: last.lifted))) }
      state = .bouncing(until: until)
      return .nothing
    }
    guard case .between(let until) = state else { return nil }
    // A landing of several fingers is in time if the first finger is, even if the others land later.
    if touches.firstLanded >= until { return .startAfresh(Failure(landingGauge(touches, after: last.lifted))) }
    if distance > maxDistance { return .startAfresh(Failure(distanceGauge(touches, from: last.location))) }
    return nil
  }

  /// Returns the time of the lift before a bounce. Nil without a bounce.
  private func bounced(_ touches: TouchGroup) -> Timestamp? {
    for touch in touches.touches {
      if let lifted = touches.lifts.lift(before: touch, by: bounce, within: maxDistance) { return lifted }
    }
    return nil
  }

  // MARK: Gauges, and the failures made of them

  func gauges(_ touches: TouchGroup) -> [Gauge] {
    let count = taps > 1 ? [tapGauge] : []
    switch state {
    case .idle:
      // The finger has just landed. If that is too soon after a lift, it is a bounce.
      guard touches.count > 0 else { return [] }
      if let lifted = bounced(touches) { return [bounceGauge(touches, after: lifted)] }
      guard let last, touches.firstLanded - last.lifted < bounce else { return [] }
      return [bounceGauge(touches, after: last.lifted)]
    case .down(_, let firstLift):
      let lifting = firstLift.map { [Gauge.liftedApart(by: touches.time - $0, liftWithin)] } ?? []
      return [durationGauge(touches), movementGauge(touches)] + lifting + count
    case .between:
      guard let last else { return count }
      guard touches.count > 0 else { return [intervalGauge(touches, since: last.lifted)] + count }
      return [landingGauge(touches, after: last.lifted), distanceGauge(touches, from: last.location)] + count
    case .bouncing: return (last.map { [intervalGauge(touches, since: $0.lifted)] } ?? []) + count
    case .over: return []
    }
  }

  private var tapGauge: Gauge { .reach("made", .taps(tapCount), "taps", .taps(taps)) }

  func durationGauge(_ touches: TouchGroup) -> Gauge {
    .stay("held", Measure(touches.time - touches.firstLanded), within: names.maxDuration, Measure(maxDuration))
  }

  func movementGauge(_ touches: TouchGroup) -> Gauge {
    .stay("moved", .mm(touches.strayed), within: names.slop, .mm(slop))
  }

  private func intervalGauge(_ touches: TouchGroup, since lifted: Timestamp) -> Gauge {
    .stay("waited", Measure(touches.time - lifted), within: Self.maxInterval.name, Measure(maxInterval))
  }

  func landingGauge(_ touches: TouchGroup, after lifted: Timestamp) -> Gauge {
    let gap = Measure(touches.firstLanded - lifted)
    return .stay("landed after", gap, within: Self.maxInterval.name, Measure(maxInterval))
  }

  private func distanceGauge(_ touches: TouchGroup, from location: Vector) -> Gauge {
    let distance = Measure.mm((touches.centroid - location).length)
    return .stay("landed", distance, detail: "from the last tap", within: Self.maxDistance.name, .mm(maxDistance))
  }

  private func bounceGauge(_ touches: TouchGroup, after lifted: Timestamp) -> Gauge {
    let gap = Measure(touches.firstLanded - lifted)
    return .reach("landed again after", gap, Self.bounce.name, Measure(bounce))
  }
}

extension Gauge {
  static func liftedApart(by span: TimeSpan, _ limit: TimeSpan) -> Gauge {
    .stay("lifting took", Measure(span), within: CommonSettings.liftWithin.name, Measure(limit))
  }

  /// The gauge of the time for which the remaining fingers have stayed down since the first lift.
  static func stayed(_ touches: TouchGroup, since lift: Timestamp, _ limit: TimeSpan) -> Gauge {
    .stay(
      "\(Measure.fingers(touches.count)) stayed down for", Measure(touches.time - lift), detail: "after the first lift",
      within: CommonSettings.liftWithin.name, Measure(limit))
  }
}

/// The settings for taps before another gesture, as in tap-and-drag and tap-and-hold.
enum LeadingTaps {
  static let taps = Setting.count(
    "taps", 0, in: 0...4, "How many taps, with the same number of fingers, come before the gesture.",
    reason: "the default of UIKit's numberOfTapsRequired for a long press")
  static let duration = Setting.time(
    "tap-duration", touchscreen: 500, touchpad: 200, in: 20...10_000,
    "How long a tap that comes before the gesture can last, from the first landing to the last lift.",
    reason: "the same as the `max-duration` of a tap"
  ).loosened(by: .raise)
  static let slop = Setting.quantity(
    "tap-slop", .millimetres, touchscreen: 3, touchpad: 2, in: 0...50,
    "How far a finger can stray in a tap that comes before the gesture.", reason: "a tap's slop"
  ).loosened(by: .raise)

  static func settings(after own: [any DeclaredSetting]) -> [any DeclaredSetting] {
    own + [taps, duration, slop, TapCounter.maxInterval, TapCounter.maxDistance, TapCounter.bounce]
  }

  static func counter(_ settings: Settings) -> TapCounter {
    TapCounter(settings, taps: taps, maxDuration: duration, slop: slop)
  }

  static func needs(_ settings: Settings) -> Capabilities { settings[taps] > 0 ? .contacts : [] }

  /// The number of taps plus 1, because the gesture counts as one more tap. 0 without taps.
  static func precedence(_ settings: Settings) -> Int { settings[taps] > 0 ? settings[taps] + 1 : 0 }
}
