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
    /// `winner` is who succeeded instead, if that is why.
    case failed(winner: Int?)
  }

  let gesture: GestureID
  /// Stands for the kind's name.
  let kind: Int
  let precedence: Int
  let isDiscrete: Bool
  let fingers: ClosedRange<Int>
  let landWithin: TimeSpan

  var phase = Phase.idle
  /// Its fingers have landed in this sequence, so it is shown the touches.
  var isTracking = false
  /// The touches it has been offered in this attempt.
  var touches: TouchMask = []
  var attemptBegan = Timestamp(microseconds: 0)
  var recognized = Timestamp(microseconds: 0)
  var deadline = Timestamp.never
  var values = GestureValues()
  /// It failed on touches that may start a fresh attempt.
  var wantsFreshStart = false

  init(_ gesture: GestureID, kind: Int, isDiscrete: Bool, precedence: Int, _ settings: Settings) {
    self.gesture = gesture
    self.kind = kind
    self.isDiscrete = isDiscrete
    self.precedence = precedence
    fingers = settings[CommonSettings.fingers]
    landWithin = settings[CommonSettings.landWithin]
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

  mutating func reset() {
    phase = .idle
    isTracking = false
    touches = []
    deadline = .never
    wantsFreshStart = false
  }
}
