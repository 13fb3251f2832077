/// One device's way from frames to gesture events: tracker, router, recognizers, arbiter.
///
/// A frame is taken apart into what was cancelled, moved, lifted and landed, in that order. After each of these steps the
/// recognizers say what they want and the arbiter decides.
struct DevicePipeline: Sendable {
  let device: Device
  private(set) var nextDeadline = Timestamp.never
  /// Its time stands still; see `Engine.holdTime`.
  var isHeld = false
  private var tracker: TouchTracker
  private var router: TouchRouter
  private var arbiter: Arbiter
  /// By scope: which contenders start to look when fingers land.
  private let starters: [PipelinePlan.Starters]
  private let isObserved: Bool
  /// The buttons that are down.
  private var buttons: Buttons = []
  /// The source has counted the fingers: no other one will land.
  private let isSettled: Bool
  /// A touch that is cancelled so soon was no finger. Palms are told within some frames of their landing.
  private static let palmTime = TimeSpan(milliseconds: 300)

  init(_ device: Device, _ rules: RuleSet, _ context: Context, _ observer: (any Observer)?) {
    self.device = device
    isObserved = observer != nil
    isSettled = device.capabilities.contains(.settledFingers)
    let plan = PipelinePlan(rules, device)
    tracker = TouchTracker(rotation: plan.rotation, size: device.size)
    router = TouchRouter(plan.scopes, plan.zones, context, collectsRefusals: isObserved)
    arbiter = Arbiter(plan, device, observer)
    // A gesture that may want a touch kept from applications must say so from its landing on.
    starters = plan.starters(isObserved: isObserved || device.capabilities.contains(.interception))
  }

  /// What the session is like; compared when touches land and gestures begin.
  var context: Context {
    get { router.context }
    set { router.context = newValue }
  }

  /// What the session was like when the first of the fingers landed that are down or were last, with the mode as it is now.
  var landingContext: Context { router.landing }

  /// The time of the deadline to be served next; `never` if its time stands still.
  var dueTime: Timestamp { isHeld ? .never : nextDeadline }

  /// Whether a gesture outlasts fingers that bounce.
  var mayBounce: Bool { arbiter.contenders.mayBounce }

  /// How long the fingers of the gestures that have begun may be off the surface.
  var bounce: TimeSpan {
    var longest = TimeSpan(microseconds: 0)
    for id in arbiter.contenders.engaged where arbiter.contenders[id].phase == .active {
      longest = max(longest, arbiter.contenders[id].bounce)
    }
    return longest
  }

  /// All gestures are decided: motion is of no interest until a touch lands or lifts.
  var isInert: Bool { arbiter.contenders.isInert }

  /// No touch is down, and no gesture is in an attempt.
  var isAtRest: Bool { arbiter.contenders.engaged.isEmpty && tracker.isEmpty }

  /// Whether a touch is down.
  var isTouched: Bool { !tracker.isEmpty }

  mutating func process(_ frame: Frame) {
    tracker.take(frame, notBefore: arbiter.now)
    let pressed = frame.buttons.subtracting(buttons)
    buttons = frame.buttons
    if isInert, !tracker.hasChanged, pressed.isEmpty {
      nextDeadline = min(nextDeadline, tracker.deadline)
      return
    }
    // Motion was left out: the touches may be elsewhere now.
    if isInert { tracker.forEach { router.place($0) } }
    arbiter.setTime(tracker.time)
    takeSteps(pressing: pressed)
  }

  /// Serves the earliest deadline, at its own time.
  mutating func fireDeadline() {
    arbiter.setTime(max(arbiter.now, nextDeadline))
    if tracker.deadline <= arbiter.now {
      tracker.believe(at: arbiter.now)
      takeSteps()
    }
    router.setTime(arbiter.now)
    arbiter.setNeedsSurvey()
    for id in arbiter.contenders.engaged where arbiter.contenders[id].deadline <= arbiter.now { serveDeadline(of: id) }
    arbitrate()
    finish()
  }

  mutating func cancelAll(_ cause: Decision.Cause, at time: Timestamp) {
    tracker.cancelAll(at: max(time, arbiter.now))
    arbiter.setTime(tracker.time)
    // A tap that waits to be released would otherwise come out after all was called off.
    for id in arbiter.contenders.engaged where arbiter.contenders[id].isUndecided { arbiter.fail(id, cause, &router) }
    takeSteps(cause)
  }

  /// Moves the events that have come up to the end of a list.
  mutating func drain(into events: inout [GestureEvent]) { arbiter.contenders.drain(into: &events) }

  /// Appends the touches whose delivery to applications has changed since the last call.
  mutating func appendDeliveryChanges(to changes: inout [DeliveryChange], isPaused: Bool) {
    arbiter.appendDeliveryChanges(to: &changes, isPaused: isPaused)
  }

  /// The state of the recognizers, in order; see `Engine.snapshots`.
  func snapshots(at time: Timestamp?) -> [RecognizerSnapshot] { arbiter.snapshots(router, at: time) }

  private mutating func takeSteps(_ cause: Decision.Cause = .touchCancelled, pressing pressed: Buttons = []) {
    if !tracker.cancelled.isEmpty { cancel(tracker.cancelled, cause) }
    if !tracker.moved.isEmpty {
      arbiter.watchStarted(&router)
      move(tracker.moved)
    }
    if !tracker.ended.isEmpty {
      arbiter.watchStarted(&router)
      lift(tracker.ended)
    }
    if !tracker.began.isEmpty { land(tracker.began) }
    if !pressed.isEmpty { press(pressed) }
    finish()
  }

  private mutating func finish() {
    arbiter.finish(&router)
    nextDeadline = min(tracker.deadline, arbiter.nextDeadline(&router))
  }

  /// The arbiter decides about what the recognizers want. An attempt that failed on touches which may start a fresh one
  /// starts it together with all that are tied to it.
  private mutating func arbitrate() {
    arbiter.arbitrate(&router)
    guard arbiter.hasFreshStarts else { return }
    for id in arbiter.takeFreshStarts() where arbiter.contenders.mayStartAfresh(id, &router) {
      let tied = arbiter.contenders.tied(to: id)
      let landed = router.group(of: arbiter.contenders[id].home).mask
      let starting = tied.filter { id in
        !arbiter.contenders[id].isMadeByButton
          && !router.group(of: arbiter.contenders[id].home).mask.isDisjoint(with: landed)
      }
      for other in tied { arbiter.contenders.reset(other) }
      arbiter.contenders.disengage { tied.contains($0) && !starting.contains($0) }
      arbiter.noteWinners()
      for other in starting { arbiter.start(other, &router) }
      for other in starting { offer(other) }
    }
    arbiter.arbitrate(&router)
    // A fresh attempt that fails at once is not followed by another one.
    _ = arbiter.takeFreshStarts()
  }

  // MARK: Landing

  /// Fingers land: every scope decides whether it sees them, and contenders that have enough of them start to look.
  private mutating func land(_ landed: [Touch]) {
    if isObserved, arbiter.contenders.engaged.isEmpty, tracker.count == landed.count { router.forgetReports() }
    arbiter.touchesLanded(landed)
    router.receive(landed, isFirst: tracker.count == landed.count)
    for refusal in router.refusals {
      for id in arbiter.contenders.members(of: refusal.scope) { arbiter.report(id, .notReceived(refusal.reason)) }
    }
    setApart()
    arbiter.noteWinners()
    for scope in router.ids {
      if let before = router.land(in: scope, at: arbiter.now) { startAttempts(in: scope, fingersBefore: before) }
    }
    router.noteLandingEnds()
    for id in arbiter.contenders.engaged where !router.landed(in: arbiter.contenders[id].scope).isEmpty { offer(id) }
    arbiter.giveJoined(&router)
    router.endLanding()
    arbiter.setNeedsSurvey()
    arbitrate()
  }

  /// A gesture that has begun ignores a finger beyond its range: it gets a scope of its own, without that finger.
  private mutating func setApart() {
    for id in arbiter.contenders.engaged where arbiter.contenders[id].phase == .active {
      let scope = arbiter.contenders[id].scope
      if router.exceeds(arbiter.contenders[id].fingers, in: scope) {
        arbiter.contenders[id].scope = router.split(scope)
      }
    }
  }

  /// Fingers have landed in a scope: contenders that have enough of them now start to look.
  private mutating func startAttempts(in scope: ScopeID, fingersBefore before: Int) {
    if before == 0 {
      for id in arbiter.contenders.engaged where arbiter.contenders[id].home == scope { startSequence(id) }
    }
    for id in starters[scope].early where before == 0 || arbiter.contenders[id].landsSeparately { startAttempt(id) }
    let count = router.group(of: scope).count
    // A contender that has had too many fingers before, in this sequence, has failed by them.
    let most = router.group(of: scope).peakCount
    for fingerClass in starters[scope].byFingers
    where before + 1...count ~= fingerClass.fingers.lowerBound && fingerClass.fingers.upperBound >= most {
      for id in fingerClass.members where before == 0 || !isSettled { startAttempt(id) }
    }
    for id in starters[scope].landingApart where arbiter.contenders[id].fingers.lowerBound <= count { startAttempt(id) }
  }

  private mutating func startAttempt(_ id: ContenderID) {
    guard arbiter.contenders[id].mayStartAgain else { return }
    if arbiter.contenders[id].phase == .idle {
      arbiter.contenders.engage(id)
    } else if arbiter.isBarred(id, &router) {
      return
    } else {
      arbiter.contenders.reset(id)
    }
    arbiter.start(id, &router)
  }

  /// The first finger is down: the next tap of an attempt that is under way.
  private mutating func startSequence(_ id: ContenderID) {
    let contender = arbiter.contenders[id]
    guard contender.phase == .possible else { return }
    arbiter.contenders[id].stopTracking()
    arbiter.contenders[id].deadline = contender.landsSeparately ? .never : arbiter.now + contender.landWithin
  }

  /// Shows the touches that have just landed to a contender.
  private mutating func offer(_ id: ContenderID) {
    let scope = arbiter.contenders[id].scope
    let fingers = arbiter.contenders[id].fingers
    let landsSeparately = arbiter.contenders[id].landsSeparately
    let count = router.group(of: scope).count
    switch arbiter.contenders[id].phase {
    case .held(.fingers, finished: true):
      if count > fingers.upperBound { return failForFingers(id) }
      arbiter.contenders[id].take(router.landed(in: scope))
      arbiter.openGates(of: id, &router)
      arbiter.contenders.values[id].fingers = count
      return
    case .idle, .done, .held(.requirements, finished: true): return
    case .possible, .held(_, finished: false):
      if landsSeparately {
        // Also while too few are down, so that a cancelled touch fails it in the same instant as all others.
        arbiter.contenders[id].offered = router.group(of: scope).mask
      } else {
        arbiter.contenders[id].take(router.landed(in: scope))
      }
      arbiter.openGates(of: id, &router)
      if count > fingers.upperBound { return failForFingers(id) }
      guard count >= fingers.lowerBound else {
        if isSettled, !landsSeparately { failForFingers(id) }
        return
      }
    case .active:
      arbiter.contenders[id].take(router.landed(in: scope))
      if landsSeparately { arbiter.contenders[id].offered = router.group(of: scope).mask }
    }
    if !arbiter.contenders[id].isTracking {
      arbiter.contenders[id].startTracking(at: arbiter.now)
      if landsSeparately { arbiter.contenders[id].attemptBegan = arbiter.now }
      arbiter.report(id, .tracking)
    }
    show(id) { $0.touchesBegan($1) }
    arbiter.noteParts(of: id, &router)
    if landsSeparately { arbiter.yieldToWinners(id, &router) }
  }

  /// The wrong number of fingers landed, or not all in time.
  private mutating func failForFingers(_ id: ContenderID) {
    let fingers = arbiter.contenders[id].fingers
    let landed = router.group(of: arbiter.contenders[id].scope).peakCount
    let limit = landed > fingers.upperBound ? fingers.upperBound : fingers.lowerBound
    arbiter.fail(
      id, .own(Failure("landed", .fingers(landed), CommonSettings.fingers.declaration.name, .fingers(limit))), &router)
    arbiter.letStartLater(id, &router)
  }

  // MARK: Moving, lifting, cancelling, waiting

  /// Lets a contender look at the touches, and tells the arbiter what it wants.
  private mutating func show(_ id: ContenderID, _ look: (inout any Recognizer, TouchGroup) -> Step) {
    let step = arbiter.contenders.ask(id, &router, look)
    if case .stay = step { return }
    arbiter.propose(step, by: id)
  }

  private mutating func move(_ moved: ReusableBuffer<TouchTracker.Motion>) {
    router.move(moved, at: arbiter.now)
    for id in arbiter.contenders.watching where router.isConcerned(arbiter.contenders[id].scope) {
      show(id) { $0.touchesMoved($1) }
    }
    if arbiter.hasDecisions { arbitrate() }
  }

  /// Fingers lift. With the last one gone, a gesture that is still possible must be waiting for a time to come, or it
  /// fails.
  private mutating func lift(_ lifted: [Touch]) {
    takeOut(lifted)
    for id in arbiter.contenders.engaged where router.isOver(arbiter.contenders[id].scope) {
      if arbiter.contenders[id].phase == .possible, !arbiter.contenders[id].isTracking { failForFingers(id) }
    }
    for id in arbiter.contenders.watching where router.isConcerned(arbiter.contenders[id].scope) {
      show(id) { $0.touchesEnded($1) }
    }
    arbitrate()
    endSequences()
  }

  /// A cancelled touch cancels what began and fails the rest. If it was no finger, these start afresh without it.
  private mutating func cancel(_ cancelled: [Touch], _ cause: Decision.Cause) {
    takeOut(cancelled)
    // A source that counts the fingers has left out palms before.
    let isSoon = !isSettled && cancelled.allSatisfy { arbiter.now - $0.began < Self.palmTime }
    if isSoon { router.forgetPeaks() }
    let mask = cancelled.reduce(into: TouchMask()) { $0.formUnion($1.bit) }
    for id in arbiter.contenders.engaged where !arbiter.contenders[id].offered.isDisjoint(with: mask) {
      let wasUndecided = arbiter.contenders[id].isUndecided
      arbiter.stop(id, cause, &router)
      if wasUndecided { arbiter.letStartLater(id, &router) }
    }
    arbitrate()
    let scopes = router.ids.filter { router.isConcerned($0) && !router.isOver($0) }
    endSequences()
    if isSoon { startWithout(scopes) }
  }

  /// A touch of these scopes was no finger. Gestures that want as many fingers as are left start afresh.
  private mutating func startWithout(_ scopes: [ScopeID]) {
    arbiter.noteWinners()
    var starting: [ContenderID] = []
    for scope in scopes where scope.rawValue < starters.count {
      let count = router.group(of: scope).count
      for fingerClass in starters[scope].byFingers where fingerClass.fingers ~= count {
        starting += fingerClass.members.filter { arbiter.contenders[$0].mayStartAgain }
      }
    }
    guard !starting.isEmpty else { return }
    for id in starting { startAttempt(id) }
    for id in starting { offer(id) }
    arbiter.setNeedsSurvey()
    arbitrate()
  }

  // MARK: Pressing

  /// Buttons are pressed: gestures made by them start with the fingers that are down, as if it was for the first time, and
  /// are decided at once.
  private mutating func press(_ pressed: Buttons) {
    router.setTime(arbiter.now)
    for id in arbiter.contenders.engaged where arbiter.contenders[id].isMadeByButton && arbiter.contenders[id].isDone {
      arbiter.contenders.reset(id)
      arbiter.contenders.disengage { $0 == id }
    }
    arbiter.noteWinners()
    for scope in router.ids where scope.rawValue < starters.count {
      let count = router.group(of: scope).count
      for id in starters[scope].byButton
      where count > 0 && arbiter.contenders[id].fingers ~= count && arbiter.contenders[id].phase == .idle {
        startAttempt(id)
        offer(id)
      }
    }
    for id in arbiter.contenders.engaged { show(id) { $0.buttonsPressed(pressed, $1) } }
    arbiter.setNeedsSurvey()
    arbitrate()
  }

  private mutating func takeOut(_ gone: [Touch]) {
    arbiter.touchesGone(gone)
    router.lift(gone, at: arbiter.now)
  }

  private mutating func endSequences() {
    arbiter.setNeedsSurvey()
    for id in arbiter.contenders.engaged where router.isOver(arbiter.contenders[id].scope) {
      arbiter.endSequence(of: id, &router)
    }
    arbitrate()
    router.settle()
    // The same frame may bring the next sequence.
    arbiter.contenders.resetFinished(&router)
  }

  private mutating func serveDeadline(of id: ContenderID) {
    arbiter.contenders[id].deadline = .never
    switch arbiter.contenders[id].phase {
    case .possible where !arbiter.contenders[id].isTracking: failForFingers(id)
    case .possible, .active, .held(_, finished: false):
      show(id) { $0.deadlinePassed($1) }
      // Asking for the same moment again would never end.
      if arbiter.contenders[id].deadline <= arbiter.now { arbiter.contenders[id].deadline = .never }
    case .idle, .done, .held(_, finished: true): break
    }
  }
}
