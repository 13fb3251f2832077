import GestureCore

/// Checks every decision against the invariants of arbitration; used on one thread.
final class DecisionChecker: Observer {
  let rules: RuleSet
  /// When each sequence of touches began.
  var sequences: [Timestamp] = []
  private(set) var faults: [String] = []
  /// How often each gesture succeeded.
  private(set) var counts: [Int: Int] = [:]

  private var last: [Int: Decision.Outcome] = [:]
  private var begun: Set<Int> = []
  private var recognized: [Int: Timestamp] = [:]
  /// The gestures that succeeded, by the sequence in which they were recognized.
  private var winners: [Int: [Int]] = [:]
  private var now = Timestamp(microseconds: 0)

  init(_ rules: RuleSet) { self.rules = rules }

  func observe(_ decision: Decision) {
    let index = decision.gesture.rawValue
    if decision.time < now { reportFault(decision, "time runs backwards") }
    now = decision.time
    switch decision.outcome {
    case .event(let state, _): observe(state, index, decision)
    case .held, .awaitingFingers: recognized[index] = recognized[index] ?? now
    case .failed:
      if begun.contains(index) { reportFault(decision, "failed after it began") }
      recognized[index] = nil
    case .reset: if begun.contains(index) { reportFault(decision, "reset before it ended") }
    case .tracking, .released, .cancelled, .notReceived: break
    }
    last[index] = decision.outcome
  }

  private func observe(_ state: RecognizerState, _ index: Int, _ decision: Decision) {
    let isDiscrete = rules.gestures[index].kind.isDiscrete
    switch state {
    case .recognized, .began:
      if isDiscrete != (state == .recognized) { reportFault(decision, "has no such state") }
      if state == .began, !begun.insert(index).inserted { reportFault(decision, "began twice") }
      win(index, decision)
    case .changed: if !begun.contains(index) { reportFault(decision, "changed before it began") }
    case .ended, .cancelled: if begun.remove(index) == nil { reportFault(decision, "ended without having begun") }
    }
  }

  private func win(_ index: Int, _ decision: Decision) {
    counts[index, default: 0] += 1
    // It takes no touch.
    if rules.gestures[index].kind.traits.onlyObserves { return }
    let required = rules.gestures[index].relations.requireToFail.map(\.reference)
    for requirement in rules.gestures(required, of: decision.gesture) {
      if case .failed = last[requirement.rawValue] { continue }
      reportFault(decision, "went out before \(rules.gestures[requirement.rawValue].name) failed")
    }
    let since = recognized[index] ?? decision.time
    recognized[index] = nil
    let sequence = (sequences.lastIndex { $0 <= since }) ?? 0
    for other in winners[sequence, default: []] where !areSimultaneous(index, other) {
      reportFault(decision, "won beside \(rules.gestures[other].name)")
    }
    winners[sequence, default: []].append(index)
  }

  private func areSimultaneous(_ a: Int, _ b: Int) -> Bool {
    [(a, b), (b, a)].contains { one, other in
      rules.gestures(rules.gestures[one].relations.simultaneousWith, of: GestureID(one)).contains(GestureID(other))
    }
  }

  /// With all touches up and all deadlines past, everything is possible again.
  func checkIdle() {
    for (index, outcome) in last where outcome != .reset {
      faults.append("\(now.microseconds) \(rules.gestures[index].name) is left over: \(outcome)")
    }
    if !begun.isEmpty { faults.append("\(now.microseconds) never ended") }
  }

  private func reportFault(_ decision: Decision, _ text: String) {
    faults.append("\(decision.time.microseconds) \(rules.gestures[decision.gesture.rawValue].name) \(text)")
  }
}
