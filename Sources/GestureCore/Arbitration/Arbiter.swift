/// Decides which gesture gets the touches that gestures share: the first to be recognized takes its touches, the others
/// fail unless a relation lets them go on, and a gesture that requires others to fail is held until they have.
///
/// It is told of an instant in steps: touches are cancelled, move, lift and land, buttons are pressed. After each step the
/// recognizers say what they want, and it is decided: failures first, then successes in order, then changes and ends of what
/// has begun; at last held gestures are looked at again. `finish` ends the instant.
struct Arbiter {
  private var contenders: Contenders
  private let relations: RelationTable
  /// By scope: which contenders start to look when fingers land.
  private let starters: [PipelinePlan.Starters]
  /// Nil where applications get the touches without the engine's help.
  private var claims: TouchClaims?
  /// What the recognizers want in this step.
  private var proposals: Proposals
  /// As touches land, a gesture has won touches already.
  private var hasWinners = false
  /// A touch that is cancelled so soon was no finger. Palms are told within some frames of their landing.
  private static let palmTime = TimeSpan(milliseconds: 300)

  init(_ rules: RuleSet, _ device: Device, _ context: Context, _ observer: (any Observer)?) {
    let plan = PipelinePlan(rules, device)
    let isIntercepted = device.capabilities.contains(.interception)
    contenders = Contenders(plan, device, context, observer)
    relations = plan.relations
    // A gesture that may want a touch kept from applications must say so from its landing on.
    starters = plan.starters(isObserved: observer != nil || isIntercepted)
    claims = isIntercepted ? TouchClaims() : nil
    proposals = Proposals(capacity: plan.contenders.count)
  }

  // MARK: Questions

  var now: Timestamp { contenders.now }
  /// When a contender wants to be asked again.
  var nextDeadline: Timestamp { contenders.nextDeadline }
  /// All gestures are decided: motion is of no interest until a touch lands or lifts.
  var isInert: Bool { contenders.isInert }
  /// No gesture is in an attempt.
  var isAtRest: Bool { contenders.engaged.isEmpty }
  /// Whether a gesture outlasts fingers that bounce.
  var mayBounce: Bool { contenders.mayBounce }
  /// How long the fingers of the gestures that have begun may be off the surface.
  var bounce: TimeSpan { contenders.bounce }
  /// What the session was like when the first of the fingers landed that are down or were last, with the mode as it is now.
  var landingContext: Context { contenders.landingContext }
  /// What the session is like; compared when touches land and gestures begin.
  var context: Context {
    get { contenders.context }
    set { contenders.context = newValue }
  }

  /// The state of every recognizer, in order, at a time that may be later than that of the last frame.
  func snapshots(at time: Timestamp?) -> [RecognizerSnapshot] {
    contenders.snapshots(at: time) { id in
      relations.requirements.needs[id].filter { counts($0, for: id) && contenders[$0.requirement].isUndecided }
        .map(\.requirement)
    }
  }

  // MARK: The instant

  /// All that follows happens at this time.
  mutating func setTime(_ time: Timestamp) { contenders.now = time }

  /// Motion was left out: a touch may be elsewhere now.
  mutating func place(_ touch: Touch) { contenders.place(touch) }

  /// A cancelled touch cancels what began and fails the rest. If it was no finger, these start afresh without it.
  mutating func cancel(_ cancelled: [Touch], _ cause: Decision.Cause) {
    takeOut(cancelled)
    // A source that counts the fingers has left out palms before.
    let isSoon = !contenders.isSettled && cancelled.allSatisfy { now - $0.began < Self.palmTime }
    if isSoon { contenders.forgetPeaks() }
    let mask = cancelled.reduce(into: TouchMask()) { $0.formUnion($1.bit) }
    for id in contenders.engaged where !contenders[id].attempt.offered.isDisjoint(with: mask) {
      let wasUndecided = contenders[id].isUndecided
      stop(id, cause)  // fault: cancelled-touch
      if wasUndecided { contenders.letStartLater(id) }
    }
    arbitrate()
    let scopes = contenders.reducedScopes
    endSequences()
    if isSoon { startWithout(scopes) }  // fault: without-palm
  }

  mutating func move(_ moved: ReusableBuffer<TouchTracker.Motion>) {
    contenders.survey()
    contenders.move(moved)
    for id in contenders.watching where contenders.isConcerned(id) {
      proposals.append(contenders.ask(id) { $0.touchesMoved($1) }, by: id)
    }
    if !proposals.isEmpty || contenders.heldCount > 0 { arbitrate() }
  }

  /// Fingers lift. With the last one gone, a gesture that is still possible must be waiting for a time to come, or it
  /// fails.
  mutating func lift(_ lifted: [Touch]) {
    contenders.survey()
    takeOut(lifted)
    for id in contenders.engaged
    where contenders.isOver(id) && contenders[id].phase == .possible && !contenders[id].isTracking {
      contenders.failForFingers(id)
    }
    for id in contenders.watching where contenders.isConcerned(id) {
      proposals.append(contenders.ask(id) { $0.touchesEnded($1) }, by: id)
    }
    arbitrate()
    endSequences()
  }

  /// Fingers land, the first ones if no others are down: every scope decides whether it sees them, and contenders that have
  /// enough of them start to look.
  mutating func land(_ landed: [Touch], isFirst: Bool) {
    claims?.land(landed, claimed: contenders.engaged.reduce(into: []) { $0.formUnion(contenders[$1].touches) })
    contenders.receive(landed, isFirst: isFirst)
    noteWinners()
    for scope in contenders.scopes {
      if let before = contenders.land(in: scope) { startAttempts(in: scope, fingersBefore: before) }
    }
    contenders.noteLandingEnds()
    for id in contenders.engaged where !contenders.landed(for: id).isEmpty { offer(id) }
    giveJoined()  // fault: joined
    contenders.endLanding()
    arbitrate()
  }

  /// Buttons are pressed: gestures made by them start with the fingers that are down, as if it was for the first time, and
  /// are decided at once.
  mutating func press(_ pressed: Buttons) {
    contenders.serveTime()
    contenders.releaseThoseByButton()
    noteWinners()
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

  /// Contenders whose deadline has come are asked again.
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

  /// Whatever is undecided fails: a tap that waits to be released would otherwise come out after all was called off.
  mutating func callOff(_ cause: Decision.Cause) {
    for id in contenders.engaged where contenders[id].isUndecided { contenders.fail(id, cause) }
  }

  /// All steps of the instant are done.
  mutating func finish() { contenders.finish() }

  /// Moves the events that have come up to the end of a list.
  mutating func drain(into events: inout [GestureEvent]) { contenders.drain(into: &events) }

  /// Appends the touches whose delivery to applications has changed since the last call; while gestures are paused all are
  /// delivered.
  mutating func appendDeliveryChanges(to changes: inout [DeliveryChange], isPaused: Bool) {
    guard var claims else { return }
    // Taken out meanwhile, so that it is changed in place.
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

  private mutating func takeOut(_ gone: [Touch]) {
    claims?.lift(gone)
    contenders.lift(gone)
  }

  /// The last finger of some scopes has lifted.
  private mutating func endSequences() {
    for id in contenders.engaged where contenders.isOver(id) {
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

  /// Fingers have landed in a scope: contenders that have enough of them now start to look.
  private mutating func startAttempts(in scope: ScopeID, fingersBefore before: Int) {
    for id in starters[scope].early where before == 0 || contenders[id].landsSeparately { startAttempt(id) }
    // A contender that has had too many fingers before, in this sequence, has failed by them.
    let (count, most) = contenders.fingers(in: scope)
    for fingerClass in starters[scope].byFingers
    where before + 1...count ~= fingerClass.fingers.lowerBound && fingerClass.fingers.upperBound >= most {
      for id in fingerClass.members where before == 0 || !contenders.isSettled { startAttempt(id) }
    }
    for id in starters[scope].landingApart where contenders[id].fingers.lowerBound <= count { startAttempt(id) }
  }

  private mutating func startAttempt(_ id: ContenderID) {
    guard contenders[id].mayStartAgain, contenders[id].phase == .idle || !isBarred(id) else { return }
    start(id)
  }

  private mutating func start(_ id: ContenderID) {
    contenders.start(id)
    if !contenders[id].landsSeparately { yieldToWinners(id) }
  }

  /// A touch of these scopes was no finger. Gestures that want as many fingers as are left start afresh.
  private mutating func startWithout(_ scopes: [ScopeID]) {
    noteWinners()
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

  /// Shows the touches that have just landed to a contender.
  private mutating func offer(_ id: ContenderID) {
    switch contenders.offer(id) {
    case .ignores: return
    case .fails: contenders.failForFingers(id)
    case .looks:
      proposals.append(contenders.ask(id) { $0.touchesBegan($1) }, by: id)
      contenders.noteParts(of: id)
      if contenders[id].phase == .active { claims?.take(contenders[id]) }
      if contenders[id].landsSeparately { yieldToWinners(id) }
    }
  }

  // MARK: Touches that others have won

  /// Notes whether a gesture has won touches already; as touches land and attempts start.
  private mutating func noteWinners() { hasWinners = contenders.engaged.contains { contenders[$0].hasWon } }

  /// A touch that another gesture has won is lost to a contender that may not run beside it.
  private mutating func yieldToWinners(_ id: ContenderID) {
    guard hasWinners, contenders[id].isUndecided,
      let winner = contenders.engaged.first(where: { contenders[$0].hasWon && excludes($0, id) })
    else { return }
    let gesture = contenders[winner].gesture
    contenders.fail(id, .excluded(by: gesture))
  }

  /// Whether another gesture has won touches that a contender would start with, and keeps it from being recognized.
  private func isBarred(_ id: ContenderID) -> Bool {
    guard hasWinners else { return false }
    let touches = contenders.touchesAtHome(of: id)
    return contenders.engaged.contains { winner in
      winner != id && contenders[winner].hasWon && !contenders[winner].touches.isDisjoint(with: touches)
        && impact(of: winner, on: id) != .none
    }
  }

  /// A touch that joins a gesture which has begun is lost to contenders that may not run beside it.
  private mutating func giveJoined() {
    guard hasWinners else { return }
    for winner in contenders.engaged where contenders[winner].phase == .active {
      let joined = contenders.landed(for: winner).intersection(contenders[winner].touches)
      guard !joined.isEmpty else { continue }
      let gesture = contenders[winner].gesture
      for id in contenders.engaged
      where contenders[id].isUndecided && !contenders[id].touches.isDisjoint(with: joined) && excludes(winner, id) {
        contenders.fail(id, .excluded(by: gesture))
        if contenders[id].attempt.trackingBegan == now { contenders.letStartLater(id) }
      }
    }
  }

  private func impact(of winner: ContenderID, on other: ContenderID) -> RelationTable.Impact {
    if contenders.isHint(winner) { return .none }
    return contenders.isHint(other) ? .ends : relations.impact(of: winner, on: other)
  }

  /// Whether `winner`, once it is recognized or has begun, keeps `id` from that.
  private func excludes(_ winner: ContenderID, _ id: ContenderID) -> Bool {
    winner != id && contenders[id].shares(contenders[winner]) && impact(of: winner, on: id) != .none
  }

  // MARK: Deciding

  /// Decides about what the recognizers want, and then about gestures whose requirements have been decided by it.
  private mutating func arbitrate(mayStartAfresh: Bool = true) {
    var someStartAfresh = false
    if !proposals.isEmpty {
      someStartAfresh = settleFailures()  // fault: failures-first
      for index in proposals.indices {
        while let next = proposals.success(from: index, contenders, relations) { consider(next) }
      }
      settleProgress()
      proposals.removeAll()
    }
    if contenders.heldCount > 0 { release() }
    if someStartAfresh { startAfresh(mayStartAfresh) }
  }

  /// An attempt that failed on touches which may start a fresh one starts it together with all that are tied to it; a fresh
  /// attempt that fails at once is not followed by another one.
  private mutating func startAfresh(_ mayStart: Bool) {
    let wanting = contenders.engaged.filter { contenders[$0].phase == .done(.failed(.afresh)) }
    for id in wanting { contenders.forbidRestart(id) }
    guard mayStart else { return }
    for id in wanting where contenders.mayStartAfresh(id) {  // fault: fresh-attempt
      let starting = contenders.release(tiedTo: id)
      noteWinners()
      for other in starting { start(other) }
      for other in starting { offer(other) }
    }
    arbitrate(mayStartAfresh: false)
  }

  /// Returns whether some want to start afresh.
  private mutating func settleFailures() -> Bool {
    var someGiveUp = false, someStartAfresh = false
    for index in proposals.indices {
      let id = proposals[index].contender
      guard contenders[id].allows(proposals[index].step) else {
        stop(id, .illegalTransition)
        continue
      }
      switch proposals[index].step {
      case .fail(let failure), .cancel(let failure): stop(id, .own(failure))
      case .startAfresh(let failure):
        contenders.fail(id, .own(failure))
        contenders.letStartAfresh(id)
        someStartAfresh = true
      case .giveUp: someGiveUp = true
      case .stay, .recognize, .begin, .change, .end: break
      }
    }
    if someGiveUp { letGiveUp() }
    return someStartAfresh
  }

  /// Those that would rather give up fail where others or applications wait for it, whatever their order: first it is found out
  /// which.
  private mutating func letGiveUp() {
    let awaited = proposals.indices.filter { index in
      guard case .giveUp = proposals[index].step else { return false }
      return isAwaited(proposals[index].contender)  // fault: gives-up
    }
    for index in awaited {
      if case .giveUp(let failure) = proposals[index].step { stop(proposals[index].contender, .own(failure)) }
    }
  }

  /// Whether a gesture that may still be made requires this one to fail, or applications get its touches only then.
  private func isAwaited(_ id: ContenderID) -> Bool {
    if claims != nil, contenders[id].delivery.delaysTouchesBegan ?? false { return true }  // fault: withholds
    return contenders.engaged.contains { other in
      contenders[other].isUndecided
        && relations.requirements.needs[other].contains { $0.requirement == id && counts($0, for: other) }
    }
  }

  private mutating func settleProgress() {
    for index in proposals.indices {
      let id = proposals[index].contender
      switch proposals[index].step {
      case .change where contenders[id].phase == .active: contenders.emit(id, .changed)
      case .end where contenders[id].phase == .active: contenders.end(id)
      case .end: contenders.endHeld(id)
      case .stay, .recognize, .begin, .change, .cancel, .fail, .giveUp, .startAfresh: break
      }
    }
  }

  /// A contender has seen its gesture: it succeeds, or is held, unless its condition to begin does not hold.
  private mutating func consider(_ id: ContenderID) {
    guard contenders[id].phase == .possible else { return }
    contenders.recognize(id)
    guard contenders.mayBegin(id) else { return contenders.fail(id, .shouldNotBegin) }  // fault: begin-condition
    if contenders.isHint(id), !contenders.hasSomethingToShow(id) {
      return contenders.fail(id, .own(Failure("no gesture is possible now")))
    }
    // A discrete one has seen all of its gesture; a continuous one goes on watching.
    let finished = contenders[id].isDiscrete
    if let end = contenders.landingEnds(for: id) {
      return contenders.hold(id, for: .fingers, finished: finished, .awaitingFingers(until: end))
    }
    settle(id, finished: finished)
  }

  private mutating func succeed(_ id: ContenderID, finished: Bool) {
    if contenders[id].phase != .possible { contenders.report(id, .released) }
    claims?.take(contenders[id])
    contenders.succeed(id, finished: finished)
    exclude(by: id)  // fault: excludes
    if finished, !contenders[id].isDiscrete { contenders.send(id, .ended) }
  }

  /// Gestures that share a touch with the winner fail, or are cancelled, unless something lets them run side by side.
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

  /// Cancels what has begun, and fails what is undecided.
  private mutating func stop(_ id: ContenderID, _ cause: Decision.Cause) {
    if contenders[id].phase == .active {
      contenders.cancel(id, cause)
    } else if contenders[id].isUndecided {
      contenders.fail(id, cause)
    }
  }

  // MARK: Failure requirements

  private enum Verdict {
    case go
    case wait(for: ContenderID)
    case fail(Decision.Cause)
  }

  /// Whether a requirement of a contender counts in its attempt, on a touch they share.
  private func counts(_ need: Requirements.Need, for id: ContenderID) -> Bool {
    contenders.counts(need) && contenders[need.requirement].shares(contenders[id])  // fault: common-touch
  }

  /// Looks at the requirements of a contender that has seen its gesture.
  private mutating func settle(_ id: ContenderID, finished: Bool) {
    switch verdict(on: id) {
    case .go: succeed(id, finished: finished)
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
    return waitsFor.map { .wait(for: $0) } ?? .go
  }

  /// Looks again at all held ones, each time from the first on, until nothing changes any more.
  private mutating func release() {
    repeat {
      for id in contenders.engaged {
        guard case .held(.requirements, _) = contenders[id].phase else { continue }
        if case .fail(let cause) = verdict(on: id) { contenders.fail(id, cause) }
      }
    } while releaseFirst()
  }

  /// Settles the first contender that need not wait any more, if there is one.
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
    settle(first, finished: finished)
    return true  // fault: looks-again
  }

  /// Whether it is held, but need not be any more.
  private func isFree(_ id: ContenderID) -> Bool {
    switch contenders[id].phase {
    case .held(.fingers, _): return contenders.landingEnds(for: id) == nil
    case .held(.requirements, _):
      if case .go = verdict(on: id) { return true }
      return false
    case .idle, .possible, .active, .done: return false
    }
  }

  /// The nearest contender that is free, if `earliest` has a distance; else `earliest`.
  private func nearestFree(from earliest: ContenderID) -> ContenderID {
    var nearest = earliest
    guard contenders[earliest].distance != nil else { return earliest }
    for id in contenders.engaged where contenders.isNearer(id, than: nearest) && isFree(id) { nearest = id }
    return nearest
  }
}
