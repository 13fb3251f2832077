import Bindings
import Doctor

/// What `check` says to people: every problem, how many gestures there are, what waits for what, for how long, and which
/// devices can give what.
struct CheckReport {
  /// Whole lines; empty where the file could not be read.
  let text: String

  init(_ result: CheckResult) {
    var lines = result.diagnostics.map(\.description)
    lines += result.comparison?.warnings.map(\.description) ?? []
    if let path = result.path, result.failure == nil { lines.append("\(path): \(Self.verdict(result))") }
    lines += result.waits.map { "  \($0.gesture) \(Self.text($0))" }
    lines += result.comparison.map(Self.lines) ?? []
    text = lines.map { $0 + "\n" }.joined()
  }

  private static func verdict(_ result: CheckResult) -> String {
    guard let rules = result.rules else { return Message.count(result.errors, "error") }
    let problems = result.warnings == 0 ? "no problems" : Message.count(result.warnings, "warning")
    return "\(Message.count(rules.ruleSet.gestures.count, "gesture")), \(problems)"
  }

  private static func text(_ wait: CheckResult.Wait) -> String {
    switch wait.delay {
    case .none: "never waits for \(wait.requirement)"
    case .atMost: "waits for \(wait.requirement) to fail: \(wait.delay) at most"
    case .untilLift, .beyondLift: "waits for \(wait.requirement) to fail: \(wait.delay)"
    }
  }

  private static func lines(_ comparison: DeviceComparison) -> [String] {
    comparison.stands.flatMap { stand in
      var lines = [stand.summary]
      lines += stand.obstacles.map { "  \($0.gesture): \($0.reason)" }
      if let remark = stand.penRemark { lines.append("  " + remark) }
      if !stand.others.isEmpty { lines.append("  " + Message.forOtherDevices(stand.others)) }
      return lines
    } + comparison.unread.map(Message.unread)
  }
}
