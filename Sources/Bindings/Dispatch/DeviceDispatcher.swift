import GestureCore

/// What the gestures of one device have begun, and the orders that follow from it.
struct DeviceDispatcher: Sendable {
  /// A gesture that has begun, with the bindings chosen for it.
  private struct Ongoing: Sendable {
    let gesture: GestureID
    /// In the order in which they act.
    let bindings: [Int]
    var counts: [StepCount]
  }

  let device: DeviceID
  private let conditions: DeviceConditions
  private var ongoing: [Ongoing] = []
  /// By the actions' numbers: when each was last done.
  private var last: [Timestamp?]

  /// On a device without zones no condition holds that asks for one.
  init(_ rules: Rules, _ device: Device, hasZones: Bool = true) {
    self.device = device.id
    var ruleSet = rules.ruleSet
    if !hasZones { ruleSet.zones = [] }
    conditions = DeviceConditions(rules.bindings.map(\.when), ruleSet, on: device)
    last = Array(repeating: nil, count: rules.actionCount)
  }

  /// Appends what is to be done for an event of this device.
  mutating func dispatch(
    _ event: GestureEvent, in context: Context, _ rules: Rules, into orders: inout [Order]
  ) {
    switch event.state {
    case .possible, .failed: return
    case .began, .recognized: begin(event, in: context, rules)
    case .changed, .ended, .cancelled: break
    }
    guard let place = ongoing.firstIndex(where: { $0.gesture == event.gesture }) else { return }
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
    ongoing.append(Ongoing(gesture: event.gesture, bindings: bindings, counts: counts))
  }

  private mutating func act(on event: GestureEvent, _ place: Int, _ rules: Rules, into orders: inout [Order]) {
    for binding in ongoing[place].bindings {
      for action in rules.actions(of: binding, in: event.state) {
        if let step = action.step {
          makeSteps(step, action, event, place, into: &orders)
        } else if isDue(action, event) {
          orders.append(Order(action: action, effect: action.effect(in: event.state), way: nil, event: event))
        }
      }
    }
  }

  private mutating func makeSteps(
    _ step: Step, _ action: Action, _ event: GestureEvent, _ place: Int, into orders: inout [Order]
  ) {
    for index in ongoing[place].counts.indices where ongoing[place].counts[index].action == action.number {
      let (way, count) = ongoing[place].counts[index].follow(event.values)
      guard let effect = step.ways[way] else { continue }
      for _ in 0..<count where isDue(action, event) {
        orders.append(Order(action: action, effect: effect, way: way, event: event))
      }
    }
  }

  /// Whether the action may be done again so soon; if so, it counts as done. A stream is always told of the beginning and
  /// the end.
  private mutating func isDue(_ action: Action, _ event: GestureEvent) -> Bool {
    guard let pause = action.atMostEvery else { return true }
    if !action.isStreamBoundary(in: event.state), let before = last[action.number], event.time - before < pause {
      return false
    }
    last[action.number] = event.time
    return true
  }
}
