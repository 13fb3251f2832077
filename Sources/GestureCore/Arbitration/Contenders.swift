/// The contenders of a device with their recognizers, in the order that decides at the same instant: which of them are in an
/// attempt, which are shown the touches, and what is said of them.
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
  private var recognizers: [any Recognizer]
  /// Contenders in an attempt or not ready yet, in order: all others cost nothing.
  private(set) var engaged: [ContenderID] = []
  /// Contenders that are shown the touches.
  private(set) var watching: [ContenderID] = []
  private(set) var now = Timestamp(microseconds: 0)
  private var events: ReusableBuffer<GestureEvent>
  /// From then on motion is of no interest, until a touch lands or the last one lifts.
  private var inertFrom = Timestamp.never
  /// The earliest deadline of contenders that are not shown the touches.
  private var restDeadline = Timestamp.never
  /// By component: whether it is not ready yet; used only within `resetFinished`.
  private var busy: [Bool]

  init(_ plan: PipelinePlan, _ device: DeviceID, _ observer: (any Observer)?) {
    self.device = device
    self.observer = observer
    list = plan.contenders
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

  /// Those whose touches are those of a scope.
  func members(of home: ScopeID) -> [ContenderID] {
    list.indices.filter { list[$0].home == home }.map { ContenderID($0) }
  }

  /// All gestures are decided, and none can start to look.
  var isInert: Bool { now >= inertFrom }

  /// All that follows happens at this time.
  mutating func setTime(_ time: Timestamp) { now = time }

  /// When one of them wants to be asked again.
  var nextDeadline: Timestamp {
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

  /// Those that are ready again together with a contender, which is one of them.
  func tied(to id: ContenderID) -> [ContenderID] {
    engaged.filter { components[$0] == components[id] }
  }

  /// Contenders tied by requirements reset together, when the last of them is done and none of their touches is down.
  mutating func resetFinished(_ router: inout TouchRouter) {
    for id in engaged { busy[components[id]] = false }
    for id in engaged where self[id].keepsOthersWaiting || !touchesDown(id, &router).isEmpty {
      busy[components[id]] = true
    }
    var kept = 0
    for index in engaged.indices {
      let id = engaged[index]
      if self[id].isDone, !busy[components[id]] {
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
    return self[id].landsApart ? mask.intersection(self[id].touches) : mask
  }

  /// Finds out anew which contenders are shown the touches, and until when another one may be.
  mutating func survey(_ router: inout TouchRouter) {
    watching.removeAll(keepingCapacity: true)
    restDeadline = .never
    inertFrom = router.startSurvey()
    for id in engaged {
      if self[id].isBusy { inertFrom = .never }
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
    let (step, deadline) = Self.ask(&recognizers[id], router.group(of: self[id].scope), look)
    list[id].deadline = deadline
    if step.isSuccess { list[id].distance = recognizers[id].distance }
    return step
  }

  /// One access to the recognizer for both questions: each costs more than many an answer.
  private static func ask(
    _ recognizer: inout any Recognizer, _ group: TouchGroup, _ look: (inout any Recognizer, TouchGroup) -> Step
  ) -> (Step, Timestamp) {
    let step = look(&recognizer, group)
    return (step, recognizer.deadline ?? .never)
  }

  /// What a recognizer reports now.
  func values(of id: ContenderID, _ router: inout TouchRouter) -> GestureValues {
    recognizers[id].values(router.group(of: self[id].scope))
  }

  /// Leaves out of a contender's touches those that are not part of its gesture.
  mutating func noteParts(of id: ContenderID, _ router: inout TouchRouter) {
    let group = router.group(of: self[id].scope)
    var parts: TouchMask = []
    for touch in group.touches where recognizers[id].isPart(touch) { parts.formUnion(touch.bit) }
    // Those that have lifted are not in the group any more.
    list[id].touches = list[id].touches.subtracting(group.mask).union(parts)
  }

  // MARK: What is said of them

  /// Moves the events that have come up to the end of a list.
  mutating func drain(into events: inout [GestureEvent]) {
    guard !self.events.isEmpty else { return }
    for index in self.events.indices { events.append(self.events[index]) }
    self.events.removeAll()
  }

  /// Sends a gesture event with the values that were last noted.
  mutating func send(_ id: ContenderID, _ state: RecognizerState, _ router: inout TouchRouter) {
    let values = list[id].values
    events.append(
      GestureEvent(
        time: now, since: list[id].recognized, device: device, gesture: list[id].gesture, state: state,
        duration: now - list[id].attemptBegan, tool: router.tool(of: list[id].scope), values: values))
    report(id, .event(state, values))
  }

  /// Tells the observer of a decision.
  func report(_ id: ContenderID, _ outcome: Decision.Outcome) {
    guard let observer else { return }
    observer.observe(Decision(time: now, device: device, gesture: list[id].gesture, outcome: outcome))
  }

  /// The state of every recognizer, in order, at a time that may be later than that of the last frame; `waitsFor` says
  /// which gestures must fail before it.
  func snapshots(
    _ router: TouchRouter, at time: Timestamp?, waitsFor: (ContenderID) -> [ContenderID]
  ) -> [Standing] {
    list.indices.map { index in
      let contender = list[index]
      var group = router.group(of: contender.scope)
      group.time = max(now, time ?? now)
      return Standing(
        gesture: contender.gesture, phase: contender.snapshotPhase,
        waitsFor: contender.isUndecided ? waitsFor(ContenderID(index)).map { self[$0].gesture } : [],
        gauges: contender.isWatching ? recognizers[index].gauges(group) : [])
    }
  }
}
