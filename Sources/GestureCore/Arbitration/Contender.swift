/// A recognizer's part in arbitration. The recognizer itself is stored elsewhere, so that reading a contender copies nothing.
///
///     idle -> possible -> held -> active -> done        a continuous one; a discrete one is never active
///
/// A contender may also go from `possible` to `active` or `done` directly, and from each phase to `done`. `reset` makes it idle.
struct Contender: Sendable {
  /// The phase of the contender; `RecognizerState` is the part of it that events report.
  enum Phase: Equatable, Sendable {
    /// It is not in an attempt.
    case idle
    case possible
    /// It has seen its gesture and waits; for others it is still possible. `finished` is whether it has also seen the gesture's end.
    case held(Wait, finished: Bool)
    /// A continuous gesture has begun.
    case active
    case done(Outcome)
  }

  /// The condition for which a held contender waits.
  enum Wait: Equatable, Sendable { case fingers, requirements }

  /// The result of an attempt.
  enum Outcome: Equatable, Sendable {
    /// The gesture was recognized, or has begun and ended.
    case succeeded
    case failed(Restart)
  }

  /// Whether a failed contender may start another attempt while touches are down.
  enum Restart: Equatable, Sendable {
    case no
    /// It may, with other fingers: it failed by their number before it was shown them, or with a touch that was cancelled.
    case withOtherFingers
    /// It may, with the touches on which it failed, as soon as all contenders tied to it are done.
    case afresh
  }

  /// The data of an attempt.
  struct Attempt: Sendable {
    var began = Timestamp(microseconds: 0)
    /// The time at which its fingers had landed in this sequence, from which it is shown the touches.
    var trackingBegan: Timestamp?
    var recognized = Timestamp(microseconds: 0)
    /// The touches that the contender was offered.
    var offered: TouchMask = []
    /// The offered touches that are part of its gesture.
    var touches: TouchMask = []
    /// The time at which the recognizer wants to be asked again.
    var deadline = Timestamp.never
    /// The difference between the touches and the gesture; nil if the recognizer doesn't measure it.
    var distance: Double?
  }

  let gesture: GestureID
  let precedence: Int
  /// A number shared by contenders with the same priority and depth of zone; among these the nearest goes first.
  let rank: Int
  let isDiscrete: Bool
  let landsSeparately: Bool
  /// Whether it takes part only while a button is pressed.
  let isMadeByButton: Bool
  /// Whether it waits, once it is recognized, until no further finger can land.
  let awaitsFingers: Bool
  let delivery: DeliverySettings
  let fingers: ClosedRange<Int>
  let landWithin: TimeSpan
  /// The time for which its fingers may be off the surface once it has begun.
  let bounce: TimeSpan
  /// The scope from which it gets touches.
  let home: ScopeID

  private(set) var phase = Phase.idle
  private(set) var attempt = Attempt()
  /// The scope whose touches it sees: `home`, or one of its own.
  private(set) var scope: ScopeID

  init(
    _ gesture: GestureID, _ rule: GestureRule, _ settings: Settings, precedence: Int, rank: Int, home: ScopeID
  ) {
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

  /// Whether its fingers have landed in this sequence.
  var isTracking: Bool { attempt.trackingBegan != nil }

  /// Whether it may still begin or be recognized.
  var isUndecided: Bool { phase == .possible || isHeld }

  /// Whether its recognizer is shown the touches.
  var isWatching: Bool {
    switch phase {
    case .possible, .held(_, finished: false), .active: isTracking
    case .idle, .held(_, finished: true), .done: false
    }
  }

  var isDone: Bool {
    if case .done = phase { true } else { false }
  }

  var isHeld: Bool {
    if case .held = phase { true } else { false }
  }

  /// Whether an attempt may start although touches are down.
  var mayStartAgain: Bool { phase == .idle || phase == .done(.failed(.withOtherFingers)) }

  /// Whether it is in an attempt that is not over.
  var isBusy: Bool { isUndecided || phase == .active }

  /// Whether contenders tied to it must wait for it: its attempt is not over. A contender whose fingers land separately makes
  /// others wait only once they have landed.
  var keepsOthersWaiting: Bool { isBusy && (isTracking || !landsSeparately) }

  /// Whether it has won its touches.
  var hasWon: Bool { phase == .active || phase == .done(.succeeded) }

  /// Whether its recognizer may make this proposal now. A failure after it began counts as a cancellation, and the reverse.
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

  /// Starts an attempt with touches, the first of which landed at `time`.
  mutating func start(at time: Timestamp) {
    phase = .possible
    attempt.began = time
  }

  /// Waits until `deadline` for the fingers of the attempt, or of the next tap, to land.
  mutating func awaitFingers(until deadline: Timestamp) {
    attempt.trackingBegan = nil
    attempt.deadline = deadline
  }

  /// Offers touches, which are part of the gesture unless `setParts` removes them.
  mutating func offer(_ landed: TouchMask) {
    attempt.offered.formUnion(landed)
    attempt.touches.formUnion(landed)
  }

  /// Sets the offered touches of a contender whose fingers land separately.
  mutating func setOffered(_ touches: TouchMask) { attempt.offered = touches }

  /// Its fingers have landed: from now its recognizer is shown the touches.
  mutating func startTracking(at time: Timestamp) {
    attempt.trackingBegan = time
    if landsSeparately { attempt.began = time }
  }

  /// Sets which of the touches in `down` are part of the gesture: `parts`.
  mutating func setParts(_ parts: TouchMask, of down: TouchMask) {
    attempt.touches = attempt.touches.subtracting(down).union(parts)
  }

  mutating func setDeadline(_ deadline: Timestamp) { attempt.deadline = deadline }

  mutating func setDistance(_ distance: Double?) { attempt.distance = distance }

  /// Notes the time at which it saw its gesture.
  mutating func recognize(at time: Timestamp) { attempt.recognized = time }

  mutating func enter(_ phase: Phase) {
    self.phase = phase
    if !isWatching { attempt.deadline = .never }
  }

  /// Sets whether a failed contender may start another attempt.
  mutating func setRestart(_ restart: Restart) {
    if case .done(.failed) = phase { phase = .done(.failed(restart)) }
  }

  mutating func setScope(_ scope: ScopeID) { self.scope = scope }

  mutating func reset() {
    phase = .idle
    attempt = Attempt()
    scope = home
  }
}

/// The index of a contender in its device's order, which decides at the same instant.
struct ContenderID: ListIndex {
  let rawValue: Int
  init(_ rawValue: Int) { self.rawValue = rawValue }
}
