import Bindings
import GestureCore

/// What `check` says of rules that can be used: how many there are, and what waits for what, for how long.
struct CheckReport {
  let text: String

  init(_ rules: Rules, path: String, warnings: Int) {
    let gestures = rules.ruleSet.gestures
    let verdict = warnings == 0 ? "no problems" : Message.count(warnings, "warning")
    var lines = ["\(path): \(Message.count(gestures.count, "gesture")), \(verdict)"]
    for index in gestures.indices {
      for requirement in rules.requirements(of: GestureID(index)) {
        let delay = rules.longestDelay(of: requirement, holding: GestureID(index))
        lines.append("  \(gestures[index].name) \(Self.wait(delay, gestures[requirement.rawValue].name))")
      }
    }
    text = lines.joined(separator: "\n")
  }

  private static func wait(_ delay: Delay, _ requirement: String) -> String {
    switch delay {
    case .none: "never waits for \(requirement)"
    case .atMost: "waits for \(requirement) to fail: \(delay) at most"
    case .untilLift, .beyondLift: "waits for \(requirement) to fail: \(delay)"
    }
  }
}
