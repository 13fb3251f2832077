/// What arbitration knows of a recognizer; the recognizer itself is kept apart, so that looking at this costs nothing.
struct Contender: Sendable {
  /// Where it stands among the others; `RecognizerState` is what the world sees of it.
  enum Phase: Equatable, Sendable {
    /// Not part of any attempt.
    case idle
    case possible
    /// It has seen its gesture and waits; to all others it is still possible. `finished`: it has also seen its end.
    case held(Wait, finished: Bool)
    /// Continuous, and begun.
    case active
    case done(Ending)
  }

  /// What a held recognizer waits for.
  enum Wait: Equatable, Sendable { case fingers, requirements }

  enum Ending: Equatable, Sendable {
    case succeeded
    case failed
  }

  let gesture: GestureID
  let precedence: Int
  /// Contenders of the same priority and depth of zone have the same rank: among them the nearest goes first.
  let rank: Int
  let isDiscrete: Bool
  let landsSeparately: Bool
  /// It takes part only while a button is pressed.
  let isMadeByButton: Bool
  /// Recognized, it waits until no further finger can land.
  let awaitsFingers: Bool
  let delivery: DeliverySettings
  let fingers: ClosedRange<Int>
  let landWithin: TimeSpan
  /// How long its fingers may be off the surface once it has begun.
  let bounce: TimeSpan
  /// The scope whose touches it gets.
  let home: ScopeID

  var phase = Phase.idle
  /// The scope whose touches it sees: `home`, or one of its own.
  var scope: ScopeID
  /// Its fingers have landed in this sequence, so it is shown the touches.
  private(set) var isTracking = false
  /// When they had.
  private(set) var trackingBegan = Timestamp(microseconds: 0)
  /// The touches it has been offered in this attempt.
  var offered: TouchMask = []
  /// The offered touches that are part of it.
  var touches: TouchMask = []
  var attemptBegan = Timestamp(microseconds: 0)
  var recognized = Timestamp(microseconds: 0)
  var deadline = Timestamp.never
  /// How unlike what it has seen is to what it looks for, where that can be compared.
  var distance: Double?
  /// It failed on touches that may start a fresh attempt.
  var wantsFreshStart = false
  /// It failed before it was shown its fingers, by their number, or with a touch that was cancelled: not by what they did.
  var mayStartLater = false

  init(
    _ gesture: GestureID, _ rule: GestureRule, _ settings: Settings, precedence: Int, rank: Int, home: ScopeID
  ) {
    self.gesture = gesture
    self.precedence = precedence
    self.rank = rank
    isDiscrete = rule.kind.isDiscrete
    landsSeparately = rule.kind.traits.landsSeparately
    isMadeByButton = rule.kind.traits.isMadeByButton
    let isHint = rule.kind.traits.onlyObserves
    awaitsFingers = !landsSeparately && !isMadeByButton && !isHint
    delivery = isHint ? .none : rule.delivery
    bounce = rule.kind.traits.outlastsBounces ? settings[TapCounter.bounce] : TimeSpan(microseconds: 0)
    self.home = home
    scope = home
    fingers = settings[CommonSettings.fingers]
    landWithin = settings[CommonSettings.landWithin]
  }

  /// It may still begin or be recognized.
  var isUndecided: Bool {
    switch phase {
    case .possible, .held: true
    case .idle, .active, .done: false
    }
  }

  /// It is shown what the touches do.
  var isWatching: Bool {
    switch phase {
    case .possible, .held(_, finished: false), .active: isTracking
    case .idle, .held(_, finished: true), .done: false
    }
  }

  var isDone: Bool {
    switch phase {
    case .done: true
    case .idle, .possible, .held, .active: false
    }
  }

  /// Whether an attempt may start although touches are down.
  var mayStartAgain: Bool {
    switch phase {
    case .idle: true
    case .done: mayStartLater
    case .possible, .held, .active: false
    }
  }

  /// Part of an attempt that is not over.
  fileprivate var isBusy: Bool { isUndecided || phase == .active }

  /// Part of an attempt that is not over, and keeps the contenders tied to it waiting. A contender whose fingers may land
  /// at any time does so only once they have landed.
  fileprivate var keepsOthersWaiting: Bool { isBusy && (isTracking || !landsSeparately) }

  /// It has won its touches.
  var hasWon: Bool { phase == .active || phase == .done(.succeeded) }

  /// Whether its recognizer may want this now. A step to fail after it began, or to cancel before, is understood.
  func allows(_ step: Step) -> Bool {
    switch step {
    case .stay, .fail, .giveUp, .cancel: true
    case .recognize: phase == .possible && isDiscrete
    case .begin: phase == .possible && !isDiscrete
    case .change, .end: phase != .possible
    case .startAfresh: isUndecided
    }
  }

  func shares(_ other: Contender) -> Bool { !touches.isDisjoint(with: other.touches) }

  /// Touches that have landed are offered to it, and are part of it unless its recognizer says otherwise.
  mutating func take(_ landed: TouchMask) {
    offered.formUnion(landed)
    touches.formUnion(landed)
  }

  /// Its fingers have landed.
  mutating func startTracking(at time: Timestamp) {
    isTracking = true
    trackingBegan = time
  }

  /// The fingers of its next tap have yet to land.
  mutating func stopTracking() { isTracking = false }

  mutating func reset() {
    phase = .idle
    scope = home
    isTracking = false
    offered = []
    touches = []
    deadline = .never
    distance = nil
    wantsFreshStart = false
    mayStartLater = false
  }
}

/// The place of a contender in its device's order, which decides at the same instant.
struct ContenderID: ListIndex {
  let rawValue: Int
  init(_ rawValue: Int) { self.rawValue = rawValue }
}

/// A set of contenders, one bit each: arbitration asks for members far too often to hash them.
struct ContenderSet: Sendable {
  private var words: [UInt64] = []

  var isEmpty: Bool { words.isEmpty }

  func contains(_ id: ContenderID) -> Bool {
    let word = id.rawValue / UInt64.bitWidth
    return word < words.count && words[word] & Self.bit(of: id) != 0
  }

  /// Returns whether it was not a member yet.
  @discardableResult
  mutating func insert(_ id: ContenderID) -> Bool {
    let word = id.rawValue / UInt64.bitWidth
    while words.count <= word { words.append(0) }
    defer { words[word] |= Self.bit(of: id) }
    return words[word] & Self.bit(of: id) == 0
  }

  private static func bit(of id: ContenderID) -> UInt64 { 1 << UInt64(id.rawValue % UInt64.bitWidth) }
}

/// The contenders of a device with their recognizers, in the order that decides at the same instant: which of them are in an
/// attempt, which are shown the touches, and what is reported of them.
///
/// It decides nothing: the `Arbiter`, which owns it, does. A router is passed `inout` so that it is never copied.
struct Contenders: Sendable {
  private let device: DeviceID
  private let observer: (any Observer)?
  /// What each recognizer looks at.
  private let facts: [Kind.Facts]
  /// Contenders of the same component of the requirements are ready again together.
  private let components: [Int]
  private var list: [Contender]
  /// What was last noted of each. Apart, so that looking at a contender copies nothing that is counted.
  var values: [GestureValues]
  private var recognizers: [any Recognizer]
  /// Contenders in an attempt or not ready yet, in order: all others cost nothing.
  private(set) var engaged: [ContenderID] = []
  /// Contenders that are shown the touches.
  private(set) var watching: [ContenderID] = []
  private(set) var now = Timestamp(microseconds: 0)
  private var events: ReusableBuffer<GestureEvent>
  /// All gestures are decided: motion is of no interest until a touch lands or the last one lifts.
  private(set) var isInert = false
  /// The earliest deadline of contenders that are not shown the touches.
  private var restDeadline = Timestamp.never
  /// By component: whether it is not ready yet; used only within `resetFinished`.
  private var busy: [Bool]

  init(_ plan: PipelinePlan, _ device: DeviceID, _ observer: (any Observer)?) {
    self.device = device
    self.observer = observer
    list = plan.contenders
    values = Array(repeating: GestureValues(), count: list.count)
    recognizers = plan.recognizers
    facts = plan.facts
    components = plan.relations.requirements.component
    busy = Array(repeating: false, count: list.count)
    watching.reserveCapacity(list.count)
    engaged.reserveCapacity(list.count)
    events = ReusableBuffer(capacity: list.count * 2)
  }

  subscript(id: ContenderID) -> Contender {
    _read { yield list[id.rawValue] }
    _modify { yield &list[id.rawValue] }
  }

  /// Whether the fingers of some contender may be off the surface for a moment.
  var mayBounce: Bool { list.contains { $0.bounce.microseconds > 0 } }

  /// The contenders that see the touches of this scope.
  func members(of home: ScopeID) -> [ContenderID] {
    list.indices.filter { list[$0].home == home }.map { ContenderID($0) }
  }

  /// Whether one of the same rank has seen something more like what it looks for.
  func isNearer(_ one: ContenderID, than other: ContenderID) -> Bool {
    guard self[one].rank == self[other].rank, let distance = self[one].distance,
      let otherDistance = self[other].distance
    else { return false }
    return distance < otherDistance
  }

  /// All that follows happens at this time.
  mutating func setTime(_ time: Timestamp) { now = time }

  /// When a contender wants to be asked again. Mutating, so that none of this is copied for the question.
  mutating func nextDeadline() -> Timestamp {
    var deadline = restDeadline
    for id in watching { deadline = min(deadline, self[id].deadline) }
    return deadline
  }

  // MARK: Attempts

  /// Enters a contender among the engaged; they mostly come in order.
  mutating func engage(_ id: ContenderID) {
    var index = engaged.count
    while index > 0, engaged[index - 1] > id { index -= 1 }
    engaged.insert(id, at: index)
  }

  /// Takes contenders out of the engaged.
  mutating func disengage(_ isOut: (ContenderID) -> Bool) { engaged.removeAll(where: isOut) }

  /// Forgets an attempt.
  mutating func reset(_ id: ContenderID) {
    recognizers[id].reset()
    list[id].reset()
    report(id, .reset)
  }

  /// The engaged contenders that are ready again together with this one, itself included.
  func tied(to id: ContenderID) -> [ContenderID] {
    engaged.filter { components[$0] == components[id] }
  }

  /// Contenders tied by requirements reset together, when the last of them is done and none of their touches is down. One
  /// whose fingers land separately does not wait for the others: the fingers that rest on are theirs too.
  mutating func resetFinished(_ router: inout TouchRouter) {
    // Mostly none is, since the touches that a contender has failed on are still down.
    guard engaged.contains(where: { self[$0].isDone && touchesDown($0, &router).isEmpty }) else { return }
    for id in engaged { busy[components[id]] = false }
    for id in engaged where self[id].keepsOthersWaiting || !touchesDown(id, &router).isEmpty {
      busy[components[id]] = true
    }
    var kept = 0
    for index in engaged.indices {
      let id = engaged[index]
      let isBusy = self[id].landsSeparately ? !touchesDown(id, &router).isEmpty : busy[components[id]]
      if self[id].isDone, !isBusy {
        reset(id)
      } else {
        engaged[kept] = id
        kept += 1
      }
    }
    engaged.removeLast(engaged.count - kept)
  }

  /// Whether all that are tied to a contender are done, and have no touches but those that made it fail.
  func mayStartAfresh(_ id: ContenderID, _ router: inout TouchRouter) -> Bool {
    let landed = router.group(of: self[id].home).mask
    guard !landed.isEmpty else { return false }
    for other in engaged where components[other] == components[id] {
      guard self[other].isDone, touchesDown(other, &router).isSubset(of: landed) else { return false }
    }
    return true
  }

  /// The touches down that are dead to it; where others may rest on, only those that are part of it.
  private func touchesDown(_ id: ContenderID, _ router: inout TouchRouter) -> TouchMask {
    let mask = router.group(of: self[id].home).mask
    return self[id].landsSeparately ? mask.intersection(self[id].touches) : mask
  }

  /// Finds out anew which contenders are shown the touches.
  mutating func survey(_ router: inout TouchRouter) {
    watching.removeAll(keepingCapacity: true)
    restDeadline = .never
    isInert = true
    router.startSurvey()
    for id in engaged {
      if self[id].isBusy { isInert = false }
      if self[id].isWatching {
        watching.append(id)
        router.watch(self[id].scope, facts[id])
      } else {
        restDeadline = min(restDeadline, self[id].deadline)
      }
    }
  }

  // MARK: Asking recognizers

  /// Lets a contender look at the touches; returns what it wants.
  mutating func ask(
    _ id: ContenderID, _ router: inout TouchRouter, _ look: (inout any Recognizer, TouchGroup) -> Step
  ) -> Step {
    guard self[id].isWatching else { return .stay }
    let (step, deadline) = router.withGroup(of: self[id].scope) { Self.ask(&recognizers[id], &$0, look) }
    list[id].deadline = deadline
    if step.isSuccess { list[id].distance = recognizers[id].distance }
    return step
  }

  /// One access to the recognizer for both questions: each costs more than many an answer. The group is not changed.
  private static func ask(
    _ recognizer: inout any Recognizer, _ group: inout TouchGroup, _ look: (inout any Recognizer, TouchGroup) -> Step
  ) -> (Step, Timestamp) {
    let step = look(&recognizer, group)
    return (step, recognizer.deadline ?? .never)
  }

  /// What a recognizer reports now.
  mutating func report(of id: ContenderID, _ router: inout TouchRouter) -> GestureValues {
    router.withGroup(of: self[id].scope) { Self.report(of: &recognizers[id], &$0) }
  }

  private static func report(of recognizer: inout any Recognizer, _ group: inout TouchGroup) -> GestureValues {
    recognizer.values(group)
  }

  /// Leaves out of a contender's touches those that are not part of its gesture.
  mutating func noteParts(of id: ContenderID, _ router: inout TouchRouter) {
    let group = router.group(of: self[id].scope)
    var parts: TouchMask = []
    for touch in group.touches where recognizers[id].isPart(touch) { parts.formUnion(touch.bit) }
    // Those that have lifted are not in the group any more.
    list[id].touches = list[id].touches.subtracting(group.mask).union(parts)
  }

  // MARK: Events and reports

  /// Moves the events that have come up to the end of a list.
  mutating func drain(into events: inout [GestureEvent]) {
    guard !self.events.isEmpty else { return }
    for index in self.events.indices { events.append(self.events[index]) }
    self.events.removeAll()
  }

  /// Sends a gesture event with the values that were last noted.
  mutating func send(_ id: ContenderID, _ state: RecognizerState, _ router: inout TouchRouter) {
    events.append(
      GestureEvent(
        time: now, since: list[id].recognized, device: device, gesture: list[id].gesture, state: state,
        duration: now - list[id].attemptBegan, tool: router.tool(of: list[id].scope), values: values[id]))
    if observer != nil { report(id, .event(state, values[id])) }
  }

  /// Whether anybody is told of decisions.
  var isObserved: Bool { observer != nil }

  /// Tells the observer of a decision.
  func report(_ id: ContenderID, _ outcome: Decision.Outcome) {
    guard let observer else { return }
    observer.observe(Decision(time: now, device: device, gesture: list[id].gesture, outcome: outcome))
  }

  /// The state of every recognizer, in order, at a time that may be later than that of the last frame; `waitsFor` says
  /// which gestures must fail before it.
  func snapshots(
    _ router: TouchRouter, at time: Timestamp?, waitsFor: (ContenderID) -> [ContenderID]
  ) -> [RecognizerSnapshot] {
    list.indices.map { index in
      let contender = list[index]
      var group = router.group(of: contender.scope)
      group.time = max(now, time ?? now)
      return RecognizerSnapshot(
        gesture: contender.gesture, phase: contender.snapshotPhase,
        waitsFor: contender.isUndecided ? waitsFor(ContenderID(index)).map { self[$0].gesture } : [],
        gauges: contender.isWatching ? recognizers[index].gauges(group) : [])
    }
  }
}
