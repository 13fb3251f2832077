/// Other gestures one after another, with the fingers lifted between them or in one movement.
///
///     first step --done--> next step --done, within the time--> ... --the last one done--> recognized
///         \--failed--> failed   \--failed, the time is over--> failed
///
/// A step is done when its recognizer would be recognized or begin; `SequenceStep` says which touches it looks at.
public struct GestureSequence: Recognizer {
  static let steps = Setting.gestures(
    "steps", 2...8, "The gestures to make, in order; only their kind and their settings count.",
    origin: "one gesture is not a sequence, and people can't remember more than eight")
  static let within = Setting.time(
    "within", touchscreen: 1000, touchpad: 1000, in: 50...30_000,
    "How long after one step the next must be recognized.",
    origin: "the pause of a double tap, 350 ms, and a long press, 500 ms, with some time to spare"
  ).loosened(by: .raise)

  public static let kind = Kind(
    name: "sequence", summary: "Other gestures one after another, with the fingers lifted between them or not.",
    isDiscrete: true, settings: [steps.declaration, within.declaration],
    traits: Kind.Traits { $0.patience = { _ in .beyondLift } }, compose: GestureSequence.init)

  private let within: TimeSpan
  private var steps: [SequenceStep]
  private var current = 0
  /// When the step before was done.
  private var lastDone: Timestamp?

  public init(_ settings: Settings) { self.init(settings, []) }

  init(_ settings: Settings, _ parts: [Kind.Part]) {
    within = settings[Self.within]
    steps = parts.indices.map {
      SequenceStep(parts[$0], number: $0 + 1, after: $0 > 0 ? parts[$0 - 1] : nil)
    }
  }

  public var deadline: Timestamp? {
    guard steps.indices.contains(current) else { return nil }
    let own = steps[current].deadline
    guard let lastDone else { return own }
    return min(lastDone + within, own ?? .never)
  }

  /// That of the last step, with which it is recognized.
  public var distance: Double? { steps.last?.distance }

  public mutating func touchesBegan(_ touches: TouchGroup) -> Step {
    if let overdue = overdue(touches) { return .startAfresh(overdue) }
    return look(touches) { $0.touchesBegan($1) }
  }

  public mutating func touchesMoved(_ touches: TouchGroup) -> Step { look(touches) { $0.touchesMoved($1) } }

  public mutating func touchesEnded(_ touches: TouchGroup) -> Step { look(touches) { $0.touchesEnded($1) } }

  public mutating func buttonsPressed(_ buttons: Buttons, _ touches: TouchGroup) -> Step {
    look(touches) { $0.buttonsPressed(buttons, $1) }
  }

  public mutating func deadlinePassed(_ touches: TouchGroup) -> Step {
    if let overdue = overdue(touches) { return .fail(overdue) }
    return look(touches) { $0.deadlinePassed($1) }
  }

  public mutating func reset() {
    for index in steps.indices { steps[index].reset() }
    current = 0
    lastDone = nil
  }

  public func values(_ touches: TouchGroup) -> GestureValues { steps.last?.values(touches) ?? GestureValues() }

  /// Those of the current step, and how long it has been waited for.
  public func gauges(_ touches: TouchGroup) -> [Gauge] {
    guard steps.indices.contains(current) else { return [] }
    return steps[current].gauges(touches) + (lastDone.map { [waited(touches, since: $0)] } ?? [])
  }

  private mutating func look(_ touches: TouchGroup, _ look: (inout SequenceStep, TouchGroup) -> Step) -> Step {
    guard steps.indices.contains(current) else { return .fail(Failure("has no steps")) }
    var step = look(&steps[current], touches)
    // A step may be done as soon as it starts.
    while step == .recognize, current + 1 < steps.count {
      let mayGoOn = !steps[current].hasLifted(touches)
      lastDone = touches.time
      current += 1
      step = steps[current].start(touches, mayGoOn: mayGoOn)
    }
    return step
  }

  private func overdue(_ touches: TouchGroup) -> Failure? {
    guard let lastDone, touches.time >= lastDone + within else { return nil }
    return steps[current].labelled(Failure(waited(touches, since: lastDone)).openEnded, settingOf: nil)
  }

  private func waited(_ touches: TouchGroup, since done: Timestamp) -> Gauge {
    .stay("waited", Measure(touches.time - done), within: Self.within.declaration.name, Measure(within))
  }
}

/// One step of a sequence: a recognizer and the touches it looks at.
///
///     away --land--> landing --enough fingers--> fresh --done, failed
///                       \--land-within--> failed
///     left over --one more finger--> going on --done
///       |                              |  \--failed--> going on from there
///       \--lifted--> away              \--lifted--> left over, away
///
/// Fingers that land for the step decide: when it fails with them, it has failed. Those that made the step before may
/// only be finishing that, so with them it starts again from where it failed. It sees them as if they had landed only
/// there. A step made of taps or by lifting does not see them at all, nor does one that repeats the step before: a long
/// swipe is not two of them.
private struct SequenceStep: Sendable {
  private enum State {
    /// No finger is down.
    case away
    /// Not all fingers of the step have landed; they may until then.
    case landing(until: Timestamp)
    /// It looks at fingers that have landed for it.
    case fresh
    /// It looks at those that made the step before.
    case goingOn
    /// Those that made the step before are down, but it does not look at them.
    case leftOver
  }

  private let name: String
  /// What is said before a failure: `step 2 (drag)`.
  private let label: String
  private let fingers: ClosedRange<Int>
  private let landWithin: TimeSpan
  private let landsSeparately: Bool
  private let seesFormerFingers: Bool
  private var recognizer: any Recognizer
  private var state = State.away
  private var now = Timestamp(microseconds: 0)
  /// The fingers of the step before, as if they had landed when this one started.
  private var view: TouchGroup?

  init(_ part: Kind.Part, number: Int, after former: Kind.Part?) {
    name = part.name
    label = "step \(number) (\(part.name))"
    fingers = part.fingers
    landWithin = part.landWithin
    recognizer = part.recognizer
    landsSeparately = part.landsSeparately
    seesFormerFingers = !part.isMadeByLifting && part.recognizer.precedence == 0 && part.name != former?.name
  }

  var deadline: Timestamp? {
    switch state {
    case .landing(let until): until < .never ? until : nil
    // A moment that has passed was served; the recognizer did not mind.
    case .away, .fresh, .goingOn: recognizer.deadline.flatMap { $0 > now ? $0 : nil }
    case .leftOver: nil
    }
  }

  var distance: Double? { recognizer.distance }

  /// Whether one of the fingers it looks at has lifted.
  func hasLifted(_ touches: TouchGroup) -> Bool {
    if case .goingOn = state, let view { view.hasLifted } else { touches.hasLifted }
  }

  /// The step before is done: this one may go on with its fingers, or waits for others.
  mutating func start(_ touches: TouchGroup, mayGoOn: Bool) -> Step {
    now = touches.time
    guard mayGoOn, touches.count > 0, fingers.contains(touches.count) else { return wait(touches) }
    return goOn(touches)
  }

  mutating func touchesBegan(_ touches: TouchGroup) -> Step {
    now = touches.time
    if touches.count > fingers.upperBound { return .fail(miscounted(touches.count, fingers.upperBound)) }
    let isEnough = touches.count >= fingers.lowerBound
    switch state {
    case .away, .landing:
      state = isEnough ? .fresh : .landing(until: landsSeparately ? .never : touches.firstLanded + landWithin)
    case .fresh, .goingOn: break
    case .leftOver where isEnough && landsSeparately: state = .fresh
    case .leftOver: return isEnough ? goOn(touches) : .stay
    }
    return isEnough ? look(touches) { $0.touchesBegan($1) } : .stay
  }

  mutating func touchesMoved(_ touches: TouchGroup) -> Step { look(touches) { $0.touchesMoved($1) } }

  mutating func buttonsPressed(_ buttons: Buttons, _ touches: TouchGroup) -> Step {
    look(touches) { $0.buttonsPressed(buttons, $1) }
  }

  mutating func touchesEnded(_ touches: TouchGroup) -> Step {
    let step = look(touches) { $0.touchesEnded($1) }
    guard step == .stay, touches.count == 0 else { return step }
    switch state {
    case .away: return .stay
    case .landing: return .fail(miscounted(touches.peakCount, fingers.lowerBound))
    case .fresh:
      // Unless it waits for the next tap, it can't succeed any more.
      guard recognizer.deadline != nil else {
        return .fail(labelled(Failure("lifted after", Measure(touches.time - touches.firstLanded)), settingOf: nil))
      }
      state = .away
      return .stay
    case .goingOn, .leftOver: return wait(touches)
    }
  }

  mutating func deadlinePassed(_ touches: TouchGroup) -> Step {
    if case .landing(let until) = state, until <= touches.time {
      return .fail(miscounted(touches.peakCount, fingers.lowerBound))
    }
    return look(touches) { $0.deadlinePassed($1) }
  }

  mutating func reset() {
    recognizer.reset()
    state = .away
  }

  func values(_ touches: TouchGroup) -> GestureValues {
    if case .goingOn = state, let view { recognizer.values(view) } else { recognizer.values(touches) }
  }

  func gauges(_ touches: TouchGroup) -> [Gauge] {
    let gauges =
      switch state {
      case .away, .fresh: recognizer.gauges(touches)
      case .goingOn: view.map(recognizer.gauges) ?? []
      case .landing: [landed(touches.count, of: fingers.lowerBound)]
      case .leftOver: [Gauge]()
      }
    return gauges.map { $0.of(step: name) }
  }

  /// Says in which step it failed; `owner` is the gesture whose setting decided, nil for the sequence's own.
  fileprivate func labelled(_ failure: Failure, settingOf owner: String?) -> Failure {
    failure.during(label, settingOf: owner)
  }

  private func named(_ failure: Failure) -> Failure { labelled(failure, settingOf: name) }

  private func landed(_ count: Int, of limit: Int) -> Gauge {
    .reach("landed", .fingers(count), CommonSettings.fingers.declaration.name, .fingers(limit))
  }

  /// Lets the recognizer look at what it is shown; `recognize` says that the step is done.
  private mutating func look(_ touches: TouchGroup, _ look: (inout any Recognizer, TouchGroup) -> Step) -> Step {
    now = touches.time
    switch state {
    case .landing, .leftOver: return .stay
    case .away, .fresh:
      switch look(&recognizer, touches) {
      case .stay, .change, .end: return .stay
      case .recognize, .begin: return .recognize
      case .fail(let failure), .cancel(let failure): return .fail(named(failure))
      case .giveUp(let failure): return .giveUp(named(failure))
      case .startAfresh(let failure): return .startAfresh(named(failure))
      }
    case .goingOn:
      view?.follow(touches)
      switch lookAtView(look) {
      case .stay, .change, .end, .giveUp: return .stay
      case .recognize, .begin: return .recognize
      case .fail, .cancel, .startAfresh: return hasLifted(touches) ? wait(touches) : goOn(touches)
      }
    }
  }

  private mutating func lookAtView(_ look: (inout any Recognizer, TouchGroup) -> Step) -> Step {
    view.map { look(&recognizer, $0) } ?? .stay
  }

  /// Starts with the fingers that are down, as if they had landed now.
  private mutating func goOn(_ touches: TouchGroup) -> Step {
    _ = wait(touches)
    guard seesFormerFingers else { return .stay }
    if view == nil { view = TouchGroup(surface: touches.surface) }
    view?.rebase(on: touches)
    state = .goingOn
    switch lookAtView({ $0.touchesBegan($1) }) {
    case .stay, .change, .end, .giveUp: return .stay
    case .recognize, .begin: return .recognize
    // Not from here: then with fingers that land for it.
    case .fail, .cancel, .startAfresh: return wait(touches)
    }
  }

  /// Waits for fingers that land for the step.
  private mutating func wait(_ touches: TouchGroup) -> Step {
    recognizer.reset()
    state = touches.count > 0 ? .leftOver : .away
    return .stay
  }

  private func miscounted(_ landed: Int, _ limit: Int) -> Failure {
    named(Failure("landed", .fingers(landed), CommonSettings.fingers.declaration.name, .fingers(limit)))
  }
}
