import Analysis
import GestureCore
import Recordings

/// What copying gives: a change of the rules, or the reason why there is none.
enum Copying: Equatable {
  case change(RuleChange)
  case nothing(String)
}

extension Gathered {
  /// The rule change that would have let the last near miss through: of those of one attempt the nearest that a threshold
  /// decided. What the filter hides does not count.
  func copy(_ controls: Controls) -> Copying {
    guard let missed else { return .nothing(ViewWording.noMiss) }
    let shown = missed.misses.filter { controls.shows(names.gesture($0.gesture)) }
    guard let nearest = shown.last else { return .nothing(ViewWording.noMiss) }
    for miss in shown.reversed() {
      if let change = RuleChange(miss, rules.ruleSet, on: missed.device) { return .change(change) }
    }
    return .nothing(ViewWording.noChange(names.gesture(nearest.gesture), nearest.failure.setting ?? ""))
  }
}
