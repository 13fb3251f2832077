import Bindings
import GestureCore
import Recordings

/// A change of the rules that would have let an attempt past a threshold, and what would have come of it.
public struct RuleRemedy: Equatable, Sendable {
  /// What would have come of the change.
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
  private let rules: RuleSet
  private let trial: WhatIfChanged

  /// `recording` has the devices of the attempts, and what the session was like.
  public init(_ recording: Recording, _ rules: Rules) {
    self.rules = rules.ruleSet
    trial = WhatIfChanged(recording: recording, rules: rules)
  }

  /// The change that would have let a near miss past its threshold; nil where none would.
  public func remedy(_ miss: NearMiss, _ attempt: Attempt, _ device: Device) -> RuleRemedy? {
    guard let change = RuleChange(near: miss, in: attempt, rules, on: device) else { return nil }
    return switch trial.result(of: change, in: attempt, miss.gesture) {
    case .recognized: RuleRemedy(change: change, effect: .recognized)
    case .failed(let cause): RuleRemedy(change: change, effect: .failed(cause))
    case .unchanged: nil
    case nil: RuleRemedy(change: change, effect: .unknown)
    }
  }
}
