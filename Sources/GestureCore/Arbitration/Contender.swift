/// The state of a recognizer in arbitration. The recognizer itself is stored elsewhere, so a contender is cheap to
/// copy.
///
///     idle -> possible -> held -> active -> done        (a discrete gesture is never active)
///
/// A contender can skip phases between `possible` and `done`. `reset` makes it idle again.
struct Contender: Sendable {
  /// The phase of a contender. `RecognizerState` has the states that events report.
  enum Phase: Equatable, Sendable {
    case idle, possible
    /// The gesture is complete or ready to begin, but must wait. If `finished` is true, the gesture has also ended.
    case held(Wait, finished: Bool)
    case active
    case done(Outcome)
  }

  /// The reason for waiting: more fingers may land, or other gestures must fail first.
  enum Wait: Equatable, Sendable { case fingers, requirements }

  /// The result of an attempt.
  enum Outcome: Equatable, Sendable {
    /// The gesture was recognized, or it began and then ended or was cancelled.
    case succeeded
    case failed(Restart)
  }

  /// Whether a failed contender may start another attempt while touches are down.
  enum Restart: Equatable, Sendable {
    case no
    /// The contender may start again with another set of fingers, after a landing or after palms were cancelled.
    case withOtherFingers
    /// The contender may start again with touches still down, if all contenders tied to it by requirements are done.
    case afresh
  }

  /// The times, the touches and the distance of a contender in its present attempt.
  struct Attempt: Sendable {
    var began = Timestamp(microseconds: 0)
    /// The time at which the recognizer began to see touches. Nil before enough fingers landed.
    var trackingBegan: Timestamp?
    var recognized = Timestamp(microseconds: 0)
    var offered: TouchMask = []
    /// The offered touches that are part of the gesture.
    var touches: TouchMask = []
    /// The time to ask the recognizer for a proposal. If too few fingers have landed by then, the attempt fails.
    var deadline = Timestamp.never
    /// How much the touches differ from the gesture. Nil until a success is proposed, and for kinds without a distance.
    var distance: Double?
  }

  let gesture: GestureID
  let precedence: Int
  /// The rank in the order of decisions. Contenders share a rank if their priorities are equal and their zones are
  /// nested equally deep. In one rank, the contender with the least `distance` is decided first.
  let rank: Int
  let isDiscrete: Bool
  let landsSeparately: Bool
  let isMadeByButton: Bool
  /// Whether a complete gesture waits until no more fingers are expected.
  let awaitsFingers: Bool
  let delivery: DeliverySettings
  let fingers: ClosedRange<Int>
  let landWithin: TimeSpan
  /// The longest time for which the gesture continues without fingers after it has begun. 0 for most kinds.
  let bounce: TimeSpan
  /// The scope that receives touches according to the gesture's rule.
  let home: ScopeID

  private(set) var phase = Phase.idle
  private(set) var attempt = Attempt()
  /// The scope whose touches the contender sees: `home`, or a private scope while the gesture ignores further fingers.
  private(set) var scope: ScopeID

  init(_ gesture: GestureID, _ rule: GestureRule, _ settings: Settings, precedence: Int, rank: Int, home: ScopeID) {
    self.gesture = gesture
    self.precedence = precedence
    self.rank = rank
    isDiscrete = rule.kind.isDiscrete
    landsSeparately = rule.kind.traits.landsSeparately
    isMadeByButton = rule.kind.traits.isMadeByButton
    let isHint = rule.kind.traits.onlyObserves
    awaitsFingers = !landsSeparately && !isMadeByButton && !isHint
    delivery = isHint ? .none : rule.delivery
    bounce = rule.kind.traits.outlastsBounces ? settings[TapCounter.bounce] : TimeSpan(microseconds: 0)
    self.home = home
    scope = home
    fingers = settings[CommonSettings.fingers]
    landWithin = settings[CommonSettings.landWithin]
  }

  // MARK: Questions

  var touches: TouchMask { attempt.touches }
  var deadline: Timestamp { attempt.deadline }
  var distance: Double? { attempt.distance }

  /// Whether enough fingers have landed, so that the recognizer sees the touches.
  var isTracking: Bool { attempt.trackingBegan != nil }

  var isUndecided: Bool { phase == .possible || isHeld }

  var isWatching: Bool {
    switch phase {
    case .possible, .held(_, finished: false), .active: isTracking
    case .idle, .held(_, finished: true), .done: false
    }
  }

  var isDone: Bool { if case .done = phase { true } else { false } }

  var isHeld: Bool { if case .held = phase { true } else { false } }

  var mayStartAgain: Bool { phase == .idle || phase == .done(.failed(.withOtherFingers)) }

  var isBusy: Bool { isUndecided || phase == .active }

  /// Whether this contender delays the reset of contenders that requirements tie to it.
  var keepsOthersWaiting: Bool { isBusy && (isTracking || !landsSeparately) }

  /// Whether the gesture was recognized or has begun.
  var hasWon: Bool { phase == .active || phase == .done(.succeeded) }

  func allows(_ proposal: Proposal) -> Bool {
    switch proposal {
    case .nothing, .fail, .giveUp, .cancel: true
    case .recognize: phase == .possible && isDiscrete
    case .begin: phase == .possible && !isDiscrete
    case .change, .end: phase != .possible
    case .startAfresh: isUndecided
    }
  }

  func shares(_ other: Contender) -> Bool { !touches.isDisjoint(with: other.touches) }

  // MARK: Life cycle

  mutating func start(at time: Timestamp) {
    phase = .possible
    attempt.began = time
  }

  /// Hides the touches from the recognizer until enough fingers land. If too few land by `deadline`, the attempt fails.
  mutating func awaitFingers(until deadline: Timestamp) {
    attempt.trackingBegan = nil
    attempt.deadline = deadline
  }

  /// Adds offered touches. They are part of the gesture unless `setParts` removes them.
  mutating func offer(_ landed: TouchMask) {
    attempt.offered.formUnion(landed)
    attempt.touches.formUnion(landed)
  }

  mutating func setOffered(_ touches: TouchMask) { attempt.offered = touches }

  mutating func startTracking(at time: Timestamp) {
    attempt.trackingBegan = time
    if landsSeparately { attempt.began = time }
  }

  /// Sets which of the touches in `down` are part of the gesture. Lifted touches stay part of the gesture.
  mutating func setParts(_ parts: TouchMask, of down: TouchMask) {
    attempt.touches = attempt.touches.subtracting(down).union(parts)
  }

  mutating func setDeadline(_ deadline: Timestamp) { attempt.deadline = deadline }

  mutating func setDistance(_ distance: Double?) { attempt.distance = distance }

  mutating func recognize(at time: Timestamp) { attempt.recognized = time }

  mutating func enter(_ phase: Phase) {
    self.phase = phase
    if !isWatching { attempt.deadline = .never }
  }

  /// Sets whether a failed contender may start again. Does nothing if the contender hasn't failed.
  mutating func setRestart(_ restart: Restart) { if case .done(.failed) = phase { phase = .done(.failed(restart)) } }

  mutating func setScope(_ scope: ScopeID) { self.scope = scope }

  mutating func reset() {
    phase = .idle
    attempt = Attempt()
    scope = home
  }
}

/// The index of a contender in its device's list. Contenders with lower indices are normally decided first.
struct ContenderID: ListIndex {
  let rawValue: Int
  init(_ rawValue: Int) { self.rawValue = rawValue }
}
