extension DevicePipeline {
  /// Fingers land: whoever has enough of them starts to look, whoever has too many fails.
  mutating func landTouches(_ landed: [Touch]) {
    let isFirst = group.count == 0
    setApart(landing: landed.count)
    group.land(landed, at: now)
    let mask = landed.reduce(into: TouchMask()) { $0.formUnion($1.bit) }
    for index in contenders.indices {
      if isFirst { startSequence(index) }
      offer(mask, to: index)
    }
    needsSurvey = true
    arbitrate()
  }

  /// Fingers lift. With the last one gone, whoever is still possible must be waiting for a time to come, or fails.
  mutating func liftTouches(_ lifted: [Touch]) {
    group.lift(lifted, at: now)
    liftApart(lifted)
    let isOver = group.count == 0
    if isOver {
      for index in contenders.indices where contenders[index].phase == .possible && !contenders[index].isTracking {
        failForFingers(index)
      }
    }
    for index in watching where isConcerned(index) { show(index) { $0.touchesEnded($1) } }
    arbitrate()
    if isOver { endSequence() }
    group.settle()
    settleApart()
  }

  /// A cancelled touch cancels what began and fails the rest.
  mutating func cancelTouches(_ cancelled: [Touch], _ cause: Decision.Cause) {
    let mask = cancelled.reduce(into: TouchMask()) { $0.formUnion($1.bit) }
    group.lift(cancelled, at: now)
    for index in contenders.indices where !contenders[index].touches.isDisjoint(with: mask) {
      if contenders[index].phase == .active {
        cancel(index, cause)
      } else if contenders[index].isUndecided {
        fail(index, cause)
      }
    }
    arbitrate()
    if group.count == 0 { endSequence() }
    group.settle()
  }

  /// The wrong number of fingers landed, or not all in time.
  mutating func failForFingers(_ index: Int) {
    let fingers = contenders[index].fingers
    let landed = group.peakCount
    let limit = landed > fingers.upperBound ? fingers.upperBound : fingers.lowerBound
    fail(index, .own(Failure("landed", .fingers(landed), "fingers", .fingers(limit))))
  }

  /// The first finger is down: an attempt starts, or the next tap of one that is under way.
  private mutating func startSequence(_ index: Int) {
    if contenders[index].phase == .idle {
      contenders[index].phase = .possible
      contenders[index].attemptBegan = now
    }
    guard contenders[index].phase == .possible else { return }
    contenders[index].isTracking = false
    contenders[index].deadline = now + contenders[index].landWithin
  }

  /// Shows the touches of `mask`, which have just landed, to a contender.
  mutating func offer(_ mask: TouchMask, to index: Int) {
    let fingers = contenders[index].fingers
    switch contenders[index].phase {
    case .held(.fingers, finished: true):
      if group.count > fingers.upperBound { failForFingers(index) }
      return
    case .idle, .done, .held(.requirements, finished: true): return
    case .possible, .held(_, finished: false):
      contenders[index].touches.formUnion(mask)
      if group.count > fingers.upperBound { return failForFingers(index) }
      guard group.count >= fingers.lowerBound else {
        // A source that has counted the fingers will not tell of more.
        if device.capabilities.contains(.settledFingers) { failForFingers(index) }
        return
      }
    case .active:
      // One finger more than the gesture can have is none of its business.
      guard !isApart(index), group.count <= fingers.upperBound else { return }
      contenders[index].touches.formUnion(mask)
    }
    if !contenders[index].isTracking {
      contenders[index].isTracking = true
      report(index, .tracking)
    }
    show(index) { $0.touchesBegan($1) }
  }

  private mutating func endSequence() {
    needsSurvey = true
    for index in contenders.indices {
      switch contenders[index].phase {
      case .possible where contenders[index].deadline == .never: fail(index, .own(Failure("lifted")))
      case .active: cancel(index, .illegalTransition)
      case .held(let wait, finished: false) where !contenders[index].isDiscrete:
        enter(index, .held(wait, finished: true))
      case .idle, .possible, .held, .done: break
      }
    }
    arbitrate()
    // The same frame may bring the next sequence.
    resetFinished()
  }
}
