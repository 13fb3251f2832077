import Analysis
import Bindings
import GestureCore
import Recordings

/// What one device shows: its surface, the fingers of the present attempt or else of the last one, and what its
/// recognizers made of them.
struct WatchedDevice {
  private(set) var device: Device
  private(set) var surface: Surface
  /// In the order in which they landed.
  private(set) var fingers: [Finger] = []
  /// What was decided last about each gesture in this attempt, by the gesture's number.
  private(set) var outcomes: [Decision?]
  /// How many fingers each gesture looks for, where it says so; by its number.
  private(set) var fingerCounts: [ClosedRange<Int>?]
  /// Of the gestures that were nearly recognized in this attempt, the one that came furthest first; known when it is over.
  private(set) var misses: [NearMiss] = []
  /// Where these are none, or for other numbers of fingers, those that came furthest.
  private(set) var furthest: [NearMissRanking.FarMiss] = []
  /// The attempt, when it is over.
  private var attempt: Attempt?
  /// The most fingers that were down at once in this attempt.
  private(set) var mostDown = 0
  /// The velocity of the centre when the last finger went.
  private(set) var lastVelocity = Vector.zero
  /// When something was last reported of it.
  private(set) var latest = Timestamp(microseconds: 0)
  private var isInAttempt = false
  private var landings = 0

  /// More fingers than any hand has: of an attempt without end the first ones are forgotten.
  private static let fingerLimit = 32

  init(_ device: Device, _ rules: RuleSet) {
    self.device = device
    surface = Surface(rules, of: device)
    outcomes = Array(repeating: nil, count: rules.gestures.count)
    fingerCounts = []
    fingers.reserveCapacity(Self.fingerLimit)
    use(rules, device)
  }

  var downCount: Int { fingers.reduce(0) { $1.state == .down ? $0 + 1 : $0 } }

  /// Other rules, or another size: what was decided before means nothing any more.
  mutating func use(_ rules: RuleSet, _ device: Device) {
    self.device = device
    surface = Surface(rules, of: device)
    outcomes = Array(repeating: nil, count: rules.gestures.count)
    misses.removeAll()
    furthest.removeAll()
    attempt = nil
    fingerCounts = rules.gestures.map { rule in
      let settings = rules.settings(of: rule, on: device)
      guard case .countRange(let count)? = settings[CommonSettings.fingers.declaration.name] else { return nil }
      return count
    }
  }

  mutating func take(_ frame: Frame) {
    latest = max(latest, frame.time)
    if !isInAttempt, frame.touches.contains(where: { $0.phase == .began }) { beginAttempt() }
    if frame.touches.contains(where: { $0.phase == .ended || $0.phase == .cancelled }) {
      lastVelocity = velocity(at: frame.time)
    }
    for touch in frame.touches { take(touch, at: frame.time) }
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
    for index in outcomes.indices { outcomes[index] = nil }
  }

  private mutating func take(_ touch: Touch, at time: Timestamp) {
    let index = fingers.lastIndex { $0.id == touch.id && $0.state == .down }
    switch touch.phase {
    case .began:
      if let index { fingers[index].cancel(at: time) }
      land(touch, at: time)
    case .moved:
      guard let index else { return }
      if touch.tool == .palm { return fingers[index].cancel(at: time) }
      fingers[index].move(to: surface.place(touch.position), at: time)
    case .stationary: break
    case .ended: if let index { fingers[index].lift(at: time) }
    case .cancelled: if let index { fingers[index].cancel(at: time) }
    }
  }

  private mutating func land(_ touch: Touch, at time: Timestamp) {
    guard touch.position.isFinite, makeRoom() else { return }
    fingers.append(Finger(touch, number: landings, at: surface.place(touch.position), time))
    landings += 1
  }

  /// Whether there is room for one more finger; one that is not down gives way.
  private mutating func makeRoom() -> Bool {
    if fingers.count == Self.fingerLimit, let first = fingers.firstIndex(where: { $0.state != .down }) {
      fingers.remove(at: first)
    }
    return fingers.count < Self.fingerLimit
  }

  /// A touch that has never counted is shown where it landed, beside the fingers of the present attempt or the last one. Returns the
  /// letter that it has.
  mutating func ignore(_ touch: IgnoredTouch) -> Unicode.Scalar {
    latest = max(latest, touch.time)
    let finger = Finger(touch, number: landings, at: surface.place(touch.place))
    landings += 1
    if touch.place.isFinite, makeRoom() { fingers.append(finger) }
    return finger.letter
  }

  mutating func take(_ decision: Decision) {
    latest = max(latest, decision.time)
    guard outcomes.indices.contains(decision.gesture.rawValue) else { return }
    switch decision.outcome {
    case .event(let state, _):
      // The cause of the cancel was reported before.
      if state != .cancelled || outcomes[decision.gesture.rawValue]?.isCancellation != true {
        outcomes[decision.gesture.rawValue] = decision
      }
    case .failed, .cancelled, .held: outcomes[decision.gesture.rawValue] = decision
    case .tracking, .awaitingFingers, .released, .reset, .notReceived: return
    }
  }

  /// What its attempt was is known now that it is over.
  mutating func note(_ attempt: Attempt, _ nearMisses: NearMissRanking) {
    self.attempt = attempt
    misses = nearMisses.entries.map(\.miss)
    furthest = nearMisses.furthest
  }

  /// Why gestures failed that may have been meant, those first that came furthest.
  var reasons: [(gesture: GestureID, failure: Failure)] {
    let all = furthest.map { ($0.gesture, $0.time, $0.failure) } + misses.map { ($0.gesture, $0.time, $0.failure) }
    return all.map { gesture, time, failure in (gesture, attempt?.whole(failure, decidedAt: time) ?? failure) }
  }

  /// What was decided last about a gesture; once the fingers have lifted, with the whole of what was measured.
  func decision(on gesture: GestureID) -> Decision? {
    guard outcomes.indices.contains(gesture.rawValue), let decision = outcomes[gesture.rawValue] else { return nil }
    guard let attempt, case .failed(.own(let failure)) = decision.outcome else { return decision }
    return decision.with(.failed(.own(attempt.whole(failure, decidedAt: decision.time))))
  }

  /// Whether it is for as many fingers as the attempt had.
  func fits(_ gesture: GestureID) -> Bool {
    guard mostDown > 0, fingerCounts.indices.contains(gesture.rawValue) else { return true }
    return fingerCounts[gesture.rawValue]?.contains(mostDown) ?? true
  }

  /// The attempt is over. Fingers that are still down here have been cancelled without a frame.
  mutating func rest(at time: Timestamp) {
    latest = max(latest, time)
    isInAttempt = false
    for index in fingers.indices { fingers[index].cancel(at: time) }
  }

  /// Of the centre of the fingers that are down, in mm/s; of none, that with which the last one went.
  func velocity(at time: Timestamp) -> Vector {
    var sum = Vector.zero
    var count = 0
    for finger in fingers where finger.state == .down {
      sum += finger.velocity(at: time)
      count += 1
    }
    return count > 0 ? sum * (1 / Double(count)) : lastVelocity
  }

  /// What trails fade towards: while no finger is down they stay as they are.
  func fadingTime(at time: Timestamp) -> Timestamp { downCount > 0 ? max(time, latest) : lastLeft ?? latest }

  private var lastLeft: Timestamp? { fingers.compactMap(\.left).max() }

  /// Whether it was nearly recognized in this attempt, as far as that is known.
  func nearlyWas(_ gesture: GestureID) -> Bool { misses.contains { $0.gesture == gesture } }

  /// Whether it waits for others to fail.
  func isHeld(_ gesture: GestureID) -> Bool {
    guard outcomes.indices.contains(gesture.rawValue), case .held? = outcomes[gesture.rawValue]?.outcome else {
      return false
    }
    return true
  }
}

extension Decision {
  fileprivate var isCancellation: Bool { if case .cancelled = outcome { true } else { false } }
}

/// A finger of an attempt: where it is or was last, the way it came, and what became of it.
struct Finger {
  /// What became of it; `ignored` is one that has never counted.
  enum State { case down, lifted, cancelled, ignored }

  let id: Int32
  /// As which finger of the attempt it landed, from 0.
  let number: Int
  let tool: Touch.Tool
  /// In mm, as the user sees the surface.
  private(set) var place: Vector
  private(set) var state = State.down
  private(set) var trail = FingerTrail()
  private var estimator = VelocityEstimator()
  private var lastMotion: Timestamp
  /// When it lifted or was cancelled.
  private(set) var left: Timestamp?

  private static let letters = Array("abcdefghijklmnopqrstuvwxyz".unicodeScalars)

  init(_ touch: Touch, number: Int, at place: Vector, _ time: Timestamp) {
    id = touch.id
    self.number = number
    tool = touch.tool
    self.place = place
    lastMotion = time
    trail.add(place, at: time)
    estimator.add(place, at: time)
    // The engine leaves palms out.
    if touch.tool == .palm { cancel(at: time) }
  }

  /// One that counts for nothing.
  fileprivate init(_ touch: IgnoredTouch, number: Int, at place: Vector) {
    id = touch.touch
    self.number = number
    tool = .finger
    self.place = place
    lastMotion = touch.time
    state = .ignored
    left = touch.time
  }

  /// Its name, as in a touch script.
  var letter: Unicode.Scalar { Self.letters[number % Self.letters.count] }

  /// A cancelled one may go on to move: it is not followed.
  fileprivate mutating func move(to place: Vector, at time: Timestamp) {
    guard state == .down, place.isFinite else { return }
    self.place = place
    lastMotion = max(time, lastMotion)
    trail.add(place, at: time)
    estimator.add(place, at: lastMotion)
  }

  fileprivate mutating func lift(at time: Timestamp) { leave(.lifted, at: time) }

  fileprivate mutating func cancel(at time: Timestamp) { leave(.cancelled, at: time) }

  private mutating func leave(_ state: State, at time: Timestamp) {
    guard self.state == .down else { return }
    self.state = state
    left = time
  }

  /// In mm/s; of one that is gone that with which it went.
  func velocity(at time: Timestamp) -> Vector {
    (left ?? time) - lastMotion >= VelocityEstimator.pause ? .zero : estimator.velocity()
  }
}

/// Where a finger has been: the last of its places, in memory that does not grow.
struct FingerTrail: Equatable {
  /// A place in mm, as the user sees the surface, and when the finger was there.
  struct Point: Equatable {
    let place: Vector
    let time: Timestamp
  }

  /// Some seconds of a device that tells 125 times a second.
  static let capacity = 512
  /// In mm: what is closer to the point before is no other dot on any screen.
  private static let spacing = 0.2

  private var points: [Point] = []
  /// The place of the oldest, once all are in use.
  private var oldest = 0

  init() { points.reserveCapacity(Self.capacity) }

  mutating func add(_ place: Vector, at time: Timestamp) {
    if let last, (place - last.place).length < Self.spacing { return }
    let point = Point(place: place, time: time)
    if points.count < Self.capacity {
      points.append(point)
    } else {
      points[oldest] = point
      oldest = (oldest + 1) % Self.capacity
    }
  }

  private var last: Point? { points.isEmpty ? nil : self[points.count - 1] }

  var count: Int { points.count }

  /// From the oldest, 0, to the latest.
  subscript(index: Int) -> Point { points[(oldest + index) % points.count] }
}
