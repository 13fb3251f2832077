import GestureCore

extension Oracle {
  /// The compared parts of an event.
  struct Event: Hashable, Sendable {
    let time: Int64
    let gesture: Int
    let state: RecognizerState
    let since: Int64
  }

  /// How far a gesture is in its attempt.
  enum Phase: Hashable, Sendable {
    /// None of its touches has landed yet.
    case idle
    case undecided
    case begun
    case won
    case failed
  }

  /// A touch that is down, or was in an attempt that is not over.
  struct Finger: Sendable {
    let id: Int32
    let tool: Touch.Tool
    let start: Vector
    var position: Vector
    let zones: [Int]
    let landed: Int64
    var isDown = true
    /// The zones whose own scopes see it.
    var seenIn: [Int] = []
  }

  /// The oracle's state for a gesture.
  struct Gesture: Sendable {
    var phase = Phase.idle
    var play: Play
    /// The touches that are down and that its scope sees, whether or not the gesture has anything to do with them.
    var sees: UInt64 = 0
    /// The touches that belong to it in this attempt.
    var own: UInt64 = 0
    /// When the first of the touches that its scope sees landed, and whether one has lifted since.
    var scopeLanded: Int64 = 0
    var scopeHasLifted = false
    /// The most touches that its scope saw at once since then.
    var scopePeak = 0
    /// The landing time of the first touch that landed together with the last one, and the places of these touches at
    /// that time, or at their own landing if they landed later.
    var landingBegan: Int64 = 0
    var origins: [Int: Vector] = [:]
    /// All touches that landed since it had none.
    var sequence: UInt64 = 0
    /// All touches that it was shown in this attempt, once its fingers had landed.
    var shown: UInt64 = 0
    /// The touches that are part of it.
    var parts: UInt64 = 0
    /// Enough of its fingers are down, or were.
    var hasLanded = false
    var hasTracked = false
    /// A finger beyond its range landed after it began.
    var isClosed = false
    var firstLanded: Int64 = 0
    var hasLifted = false
    /// It failed for another reason than its fingers: others may land.
    var mayStartLater = false
    /// The recognizer has seen its gesture.
    var isSatisfied = false
    /// It waits for further fingers that others want.
    var isAwaiting = false
    var isHeld = false
    /// Held or awaiting, it has also seen its end.
    var hasSeenEnd = false
    var since: Int64 = 0
    /// Which of its requirements count in this attempt.
    var waits: UInt32 = 0
  }

  /// The touches that have landed for a gesture, as they are offered to it.
  struct Offer {
    let gesture: Int
    let touches: UInt64
    /// When the first of them landed.
    let since: Int64
  }

  /// The state of a gesture's requirements.
  enum Answer {
    case succeed
    case wait
    case fail
  }
}
