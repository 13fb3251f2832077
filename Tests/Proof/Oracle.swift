import GestureCore

/// Says what must happen in a world: a second arbitration, written from the specification's text for the eye and not
/// for speed, to compare the engine with.
struct Oracle: Sendable {
  /// An event as it is compared.
  struct Event: Hashable, Sendable {
    let time: Int64
    let gesture: Int
    let state: RecognizerState
    let since: Int64
  }

  /// How far a gesture is in its attempt.
  enum Phase: Hashable, Sendable {
    /// It takes no part: none of its touches has landed yet.
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
    let zones: [Int]
    let landed: Int64
    var isDown = true
    /// The zones whose own scopes see it.
    var seenIn: [Int] = []
  }

  /// What the oracle knows of a gesture.
  struct Gesture: Sendable {
    var phase = Phase.idle
    var play: Play
    /// The touches that are down and that its scope sees, whether or not the gesture has anything to do with them.
    var sees: UInt64 = 0
    /// Those of them that are its own in this attempt.
    var own: UInt64 = 0
    /// When the first of the touches that its scope sees landed, and whether one has lifted since.
    var scopeLanded: Int64 = 0
    var scopeHasLifted = false
    /// All that landed since it had none.
    var sequence: UInt64 = 0
    /// All it was shown in this attempt, once its fingers had landed.
    var shown: UInt64 = 0
    /// Those that are part of it.
    var parts: UInt64 = 0
    /// Enough of its fingers are down, or were.
    var hasLanded = false
    var hasTracked = false
    /// A finger beyond its range landed after it began.
    var isClosed = false
    var firstLanded: Int64 = 0
    var hasLifted = false
    /// It has seen what it looks for.
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

  let law: Law
  var gestures: [Gesture]
  var fingers: [Finger?] = []
  var context = Context()
  var now: Int64 = 0
  var lifting: UInt64 = 0
  var events: [Event] = []
  /// Which attempts have started afresh; whoever counts them takes them out.
  var freshStarts: [Int] = []

  init(_ law: Law) {
    self.law = law
    gestures = law.actors.map { Gesture(play: Play($0.plan)) }
  }

  // MARK: Input

  mutating func process(_ frame: Frame) {
    advance(to: frame.time.microseconds)
    now = max(now, frame.time.microseconds)
    cancel(frame.touches.filter { $0.phase == .cancelled })
    move(frame.touches.filter { $0.phase == .moved })
    lift(frame.touches.filter { $0.phase == .ended })
    land(frame.touches.filter { $0.phase == .began })
  }

  mutating func advance(to time: Int64) {
    while let deadline, deadline <= time {
      now = max(now, deadline)
      pass()
    }
  }

  private func bits(_ touches: [Touch]) -> UInt64 {
    var bits: UInt64 = 0
    for touch in touches {
      if let slot = fingers.firstIndex(where: { $0?.id == touch.id && $0?.isDown == true }) { bits |= 1 << slot }
    }
    return bits
  }

  private mutating func cancel(_ touches: [Touch]) {
    guard !touches.isEmpty else { return }
    let bits = bits(touches)
    takeAway(bits)
    for index in law.order where gestures[index].own & bits != 0 {
      gestures[index].own &= ~bits
      switch gestures[index].phase {
      case .begun: finish(index, .cancelled)
      case .undecided: gestures[index].phase = .failed
      case .idle, .won, .failed: break
      }
    }
    decide([:])
  }

  private mutating func move(_ touches: [Touch]) {
    guard !touches.isEmpty else { return }
    let bits = bits(touches)
    var wishes: [Int: Play.Wish] = [:]
    for index in gestures.indices where gestures[index].own & bits != 0 && isLooking(index) {
      wishes[index] = gestures[index].play.moved()
    }
    decide(wishes)
  }

  private mutating func lift(_ touches: [Touch]) {
    guard !touches.isEmpty else { return }
    let bits = bits(touches)
    takeAway(bits)
    lifting = bits
    defer { lifting = 0 }
    var wishes: [Int: Play.Wish] = [:]
    for index in gestures.indices where gestures[index].own & bits != 0 {
      gestures[index].own &= ~bits
      gestures[index].hasLifted = true
      if isLooking(index) {
        wishes[index] = gestures[index].play.lifted(now, left: gestures[index].own.nonzeroBitCount)
      } else if gestures[index].phase == .undecided, !law.actors[index].plan.landsApart || gestures[index].own == 0 {
        wishes[index] = .fail
      }
    }
    decide(wishes)
  }

  private mutating func takeAway(_ bits: UInt64) {
    for index in gestures.indices {
      if gestures[index].sees & bits != 0 { gestures[index].scopeHasLifted = true }
      gestures[index].sees &= ~bits
    }
    for slot in fingers.indices where bits & (1 << slot) != 0 { fingers[slot]?.isDown = false }
  }

  /// Whether its recognizer is shown what happens.
  private func isLooking(_ index: Int) -> Bool {
    guard gestures[index].hasLanded else { return false }
    switch gestures[index].phase {
    case .undecided, .begun: return true
    case .idle, .won, .failed: return false
    }
  }

  // MARK: Deadlines

  private var deadline: Int64? {
    var earliest = Int64.max
    for index in gestures.indices {
      if let window = landingWindow(index) { earliest = min(earliest, window) }
      if isLooking(index), let deadline = gestures[index].play.deadline { earliest = min(earliest, deadline) }
      if gestures[index].isAwaiting, let until = awaitsFingers(index) { earliest = min(earliest, until) }
    }
    return earliest < .max ? earliest : nil
  }

  /// Until when its fingers must have landed.
  private func landingWindow(_ index: Int) -> Int64? {
    guard gestures[index].phase == .undecided, !gestures[index].hasLanded, !law.actors[index].plan.landsApart else {
      return nil
    }
    return gestures[index].firstLanded + law.landWithin[index]
  }

  private mutating func pass() {
    var wishes: [Int: Play.Wish] = [:]
    for index in gestures.indices {
      if let window = landingWindow(index), window <= now {
        wishes[index] = .fail
      } else if isLooking(index), let deadline = gestures[index].play.deadline, deadline <= now {
        wishes[index] = gestures[index].play.deadlinePassed(now)
      }
    }
    decide(wishes)
  }

  // MARK: An instant

  /// What becomes of what the recognizers want, and of those that start afresh.
  mutating func decide(_ wishes: [Int: Play.Wish]) {
    var afresh: [Int] = []
    for index in law.order where gestures[index].phase == .undecided {
      switch wishes[index] ?? .stay {
      case .fail, .cancel: gestures[index].phase = .failed
      case .afresh:
        gestures[index].phase = .failed
        afresh.append(index)
      case .end: gestures[index].hasSeenEnd = true
      case .stay, .recognize, .begin, .change: break
      }
    }
    for index in law.order where gestures[index].phase == .begun && wishes[index] == .cancel {
      finish(index, .cancelled)
    }
    let hadBegun = gestures.map { $0.phase == .begun }
    succeed(wishes)
    for index in law.order where gestures[index].phase == .begun {
      switch wishes[index] ?? .stay {
      case .change where hadBegun[index]: say(index, .changed)
      case .end: finish(index, .ended)
      case .stay, .recognize, .begin, .change, .fail, .cancel, .afresh: break
      }
    }
    lookAgain()
    for index in afresh { startAfresh(index) }
    makeReady()
  }

  private mutating func succeed(_ wishes: [Int: Play.Wish]) {
    var candidates = law.order.filter { index in
      gestures[index].phase == .undecided
        && (wishes[index] == .recognize || wishes[index] == .begin)
    }
    while let index = first(of: candidates) {
      attempt(index)
      candidates.removeAll { $0 == index || gestures[$0].phase != .undecided }
    }
  }

  /// Who goes first of several at the same instant; they are in order of priority, depth and file.
  mutating func first(of candidates: [Int]) -> Int? {
    guard var first = candidates.first else { return nil }
    // What has no distance keeps its place among those that have one.
    for other in candidates where law.isNearer[other][first] { first = other }
    // Circles are possible only where a sequence and its steps are made of taps.
    for _ in candidates {
      guard let other = candidates.first(where: { law.isBefore[$0][first] }) else { break }
      first = other
    }
    return first
  }

  /// It has seen what it looks for: it waits for fingers, is held, fails, or goes out.
  mutating func attempt(_ index: Int) {
    guard gestures[index].phase == .undecided else { return }
    if !gestures[index].isSatisfied {
      gestures[index].isSatisfied = true
      guard mayBegin(index) else {
        gestures[index].phase = .failed
        return
      }
    }
    guard gestures[index].isHeld || awaitsFingers(index) == nil else {
      gestures[index].isAwaiting = true
      return
    }
    gestures[index].isAwaiting = false
    if !gestures[index].isHeld { gestures[index].since = now }
    switch requirements(of: index) {
    case .fail: gestures[index].phase = .failed
    case .wait: gestures[index].isHeld = true
    case .go: win(index)
    }
  }

  private func mayBegin(_ index: Int) -> Bool {
    let condition = law.actors[index].beginIf
    if let modes = condition.modes, !modes.contains(context.mode) { return false }
    if let fingers = condition.fingers, !fingers.contains(gestures[index].own.nonzeroBitCount) { return false }
    return true
  }

  /// Until when another finger may land that a gesture wants which shares a touch with this one.
  func awaitsFingers(_ index: Int) -> Int64? {
    guard !law.actors[index].plan.landsApart else { return nil }
    var until: Int64?
    for other in gestures.indices where wantsFingers(other) {
      guard gestures[other].sees & gestures[index].sees != 0 else { continue }
      until = max(until ?? 0, gestures[other].scopeLanded + law.landWithin[other])
    }
    return until
  }

  /// Whether a rule wants more of the fingers its scope sees than are down, and they may still land.
  private func wantsFingers(_ index: Int) -> Bool {
    let gesture = gestures[index]
    return gesture.sees != 0 && !gesture.scopeHasLifted && !law.actors[index].plan.landsApart
      && law.fingers[index].upperBound > gesture.sees.nonzeroBitCount
      && now < gesture.scopeLanded + law.landWithin[index]
  }

  // MARK: Events

  mutating func say(_ index: Int, _ state: RecognizerState) {
    events.append(Event(time: now, gesture: index, state: state, since: gestures[index].since))
  }

  mutating func finish(_ index: Int, _ state: RecognizerState) {
    say(index, state)
    gestures[index].phase = .won
  }
}
