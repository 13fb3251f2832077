import Analysis
import Bindings
import GestureCore
import Recordings

/// The state of one device, of its fingers and of its recognizers.
struct WatchedDevice {
  private(set) var device: Device
  private(set) var surface: Surface
  private(set) var fingers: [Finger] = []
  /// For each gesture, by number: this attempt's last event, failure or cancellation, or the decision that the gesture
  /// is held. Nil if there is no such decision. Other decisions, such as `tracking` or `released`, aren't kept.
  private(set) var lastDecisions: [Decision?] = []
  /// How many fingers each gesture needs, by the gesture's number; nil for a gesture without a number of fingers.
  private(set) var fingerCounts: [ClosedRange<Int>?] = []
  /// The attempt's near misses: greatest progress first, but gestures that failed on the number of fingers last. Empty
  /// until the attempt ends.
  private(set) var misses: [NearMiss] = []
  /// The failed gestures with the most progress, among the gestures for the attempt's number of fingers. Empty until
  /// the attempt ends, after a recognition, or if `misses` has a near miss that isn't about the number of fingers.
  private(set) var furthest: [NearMissRanking.FarMiss] = []
  private var attempt: Attempt?
  /// The greatest number of fingers that were down at once in this attempt.
  private(set) var mostDown = 0
  /// The velocity of the fingers' centre before the latest lift or cancellation, in mm/s.
  private(set) var lastVelocity = Vector.zero
  private(set) var latest = Timestamp(microseconds: 0)
  private var isInAttempt = false
  private var landings = 0

  /// The greatest number of kept fingers. At this number, a new finger replaces the oldest finger that isn't down.
  private static let fingerLimit = 32

  init(_ device: Device, _ rules: RuleSet) {
    self.device = device
    surface = Surface(rules, of: device)
    fingers.reserveCapacity(Self.fingerLimit)
    use(rules, device)
  }

  var downCount: Int { fingers.reduce(0) { $1.state == .down ? $0 + 1 : $0 } }

  /// Uses changed rules or a changed device. Removes earlier decisions and near misses.
  mutating func use(_ rules: RuleSet, _ device: Device) {
    self.device = device
    surface = Surface(rules, of: device)
    lastDecisions = Array(repeating: nil, count: rules.gestures.count)
    misses.removeAll()
    furthest.removeAll()
    attempt = nil
    fingerCounts = rules.gestures.map { rule in
      let settings = rules.settings(of: rule, on: device)
      guard case .countRange(let count)? = settings[CommonSettings.fingers.declaration.name] else { return nil }
      return count
    }
  }

  mutating func process(_ frame: Frame) {
    latest = max(latest, frame.time)
    if !isInAttempt, frame.touches.contains(where: { $0.phase == .began }) { beginAttempt() }
    if frame.touches.contains(where: { $0.phase == .ended || $0.phase == .cancelled }) {
      lastVelocity = velocity(at: frame.time)
    }
    for touch in frame.touches { process(touch, at: frame.time) }
    mostDown = max(mostDown, downCount)
  }

  private mutating func beginAttempt() {
    isInAttempt = true
    landings = 0
    fingers.removeAll(keepingCapacity: true)
    misses.removeAll(keepingCapacity: true)
    furthest.removeAll(keepingCapacity: true)
    attempt = nil
    mostDown = 0
    for index in lastDecisions.indices { lastDecisions[index] = nil }
  }

  private mutating func process(_ touch: Touch, at time: Timestamp) {
    let index = fingers.lastIndex { $0.id == touch.id && $0.state == .down }
    switch touch.phase {
    case .began:
      if let index { fingers[index].end(.cancelled, at: time) }
      land(touch, at: time)
    case .moved:
      guard let index else { return }
      if touch.tool == .palm { return fingers[index].end(.cancelled, at: time) }
      fingers[index].move(to: surface.rotated(touch.position), at: time)
    case .stationary: break
    case .ended: if let index { fingers[index].end(.lifted, at: time) }
    case .cancelled: if let index { fingers[index].end(.cancelled, at: time) }
    }
  }

  private mutating func land(_ touch: Touch, at time: Timestamp) {
    guard touch.position.isFinite, makeRoom() else { return }
    fingers.append(Finger(touch, number: landings, at: surface.rotated(touch.position), time))
    landings += 1
  }

  /// At `fingerLimit` fingers: removes the oldest finger that isn't down, or returns false if all fingers are down.
  private mutating func makeRoom() -> Bool {
    if fingers.count == Self.fingerLimit, let first = fingers.firstIndex(where: { $0.state != .down }) {
      fingers.remove(at: first)
    }
    return fingers.count < Self.fingerLimit
  }

  /// Shows an ignored touch at its landing position, if there is room. Returns the touch's letter.
  mutating func ignore(_ touch: IgnoredTouch) -> Unicode.Scalar {
    latest = max(latest, touch.time)
    let finger = Finger(touch, number: landings, at: surface.rotated(touch.position))
    landings += 1
    if touch.position.isFinite, makeRoom() { fingers.append(finger) }
    return finger.letter
  }

  mutating func process(_ decision: Decision) {
    latest = max(latest, decision.time)
    guard lastDecisions.indices.contains(decision.gesture.rawValue) else { return }
    switch decision.outcome {
    case .event(let state, _):
      // The decision with the cause of the cancellation came before this event, and is kept.
      if state != .cancelled || lastDecisions[decision.gesture.rawValue]?.isCancellation != true {
        lastDecisions[decision.gesture.rawValue] = decision
      }
    case .failed, .cancelled, .held: lastDecisions[decision.gesture.rawValue] = decision
    case .tracking, .awaitingFingers, .released, .reset, .notReceived: return
    }
  }

  mutating func finish(_ attempt: Attempt, _ nearMisses: NearMissRanking) {
    self.attempt = attempt
    misses = nearMisses.entries.map(\.miss)
    furthest = nearMisses.furthest
  }

  /// The failures of gestures that the user may have meant, `furthest` first.
  var reasons: [(gesture: GestureID, failure: Failure)] {
    let all = furthest.map { ($0.gesture, $0.time, $0.failure) } + misses.map { ($0.gesture, $0.time, $0.failure) }
    return all.map { gesture, time, failure in (gesture, attempt?.whole(failure, decidedAt: time) ?? failure) }
  }

  /// Returns the last decision on the gesture, or nil. After the attempt, if the gesture failed because it took too
  /// long, the failure's time extends to the last lift.
  func decision(on gesture: GestureID) -> Decision? {
    guard lastDecisions.indices.contains(gesture.rawValue), let decision = lastDecisions[gesture.rawValue] else {
      return nil
    }
    guard let attempt, case .failed(.own(let failure)) = decision.outcome else { return decision }
    return decision.with(.failed(.own(attempt.whole(failure, decidedAt: decision.time))))
  }

  func fitsFingerCount(_ gesture: GestureID) -> Bool {
    guard mostDown > 0, fingerCounts.indices.contains(gesture.rawValue) else { return true }
    return fingerCounts[gesture.rawValue]?.contains(mostDown) ?? true
  }

  /// Ends the attempt. Fingers that are still down count as cancelled.
  mutating func endAttempt(at time: Timestamp) {
    latest = max(latest, time)
    isInAttempt = false
    for index in fingers.indices { fingers[index].end(.cancelled, at: time) }
  }

  /// Returns the velocity of the fingers' centre in mm/s, or `lastVelocity` if no finger is down.
  func velocity(at time: Timestamp) -> Vector {
    var sum = Vector.zero
    var count = 0
    for finger in fingers where finger.state == .down {
      sum += finger.velocity(at: time)
      count += 1
    }
    return count > 0 ? sum * (1 / Double(count)) : lastVelocity
  }

  /// Returns the time for which trails' ages are calculated: `time`, but at least `latest`. If no finger is down: the
  /// last time when a finger lifted, was cancelled or was ignored; without any finger, `latest`.
  func fadingTime(at time: Timestamp) -> Timestamp { downCount > 0 ? max(time, latest) : lastEnd ?? latest }

  private var lastEnd: Timestamp? { fingers.compactMap(\.ended).max() }

  /// Whether the gesture is a near miss. False until the attempt ends.
  func isNearMiss(_ gesture: GestureID) -> Bool { misses.contains { $0.gesture == gesture } }

  func isHeld(_ gesture: GestureID) -> Bool {
    guard lastDecisions.indices.contains(gesture.rawValue), case .held? = lastDecisions[gesture.rawValue]?.outcome
    else {
      return false
    }
    return true
  }
}

extension Decision {
  fileprivate var isCancellation: Bool { if case .cancelled = outcome { true } else { false } }
}

/// A finger of an attempt: its last position, its trail and its state.
struct Finger {
  /// The state of a finger; `ignored` is a touch that a setting ignored.
  enum State { case down, lifted, cancelled, ignored }

  let id: Int32
  /// The finger's number in the order of landing, from 0.
  let number: Int
  let tool: Touch.Tool
  /// The position in mm, on the surface as the user sees it.
  private(set) var position: Vector
  private(set) var state = State.down
  private(set) var trail = FingerTrail()
  private var estimator = VelocityEstimator()
  private var lastMotion: Timestamp
  /// The time when the finger lifted, was cancelled, or was ignored. Nil while the finger is down.
  private(set) var ended: Timestamp?

  private static let letters = Array("abcdefghijklmnopqrstuvwxyz".unicodeScalars)

  init(_ touch: Touch, number: Int, at position: Vector, _ time: Timestamp) {
    id = touch.id
    self.number = number
    tool = touch.tool
    self.position = position
    lastMotion = time
    trail.add(position, at: time)
    estimator.add(position, at: time)
    // The engine ignores palms.
    if touch.tool == .palm { end(.cancelled, at: time) }
  }

  fileprivate init(_ touch: IgnoredTouch, number: Int, at position: Vector) {
    id = touch.touch
    self.number = number
    tool = .finger
    self.position = position
    lastMotion = touch.time
    state = .ignored
    ended = touch.time
  }

  var letter: Unicode.Scalar { Self.letters[number % Self.letters.count] }

  fileprivate mutating func move(to position: Vector, at time: Timestamp) {
    guard state == .down, position.isFinite else { return }
    self.position = position
    lastMotion = max(time, lastMotion)
    trail.add(position, at: time)
    estimator.add(position, at: lastMotion)
  }

  fileprivate mutating func end(_ state: State, at time: Timestamp) {
    guard self.state == .down else { return }
    self.state = state
    ended = time
  }

  /// Returns the finger's velocity at `time`, in mm/s. For a finger that isn't down, the velocity at the time `ended`.
  func velocity(at time: Timestamp) -> Vector {
    (ended ?? time) - lastMotion >= VelocityEstimator.pause ? .zero : estimator.velocity()
  }
}

/// The latest positions of a finger, in limited memory.
struct FingerTrail: Equatable {
  /// A position with its time. The position is in mm, on the surface as the user sees it.
  struct Point: Equatable {
    let position: Vector
    let time: Timestamp
  }

  /// The greatest number of points: about four seconds at 125 reports a second.
  static let capacity = 512
  /// The least distance between a point and the next point, in mm.
  private static let spacing = 0.2

  private var points: [Point] = []

  init() { points.reserveCapacity(Self.capacity) }

  mutating func add(_ position: Vector, at time: Timestamp) {
    if let last = points.last, (position - last.position).length < Self.spacing { return }
    if points.count == Self.capacity { points.removeFirst() }
    points.append(Point(position: position, time: time))
  }

  var count: Int { points.count }

  subscript(index: Int) -> Point { points[index] }
}
