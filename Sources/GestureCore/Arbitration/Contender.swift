/// What arbitration knows of a recognizer. The recognizer itself is kept apart, so that reading this copies nothing.
///
///     idle -> possible -> held -> active -> done        a continuous one; a discrete one is never active
///
/// It may go from `possible` to `active` or `done` at once, and from each phase to `done`. `reset` makes it idle.
struct Contender: Sendable {
  /// Where it stands among the others; `RecognizerState` is what the world sees of it.
  enum Phase: Equatable, Sendable {
    /// Not part of any attempt.
    case idle
    case possible
    /// It has seen its gesture and waits; to all others it is still possible. `finished`: it has also seen its end.
    case held(Wait, finished: Bool)
    /// Continuous, and begun.
    case active
    case done(Outcome)
  }

  /// What a held recognizer waits for.
  enum Wait: Equatable, Sendable { case fingers, requirements }

  /// How an attempt ended.
  enum Outcome: Equatable, Sendable {
    /// It was recognized, or has begun and is over.
    case succeeded
    case failed(Restart)
  }

  /// Whether a failed contender may be in another attempt while the touches are down.
  enum Restart: Equatable, Sendable {
    case no
    /// It failed before it was shown its fingers, by their number, or with a touch that was cancelled: not by what they did.
    case withOtherFingers
    /// It failed on touches that may start a fresh attempt, as soon as all that are tied to it are done.
    case afresh
  }

  /// What an attempt has brought so far.
  struct Attempt: Sendable {
    var began = Timestamp(microseconds: 0)
    /// When its fingers had landed in this sequence; since then it is shown the touches.
    var trackingBegan: Timestamp?
    var recognized = Timestamp(microseconds: 0)
    /// The touches it has been offered.
    var offered: TouchMask = []
    /// The offered touches that are part of it.
    var touches: TouchMask = []
    /// When it wants to be asked again.
    var deadline = Timestamp.never
    /// How unlike what it has seen is to what it looks for, where that can be compared.
    var distance: Double?
  }

  let gesture: GestureID
  let precedence: Int
  /// Contenders of the same priority and depth of zone have the same rank: among them the nearest is first.
  let rank: Int
  let isDiscrete: Bool
  let landsSeparately: Bool
  /// It takes part only while a button is pressed.
  let isMadeByButton: Bool
  /// Recognized, it waits until no further finger can land.
  let awaitsFingers: Bool
  let delivery: DeliverySettings
  let fingers: ClosedRange<Int>
  let landWithin: TimeSpan
  /// How long its fingers may be off the surface once it has begun.
  let bounce: TimeSpan
  /// The scope whose touches it gets.
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

  /// Its fingers have landed in this sequence.
  var isTracking: Bool { attempt.trackingBegan != nil }

  /// It may still begin or be recognized.
  var isUndecided: Bool { phase == .possible || isHeld }

  /// It is shown what the touches do.
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

  /// Part of an attempt that is not over.
  var isBusy: Bool { isUndecided || phase == .active }

  /// Part of an attempt that is not over, and keeps the contenders tied to it waiting. A contender whose fingers may land
  /// at any time does so only once they have landed.
  var keepsOthersWaiting: Bool { isBusy && (isTracking || !landsSeparately) }

  /// It has won its touches.
  var hasWon: Bool { phase == .active || phase == .done(.succeeded) }

  /// Whether its recognizer may want this now. A step to fail after it began, or to cancel before, is understood.
  func allows(_ step: Step) -> Bool {
    switch step {
    case .stay, .fail, .giveUp, .cancel: true
    case .recognize: phase == .possible && isDiscrete
    case .begin: phase == .possible && !isDiscrete
    case .change, .end: phase != .possible
    case .startAfresh: isUndecided
    }
  }

  func shares(_ other: Contender) -> Bool { !touches.isDisjoint(with: other.touches) }

  // MARK: Its life

  /// An attempt with touches of which the first landed at `time`.
  mutating func start(at time: Timestamp) {
    phase = .possible
    attempt.began = time
  }

  /// The fingers of its attempt, or of the next tap, have yet to land. They have time until `deadline`.
  mutating func awaitFingers(until deadline: Timestamp) {
    attempt.trackingBegan = nil
    attempt.deadline = deadline
  }

  /// Touches are offered to it, and are part of it unless its recognizer says otherwise.
  mutating func take(_ landed: TouchMask) {
    attempt.offered.formUnion(landed)
    attempt.touches.formUnion(landed)
  }

  /// Touches are offered to a contender whose fingers land separately.
  mutating func look(at touches: TouchMask) { attempt.offered = touches }

  /// Its fingers have landed: it is shown the touches.
  mutating func startTracking(at time: Timestamp) {
    attempt.trackingBegan = time
    if landsSeparately { attempt.began = time }
  }

  /// Which of its touches are part of its gesture: of those in `down`, `parts`.
  mutating func keep(_ parts: TouchMask, of down: TouchMask) {
    attempt.touches = attempt.touches.subtracting(down).union(parts)
  }

  /// When its recognizer wants to be asked again.
  mutating func setDeadline(_ deadline: Timestamp) { attempt.deadline = deadline }

  mutating func setDistance(_ distance: Double?) { attempt.distance = distance }

  /// It has seen its gesture.
  mutating func recognize(at time: Timestamp) { attempt.recognized = time }

  /// It goes on to `phase`.
  mutating func enter(_ phase: Phase) {
    self.phase = phase
    if !isWatching { attempt.deadline = .never }
  }

  /// A failed one may, or may no longer, be in another attempt.
  mutating func setRestart(_ restart: Restart) {
    if case .done(.failed) = phase { phase = .done(.failed(restart)) }
  }

  mutating func moveTo(_ scope: ScopeID) { self.scope = scope }

  mutating func reset() {
    phase = .idle
    attempt = Attempt()
    scope = home
  }
}

/// The place of a contender in its device's order, which decides at the same instant.
struct ContenderID: ListIndex {
  let rawValue: Int
  init(_ rawValue: Int) { self.rawValue = rawValue }
}
