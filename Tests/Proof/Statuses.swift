import GestureCore

/// The states of gestures that the engine reports, followed decision by decision: only legal steps, and the same states
/// as the oracle's.
struct Statuses: Sendable {
  /// The state of a gesture, as far as decisions show it.
  enum Status: Hashable, Sendable { case ready, tracking, awaiting, held, begun, over }

  private var all: [Status]
  private var last: Int64 = 0

  init(_ count: Int) { all = Array(repeating: .ready, count: count) }

  /// The first fault in the decisions of one step, or nil.
  mutating func follow(_ decisions: [Decision], _ oracle: Oracle) -> String? {
    for decision in decisions {
      if let fault = follow(decision) {
        return "\(Double(decision.time.microseconds) / 1000) "
          + "\(oracle.rules.actors[decision.gesture.rawValue].name) \(fault): \(decision.outcome)"
      }
    }
    for index in all.indices where all[index] != oracle.status(index) {
      return "\(oracle.rules.actors[index].name) should be \(oracle.status(index)), but is \(all[index])"
    }
    return nil
  }

  private mutating func follow(_ decision: Decision) -> String? {
    if decision.time.microseconds < last { return "time runs backwards" }
    last = decision.time.microseconds
    let index = decision.gesture.rawValue
    let before = all[index]
    let isUndecided = before != .begun && before != .over
    switch decision.outcome {
    case .notReceived, .released: return nil
    case .tracking:
      // A finger more, or the next of several taps, changes nothing.
      if before == .ready { all[index] = .tracking }
      return before == .over ? "looks on though it is over" : nil
    case .awaitingFingers:
      all[index] = .awaiting
      return isUndecided ? nil : "waits though it is decided"
    case .held:
      all[index] = .held
      return isUndecided ? nil : "is held though it is decided"
    case .failed:
      all[index] = .over
      return isUndecided ? nil : "fails though it is decided"
    case .cancelled: return before == .begun ? nil : "is cancelled though it has not begun"
    case .reset:
      all[index] = .ready
      return before == .over ? nil : "is reset though it is not over"
    case .event(let state, _): return follow(state, index)
    }
  }

  private mutating func follow(_ state: RecognizerState, _ index: Int) -> String? {
    let before = all[index]
    switch state {
    case .recognized, .began:
      all[index] = state == .began ? .begun : .over
      return before == .begun || before == .over || before == .ready ? "succeeds out of turn" : nil
    case .changed: return before == .begun ? nil : "changes without having begun"
    case .ended, .cancelled:
      all[index] = .over
      return before == .begun ? nil : "ends without having begun"
    }
  }

  func faultWhenIdle(_ oracle: Oracle) -> String? {
    for index in all.indices where all[index] != .ready {
      return "\(oracle.rules.actors[index].name) is left over: \(all[index])"
    }
    return nil
  }
}

extension Oracle {
  /// The state of a gesture, as decisions would show it.
  func status(_ index: Int) -> Statuses.Status {
    let gesture = gestures[index]
    switch gesture.phase {
    case .idle: return .ready
    case .undecided:
      if gesture.isAwaiting { return .awaiting }
      if gesture.isHeld { return .held }
      return !gesture.hasTracked ? .ready : .tracking
    case .begun: return .begun
    case .won, .failed: return .over
    }
  }
}
