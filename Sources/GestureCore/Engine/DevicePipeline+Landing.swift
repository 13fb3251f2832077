/// Fingers land: every scope decides whether it sees them, and whoever has enough of them starts to look.
extension DevicePipeline {
  mutating func landTouches(_ landed: [Touch]) {
    if observer != nil, engaged.isEmpty { forgetRefusals(landed.count) }
    register(landed)
    for touch in landed { receive(touch) }
    setApart()
    hasWinners = engaged.contains { contenders[$0].hasWon }
    for place in scopes.indices where !scopes[place].received.isEmpty { land(in: place) }
    noteLandingEnds()
    for index in engaged where !scopes[contenders[index].scope].landed.isEmpty { offer(index) }
    giveJoined()
    for place in scopes.indices {
      scopes[place].landed = []
      if !scopes[place].received.isEmpty { scopes[place].received.removeAll(keepingCapacity: true) }
    }
    needsSurvey = true
    arbitrate()
  }

  private mutating func land(in place: Int) {
    let before = scopes[place].group.count
    if before == 0 {
      scopes[place].isSpoilt = false
      scopes[place].tool = scopes[place].received.first?.tool ?? .finger
    }
    scopes[place].group.land(scopes[place].received, at: now)
    scopes[place].landed = scopes[place].received.reduce(into: []) { $0.formUnion($1.bit) }
    if before == 0 {
      for index in engaged where contenders[index].home == place { startSequence(index) }
      for index in scopes[place].early { engage(index) }
    }
    let count = scopes[place].group.count
    // Whoever has had too many fingers before, in this sequence, has failed by them.
    let most = scopes[place].group.peakCount
    for fingerClass in scopes[place].byFingers
    where before + 1...count ~= fingerClass.fingers.lowerBound && fingerClass.fingers.upperBound >= most {
      for index in fingerClass.members where before == 0 || mayJoin(index) { engage(index) }
    }
    for index in scopes[place].landingApart where contenders[index].fingers.lowerBound <= count { engage(index) }
  }

  /// The first finger is down: the next tap of an attempt that is under way.
  private mutating func startSequence(_ index: Int) {
    guard contenders[index].phase == .possible else { return }
    contenders[index].isTracking = false
    contenders[index].deadline = contenders[index].landsApart ? .never : now + contenders[index].landWithin
  }

  /// Enough fingers are down only now: whether none of them has come too late, nor was one cancelled before.
  private func mayJoin(_ index: Int) -> Bool {
    let place = contenders[index].home
    guard !scopes[place].isSpoilt, !device.capabilities.contains(.settledFingers) else { return false }
    return scopes[place].group.firstLanded + contenders[index].landWithin > now
  }

  /// An attempt begins.
  mutating func engage(_ index: Int) {
    guard contenders[index].phase == .idle else { return }
    // They mostly come in order.
    var place = engaged.count
    while place > 0, engaged[place - 1] > index { place -= 1 }
    engaged.insert(index, at: place)
    start(index)
  }

  /// A fresh attempt with the touches that are down.
  mutating func start(_ index: Int) {
    let first = scopes[contenders[index].home].group.firstLanded
    contenders[index].phase = .possible
    contenders[index].attemptBegan = first
    shutGates(of: index)
    openGates(of: index, with: scopes[contenders[index].home].group.touches)
    guard !contenders[index].landsApart else { return }
    contenders[index].deadline = first + contenders[index].landWithin
    take(scopes[contenders[index].home].group.mask, index)
    yieldToWinners(index)
  }

  /// A touch that another one has won is lost to a contender that may not run beside it.
  private mutating func yieldToWinners(_ index: Int) {
    guard hasWinners, contenders[index].isUndecided,
      let winner = engaged.first(where: { contenders[$0].hasWon && excludes($0, index) })
    else { return }
    fail(index, .excluded(by: contenders[winner].gesture))
  }

  /// Shows the touches that have just landed to a contender.
  mutating func offer(_ index: Int) {
    let scope = contenders[index].scope
    let fingers = contenders[index].fingers
    let count = scopes[scope].group.count
    switch contenders[index].phase {
    case .held(.fingers, finished: true):
      if count > fingers.upperBound { return failForFingers(index) }
      take(scopes[scope].landed, index)
      openGates(of: index, with: scopes[scope].received)
      contenders[index].values.fingers = count
      return
    case .idle, .done, .held(.requirements, finished: true): return
    case .possible, .held(_, finished: false):
      if !contenders[index].landsApart { take(scopes[scope].landed, index) }
      openGates(of: index, with: scopes[scope].received)
      if count > fingers.upperBound { return failForFingers(index) }
      guard count >= fingers.lowerBound else {
        // A source that has counted the fingers will not tell of more.
        if device.capabilities.contains(.settledFingers), !contenders[index].landsApart { failForFingers(index) }
        return
      }
    case .active: take(scopes[scope].landed, index)
    }
    if contenders[index].landsApart { contenders[index].offered = scopes[scope].group.mask }
    if !contenders[index].isTracking {
      contenders[index].isTracking = true
      if contenders[index].landsApart { contenders[index].attemptBegan = now }
      report(index, .tracking)
    }
    show(index) { $0.touchesBegan($1) }
    noteParts(of: index)
    if contenders[index].phase == .active { takeTouches(for: index) }
    if contenders[index].landsApart { yieldToWinners(index) }
  }

  private mutating func take(_ landed: TouchMask, _ index: Int) {
    contenders[index].offered.formUnion(landed)
    contenders[index].touches.formUnion(landed)
  }

  /// Leaves out of a contender's touches those that are not part of its gesture.
  mutating func noteParts(of index: Int) {
    let group = scopes[contenders[index].scope].group
    var parts: TouchMask = []
    for touch in group.touches where recognizers[index].isPart(touch) { parts.formUnion(touch.bit) }
    // Those that have lifted are not in the group any more.
    contenders[index].touches = contenders[index].touches.subtracting(group.mask).union(parts)
  }

  /// What a gesture that has begun takes in addition is lost to those that may not run beside it.
  private mutating func giveJoined() {
    guard hasWinners else { return }
    for winner in engaged where contenders[winner].phase == .active {
      let joined = scopes[contenders[winner].scope].landed.intersection(contenders[winner].touches)
      guard !joined.isEmpty else { continue }
      for index in engaged where contenders[index].isUndecided && !contenders[index].touches.isDisjoint(with: joined) {
        if excludes(winner, index) { fail(index, .excluded(by: contenders[winner].gesture)) }
      }
    }
  }
}
