/// The touches of a device, and the device's contenders in the order of decision. Only this type changes contenders.
struct Contenders {
  private let device: DeviceID
  private let observer: (any Observer)?
  let hasSettledFingers: Bool
  /// For each contender, the facts about touches that its recognizer needs. Other facts aren't computed, to save time.
  private let facts: [Kind.Facts]
  private let beginConditions: [DeviceCondition?]
  /// For each contender, its component. Contenders of one component are tied by requirements.
  private let components: [Int]
  /// The first hint (a contender that only observes). Only hints follow. Without hints, the end index of `list`.
  let firstHint: ContenderID

  private var list: [Contender]
  private var recognizers: [any Recognizer]
  /// For each contender, the values of its gesture at their last update.
  private(set) var values: [GestureValues]
  private var router: TouchRouter
  private var gates: RequirementGates
  private var events: ReusableBuffer<GestureEvent>
  /// Contenders that aren't idle, in the order of `list`. Most loops visit only these contenders.
  private(set) var engaged: [ContenderID] = []
  private(set) var watching: [ContenderID] = []
  var now = Timestamp(microseconds: 0)
  /// Whether motion can be ignored, because no gesture is undecided or in progress.
  private(set) var isInert = false
  private(set) var heldCount = 0
  /// Whether `watching` and the hints may be outdated by a new phase, landing, lift, press or deadline since `finish`.
  private var isWatchingOutdated = false
  private var unwatchedDeadline = Timestamp.never
  /// For each component, whether one of its contenders prevents resets. `resetFinished` sets these values.
  private var busy: [Bool]

  init(_ plan: PipelinePlan, _ device: Device, _ context: Context, _ observer: (any Observer)?) {
    self.device = device.id
    self.observer = observer
    hasSettledFingers = device.capabilities.contains(.settledFingers)
    facts = plan.facts
    beginConditions = plan.beginConditions
    components = plan.relations.requirements.component
    firstHint = plan.firstHint
    list = plan.contenders
    recognizers = plan.recognizers
    values = Array(repeating: GestureValues(), count: list.count)
    router = TouchRouter(plan.scopes, plan.zones, context, collectsRefusals: observer != nil)
    gates = RequirementGates(plan.relations.requirements)
    events = ReusableBuffer(capacity: list.count * 2)
    busy = Array(repeating: false, count: list.count)
    watching.reserveCapacity(list.count)
    engaged.reserveCapacity(list.count)
  }

  subscript(id: ContenderID) -> Contender { _read { yield list[id.rawValue] } }

  // MARK: Questions

  var context: Context {
    get { router.context }
    set { router.context = newValue }
  }
  /// The session's state when the first finger landed, but with the present mode and facts that became known later.
  var landingContext: Context { router.landing }

  var scopes: some Sequence<ScopeID> { router.ids }
  func fingers(in scope: ScopeID) -> (count: Int, peak: Int) { (router[scope].count, router[scope].peakCount) }

  /// The touches of a contender's `home` scope, with which an attempt would start.
  func touchesAtHome(of id: ContenderID) -> TouchMask { router[self[id].home].mask }
  func landed(for id: ContenderID) -> TouchMask { router.scopes[self[id].scope].landed }
  func isAffected(_ id: ContenderID) -> Bool { router.scopes[self[id].scope].isAffected }
  func hasLostLastTouch(_ id: ContenderID) -> Bool { router.scopes[self[id].scope].hasLostLastTouch }

  func counts(_ need: Requirements.Need) -> Bool { gates.counts(need) }

  /// Whether the `begin-if` of a gesture holds. True if the rule has no `begin-if`.
  func mayBegin(_ id: ContenderID) -> Bool {
    beginConditions[id].map { router.holds($0, for: values[id], in: self[id].scope) } ?? true
  }

  func canStillBegin(_ id: ContenderID) -> Bool {
    beginConditions[id].map { router.mayHold($0, in: self[id].scope) } ?? true
  }

  /// The end of the wait for more fingers. Nil if the contender needn't wait.
  func landingDeadline(for id: ContenderID) -> Timestamp? {
    let scope = self[id].scope
    let end = router.scopes[scope].landingDeadline
    return end > now && self[id].awaitsFingers && !router.scopes[scope].movesAsOne ? end : nil  // fault: awaits-fingers
  }

  var mayBounce: Bool { list.contains { $0.bounce.microseconds > 0 } }

  var bounce: TimeSpan {
    engaged.reduce(TimeSpan(microseconds: 0)) { self[$1].phase == .active ? max($0, self[$1].bounce) : $0 }
  }

  /// Whether the distance of `one` is less than that of `other`. False if the ranks differ, or if a distance is nil.
  func isNearer(_ one: ContenderID, than other: ContenderID) -> Bool {
    guard self[one].rank == self[other].rank, let distance = self[one].distance,  // fault: same-rank
      let otherDistance = self[other].distance
    else { return false }
    return distance < otherDistance
  }

  /// The earliest deadline of all contenders. If a gesture is held, the end of the wait for more fingers counts too.
  var nextDeadline: Timestamp {
    var deadline = unwatchedDeadline
    for id in watching { deadline = min(deadline, self[id].deadline) }
    return heldCount > 0 ? min(deadline, router.landingDeadline(after: now)) : deadline
  }

  /// Whether a contender can start a fresh attempt. A finger must be down in its home scope, and all contenders tied to
  /// it must be done and have no touches outside this scope.
  func mayStartAfresh(_ id: ContenderID) -> Bool {
    let landed = touchesAtHome(of: id)
    guard !landed.isEmpty else { return false }
    for other in engaged where components[other] == components[id] {
      guard self[other].isDone, touchesDown(other).isSubset(of: landed) else { return false }
    }
    return true
  }

  /// The touches in the `home` scope. If fingers land separately, only touches that are part of the gesture.
  private func touchesDown(_ id: ContenderID) -> TouchMask {
    let mask = touchesAtHome(of: id)
    return self[id].landsSeparately ? mask.intersection(self[id].touches) : mask
  }

  // MARK: Touches

  /// Sets the time of all touch groups to `now`, and marks `watching` as outdated.
  mutating func serveTime() {
    router.setTime(now)
    isWatchingOutdated = true
  }

  mutating func updatePosition(of touch: Touch) { router.updatePosition(of: touch) }

  /// Gives landed touches to scopes, and reports refusals. A begun gesture ignores new fingers that would be too many.
  mutating func receive(_ touches: [Touch], isFirst: Bool) {
    if isObserved, engaged.isEmpty, isFirst { router.forgetReports() }
    router.receive(touches, isFirst: isFirst)
    for refusal in router.refusals {
      for index in list.indices where list[index].home == refusal.scope {
        report(ContenderID(index), .notReceived(refusal.reason))
      }
    }
    for id in engaged where self[id].phase == .active && router.exceeds(self[id].fingers, in: self[id].scope) {
      list[id].setScope(router.split(self[id].scope))
    }
  }

  /// Moves the received touches into a scope. Returns the scope's previous number of touches; nil if none was received.
  mutating func land(in scope: ScopeID) -> Int? {
    guard let before = router.land(in: scope, at: now) else { return nil }
    // The first finger is down: it starts the next tap of an attempt in progress.
    if before == 0 {
      for id in engaged where self[id].home == scope && self[id].phase == .possible {
        list[id].awaitFingers(until: self[id].landsSeparately ? .never : now + self[id].landWithin)
      }
    }
    return before
  }

  /// Updates the ends of the waits for more fingers. Must be called after `land` was called for all scopes.
  mutating func updateLandingDeadlines() { router.updateLandingDeadlines() }

  mutating func endLanding() {
    router.endLanding()
    isWatchingOutdated = true
  }

  mutating func move(_ moved: ReusableBuffer<TouchTracker.Motion>) { router.move(moved, at: now) }

  mutating func lift(_ removed: [Touch]) {
    router.lift(removed, at: now)
    isWatchingOutdated = true
  }

  mutating func forgetPeaks() { router.forgetPeaks() }

  /// The scopes that have lost touches in this step, but not their last touch.
  var reducedScopes: [ScopeID] {
    router.ids.filter { router.scopes[$0].isAffected && !router.scopes[$0].hasLostLastTouch }
  }

  /// Removes lifted touches, measures the others again, and resets finished contenders before new attempts start.
  mutating func endSequences() {
    router.removeLifted()
    resetFinished()
  }

  // MARK: Attempts

  mutating func start(_ id: ContenderID) {
    if self[id].phase == .idle { engage(id) } else { reset(id) }
    let home = self[id].home
    let first = router.scopes[home].landingBegan
    list[id].start(at: first)
    isWatchingOutdated = true
    gates.start(id, in: home, router)
    gates.open(for: id, by: router[home].touches, on: router[home].surface)
    guard !self[id].landsSeparately else { return }
    list[id].setDeadline(first + self[id].landWithin)
    list[id].offer(router[home].mask)
  }

  /// Inserts a contender into `engaged` in order. Most contenders belong at the end.
  private mutating func engage(_ id: ContenderID) {
    guard !engaged.contains(id) else { return }
    var index = engaged.count
    while index > 0, engaged[index - 1] > id { index -= 1 }
    engaged.insert(id, at: index)
  }

  /// The reaction of a contender to touches that have just landed.
  enum Reaction {
    case ignores, looks, fails
  }

  mutating func offer(_ id: ContenderID) -> Reaction {
    let contender = self[id]
    let count = router[contender.scope].count
    switch contender.phase {
    case .held(.fingers, finished: true):
      if count > contender.fingers.upperBound { return .fails }
      list[id].offer(landed(for: id))
      openGates(of: id)
      values[id].fingers = count
      return .ignores
    case .idle, .done, .held(.requirements, finished: true): return .ignores
    case .possible, .held(_, finished: false):
      // Touches are added even while too few are down, so that a cancelled touch fails all contenders at one instant.
      if contender.landsSeparately {
        list[id].setOffered(router[contender.scope].mask)
      } else {
        list[id].offer(landed(for: id))
      }
      openGates(of: id)
      if count > contender.fingers.upperBound { return .fails }  // fault: fingers-too-many
      if count < contender.fingers.lowerBound {
        return hasSettledFingers && !contender.landsSeparately ? .fails : .ignores
      }
    case .active:
      list[id].offer(landed(for: id))
      if contender.landsSeparately { list[id].setOffered(router[contender.scope].mask) }
    }
    if !contender.isTracking {
      list[id].startTracking(at: now)
      report(id, .tracking)
    }
    return .looks
  }

  private mutating func openGates(of id: ContenderID) {
    let scope = self[id].scope
    gates.open(for: id, by: router.scopes[scope].received, on: router[scope].surface)
  }

  /// Resets a contender and all contenders tied to it by requirements. Returns the contenders that must start afresh.
  mutating func resetTied(to id: ContenderID) -> [ContenderID] {
    let tied = engaged.filter { components[$0] == components[id] }
    let landed = touchesAtHome(of: id)
    let starting = tied.filter { !self[$0].isMadeByButton && !touchesAtHome(of: $0).isDisjoint(with: landed) }
    for other in tied { reset(other) }
    engaged.removeAll { tied.contains($0) && !starting.contains($0) }
    return starting
  }

  mutating func resetDoneByButton() {
    let over = engaged.filter { self[$0].isMadeByButton && self[$0].isDone }
    for id in over { reset(id) }
    engaged.removeAll { over.contains($0) }
  }

  private mutating func reset(_ id: ContenderID) {
    recognizers[id].reset()
    list[id].reset()
    report(id, .reset)
  }

  /// Resets done contenders that have no touch down. Resets tied contenders together, unless fingers land separately.
  private mutating func resetFinished() {
    // Usually no contender can be reset, since the touches on which it failed are still down.
    guard engaged.contains(where: { self[$0].isDone && touchesDown($0).isEmpty }) else { return }
    for id in engaged { busy[components[id]] = false }
    for id in engaged where self[id].keepsOthersWaiting || !touchesDown(id).isEmpty { busy[components[id]] = true }
    var kept = 0
    for index in engaged.indices {
      let id = engaged[index]
      let isBusy = self[id].landsSeparately ? !touchesDown(id).isEmpty : busy[components[id]]  // fault: ready-again
      if self[id].isDone, !isBusy {
        reset(id)
      } else {
        engaged[kept] = id
        kept += 1
      }
    }
    engaged.removeLast(engaged.count - kept)
  }

  /// Updates `watching` if it may be outdated. Also called in the middle of a frame, so that contenders that have just
  /// started take part in the rest of the frame's processing.
  mutating func updateWatching() {
    guard isWatchingOutdated else { return }
    watching.removeAll(keepingCapacity: true)
    unwatchedDeadline = .never
    isInert = true
    router.unwatchAll()
    for id in engaged {
      if self[id].isBusy { isInert = false }
      if self[id].isWatching {
        watching.append(id)
        router.watch(self[id].scope, facts[id])
      } else {
        unwatchedDeadline = min(unwatchedDeadline, self[id].deadline)
      }
    }
  }

  mutating func finish() {
    guard isWatchingOutdated else { return }
    refreshHints()
    resetFinished()
    updateWatching()
    isWatchingOutdated = false
  }

  // MARK: Recognizers

  /// Asks a recognizer for its proposal. Returns `nothing` if the contender isn't watching.
  mutating func ask(_ id: ContenderID, _ look: (inout any Recognizer, TouchGroup) -> Proposal) -> Proposal {
    guard self[id].isWatching else { return .nothing }
    let proposal = look(&recognizers[id], router[self[id].scope])
    list[id].setDeadline(recognizers[id].deadline)
    if proposal.isSuccess { list[id].setDistance(recognizers[id].distance) }
    return proposal
  }

  mutating func serveDeadline(of id: ContenderID) -> Proposal {
    list[id].setDeadline(.never)
    let proposal = ask(id) { $0.deadlinePassed($1) }
    // A recognizer that set the same deadline again would be asked forever.
    if self[id].deadline <= now { list[id].setDeadline(.never) }
    return proposal
  }

  mutating func updateParts(of id: ContenderID) {
    let group = router[self[id].scope]
    var parts: TouchMask = []
    for touch in group.touches where recognizers[id].isPart(touch) { parts.formUnion(touch.bit) }
    // Touches that have lifted are no longer in the group.
    list[id].setParts(parts, of: group.mask)
  }

  private mutating func updateValues(of id: ContenderID) {
    values[id] = recognizers[id].values(router[self[id].scope])
    if isHint(id) { values[id].hints = gesturesPossible(for: id) }
  }

  // MARK: Transitions and their reports

  mutating func recognize(_ id: ContenderID) {
    updateParts(of: id)
    updateValues(of: id)
    list[id].recognize(at: now)  // fault: recognition-time
  }

  /// Sets the recognition time of a held contender to the present time.
  mutating func recognizeAgain(_ id: ContenderID) { list[id].recognize(at: now) }

  mutating func hold(_ id: ContenderID, for wait: Contender.Wait, finished: Bool, _ outcome: Decision.Outcome) {
    enter(id, .held(wait, finished: finished))
    report(id, outcome)
  }

  /// Updates the values of a held contender's gesture, and records that the gesture has ended.
  mutating func endHeld(_ id: ContenderID) {
    guard case .held(_, finished: false) = self[id].phase else { return }
    updateValues(of: id)
    finishHeld(id)
  }

  /// Records the end of a held contender's gesture, without an update of its values.
  mutating func finishHeld(_ id: ContenderID) {
    guard case .held(let wait, finished: false) = self[id].phase else { return }
    enter(id, .held(wait, finished: true))
  }

  /// Sends `recognized` or `began`. If this function sends `began` and `finished` is true, the arbiter sends `ended`.
  mutating func succeed(_ id: ContenderID, finished: Bool) {
    if self[id].isDiscrete {
      enter(id, .done(.succeeded))
      send(id, .recognized)
    } else if finished {
      enter(id, .done(.succeeded))
      send(id, .began)
    } else {
      enter(id, .active)
      emit(id, .began)
    }
  }

  /// Sends a gesture event with the values that the recognizer reports now.
  mutating func emit(_ id: ContenderID, _ state: RecognizerState) {
    updateValues(of: id)
    send(id, state)
  }

  /// Ends a gesture that has begun; its last event has no hints.
  mutating func end(_ id: ContenderID) {
    updateValues(of: id)
    values[id].hints = []
    send(id, .ended)
    enter(id, .done(.succeeded))
  }

  mutating func cancel(_ id: ContenderID, _ cause: Decision.Cause) {
    enter(id, .done(.succeeded))
    report(id, .cancelled(cause))
    values[id].hints = []
    send(id, .cancelled)
  }

  /// Fails a contender. Failures are frequent, so `cause` is computed only for an observer.
  mutating func fail(_ id: ContenderID, _ cause: @autoclosure () -> Decision.Cause) {
    enter(id, .done(.failed(.no)))
    if !self[id].isTracking { allowRestart(id) }
    if isObserved { report(id, .failed(cause())) }
  }

  mutating func failForFingers(_ id: ContenderID) {
    let fingers = self[id].fingers
    let landed = router[self[id].scope].peakCount
    let limit = landed > fingers.upperBound ? fingers.upperBound : fingers.lowerBound
    fail(id, .own(Failure("landed", .fingers(landed), CommonSettings.fingers.name, .fingers(limit))))
    allowRestart(id)
  }

  /// Lets a failed contender start again with other fingers, if a finger is down in its home scope. A contender whose
  /// fingers land separately can't start again.
  mutating func allowRestart(_ id: ContenderID) {
    list[id].setRestart(!self[id].landsSeparately && router[self[id].home].count > 0 ? .withOtherFingers : .no)
  }

  mutating func allowFreshStart(_ id: ContenderID) { list[id].setRestart(.afresh) }

  mutating func forbidRestart(_ id: ContenderID) { list[id].setRestart(.no) }

  private mutating func enter(_ id: ContenderID, _ phase: Contender.Phase) {
    if self[id].isHeld { heldCount -= 1 }
    list[id].enter(phase)
    if self[id].isHeld { heldCount += 1 }
    if self[id].scope != self[id].home, phase != .active {
      router.free(self[id].scope)
      list[id].setScope(self[id].home)
    }
    isWatchingOutdated = true
  }

  // MARK: Events and reports

  /// Sends a gesture event with the values from the last update.
  mutating func send(_ id: ContenderID, _ state: RecognizerState) {
    let contender = self[id]
    events.append(
      GestureEvent(
        time: now, since: contender.attempt.recognized, device: device, gesture: contender.gesture, state: state,
        duration: now - contender.attempt.began, tool: router.scopes[contender.scope].tool, values: values[id]))
    if isObserved { report(id, .event(state, values[id])) }
  }

  mutating func drain(into events: inout [GestureEvent]) {
    guard !self.events.isEmpty else { return }
    for index in self.events.indices { events.append(self.events[index]) }
    self.events.removeAll()
  }

  var isObserved: Bool { observer != nil }

  func report(_ id: ContenderID, _ outcome: Decision.Outcome) {
    guard let observer else { return }
    observer.observe(Decision(time: now, device: device, gesture: self[id].gesture, outcome: outcome))
  }

  /// The states of all recognizers. `time` affects only durations. `waitsFor` returns contenders that must fail first.
  func snapshots(at time: Timestamp?, waitsFor: (ContenderID) -> [ContenderID]) -> [RecognizerSnapshot] {
    list.indices.map { index in
      let contender = list[index]
      var group = router[contender.scope]
      group.time = max(now, time ?? now)
      return RecognizerSnapshot(
        gesture: contender.gesture, phase: contender.snapshotPhase,
        waitsFor: contender.isUndecided ? waitsFor(ContenderID(index)).map { self[$0].gesture } : [],
        gauges: contender.isWatching ? recognizers[index].gauges(group) : [])
    }
  }
}
