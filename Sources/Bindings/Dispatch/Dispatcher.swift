import GestureCore

/// Turns gesture events into orders: chooses a gesture's binding as it begins, keeps it to its end, and counts steps.
///
/// Among the bindings whose `when` holds it chooses the most specific one, which states most; among equals the last in
/// the file. The gesture's own actions state nothing. Bindings with `also = true` act in addition if their `when`
/// holds.
public struct Dispatcher: Sendable {
  private let rules: Rules
  private var devices: [DeviceDispatcher] = []

  public init(_ rules: Rules) {
    self.rules = rules
  }

  /// From now on events of `device` come; `hasZones` is false for a device without the zones of the rules. A device
  /// that is already known by this number stays as it is.
  public mutating func add(_ device: Device, hasZones: Bool = true) {
    guard !devices.contains(where: { $0.device == device.id }) else { return }
    devices.append(DeviceDispatcher(rules, device, hasZones: hasZones))
  }

  /// The device is gone, and with it what its gestures had begun.
  public mutating func remove(_ device: DeviceID) { devices.removeAll { $0.device == device } }

  /// Appends the orders for an event: the chosen binding's actions, then those of the additional bindings. `context` is
  /// the present state of the session. An event of an unknown device gives no orders.
  public mutating func dispatch(_ event: GestureEvent, in context: Context, into orders: inout [Order]) {
    for index in devices.indices where devices[index].device == event.device {
      devices[index].dispatch(event, in: context, rules, into: &orders)
    }
  }

  /// When an action is due again although no event came.
  var nextDeadline: Timestamp? {
    var next: Timestamp?
    // By index, which copies none of them: this is asked before each wait.
    for index in devices.indices {
      if let due = devices[index].nextRepetition { next = min(next ?? .never, due) }
    }
    return next
  }

  /// Appends the orders of a gesture's actions that are due again by `time`, and returns the event they are for: the gesture
  /// goes on as it last was. Nil if none is due.
  mutating func repeatActions(by time: Timestamp, into orders: inout [Order]) -> GestureEvent? {
    guard let due = nextDeadline, due <= time,
      let index = devices.firstIndex(where: { $0.nextRepetition == due })
    else { return nil }
    return devices[index].repeatActions(at: due, into: &orders)
  }
}

/// The ongoing gestures of one device, and the orders that follow from them.
struct DeviceDispatcher: Sendable {
  /// A gesture that has begun, with the bindings chosen for it.
  private struct Ongoing: Sendable {
    let gesture: GestureID
    /// In the order in which they act.
    let bindings: [Int]
    var counts: [StepCount]
    /// How far it had gone at the last order of each of its actions.
    var told: [(action: Int, progress: Progress)]
    /// What was last reported of it.
    var latest: GestureEvent
    /// The actions that are done again while it goes on, each with the time at which it is due.
    var repetitions: [(action: Action, due: Timestamp)]

    /// How far it has gone since the action's last order, which this one is from now on.
    mutating func tell(_ action: Action, _ values: GestureValues) -> Progress {
      guard let place = told.firstIndex(where: { $0.action == action.number }) else { return Progress() }
      let now = Progress(of: values)
      defer { told[place].progress = now }
      return now.since(told[place].progress)
    }
  }

  let device: DeviceID
  private let conditions: DeviceConditions
  private var ongoing: [Ongoing] = []
  /// When each action was last done, by the action's number.
  private var last: [Timestamp?]
  /// Whether any action is done again while its gesture goes on.
  private let hasRepetitions: Bool

  /// On a device without zones, conditions on a zone are false.
  init(_ rules: Rules, _ device: Device, hasZones: Bool = true) {
    self.device = device.id
    var ruleSet = rules.ruleSet
    if !hasZones { ruleSet.zones = [] }
    conditions = DeviceConditions(rules.bindings.map(\.when), ruleSet, on: device)
    last = Array(repeating: nil, count: rules.actionCount)
    hasRepetitions = rules.bindings.contains { $0.actions.contains { $0.repeatsEvery != nil } }
  }

  /// Appends the orders for an event of this device.
  mutating func dispatch(
    _ event: GestureEvent, in context: Context, _ rules: Rules, into orders: inout [Order]
  ) {
    switch event.state {
    case .possible, .failed: return
    case .began, .recognized: begin(event, in: context, rules)
    case .changed, .ended, .cancelled: break
    }
    guard let place = ongoing.firstIndex(where: { $0.gesture == event.gesture }) else { return }
    ongoing[place].latest = event
    act(on: event, place, rules, into: &orders)
    switch event.state {
    case .ended, .cancelled, .recognized: ongoing.remove(at: place)
    case .possible, .began, .changed, .failed: break
    }
  }

  private mutating func begin(_ event: GestureEvent, in context: Context, _ rules: Rules) {
    ongoing.removeAll { $0.gesture == event.gesture }
    let choices = rules.choices(for: event.gesture)
    let chosen = choices.exclusive.first { conditions.holds($0, for: event, in: context) }
    let added = choices.additions.filter { conditions.holds($0, for: event, in: context) }
    let bindings = (chosen.map { [$0] } ?? []) + added
    let counts = bindings.flatMap { rules.bindings[$0].actions.flatMap(StepCount.counts) }
    let told = bindings.flatMap { rules.bindings[$0].actions.map { (action: $0.number, progress: Progress()) } }
    ongoing.append(
      Ongoing(
        gesture: event.gesture, bindings: bindings, counts: counts, told: told, latest: event,
        repetitions: repetitions(of: bindings, after: event, rules)))
  }

  private func repetitions(
    of bindings: [Int], after event: GestureEvent, _ rules: Rules
  ) -> [(action: Action, due: Timestamp)] {
    guard hasRepetitions, event.state == .began else { return [] }
    return bindings.flatMap { binding in
      rules.actions(of: binding, in: event.state).compactMap { action in
        action.repeatsEvery.map { (action: action, due: event.time + $0) }
      }
    }
  }

  /// When the next action is due again.
  var nextRepetition: Timestamp? {
    hasRepetitions ? ongoing.lazy.flatMap { $0.repetitions.lazy.map(\.due) }.min() : nil
  }

  /// Appends the orders of the first gesture's actions that are due again at `time`; returns the event they are for.
  mutating func repeatActions(at time: Timestamp, into orders: inout [Order]) -> GestureEvent? {
    guard let place = ongoing.firstIndex(where: { $0.repetitions.contains { $0.due <= time } }) else { return nil }
    let event = ongoing[place].latest.goingOn(at: time)
    for index in ongoing[place].repetitions.indices where ongoing[place].repetitions[index].due <= time {
      let action = ongoing[place].repetitions[index].action
      guard let every = action.repeatsEvery else { continue }
      ongoing[place].repetitions[index].due = time + every
      guard isDue(action, event) else { continue }
      orders.append(
        Order(
          action: action, effect: action.effect(in: event.state), way: nil, event: event,
          progress: ongoing[place].tell(action, event.values)))
    }
    return event
  }

  private mutating func act(on event: GestureEvent, _ place: Int, _ rules: Rules, into orders: inout [Order]) {
    for binding in ongoing[place].bindings {
      for action in rules.actions(of: binding, in: event.state) {
        if let step = action.step {
          makeSteps(step, action, event, place, into: &orders)
        } else if isDue(action, event) {
          orders.append(
            Order(
              action: action, effect: action.effect(in: event.state), way: nil, event: event,
              progress: ongoing[place].tell(action, event.values)))
        }
      }
    }
  }

  private mutating func makeSteps(
    _ step: StepSettings, _ action: Action, _ event: GestureEvent, _ place: Int, into orders: inout [Order]
  ) {
    for index in ongoing[place].counts.indices where ongoing[place].counts[index].action == action.number {
      let (way, count) = ongoing[place].counts[index].follow(event.values)
      guard let effect = step.ways[way] else { continue }
      for _ in 0..<count where isDue(action, event) {
        orders.append(
          Order(
            action: action, effect: effect, way: way, event: event,
            progress: ongoing[place].tell(action, event.values)))
      }
    }
  }

  /// Whether enough time has passed since the action was last done; if so, it counts as done. A stream always gets the
  /// beginning and the end, and keys that are held are always released.
  private mutating func isDue(_ action: Action, _ event: GestureEvent) -> Bool {
    guard let pause = action.atMostEvery else { return true }
    if !action.isBoundary(in: event.state), let before = last[action.number], event.time - before < pause {
      return false
    }
    last[action.number] = event.time
    return true
  }
}

extension GestureEvent {
  /// The same gesture at a later time, as it was; the fingers have rested since.
  fileprivate func goingOn(at later: Timestamp) -> GestureEvent {
    var values = values
    if later - time >= VelocityEstimator.pause { values.velocity = .zero }
    return GestureEvent(
      time: later, since: since, device: device, gesture: gesture, state: .changed,
      duration: TimeSpan(microseconds: duration.microseconds + (later - time).microseconds), tool: tool, values: values)
  }
}
