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
    for place in proposals.indices where isSuccess(place) {
      while let stronger = strongerProposal(than: place) { consider(proposals[stronger].contender) }
      consider(proposals[place].contender)
    }
  }

  private func isSuccess(_ place: Int) -> Bool {
    switch proposals[place].step {
    case .recognize, .begin: contenders[proposals[place].contender].phase == .possible
    case .stay, .change, .end, .cancel, .fail, .startAfresh: false
    }
  }

  /// The strongest proposal of the same kind at the same instant that goes before the one at `place`, if any.
  private func strongerProposal(than place: Int) -> Int? {
    let one = proposals[place].contender
    var best: Int?
    var precedence = contenders[one].precedence
    guard precedence > 0 else { return nil }
    for other in proposals.indices where isSuccess(other) {
      let rival = proposals[other].contender
      guard contenders[rival].kind == contenders[one].kind, contenders[rival].precedence > precedence else { continue }
      best = other
      precedence = contenders[rival].precedence
    }
    return best
  }

  private mutating func settleProgress() {
    for place in proposals.indices {
      let index = proposals[place].contender
      switch proposals[place].step {
      case .change where contenders[index].phase == .active: emit(index, .changed)
      case .end where contenders[index].phase == .active:
        emit(index, .ended)
        enter(index, .done(.succeeded))
      case .end:
        guard case .held(let wait, finished: false) = contenders[index].phase else { break }
        contenders[index].values = recognizers[index].values(group)
        enter(index, .held(wait, finished: true))
      case .stay, .recognize, .begin, .change, .cancel, .fail, .startAfresh: break
      }
    }
  }

  /// A contender has seen its gesture: it succeeds, or is held.
  private mutating func consider(_ index: Int) {
    guard contenders[index].phase == .possible else { return }
    contenders[index].values = recognizers[index].values(group)
    contenders[index].recognized = now
    // A discrete one has seen all of its gesture; a continuous one goes on watching.
    let finished = contenders[index].isDiscrete
    if let end = landingEnds {
      enter(index, .held(.fingers, finished: finished))
      return report(index, .awaitingFingers(until: end))
    }
    settle(index, finished: finished)
  }

  mutating func succeed(_ index: Int, finished: Bool) {
    if contenders[index].phase != .possible { report(index, .released) }
    if contenders[index].isDiscrete {
      enter(index, .done(.succeeded))
      emit(index, .recognized, contenders[index].values)
    } else if finished {
      enter(index, .done(.succeeded))
      emit(index, .began, contenders[index].values)
      emit(index, .ended, contenders[index].values)
    } else {
      enter(index, .active)
      emit(index, .began)
    }
    exclude(by: index)
  }

  /// Everyone undecided who shares a touch with the winner fails, unless they may run side by side.
  private mutating func exclude(by winner: Int) {
    for index in contenders.indices where index != winner && contenders[index].isUndecided {
      guard !mayRunBeside(index, winner) else { continue }
      fail(index, .excluded(by: contenders[winner].gesture), winner: winner)
    }
  }

  /// Offers the touches that made attempts fail to whoever is done with the attempt, as the first of a new one.
  private mutating func startAfresh(_ allowed: Bool) {
    hasFreshStarts = false
    surveyBusy()
    let mask = group.mask
    let starters = contenders.indices.filter { index in
      let component = relations.component[index]
      return !busy[component]
        && contenders.indices.contains {
          contenders[$0].wantsFreshStart && relations.component[$0] == component
        }
    }
    for index in contenders.indices { contenders[index].wantsFreshStart = false }
    guard allowed, group.count > 0 else { return }
    for index in starters {
      reset(index)
      contenders[index].phase = .possible
      contenders[index].attemptBegan = group.firstLanded
      contenders[index].deadline = group.firstLanded + contenders[index].landWithin
      offer(mask, to: index)
    }
    arbitrate(mayStartAfresh: false)
  }
}
