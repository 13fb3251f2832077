/// The place of a contender in its device's order, which decides at the same instant.
struct ContenderID: ListIndex {
  let rawValue: Int
  init(_ rawValue: Int) { self.rawValue = rawValue }
}

/// What arbitration knows of a recognizer; the recognizer itself is kept apart, so that looking at this costs nothing.
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
    case done(Ending)
  }

  /// What a held recognizer waits for.
  enum Wait: Equatable, Sendable { case fingers, requirements }

  enum Ending: Equatable, Sendable {
    case succeeded
    case failed
  }

  let gesture: GestureID
  let precedence: Int
  /// The same for all of the same priority and depth of zone: of these the nearest goes first.
  let rank: Int
  let isDiscrete: Bool
  let landsApart: Bool
  /// Recognized, it waits until no further finger can land.
  let awaitsFingers: Bool
  let delivery: DeliverySettings
  let fingers: ClosedRange<Int>
  let landWithin: TimeSpan
  /// The scope whose touches it gets.
  let home: ScopeID

  var phase = Phase.idle
  /// The scope whose touches it sees: `home`, or one of its own.
  var scope: ScopeID
  /// Its fingers have landed in this sequence, so it is shown the touches.
  var isTracking = false
  /// The touches it has been offered in this attempt.
  var offered: TouchMask = []
  /// Those of them that are part of it.
  var touches: TouchMask = []
  var attemptBegan = Timestamp(microseconds: 0)
  var recognized = Timestamp(microseconds: 0)
  var deadline = Timestamp.never
  /// How unlike what it has seen is to what it looks for, where that can be compared.
  var distance: Double?
  var values = GestureValues()
  /// It failed on touches that may start a fresh attempt.
  var wantsFreshStart = false

  init(
    _ gesture: GestureID, _ rule: GestureRule, _ settings: Settings, _ parts: [Kind.Part], precedence: Int, rank: Int,
    home: ScopeID
  ) {
    self.gesture = gesture
    self.precedence = precedence
    self.rank = rank
    isDiscrete = rule.kind.isDiscrete
    landsApart = rule.kind.traits.landsApart
    let isHint = rule.kind.traits.isBystander
    awaitsFingers = !landsApart && !isHint
    delivery = isHint ? .none : rule.delivery
    self.home = home
    scope = home
    if let first = parts.first {
      // Where fingers rest before one taps, the first of them is a beginning.
      let least = parts.reduce(first.fingers.lowerBound) { min($0, $1.landsApart ? 1 : $1.fingers.lowerBound) }
      fingers = least...parts.reduce(least) { max($0, $1.fingers.upperBound) }
      landWithin = parts.reduce(first.landWithin) { max($0, $1.landWithin) }
    } else {
      fingers = settings[CommonSettings.fingers]
      landWithin = settings[CommonSettings.landWithin]
    }
  }

  /// It may still begin or be recognized.
  var isUndecided: Bool {
    switch phase {
    case .possible, .held: true
    case .idle, .active, .done: false
    }
  }

  /// It is shown what the touches do.
  var isWatching: Bool {
    switch phase {
    case .possible, .held(_, finished: false), .active: isTracking
    case .idle, .held(_, finished: true), .done: false
    }
  }

  var isDone: Bool {
    switch phase {
    case .done: true
    case .idle, .possible, .held, .active: false
    }
  }

  /// Part of an attempt that is not over.
  var isBusy: Bool { isUndecided || phase == .active }

  /// Part of an attempt that is not over, but for one whose fingers may land at any time and have not: that one keeps none
  /// of those tied to it waiting.
  var keepsOthersWaiting: Bool { isBusy && (isTracking || !landsApart) }

  /// It has won its touches.
  var hasWon: Bool { phase == .active || phase == .done(.succeeded) }

  func shares(_ other: Contender) -> Bool { !touches.isDisjoint(with: other.touches) }

  /// Touches that have landed are offered to it, and are part of it unless its recognizer says otherwise.
  mutating func take(_ landed: TouchMask) {
    offered.formUnion(landed)
    touches.formUnion(landed)
  }

  mutating func reset() {
    phase = .idle
    scope = home
    isTracking = false
    offered = []
    touches = []
    deadline = .never
    distance = nil
    wantsFreshStart = false
  }
}
