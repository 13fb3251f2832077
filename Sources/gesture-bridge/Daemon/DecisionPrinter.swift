import Actions
import Bindings
import GestureCore
import Recordings

/// Prints each decision, each new mode and what became of each command as one readable line on standard output.
final class DecisionPrinter: DebugOutput, @unchecked Sendable {
  // One thread does everything; the observer protocol asks for more than this program needs.
  private var names: Names

  /// Times are counted from `origin`.
  init(_ rules: RuleSet, from origin: Timestamp) {
    names = Names(rules)
    names.origin = origin
    names.saysValues = true
  }

  func use(_ rules: Rules) {
    let before = names
    names = Names(rules.ruleSet)
    names.origin = before.origin
    names.saysValues = true
  }

  func added(_ device: Device) { names.add(device) }

  func observe(_ decision: Decision) {
    StandardStreams.write(names.line(decision) + "\n")
  }

  func entered(_ mode: String, at time: Timestamp) {
    StandardStreams.write(Message.entered(mode) + "\n")
  }

  func show(_ request: CommandRequest, _ event: CommandEvent, at time: Timestamp) {
    StandardStreams.write(Self.line(request, event) + "\n")
  }

  static func line(_ request: CommandRequest, _ event: CommandEvent) -> String {
    let what = "\(request.gesture) \(request.key)"
    let command = "`\(request.command)`"
    return switch event {
    case .started(let pid, let latency):
      "\(what): started \(command) as process \(pid)"
        + (latency.map { " after \(decimal(Double($0) / 1000, places: 1)) ms" } ?? "")
    case .exited(let pid, .code(let code)): "\(what): process \(pid) ended with exit status \(code)"
    case .exited(let pid, .signal(let signal)): "\(what): process \(pid) was ended by signal \(signal)"
    case .exited(let pid, .unknown): "\(what): process \(pid) ended"
    case .refused(.perBinding), .refused(.overall): "\(what): not started, too many commands still run"
    case .refused(.waiting): "\(what): not started, too many of its commands still wait"
    case .failed: "\(what): could not be started"
    case .wouldStart: "\(what): would start \(command)"
    case .queued: "\(what): starts when those before it have ended"
    case .skipped: "\(what): left out, the one before it still runs"
    case .replaced: "\(what): not started, a later one takes its place"
    case .toldToEnd(let pid): "\(what): process \(pid) is told to end"
    case .killed(let pid): "\(what): process \(pid) has not ended and is killed"
    case .line(.written): "\(what): its stream is told"
    case .line(.waits): "\(what): a line waits for its stream to read"
    case .line(.replacesChange): "\(what): a line waits for its stream to read, in place of the one before"
    case .line(.leftOut): "\(what): its stream is not told"
    }
  }
}
