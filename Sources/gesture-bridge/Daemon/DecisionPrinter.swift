import Actions
import GestureCore
import Recordings

/// Prints each decision and what became of each command as one readable line on standard output.
final class DecisionPrinter: Observer, @unchecked Sendable {
  // One thread does everything; the observer protocol asks for more than this program needs.
  private var names: Names

  /// Times are counted from `origin`.
  init(_ rules: RuleSet, from origin: Timestamp) {
    names = Names(rules)
    names.origin = origin
    names.saysValues = true
  }

  func use(_ rules: RuleSet) {
    let before = names
    names = Names(rules)
    names.origin = before.origin
    names.saysValues = true
  }

  func add(_ device: Device) { names.add(device) }

  func observe(_ decision: Decision) {
    StandardStreams.write(names.line(decision) + "\n")
  }

  func show(_ request: CommandRequest, _ event: CommandEvent) {
    StandardStreams.write(Self.line(request, event) + "\n")
  }

  static func line(_ request: CommandRequest, _ event: CommandEvent) -> String {
    let what = "\(request.gesture) \(request.key)"
    return switch event {
    case .started(let pid, let latency):
      "\(what): started \(request.command) as \(pid)"
        + (latency.map { " after \(decimal(Double($0) / 1000, places: 1)) ms" } ?? "")
    case .exited(let pid, .code(let code)): "\(what): \(pid) ended with \(code)"
    case .exited(let pid, .signal(let signal)): "\(what): \(pid) was ended by signal \(signal)"
    case .exited(let pid, .unknown): "\(what): \(pid) ended"
    case .refused: "\(what): not started, too many of its commands still run"
    case .failed: "\(what): could not be started"
    case .wouldStart: "\(what): would start \(request.command)"
    }
  }
}
