/// Decides which gesture gets the touches that gestures share: the first to be recognized takes its touches, the others
/// fail unless a relation lets them go on, and a gesture that requires others to fail is held until they have.
///
/// Within an instant failures are decided first, then successes in order, then changes and ends of what has begun; at last
/// held gestures are looked at again. The arbiter sees touches only through the groups of a `TouchRouter`.
struct Arbiter: Sendable {
  private let relations: RelationTable
  private let hints: HintObserver
  private let beginConditions: [DeviceCondition?]

  /// The pipeline brings touches to them.
  var contenders: Contenders
  private var gates: RequirementGates
  /// Nil where applications get the touches without the engine's help.
  private var claims: TouchClaims?
  /// What the recognizers want in this step.
  private var proposals: Proposals
  /// How many are held; most of the time none.
  private var heldCount = 0
  /// As touches land, a gesture has won touches already.
  private var hasWinners = false
  /// A recognizer failed on touches that may start a fresh attempt.
  private(set) var hasFreshStarts = false
  /// A phase or a touch has changed since the last survey.
  private var needsSurvey = false

  init(_ plan: PipelinePlan, _ device: Device, _ observer: (any Observer)?) {
    beginConditions = plan.beginConditions
    relations = plan.relations
    hints = HintObserver(plan)
    contenders = Contenders(plan, device.id, observer)
    gates = RequirementGates(plan.relations.requirements)
    claims = device.capabilities.contains(.interception) ? TouchClaims() : nil
    proposals = Proposals(capacity: plan.contenders.count)
  }

  var now: Timestamp { contenders.now }

  /// All that follows happens at this time.
  mutating func setTime(_ time: Timestamp) { contenders.setTime(time) }

  /// When a contender wants to be asked again.
  mutating func nextDeadline(_ router: inout TouchRouter) -> Timestamp {
    heldCount > 0 ? min(contenders.nextDeadline(), router.landingEnd(after: now)) : contenders.nextDeadline()
  }

  /// A phase or a touch has changed: `finish` looks again at which contenders are shown the touches.
  mutating func setNeedsSurvey() { needsSurvey = true }

  /// A recognizer wants something; `arbitrate` decides about it.
  mutating func propose(_ step: Step, by id: ContenderID) { proposals.append(step, by: id) }

  /// Whether there is something to decide about when touches move.
  var hasDecisions: Bool { !proposals.isEmpty || heldCount > 0 }

  // MARK: Touches land

  /// Touches have landed that applications get from the engine.
  mutating func touchesLanded(_ landed: [Touch]) {
    claims?.land(landed, claimed: contenders.engaged.reduce(into: []) { $0.formUnion(contenders[$1].touches) })
  }

  /// Touches have lifted or were cancelled.
  mutating func touchesGone(_ gone: [Touch]) { claims?.lift(gone) }

  /// Notes whether a gesture has won touches already; as touches land and attempts start.
  mutating func noteWinners() { hasWinners = contenders.engaged.contains { contenders[$0].hasWon } }

  /// A fresh attempt with the touches that are down.
  mutating func start(_ id: ContenderID, _ router: inout TouchRouter) {
    let home = contenders[id].home
    let first = router.landingBegan(in: home)
    contenders[id].phase = .possible
    contenders[id].mayStartLater = false
    contenders[id].attemptBegan = first
    gates.start(id, in: home, &router)
    gates.open(for: id, by: router.group(of: home).touches, on: router.group(of: home).surface)
    guard !contenders[id].landsSeparately else { return }
    contenders[id].deadline = first + contenders[id].landWithin
    contenders[id].take(router.group(of: home).mask)
    yieldToWinners(id, &router)
  }

  /// Requirements that depend on where a touch was born count from its landing on.
  mutating func openGates(of id: ContenderID, _ router: inout TouchRouter) {
    let scope = contenders[id].scope
    gates.open(for: id, by: router.received(by: scope), on: router.group(of: scope).surface)
  }

  /// Notes which of its touches are part of a contender's gesture, and takes them if it has begun.
  mutating func noteParts(of id: ContenderID, _ router: inout TouchRouter) {
    contenders.noteParts(of: id, &router)
    if contenders[id].phase == .active { claims?.take(contenders[id]) }
  }

  /// A touch that another gesture has won is lost to a contender that may not run beside it.
  mutating func yieldToWinners(_ id: ContenderID, _ router: inout TouchRouter) {
    guard hasWinners, contenders[id].isUndecided,
      let winner = contenders.engaged.first(where: { contenders[$0].hasWon && excludes($0, id) })
    else { return }
    let gesture = contenders[winner].gesture
    fail(id, .excluded(by: gesture), &router)
  }

  /// Whether another gesture has won touches that a contender would start with, and keeps it from going out.
  func isBarred(_ id: ContenderID, _ router: inout TouchRouter) -> Bool {
    let touches = router.group(of: contenders[id].home).mask
    return hasWinners
      && contenders.engaged.contains { winner in
        winner != id && contenders[winner].hasWon && !contenders[winner].touches.isDisjoint(with: touches)
          && impact(of: winner, on: id) != .none
      }
  }

  /// A touch that joins a gesture which has begun is lost to contenders that may not run beside it.
  mutating func giveJoined(_ router: inout TouchRouter) {
    guard hasWinners else { return }
    for winner in contenders.engaged where contenders[winner].phase == .active {
      let joined = router.landed(in: contenders[winner].scope).intersection(contenders[winner].touches)
      guard !joined.isEmpty else { continue }
      for id in contenders.engaged where contenders[id].isUndecided && !contenders[id].touches.isDisjoint(with: joined)
      {
        guard excludes(winner, id) else { continue }
        let gesture = contenders[winner].gesture
        fail(id, .excluded(by: gesture), &router)
        if contenders[id].trackingBegan == now { letStartLater(id, &router) }
      }
    }
  }

  // MARK: Deciding

  /// The attempts that failed on touches which may start a fresh one; from now on none is.
  mutating func takeFreshStarts() -> [ContenderID] {
    guard hasFreshStarts else { return [] }
    hasFreshStarts = false
    let wanting = contenders.engaged.filter { contenders[$0].wantsFreshStart }
    for id in wanting { contenders[id].wantsFreshStart = false }
    return wanting
  }

  /// Decides about all proposals of this instant: failures first, then successes in order, then what goes on already, and
  /// at last gestures whose requirements have been decided by it.
  mutating func arbitrate(_ router: inout TouchRouter) {
    if !proposals.isEmpty {
      settleFailures(&router)
      settleSuccesses(&router)
      settleProgress(&router)
      proposals.removeAll()
    }
    if heldCount > 0 { release(&router) }
  }

  private mutating func settleFailures(_ router: inout TouchRouter) {
    var someGiveUp = false
    for index in proposals.indices {
      let id = proposals[index].contender
      guard contenders[id].allows(proposals[index].step) else {
        stop(id, .illegalTransition, &router)
        continue
      }
      switch proposals[index].step {
      case .fail(let failure), .cancel(let failure): stop(id, .own(failure), &router)
      case .startAfresh(let failure):
        fail(id, .own(failure), &router)
        contenders[id].wantsFreshStart = true
        hasFreshStarts = true
      case .giveUp: someGiveUp = true
      case .stay, .recognize, .begin, .change, .end: break
      }
    }
    if someGiveUp { letGiveUp(&router) }
  }

  /// Those that would rather give up fail where others or applications wait for it, whatever their order: first it is found out
  /// which.
  private mutating func letGiveUp(_ router: inout TouchRouter) {
    let awaited = proposals.indices.filter { index in
      if case .giveUp = proposals[index].step { isAwaited(proposals[index].contender) } else { false }
    }
    for index in awaited {
      if case .giveUp(let failure) = proposals[index].step { stop(proposals[index].contender, .own(failure), &router) }
    }
  }

  /// Whether a gesture that may still be made requires this one to fail, or applications get its touches only then.
  private func isAwaited(_ id: ContenderID) -> Bool {
    if claims != nil, contenders[id].delivery.delaysTouchesBegan ?? false { return true }
    return contenders.engaged.contains { other in
      contenders[other].isUndecided && contenders[other].shares(contenders[id])
        && relations.requirements.needs[other].contains { $0.requirement == id && gates.count($0) }
    }
  }

  private mutating func settleSuccesses(_ router: inout TouchRouter) {
    for index in proposals.indices {
      while let next = proposals.success(from: index, contenders, relations) { consider(next, &router) }
    }
  }

  private mutating func settleProgress(_ router: inout TouchRouter) {
    for index in proposals.indices {
      let id = proposals[index].contender
      switch proposals[index].step {
      case .change where contenders[id].phase == .active: emit(id, .changed, &router)
      case .end where contenders[id].phase == .active: end(id, &router)
      case .end:
        guard case .held(let wait, finished: false) = contenders[id].phase else { break }
        contenders.values[id] = values(of: id, &router)
        enter(id, .held(wait, finished: true), &router)
      case .stay, .recognize, .begin, .change, .cancel, .fail, .giveUp, .startAfresh: break
      }
    }
  }

  /// A contender has seen its gesture: it succeeds, or is held, unless its condition to begin does not hold.
  private mutating func consider(_ id: ContenderID, _ router: inout TouchRouter) {
    guard contenders[id].phase == .possible else { return }
    contenders.noteParts(of: id, &router)
    contenders.values[id] = values(of: id, &router)
    contenders[id].recognized = now
    if let condition = beginConditions[id],
      !router.holds(condition, for: contenders.values[id], in: contenders[id].scope)
    {
      return fail(id, .shouldNotBegin, &router)
    }
    if hints.isHint(id), !hints.hasSomethingToShow(id, contenders, router) {
      return fail(id, .own(Failure("no gesture is possible now")), &router)
    }
    // A discrete one has seen all of its gesture; a continuous one goes on watching.
    let finished = contenders[id].isDiscrete
    if let end = landingEnds(for: id, &router) {
      enter(id, .held(.fingers, finished: finished), &router)
      return report(id, .awaitingFingers(until: end))
    }
    settle(id, finished: finished, &router)
  }

  /// Until when a contender satisfied with the fingers down must wait for another to land; nil if it need not.
  private func landingEnds(for id: ContenderID, _ router: inout TouchRouter) -> Timestamp? {
    let scope = contenders[id].scope
    let end = router.landingEnds(of: scope)
    return end > now && contenders[id].awaitsFingers && !router.hasSetOff(scope) ? end : nil
  }

  private mutating func succeed(_ id: ContenderID, finished: Bool, _ router: inout TouchRouter) {
    if contenders[id].phase != .possible { report(id, .released) }
    claims?.take(contenders[id])
    if contenders[id].isDiscrete {
      enter(id, .done(.succeeded), &router)
      contenders.send(id, .recognized, &router)
    } else if finished {
      enter(id, .done(.succeeded), &router)
      contenders.send(id, .began, &router)
      exclude(by: id, &router)
      return contenders.send(id, .ended, &router)
    } else {
      enter(id, .active, &router)
      emit(id, .began, &router)
    }
    exclude(by: id, &router)
  }

  /// Gestures that share a touch with the winner fail, or are cancelled, unless something lets them run side by side.
  private mutating func exclude(by winner: ContenderID, _ router: inout TouchRouter) {
    let gesture = contenders[winner].gesture
    for id in contenders.engaged where id != winner && contenders[id].shares(contenders[winner]) {
      let impact = impact(of: winner, on: id)
      if contenders[id].isUndecided {
        if impact != .none { fail(id, .excluded(by: gesture), &router) }
      } else if contenders[id].phase == .active {
        switch impact {
        case .none, .fails: break
        case .isCancelled: cancel(id, .excluded(by: gesture), &router)
        case .ends: end(id, &router)
        }
      }
    }
  }

  private func impact(of winner: ContenderID, on other: ContenderID) -> RelationTable.Impact {
    hints.impact(of: winner, on: other) ?? relations.impact(of: winner, on: other)
  }

  /// Whether `winner`, by going out, keeps `id` from doing so.
  private func excludes(_ winner: ContenderID, _ id: ContenderID) -> Bool {
    guard winner != id, contenders[id].shares(contenders[winner]) else { return false }
    switch impact(of: winner, on: id) {
    case .none: return false
    case .fails, .isCancelled, .ends: return true
    }
  }

  // MARK: Failure requirements

  private enum Verdict {
    case go
    case wait(for: ContenderID)
    case fail(Decision.Cause)
  }

  /// Looks at the requirements of a contender that has seen its gesture.
  private mutating func settle(_ id: ContenderID, finished: Bool, _ router: inout TouchRouter) {
    switch verdict(on: id) {
    case .go: succeed(id, finished: finished, &router)
    case .fail(let cause): fail(id, cause, &router)
    case .wait(let requirement):
      if contenders[id].phase != .held(.requirements, finished: finished) {
        enter(id, .held(.requirements, finished: finished), &router)
        report(id, .held(by: contenders[requirement].gesture))
      }
    }
  }

  private func verdict(on id: ContenderID) -> Verdict {
    var waitsFor: ContenderID?
    for need in relations.requirements.needs[id] where gates.count(need) {
      let requirement = need.requirement
      guard contenders[requirement].shares(contenders[id]) else { continue }
      let other = contenders[requirement].gesture
      switch contenders[requirement].phase {
      case .idle: break
      case .possible, .held: waitsFor = waitsFor ?? requirement
      case .active, .done(.succeeded): return .fail(.requirementRecognized(other))
      case .done(.failed): break
      }
    }
    return waitsFor.map { .wait(for: $0) } ?? .go
  }

  /// Looks again at all held ones, each time from the first on, until nothing changes any more.
  private mutating func release(_ router: inout TouchRouter) {
    repeat {
      for id in contenders.engaged {
        guard case .held(.requirements, _) = contenders[id].phase else { continue }
        if case .fail(let cause) = verdict(on: id) { fail(id, cause, &router) }
      }
    } while releaseFirst(&router)
  }

  /// Settles the first contender that need not wait any more, if there is one.
  private mutating func releaseFirst(_ router: inout TouchRouter) -> Bool {
    guard heldCount > 0, let earliest = contenders.engaged.first(where: { isFree($0, &router) }) else { return false }
    var first = nearestFree(from: earliest, &router)
    for _ in contenders.engaged where relations.canBeOutranked(first) {
      guard let stronger = contenders.engaged.first(where: { relations.outranks($0, first) && isFree($0, &router) })
      else { break }
      first = stronger
    }
    guard case .held(let wait, let finished) = contenders[first].phase else { return false }
    if wait == .fingers { contenders[first].recognized = now }
    settle(first, finished: finished, &router)
    return true
  }

  /// Whether it is held, but need not be any more.
  private func isFree(_ id: ContenderID, _ router: inout TouchRouter) -> Bool {
    switch contenders[id].phase {
    case .held(.fingers, _): return landingEnds(for: id, &router) == nil
    case .held(.requirements, _):
      if case .go = verdict(on: id) { return true }
      return false
    case .idle, .possible, .active, .done: return false
    }
  }

  /// The nearest contender that is free, if `earliest` has a distance; else `earliest`.
  private func nearestFree(from earliest: ContenderID, _ router: inout TouchRouter) -> ContenderID {
    var nearest = earliest
    guard contenders[earliest].distance != nil else { return earliest }
    for id in contenders.engaged where contenders.isNearer(id, than: nearest) && isFree(id, &router) { nearest = id }
    return nearest
  }

  // MARK: Transitions, each with what is reported of it

  private mutating func enter(_ id: ContenderID, _ phase: Contender.Phase, _ router: inout TouchRouter) {
    if case .held = contenders[id].phase { heldCount -= 1 }
    if case .held = phase { heldCount += 1 }
    contenders[id].phase = phase
    if contenders[id].scope != contenders[id].home, phase != .active {
      router.rejoin(contenders[id].scope)
      contenders[id].scope = contenders[id].home
    }
    if !contenders[id].isWatching { contenders[id].deadline = .never }
    needsSurvey = true
  }

  /// `cause` is made only for an observer: fingers that land are too few or too many for most gestures.
  mutating func fail(_ id: ContenderID, _ cause: @autoclosure () -> Decision.Cause, _ router: inout TouchRouter) {
    enter(id, .done(.failed), &router)
    if !contenders[id].isTracking { letStartLater(id, &router) }
    if contenders.isObserved { report(id, .failed(cause())) }
  }

  /// It failed by the number of its fingers, or with a touch that was none: in this sequence it may still be made.
  mutating func letStartLater(_ id: ContenderID, _ router: inout TouchRouter) {
    contenders[id].mayStartLater =
      !contenders[id].landsSeparately && router.group(of: contenders[id].home).count > 0
  }

  private mutating func cancel(_ id: ContenderID, _ cause: Decision.Cause, _ router: inout TouchRouter) {
    enter(id, .done(.succeeded), &router)
    report(id, .cancelled(cause))
    contenders.values[id].hints = []
    contenders.send(id, .cancelled, &router)
  }

  /// Cancels what has begun, and fails what is undecided.
  mutating func stop(_ id: ContenderID, _ cause: Decision.Cause, _ router: inout TouchRouter) {
    if contenders[id].phase == .active {
      cancel(id, cause, &router)
    } else if contenders[id].isUndecided {
      fail(id, cause, &router)
    }
  }

  /// The last finger of a contender's scope has lifted.
  mutating func endSequence(of id: ContenderID, _ router: inout TouchRouter) {
    contenders[id].mayStartLater = false
    switch contenders[id].phase {
    case .possible where contenders[id].deadline == .never:
      let duration = now - contenders[id].attemptBegan
      fail(id, .own(Failure("lifted after", Measure(duration))), &router)
    case .active: cancel(id, .illegalTransition, &router)
    case .held(let wait, finished: false) where !contenders[id].isDiscrete:
      enter(id, .held(wait, finished: true), &router)
    case .idle, .possible, .held, .done: break
    }
  }

  /// It has begun, and is over: from here nothing is possible any more.
  private mutating func end(_ id: ContenderID, _ router: inout TouchRouter) {
    contenders.values[id] = values(of: id, &router)
    contenders.values[id].hints = []
    contenders.send(id, .ended, &router)
    enter(id, .done(.succeeded), &router)
  }

  /// What a contender reports now.
  private mutating func values(of id: ContenderID, _ router: inout TouchRouter) -> GestureValues {
    var values = contenders.report(of: id, &router)
    if hints.isHint(id) { values.hints = hints.possible(for: id, contenders, router) }
    return values
  }

  /// Sends a gesture event with what the recognizer reports now.
  private mutating func emit(_ id: ContenderID, _ state: RecognizerState, _ router: inout TouchRouter) {
    contenders.values[id] = values(of: id, &router)
    contenders.send(id, state, &router)
  }

  func report(_ id: ContenderID, _ outcome: Decision.Outcome) { contenders.report(id, outcome) }

  // MARK: After an instant

  /// All steps of an instant are done: hints learn what is possible now, and contenders that are done and untouched start
  /// anew.
  mutating func finish(_ router: inout TouchRouter) {
    guard needsSurvey else { return }
    for id in contenders.engaged where hints.isHint(id) && contenders[id].phase == .active {
      guard !hints.isUpToDate(id, contenders, router) else { continue }
      if hints.hasSomethingToShow(id, contenders, router) { emit(id, .changed, &router) } else { end(id, &router) }
    }
    needsSurvey = false
    contenders.resetFinished(&router)
    contenders.survey(&router)
  }

  /// A step of this frame may have started contenders: they are shown the steps that follow.
  mutating func watchStarted(_ router: inout TouchRouter) {
    if needsSurvey { contenders.survey(&router) }
  }

  // MARK: Delivery and snapshots

  /// Appends the touches whose delivery has changed since the last call; while gestures are paused all are delivered.
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

  /// The state of every recognizer, in order, at a time that may be later than that of the last frame.
  func snapshots(_ router: TouchRouter, at time: Timestamp?) -> [RecognizerSnapshot] {
    contenders.snapshots(router, at: time) { opponents(of: $0) }
  }

  /// The requirements of a contender that count in its attempt and are still undecided on a touch they share.
  private func opponents(of id: ContenderID) -> [ContenderID] {
    relations.requirements.needs[id].filter { need in
      gates.count(need) && contenders[need.requirement].isUndecided
        && contenders[need.requirement].shares(contenders[id])
    }.map(\.requirement)
  }
}
