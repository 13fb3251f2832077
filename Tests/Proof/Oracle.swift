import GestureCore

/// Decides what has to happen in a world: a second arbitration, written from the specification's text to be read and
/// not to be fast. The engine is compared with it.
struct Oracle: Sendable {
  /// In microseconds: a touch that is cancelled sooner wasn't a finger.
  private static let palmTime: Int64 = 300_000
  /// In mm: a finger that has moved farther has left its place.
  private static let togetherDistance = 2.5

  let rules: ResolvedRules
  private(set) var gestures: [Gesture]
  private var fingers: [Finger?] = []
  var context = Context()
  private var now: Int64 = 0
  private var buttons: Buttons = []
  private var isPressing = false
  var events: [Event] = []
  /// The attempts that have started afresh; the caller who counts them removes them.
  var freshStarts: [Int] = []

  init(_ rules: ResolvedRules) {
    self.rules = rules
    gestures = rules.actors.map { Gesture(play: Play($0.plan)) }
  }

  // MARK: Input

  mutating func process(_ frame: Frame) {
    advance(to: frame.time.microseconds)
    now = max(now, frame.time.microseconds)
    cancel(frame.touches.filter { $0.phase == .cancelled })
    move(frame.touches.filter { $0.phase == .moved })
    lift(frame.touches.filter { $0.phase == .ended })
    land(frame.touches.filter { $0.phase == .began })
    if !frame.buttons.subtracting(buttons).isEmpty { press() }
    buttons = frame.buttons
  }

  /// A button is pressed: gestures that need a press start with the fingers that are down, whatever state they were in.
  private mutating func press() {
    let made = gestures.indices.filter { rules.actors[$0].plan.isMadeByButton }
    for index in made where isDone(index) && gestures[index].phase != .idle { reset(index) }
    isPressing = true
    offer(
      made.filter { index in
        gestures[index].phase == .idle && gestures[index].sees != 0
          && rules.fingers[index] ~= gestures[index].sees.nonzeroBitCount
      }.map { Offer(gesture: $0, touches: .max, since: gestures[$0].scopeLanded) })
    isPressing = false
    var commands: [Int: Play.SuggestedCommand] = [:]
    for index in gestures.indices where isLooking(index) { commands[index] = gestures[index].play.pressed() }
    decide(commands)
  }

  mutating func advance(to time: Int64) {
    while let deadline, deadline <= time {
      now = max(now, deadline)
      pass()
    }
  }

  private func bits(_ touches: [Touch]) -> UInt64 {
    var bits: UInt64 = 0
    for touch in touches {
      if let slot = fingers.firstIndex(where: { $0?.id == touch.id && $0?.isDown == true }) { bits |= 1 << slot }
    }
    return bits
  }

  private mutating func cancel(_ touches: [Touch]) {
    guard !touches.isEmpty else { return }
    let bits = bits(touches)
    let isSoon = fingers.indices.allSatisfy {
      bits & (1 << $0) == 0 || now - (fingers[$0]?.landed ?? 0) < Self.palmTime
    }
    let concerned = gestures.indices.filter { gestures[$0].sees & bits != 0 }
    removeTouches(bits)
    if isSoon { for index in concerned { gestures[index].scopePeak = gestures[index].sees.nonzeroBitCount } }
    for index in rules.order where gestures[index].own & bits != 0 {
      gestures[index].own &= ~bits
      switch gestures[index].phase {
      case .begun: finish(index, .cancelled)
      case .undecided: fail(index, mayStartLater: true)
      case .idle, .won, .failed: break
      }
    }
    decide([:])
    if isSoon { startWithFewerFingers(concerned) }
  }

  /// A touch that these gestures' scopes saw wasn't a finger: the gestures that want the remaining number of fingers
  /// start afresh.
  private mutating func startWithFewerFingers(_ concerned: [Int]) {
    var offers: [Offer] = []
    for index in concerned where gestures[index].sees != 0 && startsByNumber(index) {
      guard rules.fingers[index] ~= gestures[index].sees.nonzeroBitCount, mayStart(index) else { continue }
      reset(index)
      offers.append(Offer(gesture: index, touches: .max, since: gestures[index].scopeLanded))
    }
    if !offers.isEmpty { offer(offers) }
  }

  /// Whether it takes part once a number of fingers has landed.
  private func startsByNumber(_ index: Int) -> Bool {
    !rules.actors[index].plan.landsSeparately && !rules.actors[index].plan.isMadeByButton
  }

  /// Whether an attempt may start with touches that are down already.
  private func mayStart(_ index: Int) -> Bool {
    gestures[index].phase == .idle || gestures[index].phase == .failed && gestures[index].mayStartLater
  }

  private mutating func fail(_ index: Int, mayStartLater: Bool = false) {
    gestures[index].phase = .failed
    gestures[index].mayStartLater =
      gestures[index].sees != 0 && (mayStartLater || !gestures[index].hasLanded || gestures[index].mayStartLater)
  }

  private mutating func move(_ touches: [Touch]) {
    guard !touches.isEmpty else { return }
    let bits = bits(touches)
    for touch in touches {
      guard let slot = fingers.firstIndex(where: { $0?.id == touch.id && $0?.isDown == true }) else { continue }
      fingers[slot]?.position = touch.position
    }
    var commands: [Int: Play.SuggestedCommand] = [:]
    for index in gestures.indices where gestures[index].own & bits != 0 && isLooking(index) {
      commands[index] = gestures[index].play.moved()
    }
    decide(commands)
  }

  private mutating func lift(_ touches: [Touch]) {
    guard !touches.isEmpty else { return }
    let bits = bits(touches)
    removeTouches(bits)
    var commands: [Int: Play.SuggestedCommand] = [:]
    for index in gestures.indices where gestures[index].own & bits != 0 {
      gestures[index].own &= ~bits
      gestures[index].hasLifted = true
      if isLooking(index) {
        commands[index] = gestures[index].play.lifted(now, left: gestures[index].own.nonzeroBitCount)
      } else if gestures[index].phase == .undecided,
        !rules.actors[index].plan.landsSeparately || gestures[index].own == 0
      {
        commands[index] = .fail
      }
    }
    decide(commands)
  }

  private mutating func removeTouches(_ bits: UInt64) {
    for index in gestures.indices {
      if gestures[index].sees & bits != 0 { gestures[index].scopeHasLifted = true }
      gestures[index].sees &= ~bits
      if gestures[index].sees == 0 { gestures[index].mayStartLater = false }
    }
    for slot in fingers.indices where bits & (1 << slot) != 0 { fingers[slot]?.isDown = false }
  }

  /// Whether its recognizer is shown events.
  private func isLooking(_ index: Int) -> Bool {
    guard gestures[index].hasLanded else { return false }
    switch gestures[index].phase {
    case .undecided, .begun: return true
    case .idle, .won, .failed: return false
    }
  }

  // MARK: Fingers that land

  private mutating func land(_ touches: [Touch]) {
    guard !touches.isEmpty else { return }
    var landed: UInt64 = 0
    let before = gestures.map(\.sees)
    for touch in touches where touch.tool != .palm {
      let slot = freeSlot()
      fingers[slot] = Finger(
        id: touch.id, tool: touch.tool, start: touch.position, position: touch.position,
        zones: rules.zones(at: touch.position), landed: now)
      landed |= 1 << slot
      let seenIn = rules.zones.indices.filter { isSeen(slot, in: $0) }
      fingers[slot]?.seenIn = seenIn
      for index in gestures.indices where isSeen(slot, by: index) {
        if gestures[index].sees == 0 {
          gestures[index].scopeLanded = now
          gestures[index].scopeHasLifted = false
          gestures[index].scopePeak = 0
        }
        gestures[index].sees |= 1 << slot
      }
    }
    offer(gestures.indices.map { land(landed, for: $0, before[$0]) })
  }

  /// Touches have landed that its scope sees, in addition to those it has seen before.
  private mutating func land(_ landed: UInt64, for index: Int, _ before: UInt64) -> Offer {
    let all = Offer(gesture: index, touches: .max, since: gestures[index].scopeLanded)
    let new = Offer(gesture: index, touches: landed, since: now)
    guard gestures[index].sees & landed != 0 else { return new }
    let isNewLanding = before == 0 || now >= gestures[index].landingBegan + rules.longestLanding[index]
    if isNewLanding { gestures[index].landingBegan = now }
    for (slot, finger) in fingers.enumerated()
    where gestures[index].sees & (isNewLanding ? .max : landed) & (1 << slot) != 0 {
      gestures[index].origins[slot] = finger?.position
    }
    let count = gestures[index].sees.nonzeroBitCount
    gestures[index].scopePeak = max(gestures[index].scopePeak, count)
    let least = rules.fingers[index].lowerBound
    guard before != 0, gestures[index].phase == .failed, mayStart(index), startsByNumber(index),
      before.nonzeroBitCount < least, count >= least, gestures[index].scopePeak <= rules.fingers[index].upperBound
    else { return new }
    reset(index)
    return all
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
    let actor = rules.actors[index]
    let own = rules.zonesAround[index]
    if touch.zones.contains(where: { rules.zones[$0].zone.isIgnored }) { return false }
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
    if touch.zones.contains(where: { rules.zones[$0].zone.isIgnored }) { return false }
    if let exclusive = topExclusive(touch.zones), !rules.zones(around: zone).contains(exclusive) { return false }
    return !rules.zones(around: zone).contains { isTaken($0, for: slot) }
  }

  /// Whether a zone that allows one touch has one already.
  private func isTaken(_ zone: Int, for slot: Int) -> Bool {
    guard !rules.zones[zone].zone.allowsMultiTouch, fingers[slot]?.zones.contains(zone) ?? false else { return false }
    return fingers.indices.contains { other in
      other != slot && fingers[other]?.isDown ?? false && fingers[other]?.seenIn.contains(zone) ?? false
    }
  }

  /// The innermost of several exclusive zones, and the last one in the file if several are innermost.
  private func topExclusive(_ zones: [Int]) -> Int? {
    var top: Int?
    for zone in zones where rules.zones[zone].zone.isExclusive {
      if let best = top, rules.zones[zone].depth < rules.zones[best].depth { continue }
      top = zone
    }
    return top
  }

  /// Offers landed touches to the gestures whose scopes see them.
  private mutating func offer(_ offers: [Offer]) {
    var commands: [Int: Play.SuggestedCommand] = [:]
    // If all its fingers are up, those that land now are its first ones again.
    let hadLanded = gestures.map { $0.phase != .idle && $0.hasLanded && $0.own != 0 }
    for offer in offers {
      let index = offer.gesture
      let fresh = gestures[index].sees & offer.touches
      guard fresh != 0 else { continue }
      if rules.actors[index].plan.isMadeByButton, !isPressing { continue }
      switch gestures[index].phase {
      case .idle: start(index, offer.since)
      case .undecided:
        // Its fingers are up, and it only waits for others.
        if gestures[index].isSatisfied, gestures[index].own == 0 { continue }
        if gestures[index].isHeld, hasSeenAll(index) { continue }
        if gestures[index].own == 0 { startSequence(index, offer.since) }
      case .begun:
        join(index, fresh, &commands)
        continue
      case .won, .failed: continue
      }
      gestures[index].sequence |= fresh
      gestures[index].own |= rules.actors[index].plan.landsSeparately ? gestures[index].sees : fresh
      commands[index] = countFingers(index)
    }
    for offer in offers { yieldToWinner(offer.gesture, offer.touches, isNew: !hadLanded[offer.gesture]) }
    decide(commands)
  }

  /// Whether no later movement of its fingers matters.
  private func hasSeenAll(_ index: Int) -> Bool {
    gestures[index].isSatisfied && (rules.actors[index].plan.isDiscrete || gestures[index].hasSeenEnd)
  }

  private mutating func start(_ index: Int, _ since: Int64) {
    reset(index)
    gestures[index].phase = .undecided
    for (number, wait) in rules.waits[index].enumerated() {
      if let modes = wait.condition.modes, !modes.contains(context.mode) { continue }
      gestures[index].waits |= 1 << UInt32(number)
    }
    startSequence(index, rules.actors[index].plan.landsSeparately ? gestures[index].scopeLanded : since)
  }

  private mutating func startSequence(_ index: Int, _ since: Int64) {
    gestures[index].firstLanded = since
    gestures[index].hasLifted = false
    gestures[index].hasLanded = false
    gestures[index].sequence = 0
  }

  /// The response of an undecided gesture to the fingers that are down now.
  private mutating func countFingers(_ index: Int) -> Play.SuggestedCommand {
    let count = gestures[index].own.nonzeroBitCount
    // Fingers that land together share from the first one on, fingers that land apart once enough of them are down.
    if !rules.actors[index].plan.landsSeparately { show(index) }
    if count > rules.fingers[index].upperBound {
      gestures[index].mayStartLater = true
      return .fail
    }
    guard count >= rules.fingers[index].lowerBound else { return .nothing }
    gestures[index].hasLanded = true
    gestures[index].hasTracked = true
    show(index)
    guard !(gestures[index].isSatisfied && hasSeenAll(index)) else { return .nothing }
    return gestures[index].play.landed(firstLanded: gestures[index].firstLanded)
  }

  /// After this its own touches are shared with others.
  private mutating func show(_ index: Int) {
    gestures[index].shown |= gestures[index].own
    // A touch that has lifted remains part of it, or remains apart.
    var parts = gestures[index].parts & ~gestures[index].own
    for (slot, finger) in fingers.enumerated() where gestures[index].own & (1 << slot) != 0 {
      guard let finger, isPart(index, slot, finger) else { continue }
      parts |= 1 << slot
    }
    gestures[index].parts = parts
  }

  private func isPart(_ index: Int, _ slot: Int, _ finger: Finger) -> Bool {
    switch rules.actors[index].plan.part {
    case .all: true
    case .left: finger.start.x < World.surface.width / 2
    case .later: finger.landed > gestures[index].firstLanded
    }
  }

  /// A begun gesture takes the touches that fit into its range.
  private mutating func join(_ index: Int, _ fresh: UInt64, _ commands: inout [Int: Play.SuggestedCommand]) {
    let count = (gestures[index].own | fresh).nonzeroBitCount
    guard count <= rules.fingers[index].upperBound else {
      gestures[index].isClosed = true
      return
    }
    if gestures[index].isClosed { return }
    gestures[index].sequence |= fresh
    gestures[index].own |= fresh
    show(index)
    commands[index] = gestures[index].play.landed(firstLanded: gestures[index].firstLanded)
  }

  /// A gesture whose touch has landed after another gesture won that touch's sequence fails, unless the winner lets it
  /// continue.
  private mutating func yieldToWinner(_ index: Int, _ landed: UInt64, isNew: Bool) {
    guard gestures[index].phase == .undecided, gestures[index].shown & landed != 0 else { return }
    for winner in rules.order where winner != index && share(winner, index) {
      switch gestures[winner].phase {
      case .begun, .won: if rules.impacts[winner][index] != .continues { fail(index, mayStartLater: isNew) }
      case .idle, .undecided, .failed: break
      }
      guard gestures[index].phase == .undecided else { return }
    }
  }

  // MARK: Deadlines

  private var deadline: Int64? {
    var earliest = Int64.max
    for index in gestures.indices {
      if let window = landingWindow(index) { earliest = min(earliest, window) }
      if isLooking(index), let deadline = gestures[index].play.deadline { earliest = min(earliest, deadline) }
      if gestures[index].isAwaiting, let until = awaitsFingers(index) { earliest = min(earliest, until) }
    }
    return earliest < .max ? earliest : nil
  }

  /// The time until which its fingers must have landed.
  private func landingWindow(_ index: Int) -> Int64? {
    guard gestures[index].phase == .undecided, !gestures[index].hasLanded, !rules.actors[index].plan.landsSeparately
    else {
      return nil
    }
    return gestures[index].firstLanded + rules.landWithin[index]
  }

  private mutating func pass() {
    var commands: [Int: Play.SuggestedCommand] = [:]
    for index in gestures.indices {
      if let window = landingWindow(index), window <= now {
        commands[index] = .fail
      } else if isLooking(index), let deadline = gestures[index].play.deadline, deadline <= now {
        commands[index] = gestures[index].play.deadlinePassed(now)
      }
    }
    decide(commands)
  }

  // MARK: An instant

  /// Carries out the wishes of the recognizers, and starts attempts afresh.
  private mutating func decide(_ commands: [Int: Play.SuggestedCommand]) {
    var afresh: [Int] = []
    for index in rules.order where gestures[index].phase == .undecided {
      switch commands[index] ?? .nothing {
      case .fail, .cancel: fail(index)
      case .afresh:
        fail(index)
        afresh.append(index)
      case .end: gestures[index].hasSeenEnd = true
      case .nothing, .recognize, .begin, .change, .giveUp: break
      }
    }
    let givenUp = gestures.indices.filter { commands[$0] == .giveUp && isAwaited($0) }
    for index in givenUp { fail(index) }
    for index in rules.order where gestures[index].phase == .begun && commands[index] == .cancel {
      finish(index, .cancelled)
    }
    let hadBegun = gestures.map { $0.phase == .begun }
    succeed(commands)
    for index in rules.order where gestures[index].phase == .begun {
      switch commands[index] ?? .nothing {
      case .change where hadBegun[index]: send(index, .changed)
      case .end: finish(index, .ended)
      case .nothing, .recognize, .begin, .change, .fail, .giveUp, .cancel, .afresh: break
      }
    }
    lookAgain()
    // Before one of them starts: that makes others ready, and those tied to the next are known by then.
    let groups = afresh.map(startingWith)
    for (index, all) in zip(afresh, groups) { startAfresh(index, with: all) }
    makeReady()
  }

  private mutating func succeed(_ commands: [Int: Play.SuggestedCommand]) {
    var candidates = rules.order.filter { index in
      gestures[index].phase == .undecided
        && (commands[index] == .recognize || commands[index] == .begin)
    }
    while let index = first(of: candidates) {
      attempt(index)
      candidates.removeAll { $0 == index || gestures[$0].phase != .undecided }
    }
  }

  /// The first of several gestures at the same instant; they are in order of priority, depth and file.
  private mutating func first(of candidates: [Int]) -> Int? {
    guard var first = candidates.first else { return nil }
    // A gesture without a distance keeps its place among those that have one.
    for other in candidates where rules.isNearer[other][first] { first = other }
    while let other = candidates.first(where: { rules.isBefore[$0][first] }) { first = other }
    return first
  }

  /// The recognizer has seen its gesture: it waits for fingers, is held, fails, or is recognized.
  private mutating func attempt(_ index: Int) {
    guard gestures[index].phase == .undecided else { return }
    if !gestures[index].isSatisfied {
      gestures[index].isSatisfied = true
      guard mayBegin(index) else { return fail(index) }
    }
    guard gestures[index].isHeld || awaitsFingers(index) == nil else {
      gestures[index].isAwaiting = true
      return
    }
    gestures[index].isAwaiting = false
    if !gestures[index].isHeld { gestures[index].since = now }
    switch requirements(of: index) {
    case .fail: fail(index)
    case .wait: gestures[index].isHeld = true
    case .succeed: win(index)
    }
  }

  private func mayBegin(_ index: Int) -> Bool {
    let condition = rules.actors[index].beginIf
    if let modes = condition.modes, !modes.contains(context.mode) { return false }
    if let fingers = condition.fingers, !fingers.contains(gestures[index].own.nonzeroBitCount) { return false }
    return true
  }

  /// Until when another finger may land that a gesture wants which shares a touch with this one.
  private func awaitsFingers(_ index: Int) -> Int64? {
    guard startsByNumber(index), !movesAsOne(index) else { return nil }
    var until: Int64?
    for other in gestures.indices where wantsFingers(other) {
      guard gestures[other].sees & gestures[index].sees != 0 else { continue }
      until = max(until ?? 0, gestures[other].landingBegan + rules.landWithin[other])
    }
    return until
  }

  /// Whether several fingers have left their places together, so that no other one will join them.
  private func movesAsOne(_ index: Int) -> Bool {
    let movements = fingers.indices.filter { gestures[index].sees & (1 << $0) != 0 }.map { slot in
      (fingers[slot]?.position ?? .zero) - (gestures[index].origins[slot] ?? .zero)
    }
    guard movements.count > 1 else { return false }
    let mean = movements.reduce(.zero, +) * (1 / Double(movements.count))
    guard mean.length > Self.togetherDistance else { return false }
    return movements.allSatisfy { $0.dot(mean) >= 0.5 * mean.dot(mean) }
  }

  /// Whether a rule wants more of the fingers its scope sees than are down, and they may still land.
  private func wantsFingers(_ index: Int) -> Bool {
    let gesture = gestures[index]
    return gesture.sees != 0 && !gesture.scopeHasLifted && startsByNumber(index)
      && rules.fingers[index].upperBound > gesture.sees.nonzeroBitCount
      && now < gesture.landingBegan + rules.landWithin[index]
  }

  // MARK: Relations

  private func share(_ a: Int, _ b: Int) -> Bool {
    gestures[a].parts & gestures[b].parts != 0
  }

  /// The gestures that must fail before this one, in the present state.
  private func required(by index: Int) -> [Int] {
    rules.waits[index].enumerated().compactMap { number, wait in
      guard gestures[index].waits & (1 << UInt32(number)) != 0, share(index, wait.on) else { return nil }
      return wait.reason == .edge && !isBornAtEdge(index, of: wait.on) ? nil : wait.on
    }
  }

  /// Whether an undecided gesture has to wait for this one to fail, or an application gets its touches only then.
  private func isAwaited(_ index: Int) -> Bool {
    guard gestures[index].phase == .undecided else { return false }
    if rules.isIntercepted, rules.actors[index].delaysTouchesBegan { return true }
    return gestures.indices.contains { gestures[$0].phase == .undecided && required(by: $0).contains(index) }
  }

  private func requirements(of index: Int) -> Answer {
    var answer = Answer.succeed
    for other in required(by: index) {
      switch gestures[other].phase {
      case .idle, .failed: continue
      case .undecided: answer = .wait
      case .begun, .won: return .fail
      }
    }
    return answer
  }

  /// Whether a touch of the gesture landed in the band of the edge gesture.
  private func isBornAtEdge(_ index: Int, of edge: Int) -> Bool {
    fingers.indices.contains { slot in
      guard gestures[index].shown & (1 << slot) != 0, let finger = fingers[slot] else { return false }
      return finger.start.x < rules.actors[edge].plan.band
    }
  }

  /// It begins or is recognized, and excludes at once.
  private mutating func win(_ index: Int) {
    let isDiscrete = rules.actors[index].plan.isDiscrete
    gestures[index].isHeld = false
    gestures[index].phase = isDiscrete ? .won : .begun
    send(index, isDiscrete ? .recognized : .began)
    for other in rules.order where other != index && share(index, other) {
      switch (gestures[other].phase, rules.impacts[index][other]) {
      case (.undecided, .excludes), (.undecided, .prevents): fail(other)
      case (.begun, .prevents): finish(other, .cancelled)
      case (.undecided, .continues), (.begun, .continues), (.begun, .excludes): break
      case (.idle, _), (.won, _), (.failed, _): break
      }
    }
    if gestures[index].hasSeenEnd, gestures[index].phase == .begun { finish(index, .ended) }
  }

  /// Checks held gestures, and those that wait for fingers, until nothing changes any more.
  private mutating func lookAgain() {
    var changed = true
    while changed {
      changed = false
      for index in rules.order where gestures[index].phase == .undecided && gestures[index].isHeld {
        if case .fail = requirements(of: index) {
          fail(index)
          changed = true
        }
      }
      let free = rules.order.filter { index in
        guard gestures[index].phase == .undecided else { return false }
        if gestures[index].isAwaiting { return awaitsFingers(index) == nil }
        guard gestures[index].isHeld, case .succeed = requirements(of: index) else { return false }
        return true
      }
      guard let index = first(of: free) else { continue }
      attempt(index)
      changed = true
    }
  }

  // MARK: Events

  private mutating func send(_ index: Int, _ state: RecognizerState) {
    events.append(Event(time: now, gesture: index, state: state, since: gestures[index].since))
  }

  private mutating func finish(_ index: Int, _ state: RecognizerState) {
    send(index, state)
    gestures[index].phase = .won
  }

  // MARK: Ready again

  /// All gestures that are tied to a gesture. One whose fingers land apart may have been ready earlier: it starts with
  /// the next landing.
  private func startingWith(_ index: Int) -> [Int] {
    rules.tied[index].filter { !rules.actors[$0].plan.landsSeparately || gestures[$0].phase != .idle }
  }

  /// A gesture that failed on touches which may start a fresh attempt starts it, with all that are tied to it.
  private mutating func startAfresh(_ index: Int, with all: [Int]) {
    let landed = gestures[index].sequence
    guard case .failed = gestures[index].phase, all.allSatisfy({ isDone($0) }) else { return }
    guard all.allSatisfy({ touches(of: $0) & ~landed == 0 }) else { return }
    for other in all { reset(other) }
    freshStarts += all.filter { gestures[$0].sees & landed != 0 && !rules.actors[$0].plan.isMadeByButton }
    offer(all.map { Offer(gesture: $0, touches: landed, since: gestures[$0].scopeLanded) })
  }

  /// Makes gestures ready for the next attempt when their touches are up and no tied gesture prevents it. Gestures
  /// whose fingers land apart need only their own touches to be up.
  private mutating func makeReady() {
    let ready = gestures.indices.filter { index in
      let others = rules.actors[index].plan.landsSeparately ? [index] : rules.tied[index]
      return isDone(index) && others.allSatisfy { !blocksOthers($0) && touches(of: $0) == 0 }
    }
    for index in ready where gestures[index].phase != .idle { reset(index) }
  }

  /// Whether it prevents tied gestures from becoming ready. One whose fingers can land apart does so only after enough
  /// of them are down.
  private func blocksOthers(_ index: Int) -> Bool {
    !isDone(index) && (gestures[index].hasLanded || !rules.actors[index].plan.landsSeparately)
  }

  /// The touches that keep it from being ready again.
  private func touches(of index: Int) -> UInt64 {
    let gesture = gestures[index]
    if rules.actors[index].plan.isMadeByButton, gesture.phase == .idle { return 0 }
    return rules.actors[index].plan.landsSeparately ? gesture.sees & gesture.parts : gesture.sees
  }

  private mutating func reset(_ index: Int) {
    let before = gestures[index]
    gestures[index] = Gesture(play: Play(rules.actors[index].plan), sees: before.sees)
    gestures[index].scopeLanded = before.scopeLanded
    gestures[index].scopeHasLifted = before.scopeHasLifted
    gestures[index].scopePeak = before.scopePeak
    gestures[index].landingBegan = before.landingBegan
    gestures[index].origins = before.origins
  }

  private func isDone(_ index: Int) -> Bool {
    switch gestures[index].phase {
    case .idle, .won, .failed: true
    case .undecided, .begun: false
    }
  }
}
