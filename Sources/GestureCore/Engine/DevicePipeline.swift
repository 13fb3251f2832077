/// One device's touches, recognizers and arbitration.
///
/// A frame is taken apart into what was cancelled, moved, lifted and landed, in that order; after each of these steps the
/// recognizers say what they want and arbitration decides.
struct DevicePipeline: Sendable {
  /// What a recognizer wants.
  struct Proposal: Sendable {
    let contender: Int
    let step: Step
  }

  let device: Device
  let relations: Relations
  let zones: ZoneMap
  let observer: (any Observer)?
  /// What the session is like; looked at when touches land and gestures begin.
  var context: Context
  /// In the order that decides at the same instant.
  var contenders: [Contender]
  /// The recognizers, in the same order.
  var recognizers: [any Recognizer]
  /// Their conditions to begin, in the same order.
  let beginConditions: [DeviceCondition?]
  /// First those of the rules, then those of single gestures.
  var scopes: [Scope]
  /// Those that take part in an attempt or are not ready yet, in order: all others cost nothing.
  var engaged: [Int] = []
  var now = Timestamp(microseconds: 0)
  /// What the recognizers want in this step.
  var proposals: Refill<Proposal>
  var events: Refill<GestureEvent>
  private(set) var nextDeadline = Timestamp.never

  /// Whether each gate of a requirement is open in the present attempt.
  var isOpen: [Bool]
  /// For each zone that takes one touch at a time, the touch it has.
  var occupant: [TouchMask]
  /// How many are held, so that the rest of the time nobody looks for them.
  var heldCount = 0
  /// How many scopes of single gestures are in use; hardly ever is there one.
  var apartCount = 0
  /// Whether, as touches land, someone has won touches already.
  var hasWinners = false
  /// Someone failed on touches that may start a fresh attempt.
  var hasFreshStarts = false
  /// A phase has changed since the last survey.
  var needsSurvey = false
  /// Those that are shown the touches, so that all others cost nothing per frame.
  private(set) var watching: [Int] = []
  /// What each recognizer looks at.
  private let facts: [Kind.Facts]
  /// From then on it is nobody's business how the touches move, until one lands or the last one lifts.
  private var inertFrom = Timestamp.never
  /// The earliest deadline of those that are not shown the touches.
  private var restDeadline = Timestamp.never
  /// Whether anyone only looks on, so that otherwise nobody asks what is to be seen.
  let hasBystanders: Bool
  /// Scratch of `resetFinished` and `startAfresh`, by component.
  var busy: [Bool]
  /// Nil where applications get the touches as if we were not there.
  var desk: DeliveryDesk?
  private var tracker: TouchTracker

  init(_ device: Device, _ rules: RuleSet, _ context: Context, _ observer: (any Observer)?) {
    self.device = device
    self.context = context
    self.observer = observer
    let plan = PipelinePlan(rules, device)
    zones = plan.zones
    contenders = plan.contenders
    recognizers = plan.recognizers
    beginConditions = plan.beginConditions
    relations = plan.relations
    hasBystanders = plan.contenders.contains(where: \.isBystander)
    facts = plan.facts
    let isIntercepted = device.capabilities.contains(.interception)
    desk = isIntercepted ? DeliveryDesk() : nil
    // Whoever may want a touch kept must say so from its landing on.
    scopes = plan.scopes(isObserved: observer != nil || isIntercepted)
    tracker = TouchTracker(rotation: plan.rotation, size: device.size)
    isOpen = Array(repeating: false, count: relations.requirements.gates.count)
    occupant = Array(repeating: [], count: zones.indices.count)
    busy = Array(repeating: false, count: contenders.count)
    watching.reserveCapacity(contenders.count)
    engaged.reserveCapacity(contenders.count)
    proposals = Refill(capacity: contenders.count)
    events = Refill(capacity: contenders.count * 2)
  }

  /// Everyone has decided, and nobody will come to take part.
  var isInert: Bool { now >= inertFrom }

  /// How many touches are down, whoever sees them.
  var touchCount: Int { tracker.count }

  /// No touch is down, and nobody takes part in an attempt.
  var isAtRest: Bool { engaged.isEmpty && tracker.isEmpty }

  mutating func process(_ frame: Frame) {
    guard !isInert || TouchTracker.changesTouches(frame) else { return }
    tracker.take(frame, notBefore: now)
    now = tracker.time
    takeSteps()
  }

  /// Serves the earliest deadline, at its own time.
  mutating func fireDeadline() {
    now = max(now, nextDeadline)
    if tracker.deadline <= now {
      tracker.believe(at: now)
      takeSteps()
    }
    for place in scopes.indices { scopes[place].group.time = now }
    needsSurvey = true
    for index in engaged where contenders[index].deadline <= now { serveDeadline(index) }
    arbitrate()
    finish()
  }

  mutating func cancelAll(_ cause: Decision.Cause, at time: Timestamp) {
    tracker.cancelAll(at: max(time, now))
    now = tracker.time
    // A tap that waits to be released would otherwise come out after all was called off.
    for index in engaged where contenders[index].isUndecided { fail(index, cause) }
    takeSteps(cause)
  }

  /// Moves the events that have come up to the end of a list.
  mutating func drain(into list: inout [GestureEvent]) {
    guard !events.isEmpty else { return }
    for place in events.indices { list.append(events[place]) }
    events.removeAll()
  }

  private mutating func takeSteps(_ cause: Decision.Cause = .touchCancelled) {
    if !tracker.cancelled.isEmpty { cancelTouches(tracker.cancelled, cause) }
    if !tracker.moved.isEmpty { moveTouches(tracker.moved) }
    if !tracker.ended.isEmpty { liftTouches(tracker.ended) }
    if !tracker.began.isEmpty { landTouches(tracker.began) }
    finish()
  }

  /// Lets a contender look at the touches and notes what it wants.
  mutating func show(_ index: Int, _ look: (inout any Recognizer, TouchGroup) -> Step) {
    guard contenders[index].isWatching else { return }
    let (step, deadline) = Self.ask(&recognizers[index], scopes[contenders[index].scope].group, look)
    contenders[index].deadline = deadline
    if case .stay = step { return }
    if step.isSuccess { contenders[index].distance = recognizers[index].distance }
    proposals.append(Proposal(contender: index, step: step))
  }

  /// One access to the recognizer for both questions: each costs more than many an answer.
  private static func ask(
    _ recognizer: inout any Recognizer, _ group: TouchGroup, _ look: (inout any Recognizer, TouchGroup) -> Step
  ) -> (Step, Timestamp) {
    let step = look(&recognizer, group)
    return (step, recognizer.deadline ?? .never)
  }

  private mutating func serveDeadline(_ index: Int) {
    contenders[index].deadline = .never
    switch contenders[index].phase {
    case .possible where !contenders[index].isTracking: failForFingers(index)
    case .possible, .active, .held(_, finished: false):
      show(index) { $0.deadlinePassed($1) }
      // Asking for the same moment again would never end.
      if contenders[index].deadline <= now { contenders[index].deadline = .never }
    case .idle, .done, .held(_, finished: true): break
    }
  }

  /// After all steps of an instant: whoever is done and untouched starts anew, and the next deadline is found.
  private mutating func finish() {
    if needsSurvey, hasBystanders { showBystanders() }
    if needsSurvey { survey() }
    nextDeadline = min(tracker.deadline, restDeadline)
    for index in watching { nextDeadline = min(nextDeadline, contenders[index].deadline) }
    if heldCount > 0 {
      for place in scopes.indices where scopes[place].landingEnds > now {
        nextDeadline = min(nextDeadline, scopes[place].landingEnds)
      }
    }
  }

  /// Finds out anew who is shown the touches, and until when someone may be.
  private mutating func survey() {
    needsSurvey = false
    resetFinished()
    watching.removeAll(keepingCapacity: true)
    restDeadline = .never
    inertFrom = Timestamp(microseconds: 0)
    for place in scopes.indices {
      scopes[place].group.measures = []
      scopes[place].isWatched = false
      inertFrom = max(inertFrom, scopes[place].joinEnds)
    }
    for index in engaged {
      if contenders[index].isBusy { inertFrom = .never }
      if contenders[index].isWatching {
        watching.append(index)
        scopes[contenders[index].scope].isWatched = true
        scopes[contenders[index].scope].group.measures.formUnion(facts[index])
      } else {
        restDeadline = min(restDeadline, contenders[index].deadline)
      }
    }
  }
}
