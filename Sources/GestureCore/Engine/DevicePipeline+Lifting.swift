/// Touches move, lift or are cancelled.
extension DevicePipeline {
  mutating func moveTouches(_ moved: Refill<TouchTracker.Motion>) {
    for place in scopes.indices {
      scopes[place].isConcerned =
        scopes[place].group.count > 0
        && scopes[place].group.move(moved, at: now, isWatched: scopes[place].isWatched)
    }
    for index in watching where scopes[contenders[index].scope].isConcerned { show(index) { $0.touchesMoved($1) } }
    if !proposals.isEmpty { arbitrate() }
  }

  /// Fingers lift. With the last one gone, whoever is still possible must be waiting for a time to come, or fails.
  mutating func liftTouches(_ lifted: [Touch]) {
    takeOut(lifted)
    for index in engaged where isOver(contenders[index].scope) {
      if contenders[index].phase == .possible, !contenders[index].isTracking { failForFingers(index) }
    }
    for index in watching where scopes[contenders[index].scope].isConcerned { show(index) { $0.touchesEnded($1) } }
    arbitrate()
    endSequences()
  }

  /// A cancelled touch cancels what began and fails the rest.
  mutating func cancelTouches(_ cancelled: [Touch], _ cause: Decision.Cause) {
    takeOut(cancelled)
    let mask = cancelled.reduce(into: TouchMask()) { $0.formUnion($1.bit) }
    for place in scopes.indices where scopes[place].isConcerned { scopes[place].isSpoilt = true }
    for index in engaged where !contenders[index].offered.isDisjoint(with: mask) {
      if contenders[index].phase == .active {
        cancel(index, cause)
      } else if contenders[index].isUndecided {
        fail(index, cause)
      }
    }
    arbitrate()
    endSequences()
  }

  private mutating func takeOut(_ gone: [Touch]) {
    desk?.lift(gone)
    for place in scopes.indices { scopes[place].isConcerned = scopes[place].group.lift(gone, at: now) }
    vacate(gone.reduce(into: []) { $0.formUnion($1.bit) })
    noteLandingEnds()
  }

  /// Whether the last finger of a scope has lifted in this step.
  private func isOver(_ place: Int) -> Bool { scopes[place].isConcerned && scopes[place].group.count == 0 }

  private mutating func endSequences() {
    needsSurvey = true
    for index in engaged where isOver(contenders[index].scope) {
      switch contenders[index].phase {
      case .possible where contenders[index].deadline == .never:
        fail(index, .own(Failure("lifted after", Measure(now - contenders[index].attemptBegan))))
      case .active: cancel(index, .illegalTransition)
      case .held(let wait, finished: false) where !contenders[index].isDiscrete:
        enter(index, .held(wait, finished: true))
      case .idle, .possible, .held, .done: break
      }
    }
    arbitrate()
    for place in scopes.indices where scopes[place].isConcerned { scopes[place].group.settle() }
    // The same frame may bring the next sequence.
    resetFinished()
  }

  /// The wrong number of fingers landed, or not all in time.
  mutating func failForFingers(_ index: Int) {
    let fingers = contenders[index].fingers
    let landed = scopes[contenders[index].scope].group.peakCount
    let limit = landed > fingers.upperBound ? fingers.upperBound : fingers.lowerBound
    fail(index, .own(Failure("landed", .fingers(landed), CommonSettings.fingers.declaration.name, .fingers(limit))))
  }

  /// Until when who is satisfied with the fingers down must wait for another to land: each scope asks all with which it
  /// shares a touch.
  mutating func noteLandingEnds() {
    for place in scopes.indices {
      let isLanding =
        scopes[place].group.count > 0 && !scopes[place].group.hasLifted && !scopes[place].isOfOneGesture
      scopes[place].ownLandingEnds = isLanding ? scopes[place].landingWindowEnds : Timestamp(microseconds: 0)
    }
    for place in scopes.indices {
      scopes[place].landingEnds = scopes[place].ownLandingEnds
      guard scopes[place].group.count > 0 else { continue }
      for other in scopes.indices where scopes[other].ownLandingEnds > scopes[place].landingEnds {
        guard !scopes[place].group.mask.isDisjoint(with: scopes[other].group.mask) else { continue }
        scopes[place].landingEnds = scopes[other].ownLandingEnds
      }
    }
  }
}
