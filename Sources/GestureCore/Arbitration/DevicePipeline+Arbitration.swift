/// Arbitration: the first to be recognized takes its touches, unless a rule says otherwise, and whoever has a requirement
/// waits for it to fail.
extension DevicePipeline {
  /// Decides about all proposals of this instant: failures first, then successes in order, then what goes on already,
  /// and at last those whose requirements have been decided by it.
  mutating func arbitrate(mayStartAfresh: Bool = true) {
    if !proposals.isEmpty {
      settleFailures()
      settleSuccesses()
      settleProgress()
      proposals.removeAll()
    }
    if heldCount > 0 { release() }
    if hasFreshStarts { startAfresh(mayStartAfresh) }
  }

  private mutating func settleFailures() {
    for place in proposals.indices {
      let index = proposals[place].contender
      guard isLegal(proposals[place].step, contenders[index]) else {
        if contenders[index].phase == .active {
          cancel(index, .illegalTransition)
        } else if contenders[index].isUndecided {
          fail(index, .illegalTransition)
        }
        continue
      }
      switch proposals[place].step {
      case .fail(let failure), .cancel(let failure):
        if contenders[index].phase == .active {
          cancel(index, .own(failure))
        } else if contenders[index].isUndecided {
          fail(index, .own(failure))
        }
      case .startAfresh(let failure):
        fail(index, .own(failure))
        contenders[index].wantsFreshStart = true
        hasFreshStarts = true
      case .stay, .recognize, .begin, .change, .end: break
      }
    }
  }

  /// Whether a recognizer may want this where it stands. One that fails after it began, or cancels before, is understood.
  private func isLegal(_ step: Step, _ contender: Contender) -> Bool {
    switch step {
    case .stay, .fail, .cancel: true
    case .recognize: contender.phase == .possible && contender.isDiscrete
    case .begin: contender.phase == .possible && !contender.isDiscrete
    case .change, .end: contender.phase != .possible
    case .startAfresh: contender.isUndecided
    }
  }

  private mutating func settleSuccesses() {
    for place in proposals.indices {
      while isSuccess(place) { consider(proposals[first(from: place)].contender) }
    }
  }

  private func isSuccess(_ place: Int) -> Bool {
    proposals[place].step.isSuccess && contenders[proposals[place].contender].phase == .possible
  }

  /// The proposal that goes before the one at `place`, the first in order of those at this instant; that one itself if none
  /// does.
  private func first(from place: Int) -> Int {
    var first = nearest(from: place)
    guard relations.canBeOutranked(proposals[first].contender) else { return first }
    for other in proposals.indices where other != first && isSuccess(other) {
      if relations.outranks(proposals[other].contender, proposals[first].contender) { first = other }
    }
    return first
  }

  /// The nearest of those with a distance, where the one at `place` has one.
  private func nearest(from place: Int) -> Int {
    var nearest = place
    guard contenders[proposals[place].contender].distance != nil else { return place }
    for other in proposals.indices where other > place && isSuccess(other) {
      if isNearer(proposals[other].contender, than: proposals[nearest].contender) { nearest = other }
    }
    return nearest
  }

  /// Whether one of the same rank has seen something more like what it looks for.
  func isNearer(_ one: Int, than other: Int) -> Bool {
    guard contenders[one].rank == contenders[other].rank, let distance = contenders[one].distance,
      let otherDistance = contenders[other].distance
    else { return false }
    return distance < otherDistance
  }

  private mutating func settleProgress() {
    for place in proposals.indices {
      let index = proposals[place].contender
      switch proposals[place].step {
      case .change where contenders[index].phase == .active: emit(index, .changed)
      case .end where contenders[index].phase == .active: end(index)
      case .end:
        guard case .held(let wait, finished: false) = contenders[index].phase else { break }
        contenders[index].values = values(of: index)
        enter(index, .held(wait, finished: true))
      case .stay, .recognize, .begin, .change, .cancel, .fail, .startAfresh: break
      }
    }
  }

  /// A contender has seen its gesture: it succeeds, or is held, unless its condition to begin does not hold.
  private mutating func consider(_ index: Int) {
    guard contenders[index].phase == .possible else { return }
    let scope = contenders[index].scope
    noteParts(of: index)
    contenders[index].values = values(of: index)
    contenders[index].recognized = now
    if let condition = beginConditions[index],
      !condition.holds(for: contenders[index].values, in: context, tool: scopes[scope].tool, zones)
    {
      return fail(index, .shouldNotBegin)
    }
    if contenders[index].isBystander, !hasSomethingToSee(index) {
      return fail(index, .own(Failure("no gesture is possible from here")))
    }
    // A discrete one has seen all of its gesture; a continuous one goes on watching.
    let finished = contenders[index].isDiscrete
    if let end = landingEnds(for: index) {
      enter(index, .held(.fingers, finished: finished))
      return report(index, .awaitingFingers(until: end))
    }
    settle(index, finished: finished)
  }

  /// Until when a contender satisfied with the fingers down must wait for another to land; nil if it need not.
  func landingEnds(for index: Int) -> Timestamp? {
    guard !contenders[index].isBystander else { return nil }
    let end = scopes[contenders[index].scope].landingEnds
    return end > now && !contenders[index].landsApart ? end : nil
  }

  mutating func succeed(_ index: Int, finished: Bool) {
    if contenders[index].phase != .possible { report(index, .released) }
    takeTouches(for: index)
    if contenders[index].isDiscrete {
      enter(index, .done(.succeeded))
      emit(index, .recognized, contenders[index].values)
    } else if finished {
      enter(index, .done(.succeeded))
      emit(index, .began, contenders[index].values)
      exclude(by: index)
      return emit(index, .ended, contenders[index].values)
    } else {
      enter(index, .active)
      emit(index, .began)
    }
    exclude(by: index)
  }

  /// Whoever shares a touch with the winner fails, or is cancelled, unless something lets them run side by side.
  private mutating func exclude(by winner: Int) {
    let gesture = contenders[winner].gesture
    for index in engaged where index != winner && contenders[index].shares(contenders[winner]) {
      switch relations.effect(of: winner, on: index) {
      case .none: break
      case .fails where contenders[index].isUndecided, .ends where contenders[index].isUndecided,
        .isOver where contenders[index].isUndecided:
        fail(index, .excluded(by: gesture))
      case .ends where contenders[index].phase == .active: cancel(index, .excluded(by: gesture))
      case .isOver where contenders[index].phase == .active: end(index)
      case .fails, .ends, .isOver: break
      }
    }
  }

  /// Whether `winner`, by going out, keeps `index` from doing so.
  func excludes(_ winner: Int, _ index: Int) -> Bool {
    guard winner != index, contenders[index].shares(contenders[winner]) else { return false }
    switch relations.effect(of: winner, on: index) {
    case .none: return false
    case .fails, .ends, .isOver: return true
    }
  }
}
