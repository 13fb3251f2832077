import GestureCore

/// Fingers that land: which scopes see them, whose attempts they start or join, and who is ready for the next.
extension Oracle {
  mutating func land(_ touches: [Touch]) {
    guard !touches.isEmpty else { return }
    var landed: UInt64 = 0
    for touch in touches where touch.tool != .palm {
      let slot = freeSlot()
      fingers[slot] = Finger(
        id: touch.id, tool: touch.tool, start: touch.position, zones: law.zones(at: touch.position), landed: now)
      landed |= 1 << slot
      let seenIn = law.zones.indices.filter { isSeen(slot, in: $0) }
      fingers[slot]?.seenIn = seenIn
      for index in gestures.indices where isSeen(slot, by: index) {
        if gestures[index].sees == 0 {
          gestures[index].scopeLanded = now
          gestures[index].scopeHasLifted = false
        }
        gestures[index].sees |= 1 << slot
      }
    }
    offer(landed, to: Array(gestures.indices), since: now)
  }

  private mutating func freeSlot() -> Int {
    var used: UInt64 = 0
    for gesture in gestures { used |= gesture.shown | gesture.own | gesture.sees }
    let free = fingers.indices.first { slot in fingers[slot]?.isDown != true && used & (1 << slot) == 0 }
    if let free { return free }
    fingers.append(nil)
    return fingers.count - 1
  }

  /// Whether the scope of a gesture sees the touch that has just landed.
  private func isSeen(_ slot: Int, by index: Int) -> Bool {
    guard let touch = fingers[slot] else { return false }
    let actor = law.actors[index]
    let own = law.zonesAround[index]
    if touch.zones.contains(where: { law.zones[$0].zone.isIgnored }) { return false }
    if let zone = own.first, !touch.zones.contains(zone) { return false }
    if let exclusive = topExclusive(touch.zones), !own.contains(exclusive) { return false }
    if let tool = actor.receive.tool, tool != touch.tool { return false }
    if let modes = actor.receive.modes, !modes.contains(context.mode) { return false }
    for (other, finger) in fingers.enumerated() where gestures[index].sees & (1 << other) != 0 {
      guard let finger else { continue }
      if actor.exclusiveTouchType, finger.tool != touch.tool { return false }
    }
    return !own.contains { isTaken($0, for: slot) }
  }

  /// Whether the scope of a zone sees the touch that has just landed, whatever its gestures want to receive.
  private func isSeen(_ slot: Int, in zone: Int) -> Bool {
    guard let touch = fingers[slot], touch.zones.contains(zone) else { return false }
    if touch.zones.contains(where: { law.zones[$0].zone.isIgnored }) { return false }
    if let exclusive = topExclusive(touch.zones), !law.zones(around: zone).contains(exclusive) { return false }
    return !law.zones(around: zone).contains { isTaken($0, for: slot) }
  }

  /// Whether a zone that allows one touch has one already.
  private func isTaken(_ zone: Int, for slot: Int) -> Bool {
    guard !law.zones[zone].zone.allowsMultiTouch, fingers[slot]?.zones.contains(zone) ?? false else { return false }
    return fingers.indices.contains { other in
      other != slot && fingers[other]?.isDown ?? false && fingers[other]?.seenIn.contains(zone) ?? false
    }
  }

  /// Of several exclusive zones the innermost, and of those the last in the file.
  private func topExclusive(_ zones: [Int]) -> Int? {
    var top: Int?
    for zone in zones where law.zones[zone].zone.isExclusive {
      if let best = top, law.zones[zone].depth < law.zones[best].depth { continue }
      top = zone
    }
    return top
  }

  /// The landed touches, as far as their scopes see them, come to these gestures.
  private mutating func offer(_ landed: UInt64, to indices: [Int], since: Int64?) {
    var wishes: [Int: Play.Wish] = [:]
    for index in indices {
      let fresh = gestures[index].sees & landed
      guard fresh != 0 else { continue }
      switch gestures[index].phase {
      case .idle: start(index, since ?? gestures[index].scopeLanded)
      case .undecided:
        // Its fingers are up, and it only waits for others.
        if gestures[index].isSatisfied, gestures[index].own == 0 { continue }
        if gestures[index].isHeld, hasSeenAll(index) { continue }
        if gestures[index].own == 0 { startSequence(index, since ?? now) }
      case .begun:
        join(index, fresh, &wishes)
        continue
      case .won, .failed: continue
      }
      gestures[index].sequence |= fresh
      gestures[index].own |= law.actors[index].plan.landsApart ? gestures[index].sees : fresh
      wishes[index] = countFingers(index)
    }
    for index in indices { suffer(index, landed) }
    decide(wishes)
  }

  /// Nothing that its fingers do matters to it any more.
  private func hasSeenAll(_ index: Int) -> Bool {
    gestures[index].isSatisfied && (law.actors[index].plan.isDiscrete || gestures[index].hasSeenEnd)
  }

  private mutating func start(_ index: Int, _ since: Int64) {
    reset(index)
    gestures[index].phase = .undecided
    for (number, wait) in law.waits[index].enumerated() {
      if let modes = wait.condition.modes, !modes.contains(context.mode) { continue }
      gestures[index].waits |= 1 << UInt32(number)
    }
    startSequence(index, law.actors[index].plan.landsApart ? gestures[index].scopeLanded : since)
  }

  private mutating func startSequence(_ index: Int, _ since: Int64) {
    gestures[index].firstLanded = since
    gestures[index].hasLifted = false
    gestures[index].hasLanded = false
    gestures[index].sequence = 0
  }

  /// What an undecided gesture makes of the fingers that are down now.
  private mutating func countFingers(_ index: Int) -> Play.Wish {
    let count = gestures[index].own.nonzeroBitCount
    // Fingers that land together share from the first one on, fingers that land apart once enough of them are down.
    if !law.actors[index].plan.landsApart { show(index) }
    if count > law.fingers[index].upperBound { return .fail }
    guard count >= law.fingers[index].lowerBound else { return .stay }
    gestures[index].hasLanded = true
    gestures[index].hasTracked = true
    show(index)
    guard !(gestures[index].isSatisfied && hasSeenAll(index)) else { return .stay }
    return gestures[index].play.landed(firstLanded: gestures[index].firstLanded)
  }

  /// From now on its own touches are shared with others.
  private mutating func show(_ index: Int) {
    gestures[index].shown |= gestures[index].own
    // What has lifted stays what it was.
    var parts = gestures[index].parts & ~gestures[index].own
    for (slot, finger) in fingers.enumerated() where gestures[index].own & (1 << slot) != 0 {
      guard let finger, isPart(index, slot, finger) else { continue }
      parts |= 1 << slot
    }
    gestures[index].parts = parts
  }

  private func isPart(_ index: Int, _ slot: Int, _ finger: Finger) -> Bool {
    switch law.actors[index].plan.part {
    case .all: true
    case .left: finger.start.x < World.surface.width / 2
    case .later: finger.landed > gestures[index].firstLanded
    }
  }

  /// A begun gesture takes the touches that fit into its range.
  private mutating func join(_ index: Int, _ fresh: UInt64, _ wishes: inout [Int: Play.Wish]) {
    let count = (gestures[index].own | fresh).nonzeroBitCount
    guard count <= law.fingers[index].upperBound else {
      gestures[index].isClosed = true
      return
    }
    if gestures[index].isClosed { return }
    gestures[index].sequence |= fresh
    gestures[index].own |= fresh
    show(index)
    wishes[index] = gestures[index].play.landed(firstLanded: gestures[index].firstLanded)
  }

  /// What has landed with a touch that another has won fails, unless that one lets it go on.
  private mutating func suffer(_ index: Int, _ landed: UInt64) {
    guard gestures[index].phase == .undecided, gestures[index].shown & landed != 0 else { return }
    for winner in law.order where winner != index && share(winner, index) {
      switch gestures[winner].phase {
      case .begun, .won: if law.verdicts[winner][index] != .goesOn { gestures[index].phase = .failed }
      case .idle, .undecided, .failed: break
      }
      guard gestures[index].phase == .undecided else { return }
    }
  }

  // MARK: Ready again

  /// A gesture that failed on touches which may start a fresh attempt starts it, with all that are tied to it.
  mutating func startAfresh(_ index: Int) {
    let all = law.tied[index]
    let landed = gestures[index].sequence
    guard case .failed = gestures[index].phase, all.allSatisfy({ isDone($0) }) else { return }
    guard all.allSatisfy({ touches(of: $0) & ~landed == 0 }) else { return }
    for other in all { reset(other) }
    freshStarts += all.filter { gestures[$0].sees & landed != 0 }
    offer(landed, to: all, since: nil)
  }

  /// Those whose touches are up and that nobody tied to them keeps are ready for the next attempt.
  mutating func makeReady() {
    for index in gestures.indices where gestures[index].phase != .idle {
      if isDone(index), law.tied[index].allSatisfy({ !isInTheWay($0) && touches(of: $0) == 0 }) { reset(index) }
    }
  }

  /// Whether it keeps those tied to it from being ready. One whose fingers may land apart does so only once enough of them
  /// are down.
  private func isInTheWay(_ index: Int) -> Bool {
    !isDone(index) && (gestures[index].hasLanded || !law.actors[index].plan.landsApart)
  }

  /// The touches that keep it from being ready again.
  private func touches(of index: Int) -> UInt64 {
    let gesture = gestures[index]
    return law.actors[index].plan.landsApart ? gesture.sees & gesture.parts : gesture.sees
  }

  private mutating func reset(_ index: Int) {
    let before = gestures[index]
    gestures[index] = Gesture(play: Play(law.actors[index].plan), sees: before.sees)
    gestures[index].scopeLanded = before.scopeLanded
    gestures[index].scopeHasLifted = before.scopeHasLifted
  }

  private func isDone(_ index: Int) -> Bool {
    switch gestures[index].phase {
    case .idle, .won, .failed: true
    case .undecided, .begun: false
    }
  }
}
