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
struct SequenceStep: Sendable {
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
  private let landsApart: Bool
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
    landsApart = part.landsApart
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
      state = isEnough ? .fresh : .landing(until: landsApart ? .never : touches.firstLanded + landWithin)
    case .fresh, .goingOn: break
    case .leftOver where isEnough && landsApart: state = .fresh
    case .leftOver: return isEnough ? goOn(touches) : .stay
    }
    return isEnough ? look(touches) { $0.touchesBegan($1) } : .stay
  }

  mutating func touchesMoved(_ touches: TouchGroup) -> Step { look(touches) { $0.touchesMoved($1) } }

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
  func labelled(_ failure: Failure, settingOf owner: String?) -> Failure { failure.during(label, settingOf: owner) }

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
      case .startAfresh(let failure): return .startAfresh(named(failure))
      }
    case .goingOn:
      view?.follow(touches)
      switch lookAtView(look) {
      case .stay, .change, .end: return .stay
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
    case .stay, .change, .end: return .stay
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
