/// Decides which gesture gets the touches that several gestures share. The first recognized gesture takes its touches.
/// The other undecided gestures on these touches fail, unless a relation prevents the failure. A gesture that requires
/// others to fail is held until they fail.
///
/// At each instant, touches are cancelled first. Touches move, lift and land next. Buttons come last. Each step applies
/// failures first, then successes, then changes and ends. Held gestures are decided at the end of the step.
struct Arbiter {
  private var contenders: Contenders
  private let relations: RelationTable
  /// For each scope, its contenders grouped by the event that starts them.
  private let starters: [PipelinePlan.Starters]
  /// The touches of an intercepted device; nil for any other device.
  private var claims: TouchClaims?
  private var proposals: Proposals
  /// Whether some gesture has won touches. Updated only before attempts start.
  private var hasWinners = false
  /// Touches cancelled within this time of landing count as palms. Devices report palms late.
  private static let palmTime = TimeSpan(milliseconds: 300)

  init(_ rules: RuleSet, _ device: Device, _ context: Context, _ observer: (any Observer)?) {
    let plan = PipelinePlan(rules, device)
    let isIntercepted = device.capabilities.contains(.interception)
    contenders = Contenders(plan, device, context, observer)
    relations = plan.relations
    // A gesture that may withhold a touch from applications must take part from the touch's landing.
    starters = plan.starters(isObserved: observer != nil || isIntercepted)
    claims = isIntercepted ? TouchClaims() : nil
    proposals = Proposals(capacity: plan.contenders.count)
  }

  // MARK: Questions

  var now: Timestamp { contenders.now }
  var nextDeadline: Timestamp { contenders.nextDeadline }
  var isInert: Bool { contenders.isInert }
  var isIdle: Bool { contenders.engaged.isEmpty }
  var mayBounce: Bool { contenders.mayBounce }
  var bounce: TimeSpan { contenders.bounce }
  var landingContext: Context { contenders.landingContext }
  var context: Context {
    get { contenders.context }
    set { contenders.context = newValue }
  }

  func snapshots(at time: Timestamp?) -> [RecognizerSnapshot] {
    contenders.snapshots(at: time) { id in
      relations.requirements.needs[id].filter { counts($0, for: id) && contenders[$0.requirement].isUndecided }
        .map(\.requirement)
    }
  }

  // MARK: The instant

  mutating func setTime(_ time: Timestamp) { contenders.now = time }

  mutating func updatePosition(of touch: Touch) { contenders.updatePosition(of: touch) }

  /// Cancels or fails gestures with cancelled touches. If the touches were palms, gestures of fewer fingers can start.
  mutating func cancel(_ cancelled: [Touch], _ cause: Decision.Cause) {
    removeTouches(cancelled)
    // A source with `settledFingers` has already excluded palms.
    let isSoon = !contenders.hasSettledFingers && cancelled.allSatisfy { now - $0.began < Self.palmTime }
    if isSoon { contenders.forgetPeaks() }
    let mask = cancelled.reduce(into: TouchMask()) { $0.formUnion($1.bit) }
    for id in contenders.engaged where !contenders[id].attempt.offered.isDisjoint(with: mask) {
      let wasUndecided = contenders[id].isUndecided
      stop(id, cause)  // fault: cancelled-touch
      if wasUndecided { contenders.allowRestart(id) }
    }
    arbitrate()
    let scopes = contenders.reducedScopes
    endSequences()
    if isSoon { startWithFewerFingers(in: scopes) }  // fault: without-palm
  }

  mutating func move(_ moved: ReusableBuffer<TouchTracker.Motion>) {
    contenders.updateWatching()
    contenders.move(moved)
    for id in contenders.watching where contenders.isAffected(id) {
      proposals.append(contenders.ask(id) { $0.touchesMoved($1) }, by: id)
    }
    if !proposals.isEmpty || contenders.heldCount > 0 { arbitrate() }
  }

  /// Fails contenders that lost their last finger before enough fingers landed. Reports the lift to other recognizers.
  mutating func lift(_ lifted: [Touch]) {
    contenders.updateWatching()
    removeTouches(lifted)
    for id in contenders.engaged
    where contenders.hasLostLastTouch(id) && contenders[id].phase == .possible && !contenders[id].isTracking {
      contenders.failForFingers(id)
    }
    for id in contenders.watching where contenders.isAffected(id) {
      proposals.append(contenders.ask(id) { $0.touchesEnded($1) }, by: id)
    }
    arbitrate()
    endSequences()
  }

  /// Starts contenders, and offers the landed touches to all started contenders. If `isFirst`, no other finger is down.
  mutating func land(_ landed: [Touch], isFirst: Bool) {
    claims?.land(landed, claimed: contenders.engaged.reduce(into: []) { $0.formUnion(contenders[$1].touches) })
    contenders.receive(landed, isFirst: isFirst)
    updateHasWinners()
    for scope in contenders.scopes {
      if let before = contenders.land(in: scope) { startAttempts(in: scope, fingersBefore: before) }
    }
    contenders.updateLandingDeadlines()
    for id in contenders.engaged where !contenders.landed(for: id).isEmpty { offer(id) }
    excludeByJoinedTouches()  // fault: joined
    contenders.endLanding()
    arbitrate()
  }

  /// Starts contenders of gestures made by buttons. Reports the press to the recognizers that see touches.
  mutating func press(_ pressed: Buttons) {
    contenders.serveTime()
    contenders.resetDoneByButton()
    updateHasWinners()
    for scope in contenders.scopes where scope.rawValue < starters.count {
      let count = contenders.fingers(in: scope).count
      for id in starters[scope].byButton
      where count > 0 && contenders[id].fingers ~= count && contenders[id].phase == .idle {
        startAttempt(id)
        offer(id)
      }
    }
    for id in contenders.engaged { proposals.append(contenders.ask(id) { $0.buttonsPressed(pressed, $1) }, by: id) }
    arbitrate()
  }

  /// Asks the recognizers whose deadline has come for a proposal. A recognizer that still lacks fingers fails instead.
  mutating func serveDeadlines() {
    contenders.serveTime()
    for id in contenders.engaged where contenders[id].deadline <= now {
      if contenders[id].phase == .possible, !contenders[id].isTracking {
        contenders.failForFingers(id)
      } else {
        proposals.append(contenders.serveDeadline(of: id), by: id)
      }
    }
    arbitrate()
  }

  /// Fails all undecided contenders. Called before all touches are cancelled, so that no held gesture then succeeds.
  mutating func failUndecided(_ cause: Decision.Cause) {
    for id in contenders.engaged where contenders[id].isUndecided { contenders.fail(id, cause) }
  }

  mutating func finish() { contenders.finish() }

  mutating func drain(into events: inout [GestureEvent]) { contenders.drain(into: &events) }

  /// Appends the changes in the delivery of touches since the last call. If `isPaused`, all touches are delivered.
  mutating func appendDeliveryChanges(to changes: inout [DeliveryChange], isPaused: Bool) {
    guard var claims else { return }
    // Removed from `self` for now, so that the local value is the only one and isn't copied when it changes.
    self.claims = nil
    claims.appendChanges(to: &changes) { isPaused ? .passes : delivery(of: $0, isTaken: $1) }
    self.claims = claims
  }

  private func delivery(of touch: TouchMask, isTaken: Bool) -> Delivery {
    if isTaken { return .taken }
    var delivery = Delivery.passes
    for id in contenders.engaged where contenders[id].isUndecided && !contenders[id].touches.isDisjoint(with: touch) {
      if contenders[id].delivery.delaysTouchesBegan ?? false { return .withheld }
      if contenders[id].delivery.delaysTouchesEnded { delivery = .withoutEnd }
    }
    return delivery
  }

  private mutating func removeTouches(_ removed: [Touch]) {
    claims?.lift(removed)
    contenders.lift(removed)
  }

  /// For contenders that have lost their last finger: fails possible contenders without a deadline, and cancels active
  /// contenders. A held gesture that lasts counts as ended, and remains held.
  private mutating func endSequences() {
    for id in contenders.engaged where contenders.hasLostLastTouch(id) {
      contenders.forbidRestart(id)
      switch contenders[id].phase {
      case .possible where contenders[id].deadline == .never:
        let duration = now - contenders[id].attempt.began
        contenders.fail(id, .own(Failure("lifted after", Measure(duration))))
      case .active: contenders.cancel(id, .illegalTransition)
      case .held where !contenders[id].isDiscrete: contenders.finishHeld(id)
      case .idle, .possible, .held, .done: break
      }
    }
    arbitrate()
    contenders.endSequences()
  }

  // MARK: Attempts

  /// Starts contenders that have enough fingers. Some contenders start with the first finger.
  private mutating func startAttempts(in scope: ScopeID, fingersBefore before: Int) {
    for id in starters[scope].early where before == 0 || contenders[id].landsSeparately { startAttempt(id) }
    // `most` fingers were down at once in this attempt, so contenders that allow only fewer fingers have failed.
    let (count, most) = contenders.fingers(in: scope)
    for fingerClass in starters[scope].byFingers
    where before + 1...count ~= fingerClass.fingers.lowerBound && fingerClass.fingers.upperBound >= most {
      for id in fingerClass.members where before == 0 || !contenders.hasSettledFingers { startAttempt(id) }
    }
    for id in starters[scope].landingSeparately where contenders[id].fingers.lowerBound <= count { startAttempt(id) }
  }

  private mutating func startAttempt(_ id: ContenderID) {
    guard contenders[id].mayStartAgain, contenders[id].phase == .idle || !isPrevented(id) else { return }
    start(id)
  }

  private mutating func start(_ id: ContenderID) {
    contenders.start(id)
    if !contenders[id].landsSeparately { yieldToWinners(id) }
  }

  /// Starts contenders that fit the smaller number of fingers after palms were cancelled.
  private mutating func startWithFewerFingers(in scopes: [ScopeID]) {
    updateHasWinners()
    var starting: [ContenderID] = []
    for scope in scopes where scope.rawValue < starters.count {
      let count = contenders.fingers(in: scope).count
      for fingerClass in starters[scope].byFingers where fingerClass.fingers ~= count {
        starting += fingerClass.members.filter { contenders[$0].mayStartAgain }
      }
    }
    guard !starting.isEmpty else { return }
    for id in starting { startAttempt(id) }
    for id in starting { offer(id) }
    arbitrate()
  }

  private mutating func offer(_ id: ContenderID) {
    switch contenders.offer(id) {
    case .ignores: return
    case .fails: contenders.failForFingers(id)
    case .looks:
      proposals.append(contenders.ask(id) { $0.touchesBegan($1) }, by: id)
      contenders.updateParts(of: id)
      if contenders[id].phase == .active { claims?.claimTouches(of: contenders[id]) }
      if contenders[id].landsSeparately { yieldToWinners(id) }
    }
  }

  // MARK: Touches that other gestures have won

  private mutating func updateHasWinners() { hasWinners = contenders.engaged.contains { contenders[$0].hasWon } }

  /// Fails the contender if an earlier winner excludes it.
  private mutating func yieldToWinners(_ id: ContenderID) {
    guard hasWinners, contenders[id].isUndecided,
      let winner = contenders.engaged.first(where: { contenders[$0].hasWon && excludes($0, id) })
    else { return }
    let gesture = contenders[winner].gesture
    contenders.fail(id, .excluded(by: gesture))
  }

  private func isPrevented(_ id: ContenderID) -> Bool {
    guard hasWinners else { return false }
    let touches = contenders.touchesAtHome(of: id)
    return contenders.engaged.contains { winner in
      winner != id && contenders[winner].hasWon && !contenders[winner].touches.isDisjoint(with: touches)
        && impact(of: winner, on: id) != .none
    }
  }

  /// Fails undecided contenders on a touch that has just joined an active gesture, if the gesture excludes them.
  private mutating func excludeByJoinedTouches() {
    guard hasWinners else { return }
    for winner in contenders.engaged where contenders[winner].phase == .active {
      let joined = contenders.landed(for: winner).intersection(contenders[winner].touches)
      guard !joined.isEmpty else { continue }
      let gesture = contenders[winner].gesture
      for id in contenders.engaged
      where contenders[id].isUndecided && !contenders[id].touches.isDisjoint(with: joined) && excludes(winner, id) {
        contenders.fail(id, .excluded(by: gesture))
        if contenders[id].attempt.trackingBegan == now { contenders.allowRestart(id) }
      }
    }
  }

  private func impact(of winner: ContenderID, on other: ContenderID) -> RelationTable.Impact {
    if contenders.isHint(winner) { return .none }
    return contenders.isHint(other) ? .ends : relations.impact(of: winner, on: other)
  }

  private func excludes(_ winner: ContenderID, _ id: ContenderID) -> Bool {
    winner != id && contenders[id].shares(contenders[winner]) && impact(of: winner, on: id) != .none
  }

  // MARK: Deciding

  /// Decides about the proposals first, and about held gestures second. `mayStartAfresh` allows fresh attempts.
  private mutating func arbitrate(mayStartAfresh: Bool = true) {
    var someStartAfresh = false
    if !proposals.isEmpty {
      someStartAfresh = applyFailures()  // fault: failures-first
      for index in proposals.indices {
        while let next = proposals.success(from: index, contenders, relations) { consider(next) }
      }
      applyProgress()
      proposals.removeAll()
    }
    if contenders.heldCount > 0 { release() }
    if someStartAfresh { startAfresh(mayStartAfresh) }
  }

  /// If `mayStart`, starts contenders that asked for a fresh attempt, and contenders tied to them by requirements.
  private mutating func startAfresh(_ mayStart: Bool) {
    let wanting = contenders.engaged.filter { contenders[$0].phase == .done(.failed(.afresh)) }
    for id in wanting { contenders.forbidRestart(id) }
    guard mayStart else { return }
    for id in wanting where contenders.mayStartAfresh(id) {  // fault: fresh-attempt
      let starting = contenders.resetTied(to: id)
      updateHasWinners()
      for other in starting { start(other) }
      for other in starting { offer(other) }
    }
    arbitrate(mayStartAfresh: false)
  }

  /// Applies failures. Stops contenders with illegal proposals. Returns whether a contender asks to start afresh.
  private mutating func applyFailures() -> Bool {
    var someGiveUp = false, someStartAfresh = false
    for index in proposals.indices {
      let id = proposals[index].contender
      guard contenders[id].allows(proposals[index].proposal) else {
        stop(id, .illegalTransition)
        continue
      }
      switch proposals[index].proposal {
      case .fail(let failure), .cancel(let failure): stop(id, .own(failure))
      case .startAfresh(let failure):
        contenders.fail(id, .own(failure))
        contenders.allowFreshStart(id)
        someStartAfresh = true
      case .giveUp: someGiveUp = true
      case .nothing, .recognize, .begin, .change, .end: break
      }
    }
    if someGiveUp { failAwaited() }
    return someStartAfresh
  }

  /// Stops awaited contenders that propose `giveUp`. First finds all such contenders, so their order doesn't matter.
  private mutating func failAwaited() {
    let awaited = proposals.indices.filter { index in
      guard case .giveUp = proposals[index].proposal else { return false }
      return isAwaited(proposals[index].contender)  // fault: gives-up
    }
    for index in awaited {
      if case .giveUp(let failure) = proposals[index].proposal { stop(proposals[index].contender, .own(failure)) }
    }
  }

  /// Whether an undecided gesture or an application waits for this gesture to fail.
  private func isAwaited(_ id: ContenderID) -> Bool {
    if claims != nil, contenders[id].delivery.delaysTouchesBegan ?? false { return true }  // fault: withholds
    return contenders.engaged.contains { other in
      contenders[other].isUndecided
        && relations.requirements.needs[other].contains { $0.requirement == id && counts($0, for: other) }
    }
  }

  private mutating func applyProgress() {
    for index in proposals.indices {
      let id = proposals[index].contender
      switch proposals[index].proposal {
      case .change where contenders[id].phase == .active: contenders.emit(id, .changed)
      case .end where contenders[id].phase == .active: contenders.end(id)
      case .end: contenders.endHeld(id)
      case .nothing, .recognize, .begin, .change, .cancel, .fail, .giveUp, .startAfresh: break
      }
    }
  }

  private mutating func consider(_ id: ContenderID) {
    guard contenders[id].phase == .possible else { return }
    contenders.recognize(id)
    guard contenders.mayBegin(id) else { return contenders.fail(id, .shouldNotBegin) }  // fault: begin-condition
    if contenders.isHint(id), !contenders.hasSomethingToShow(id) {
      return contenders.fail(id, .own(Failure("the hint has no gesture to show")))
    }
    // A discrete contender has seen its whole gesture; a continuous one continues to watch.
    let finished = contenders[id].isDiscrete
    if let end = contenders.landingDeadline(for: id) {
      return contenders.hold(id, for: .fingers, finished: finished, .awaitingFingers(until: end))
    }
    resolve(id, finished: finished)
  }

  /// Applies the effect of a winner on gestures that share its touches.
  private mutating func exclude(by winner: ContenderID) {
    let cause = Decision.Cause.excluded(by: contenders[winner].gesture)
    for id in contenders.engaged where id != winner && contenders[id].shares(contenders[winner]) {
      let impact = impact(of: winner, on: id)
      if contenders[id].isUndecided {
        if impact != .none { contenders.fail(id, cause) }  // fault: excludes-held
      } else if contenders[id].phase == .active {
        switch impact {
        case .none, .fails: break
        case .isCancelled: contenders.cancel(id, cause)  // fault: cancels-begun
        case .ends: contenders.end(id)
        }
      }
    }
  }

  private mutating func stop(_ id: ContenderID, _ cause: Decision.Cause) {
    if contenders[id].phase == .active {
      contenders.cancel(id, cause)
    } else if contenders[id].isUndecided {
      contenders.fail(id, cause)
    }
  }

  // MARK: Failure requirements

  private enum Verdict {
    case succeed
    case wait(for: ContenderID)
    case fail(Decision.Cause)
  }

  /// Whether the requirement applies in this attempt, and the required gesture shares a touch with the gesture `id`.
  private func counts(_ need: Requirements.Need, for id: ContenderID) -> Bool {
    contenders.counts(need) && contenders[need.requirement].shares(contenders[id])  // fault: common-touch
  }

  private mutating func resolve(_ id: ContenderID, finished: Bool) {
    switch verdict(on: id) {
    case .succeed:
      if contenders[id].phase != .possible { contenders.report(id, .released) }
      claims?.claimTouches(of: contenders[id])
      contenders.succeed(id, finished: finished)
      exclude(by: id)  // fault: excludes
      if finished, !contenders[id].isDiscrete { contenders.send(id, .ended) }
    case .fail(let cause): contenders.fail(id, cause)
    case .wait(let requirement):
      if contenders[id].phase != .held(.requirements, finished: finished) {
        contenders.hold(id, for: .requirements, finished: finished, .held(by: contenders[requirement].gesture))
      }
    }
  }

  private func verdict(on id: ContenderID) -> Verdict {
    var waitsFor: ContenderID?
    for need in relations.requirements.needs[id] where counts(need, for: id) {
      switch contenders[need.requirement].phase {
      case .idle: break
      case .possible, .held: waitsFor = waitsFor ?? need.requirement  // fault: held-requirement
      case .active, .done(.succeeded):  // fault: recognized-requirement
        return .fail(.requirementRecognized(contenders[need.requirement].gesture))
      case .done(.failed): break
      }
    }
    return waitsFor.map { .wait(for: $0) } ?? .succeed
  }

  /// Fails held contenders if a required gesture was recognized or began. Then resolves contenders that needn't wait.
  private mutating func release() {
    repeat {
      for id in contenders.engaged {
        guard case .held(.requirements, _) = contenders[id].phase else { continue }
        if case .fail(let cause) = verdict(on: id) { contenders.fail(id, cause) }
      }
    } while releaseFirst()
  }

  /// Resolves a free contender, chosen by order, distance and precedence. Returns false if `isFree` is false for all.
  private mutating func releaseFirst() -> Bool {
    guard contenders.heldCount > 0, let earliest = contenders.engaged.first(where: isFree) else { return false }
    var first = nearestFree(from: earliest)  // fault: nearest-held
    for _ in contenders.engaged where relations.canBeOutranked(first) {  // fault: held-order
      guard let stronger = contenders.engaged.first(where: { relations.outranks($0, first) && isFree($0) })
      else { break }
      first = stronger
    }
    guard case .held(let wait, let finished) = contenders[first].phase else { return false }
    if wait == .fingers { contenders.recognizeAgain(first) }  // fault: fingers-awaited
    resolve(first, finished: finished)
    return true  // fault: looks-again
  }

  /// Whether a contender is held but no longer has to wait.
  private func isFree(_ id: ContenderID) -> Bool {
    switch contenders[id].phase {
    case .held(.fingers, _): return contenders.landingDeadline(for: id) == nil
    case .held(.requirements, _):
      if case .succeed = verdict(on: id) { return true }
      return false
    case .idle, .possible, .active, .done: return false
    }
  }

  /// The free contender of `earliest`'s rank with the least `distance`; `earliest` if `earliest` has no distance.
  private func nearestFree(from earliest: ContenderID) -> ContenderID {
    var nearest = earliest
    guard contenders[earliest].distance != nil else { return earliest }
    for id in contenders.engaged where contenders.isNearer(id, than: nearest) && isFree(id) { nearest = id }
    return nearest
  }
}
