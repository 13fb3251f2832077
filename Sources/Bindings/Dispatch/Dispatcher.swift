import GestureCore

/// Turns gesture events into orders. When a gesture begins, chooses a binding that acts until the gesture ends.
///
/// A binding has the actions of a gesture's section or an override, and can act only if its `when` holds. The binding
/// with the most conditions is chosen; of several, the last in the file. Bindings with `also` act in addition.
public struct Dispatcher: Sendable {
  private let rules: Rules
  private let hasRepetitions: Bool
  private var devices: [DeviceDispatcher] = []

  public init(_ rules: Rules) {
    self.rules = rules
    hasRepetitions = rules.bindings.contains { $0.actions.contains { $0.repeatsEvery != nil } }
  }

  /// Adds a device, unless its ID is already there. Without `hasZones`, conditions on a zone are false for this device.
  public mutating func add(_ device: Device, hasZones: Bool = true) {
    guard !devices.contains(where: { $0.device == device.id }) else { return }
    devices.append(DeviceDispatcher(rules, device, hasZones: hasZones))
  }

  public mutating func remove(_ device: DeviceID) { devices.removeAll { $0.device == device } }

  /// Appends the orders for an event: first the orders of the chosen binding, then the orders of bindings with `also`.
  public mutating func dispatch(_ event: GestureEvent, in context: Context, into orders: inout [Order]) {
    for index in devices.indices where devices[index].device == event.device {
      devices[index].dispatch(event, in: context, rules, into: &orders)
    }
  }

  /// Stops or resumes the time of `device`; see `Engine.setTimeStopped`.
  mutating func setTimeStopped(of device: DeviceID, _ isTimeStopped: Bool) {
    for index in devices.indices where devices[index].device == device { devices[index].isTimeStopped = isTimeStopped }
  }

  /// The time of the next repeated action on any device, or `never`.
  var deadline: Timestamp {
    guard hasRepetitions else { return .never }
    var next = Timestamp.never
    // The loop uses indices so that it copies no device, because the deadline is read before each wait.
    for index in devices.indices { next = min(next, devices[index].nextRepetition ?? .never) }
    return next
  }

  /// Appends one gesture's next repeated orders up to `time`. Returns the orders' event; nil if no action repeats.
  mutating func repeatActions(by time: Timestamp, into orders: inout [Order]) -> GestureEvent? {
    let next = deadline
    guard next <= time, let index = devices.firstIndex(where: { $0.nextRepetition == next }) else { return nil }
    return devices[index].repeatActions(at: next, into: &orders)
  }
}

/// Handles the gestures of one device. The state of all actions is allocated once.
struct DeviceDispatcher: Sendable {
  private struct Ongoing: Sendable {
    let gesture: GestureID
    /// The gesture's last event. Without repetitions in the rules, the gesture's first event.
    var latest: GestureEvent
    var repetitions: [(action: Action, time: Timestamp)] = []
  }

  let device: DeviceID
  private let conditions: DeviceConditions
  /// Whether the device's time is stopped, so that no action repeats.
  var isTimeStopped = false
  private var ongoing: [Ongoing] = []
  /// Whether each binding acts, as decided when the binding's gesture began.
  private var acts: [Bool]
  /// For each action, its step counts. Empty for an action that isn't a step.
  private var stepCounts: [[StepCount]]
  /// For each action, the progress of its gesture at the action's last order.
  private var lastProgress: [Progress]
  /// For each action, the time of its last order. Nil before the first order, and for actions without `at-most-every`.
  private var lastRun: [Timestamp?]
  private let hasRepetitions: Bool

  /// If `hasZones` is false, conditions on a zone are false.
  init(_ rules: Rules, _ device: Device, hasZones: Bool = true) {
    self.device = device.id
    var ruleSet = rules.ruleSet
    if !hasZones { ruleSet.zones = [] }
    conditions = DeviceConditions(rules.bindings.map(\.when), ruleSet, on: device)
    let actions = rules.bindings.flatMap(\.actions)
    acts = Array(repeating: false, count: rules.bindings.count)
    stepCounts = actions.map(StepCount.counts)
    lastProgress = Array(repeating: Progress(), count: actions.count)
    lastRun = Array(repeating: nil, count: actions.count)
    hasRepetitions = actions.contains { $0.repeatsEvery != nil }
  }

  mutating func dispatch(_ event: GestureEvent, in context: Context, _ rules: Rules, into orders: inout [Order]) {
    if event.state == .began || event.state == .recognized { begin(event, in: context, rules) }
    guard let index = ongoing.firstIndex(where: { $0.gesture == event.gesture }) else { return }
    if hasRepetitions { ongoing[index].latest = event }
    for binding in rules.candidates(for: event.gesture) where acts[binding] {
      for action in rules.actions(of: binding, in: event.state) {
        if let step = action.step {
          makeSteps(step, action, event, into: &orders)
        } else {
          order(action, action.effect(in: event.state), for: event, into: &orders)
        }
      }
    }
    switch event.state {
    case .ended, .cancelled, .recognized: ongoing.remove(at: index)
    case .began, .changed: break
    }
  }

  private mutating func begin(_ event: GestureEvent, in context: Context, _ rules: Rules) {
    ongoing.removeAll { $0.gesture == event.gesture }
    var isChosen = false
    for binding in rules.candidates(for: event.gesture) {
      let isAddition = rules.bindings[binding].isAddition
      acts[binding] = (isAddition || !isChosen) && conditions.holds(binding, for: event, in: context)
      guard acts[binding] else { continue }
      if !isAddition { isChosen = true }
      for action in rules.bindings[binding].actions {
        lastProgress[action.number] = Progress()
        for index in stepCounts[action.number].indices { stepCounts[action.number][index].reset() }
      }
    }
    ongoing.append(Ongoing(gesture: event.gesture, latest: event))
    if hasRepetitions, event.state == .began { scheduleRepetitions(after: event, rules) }
  }

  private mutating func scheduleRepetitions(after event: GestureEvent, _ rules: Rules) {
    for binding in rules.candidates(for: event.gesture) where acts[binding] {
      for action in rules.actions(of: binding, in: event.state) {
        guard let every = action.repeatsEvery else { continue }
        ongoing[ongoing.count - 1].repetitions.append((action: action, time: event.time + every))
      }
    }
  }

  /// The time of the next repetition. Nil without repetition or while time is stopped.
  var nextRepetition: Timestamp? {
    hasRepetitions && !isTimeStopped ? ongoing.lazy.flatMap { $0.repetitions.lazy.map(\.time) }.min() : nil
  }

  /// Appends one gesture's repeated orders up to `time`. Returns the orders' event; nil if no action repeats.
  mutating func repeatActions(at time: Timestamp, into orders: inout [Order]) -> GestureEvent? {
    guard let index = ongoing.firstIndex(where: { $0.repetitions.contains { $0.time <= time } }) else { return nil }
    let event = ongoing[index].latest.continued(at: time)
    for repetition in ongoing[index].repetitions.indices where ongoing[index].repetitions[repetition].time <= time {
      let action = ongoing[index].repetitions[repetition].action
      guard let every = action.repeatsEvery else { continue }
      ongoing[index].repetitions[repetition].time = time + every
      order(action, action.effect(in: event.state), for: event, into: &orders)
    }
    return event
  }

  private mutating func makeSteps(
    _ step: StepSettings, _ action: Action, _ event: GestureEvent, into orders: inout [Order]
  ) {
    for index in stepCounts[action.number].indices {
      let (direction, count) = stepCounts[action.number][index].advance(to: event.values)
      guard count > 0, let effect = step.effects[direction] else { continue }
      for _ in 0..<count { order(action, effect, direction, for: event, into: &orders) }
    }
  }

  /// Appends an order if `at-most-every` allows it, or if `Action.isBoundary` is true for the event's state.
  private mutating func order(
    _ action: Action, _ effect: Effect, _ direction: StepSettings.StepDirection? = nil, for event: GestureEvent,
    into orders: inout [Order]
  ) {
    if let pause = action.atMostEvery {
      if !action.isBoundary(in: event.state), let before = lastRun[action.number], event.time - before < pause {
        return
      }
      lastRun[action.number] = event.time
    }
    let progress = Progress(of: event.values)
    orders.append(
      Order(
        action: action, effect: effect, direction: direction, event: event,
        progress: progress.since(lastProgress[action.number])))
    lastProgress[action.number] = progress
  }
}

extension GestureEvent {
  /// The event as a `changed` event at `later`; the velocity is zero if `VelocityEstimator.pause` or more has passed.
  fileprivate func continued(at later: Timestamp) -> GestureEvent {
    var values = values
    if later - time >= VelocityEstimator.pause { values.velocity = .zero }
    return GestureEvent(
      time: later, since: since, device: device, gesture: gesture, state: .changed,
      duration: TimeSpan(microseconds: duration.microseconds + (later - time).microseconds), tool: tool, values: values)
  }
}
