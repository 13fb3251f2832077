import GestureCore

/// How long a gesture that had seen what it looks for was kept back, and by what.
public struct Wait: Equatable, Sendable {
  /// What was waited for.
  public enum Awaited: Equatable, Sendable {
    /// Another finger could still land.
    case fingers
    /// These had to fail first.
    case failures([GestureID])
  }

  public let awaited: Awaited
  public let began: Timestamp
  /// Nil where it is not known.
  public let ended: Timestamp?
}

extension Attempt {
  /// What a gesture waited for in one of its tries, in order. `requirements` are those that must fail before it.
  func waits(in one: Try, requirements: Set<GestureID>) -> [Wait] {
    one.decisions.indices.compactMap { index in
      let decision = one.decisions[index]
      let next = one.decisions.indices.contains(index + 1) ? one.decisions[index + 1] : nil
      switch decision.outcome {
      case .awaitingFingers: return Wait(awaited: .fingers, began: decision.time, ended: next?.time)
      case .held(let first):
        let end = next == nil ? decisions.count : one.places[index + 1]
        let others = decisions[one.places[index]..<end].compactMap { other -> GestureID? in
          guard case .failed = other.outcome, other.gesture != first, requirements.contains(other.gesture) else {
            return nil
          }
          return other.gesture
        }
        return Wait(awaited: .failures([first] + others), began: decision.time, ended: next?.time)
      case .tracking, .event, .released, .failed, .cancelled, .reset, .notReceived: return nil
      }
    }
  }
}

extension RuleSet {
  /// For each gesture those that must fail before it, whichever side says so; edges that go first are not among them.
  var requirementsOfAll: [Set<GestureID>] {
    var all = gestures.indices.map { index in
      Set(gestures(gestures[index].relations.requireToFail.map(\.reference), of: GestureID(index)))
    }
    for (index, rule) in gestures.enumerated() where !rule.relations.requiredToFailBy.isEmpty {
      for waiting in gestures(rule.relations.requiredToFailBy.map(\.reference), of: GestureID(index)) {
        all[waiting.rawValue].insert(GestureID(index))
      }
    }
    return all
  }
}
