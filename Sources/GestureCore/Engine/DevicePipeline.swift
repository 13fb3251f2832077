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
  let observer: (any Observer)?
  /// In the order that decides at the same instant.
  var contenders: [Contender]
  /// The recognizers, in the same order.
  var recognizers: [any Recognizer]
  var group: TouchGroup
  var now = Timestamp(microseconds: 0)
  /// What the recognizers want in this step.
  var proposals: Refill<Proposal>
  var events: Refill<GestureEvent>
  private(set) var nextDeadline = Timestamp.never

  /// Gestures that look at their own touches only; hardly ever is there one.
  var apart: [ApartTouches] = []
  /// How many are held, so that the rest of the time nobody looks for them.
  var heldCount = 0
  /// Someone failed on touches that may start a fresh attempt.
  var hasFreshStarts = false
  /// A phase has changed since the last survey.
  var needsSurvey = false
  /// Those that are shown the touches, so that all others cost nothing per frame.
  private(set) var watching: [Int] = []
  /// What each recognizer looks at.
  private let facts: [Kind.Facts]
  /// Everyone is done until the last finger lifts, so how the fingers move is nobody's business.
  private(set) var isInert = false
  /// The earliest deadline of those that are not shown the touches.
  private var restDeadline = Timestamp.never
  /// Scratch of `resetFinished` and `startAfresh`, by component.
  var busy: [Bool]
  private var tracker: TouchTracker
  /// By number of fingers down: how long after the first landing a rule in scope still wants more.
  private let landingWindow: [TimeSpan]

  init(_ device: Device, _ rules: RuleSet, _ observer: (any Observer)?) {
    self.device = device
    self.observer = observer
    let order = rules.gestures.indices
      .filter { rules.obstacle(to: rules.gestures[$0], on: device) == nil }
      .sorted { (-rules.gestures[$0].priority, $0) < (-rules.gestures[$1].priority, $1) }
      .map(GestureID.init)
    contenders = []
    recognizers = []
    var kinds: [String: Int] = [:]
    var facts: [Kind.Facts] = []
    for gesture in order {
      let rule = rules.gestures[gesture.rawValue]
      let settings = rules.settings(of: rule, on: device)
      let recognizer = rule.kind.make(settings, parts: rules.parts(of: rule, on: device))
      recognizers.append(recognizer)
      contenders.append(
        Contender(
          gesture, kind: kinds[rule.kind.name, default: kinds.count], isDiscrete: rule.kind.isDiscrete,
          precedence: recognizer.precedence, settings))
      kinds[rule.kind.name] = contenders.last?.kind
      facts.append(rule.kind.facts)
    }
    relations = Relations(rules, among: order)
    self.facts = facts
    group = TouchGroup(surface: rules.rotation(ofDevice: device.name).apply(device.size))
    tracker = TouchTracker(rotation: rules.rotation(ofDevice: device.name), size: device.size)
    landingWindow = Self.landingWindow(contenders, settled: device.capabilities.contains(.settledFingers))
    busy = Array(repeating: false, count: order.count)
    watching.reserveCapacity(order.count)
    proposals = Refill(capacity: order.count)
    events = Refill(capacity: order.count * 2)
  }

  private static func landingWindow(_ contenders: [Contender], settled: Bool) -> [TimeSpan] {
    (0...16).map { count in
      contenders.reduce(TimeSpan(microseconds: 0)) {
        !settled && $1.fingers.upperBound > count ? max($0, $1.landWithin) : $0
      }
    }
  }

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
    group.time = now
    for place in apart.indices { apart[place].group.time = now }
    needsSurvey = true
    for index in contenders.indices where contenders[index].deadline <= now { serveDeadline(index) }
    arbitrate()
    finish()
  }

  mutating func cancelAll(_ cause: Decision.Cause, at time: Timestamp) {
    tracker.cancelAll(at: max(time, now))
    now = tracker.time
    // A tap that waits to be released would otherwise come out after all was called off.
    for index in contenders.indices where contenders[index].isUndecided { fail(index, cause) }
    takeSteps(cause)
  }

  mutating func drain(_ emit: (GestureEvent) -> Void) {
    guard !events.isEmpty else { return }
    for place in events.indices { emit(events[place]) }
    events.removeAll()
  }

  private mutating func takeSteps(_ cause: Decision.Cause = .touchCancelled) {
    if !tracker.cancelled.isEmpty { cancelTouches(tracker.cancelled, cause) }
    if !tracker.moved.isEmpty {
      group.move(tracker.moved, at: now, isWatched: !watching.isEmpty)
      if !apart.isEmpty { moveApart(tracker.moved) }
      for index in watching where apart.isEmpty || isConcerned(index) { show(index) { $0.touchesMoved($1) } }
      if !proposals.isEmpty { arbitrate() }
    }
    if !tracker.ended.isEmpty { liftTouches(tracker.ended) }
    if !tracker.began.isEmpty { landTouches(tracker.began) }
    finish()
  }

  /// Lets a contender look at the touches and notes what it wants.
  mutating func show(_ index: Int, _ look: (inout any Recognizer, TouchGroup) -> Step) {
    guard contenders[index].isWatching else { return }
    let (step, deadline) =
      apart.isEmpty
      ? Self.ask(&recognizers[index], group, look) : Self.ask(&recognizers[index], touches(of: index), look)
    contenders[index].deadline = deadline
    if case .stay = step { return }
    proposals.append(Proposal(contender: index, step: step))
  }

  /// One access to the recognizer for both questions: each costs more than many an answer.
  private static func ask(
    _ recognizer: inout any Recognizer, _ group: TouchGroup, _ look: (inout any Recognizer, TouchGroup) -> Step
  ) -> (Step, Timestamp) {
    let step = look(&recognizer, group)
    return (step, recognizer.deadline ?? .never)
  }

  /// Until when a recognizer satisfied with the fingers down must wait for another to land; nil if it need not.
  var landingEnds: Timestamp? {
    guard group.count > 0, !group.hasLifted else { return nil }
    let end = group.firstLanded + landingWindow[min(group.count, landingWindow.count - 1)]
    return end > now ? end : nil
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
    if needsSurvey { survey() }
    nextDeadline = min(tracker.deadline, restDeadline)
    for index in watching { nextDeadline = min(nextDeadline, contenders[index].deadline) }
    if heldCount > 0, let landingEnds { nextDeadline = min(nextDeadline, landingEnds) }
  }

  /// Finds out anew who is shown the touches.
  private mutating func survey() {
    needsSurvey = false
    if group.count == 0 { resetFinished() }
    watching.removeAll(keepingCapacity: true)
    restDeadline = .never
    group.measures = []
    isInert = true
    for index in contenders.indices {
      if contenders[index].isBusy { isInert = false }
      if contenders[index].isWatching {
        watching.append(index)
        group.measures.formUnion(facts[index])
      } else {
        restDeadline = min(restDeadline, contenders[index].deadline)
      }
    }
  }

  /// Recognizers tied by requirements reset together, when the last of them is done and no touch is down.
  mutating func resetFinished() {
    surveyBusy()
    for index in contenders.indices where contenders[index].isDone && !busy[relations.component[index]] {
      reset(index)
    }
  }

  /// Marks the components in which someone is not done yet.
  mutating func surveyBusy() {
    for index in busy.indices { busy[index] = false }
    for index in contenders.indices where contenders[index].isBusy { busy[relations.component[index]] = true }
  }
}
