/// Other gestures one after another, with the fingers lifted between them or in one movement.
///
///     first step --done--> next step --done, within the time--> ... --the last one done--> recognized
///         \--failed--> failed   \--failed, the time is over--> failed
///
/// A step is done when its recognizer would be recognized or begin; `SequenceStep` says which touches it looks at.
public struct GestureSequence: Recognizer {
  static let steps = Setting.gestures(
    "steps", 2...8, "The gestures to make, in order; of these only the kind and its settings count.",
    origin: "one gesture is no sequence; nobody remembers more than eight")
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
