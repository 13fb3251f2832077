import Bindings
import GestureCore
import Recordings

/// A change of the rules that would have let an attempt past a threshold, and what would have come of it.
public struct RuleRemedy: Equatable, Sendable {
  public enum Effect: Equatable, Sendable {
    case recognized
    case failed(Decision.Cause)
    /// What went before the attempt counts too, so it can't be told.
    case unknown
  }

  public let change: RuleChange
  public let effect: Effect
}

/// Looks for changes of the rules that would have helped, and tries them out: for `explain` and for the live view's copy key.
public struct RemedySearch {
  private let recording: Recording
  let rules: Rules

  /// `recording` has the devices of the attempts, and what the session was like.
  public init(_ recording: Recording, _ rules: Rules) {
    self.recording = recording
    self.rules = rules
  }

  /// The change that would have let a near miss past its threshold; nil if none would, or only one that is far from what the threshold
  /// is now: then the gesture was not meant.
  public func remedy(_ miss: NearMiss, _ attempt: Attempt) -> RuleRemedy? {
    guard let sample = GestureSample(attempt, number: attempt.number, of: recording),
      let change = RuleChange(miss, in: sample, rules.ruleSet), !miss.failure.isOpenEnded || change.isNear
    else { return nil }
    let then = history(of: miss.gesture, in: attempt, with: rules.ruleSet.changed(by: change))
    if then?.wins.isEmpty == false { return RuleRemedy(change: change, effect: .recognized) }
    guard case .failed(_, let cause)? = then?.nearest?.outcome else {
      return RuleRemedy(change: change, effect: .unknown)
    }
    if case .own(let failure) = cause, failure.setting == change.setting { return nil }
    return RuleRemedy(change: change, effect: .failed(cause))
  }

  /// What would have come of a gesture with other rules. Nil if nothing is decided about it, or if the attempt by itself gives something
  /// else than it did in the recording: what went before it counts too.
  func history(of gesture: GestureID, in attempt: Attempt, with changed: RuleSet) -> GestureHistory? {
    guard let sample = GestureSample(attempt, number: attempt.number, of: recording) else { return nil }
    let decisions = { (rules: Rules) in sample.decisions(under: rules).filter { $0.gesture == gesture } }
    guard decisions(rules) == attempt.decisions.filter({ $0.gesture == gesture }) else { return nil }
    return GestureHistory(
      decisions(Rules(ruleSet: changed, bindings: rules.bindings, locations: rules.locations)))
  }
}
