import Bindings
import GestureCore
import Recordings

/// A change of a threshold, and the attempt's result with this change.
public struct RuleRemedy: Equatable, Sendable {
  public enum Effect: Equatable, Sendable {
    case recognized
    case failed(Decision.Cause)
    /// The result isn't known, for example because touches before the attempt influence it.
    case unknown
  }

  public let change: RuleChange
  public let effect: Effect
}

/// Finds and tries changes of the rules that would have helped an attempt.
public struct RemedySearch {
  private let recording: Recording
  let rules: Rules

  /// `recording` has the devices of the attempts, and the states of the session.
  public init(_ recording: Recording, _ rules: Rules) { (self.recording, self.rules) = (recording, rules) }

  /// Returns the change with which a near miss would have passed its threshold, and the attempt's result with this
  /// change. Nil if no change helps, or if only a large change helps and the measured value could still have grown.
  public func remedy(_ miss: NearMiss, _ attempt: Attempt) -> RuleRemedy? {
    guard let sample = GestureSample(attempt, number: attempt.number, of: recording),
      let change = RuleChange(miss, in: sample, rules.ruleSet), !miss.failure.isOpenEnded || change.isNear
    else { return nil }
    let changedHistory = history(of: miss.gesture, in: attempt, with: rules.ruleSet.changed(by: change))
    if changedHistory?.recognitions.isEmpty == false { return RuleRemedy(change: change, effect: .recognized) }
    guard case .failed(_, let cause)? = changedHistory?.nearest?.outcome else {
      return RuleRemedy(change: change, effect: .unknown)
    }
    if case .own(let failure) = cause, failure.setting == change.setting { return nil }
    return RuleRemedy(change: change, effect: .failed(cause))
  }

  /// Returns the gesture's history in the attempt under the rules `changed`. Nil if no decision is about the gesture,
  /// or if a replay of the attempt alone with the present rules doesn't repeat the gesture's decisions.
  func history(of gesture: GestureID, in attempt: Attempt, with changed: RuleSet) -> GestureHistory? {
    guard let sample = GestureSample(attempt, number: attempt.number, of: recording) else { return nil }
    let decisions = { (rules: Rules) in sample.decisions(under: rules).filter { $0.gesture == gesture } }
    guard decisions(rules) == attempt.decisions.filter({ $0.gesture == gesture }) else { return nil }
    return GestureHistory(decisions(Rules(ruleSet: changed, bindings: rules.bindings, locations: rules.locations)))
  }
}
