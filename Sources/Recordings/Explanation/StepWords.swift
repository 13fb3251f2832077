import Bindings
import GestureCore

/// One step of a gesture's way through an attempt, in the words of a trace.
struct StepWords: Equatable {
  let time: Timestamp
  let decision: Decision
  let reason: String?
  let words: String
}

extension Names {
  /// The steps of a course in order; changes that follow one another are one step.
  func steps(_ course: Course, in account: Account) -> [StepWords] {
    var names = self
    names.saysValues = true
    let waits = account.entries.flatMap(\.waits)
    var steps: [StepWords] = []
    var changes: [Decision] = []
    for decision in course.tries.flatMap(\.decisions) {
      if case .event(.changed, _) = decision.outcome {
        changes.append(decision)
        continue
      }
      if let last = changes.last { steps.append(names.changed(last, changes.count)) }
      changes = []
      // The decision says why it was cancelled; the event only that it was.
      if case .event(.cancelled, _) = decision.outcome { continue }
      steps.append(names.step(decision, waits))
    }
    if let last = changes.last { steps.append(names.changed(last, changes.count)) }
    return steps
  }

  private func changed(_ last: Decision, _ count: Int) -> StepWords {
    let values = reason(last)
    return StepWords(time: last.time, decision: last, reason: values, words: Self.changed(count, values ?? ""))
  }

  private func step(_ decision: Decision, _ waits: [Wait]) -> StepWords {
    var reason = reason(decision)
    if decision.outcome == .released {
      switch waits.first(where: { $0.ended == decision.time })?.awaited {
      case .failures(let gestures): reason = "\(gestures.map(gesture).listed("and")) failed"
      case .fingers: reason = "no other finger landed"
      case nil: break
      }
    }
    let words = word(decision.outcome) + (reason.map { ": \($0)" } ?? "")
    return StepWords(time: decision.time, decision: decision, reason: reason, words: words)
  }
}
