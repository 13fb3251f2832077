import Actions
import Bindings
import GestureCore
import Recordings
import Text

/// Writes the events of commands, and the skipped actions, in words and in JSON.
enum CommandText {
  /// A skipped action in words: `next-workspace run: skipped, nothing can press keys`.
  static func line(_ action: SkippedAction) -> String { "\(action.gesture) \(action.key): skipped, \(action.reason)" }

  static func members(_ action: SkippedAction) -> [JSONValue.Member] {
    [
      .init("gesture", .string(action.gesture)), .init("key", .string(action.key)),
      .init("reason", .string(action.reason)),
    ]
  }

  static func line(_ request: CommandRequest, _ event: CommandEvent) -> String {
    "\(request.gesture) \(request.key): \(text(request, event))"
  }

  private static func text(_ request: CommandRequest, _ event: CommandEvent) -> String {
    switch event {
    case .started(let pid, let latency):
      "started `\(request.command)` as process \(pid)"
        + (latency.map { " after \(decimal(milliseconds($0), places: 1)) ms" } ?? "")
    case .exited(let pid, .code(let code)): "process \(pid) ended with exit status \(code)"
    case .exited(let pid, .signal(let signal)): "process \(pid) was ended by signal \(signal)"
    case .exited(let pid, .unknown): "process \(pid) ended"
    case .refused(.perBinding), .refused(.overall): "not started, too many commands still run"
    case .refused(.perSecond): "not started, too many commands within a second"
    case .refused(.waiting): "not started, too many commands of this action still wait"
    case .failed: "could not be started"
    case .wouldStart: "not started: dry run"
    case .queued: "waits until it can start"
    case .skipped: "skipped, the previous command still runs"
    case .replaced: "not started, replaced by a newer command"
    case .stopping(let pid): "process \(pid) is asked to stop (SIGTERM)"
    case .killed(let pid): "process \(pid) does not stop and is killed"
    case .line(.written): "a line is sent to the running command"
    case .line(.waits): "a line waits until the running command reads its input"
    case .line(.replacesChange): "a line replaces a waiting line, and waits until the running command reads its input"
    case .line(.dropped): "a line is dropped: the command does not run or does not read its input"
    }
  }

  static func members(_ request: CommandRequest, _ event: CommandEvent) -> [JSONValue.Member] {
    let (word, facts) = facts(event)
    return .init(nonNil: [
      "command": .string(word), "gesture": .string(request.gesture), "key": .string(request.key),
      "run": request.command.json,
    ]) + facts + .init(nonNil: ["file": .string(request.file), "line": request.line.map { .integer($0) }])
  }

  private static func facts(_ event: CommandEvent) -> (String, [JSONValue.Member]) {
    switch event {
    case .started(let pid, let latency):
      ("started", .init(nonNil: ["pid": number(pid), "latency_ms": latency.map { .number(milliseconds($0)) }]))
    case .exited(let pid, .code(let code)): ("ended", .init(nonNil: ["pid": number(pid), "status": number(code)]))
    case .exited(let pid, .signal(let signal)):
      ("ended", .init(nonNil: ["pid": number(pid), "signal": number(signal)]))
    case .exited(let pid, .unknown): ("ended", [.init("pid", number(pid))])
    case .refused(.perBinding(let most)), .refused(.overall(let most)), .refused(.waiting(let most)),
      .refused(.perSecond(let most)):
      ("refused", [.init("limit", .integer(most))])
    case .failed: ("failed", [])
    case .wouldStart: ("dry-run", [])
    case .queued: ("queued", [])
    case .skipped: ("skipped", [])
    case .replaced: ("replaced", [])
    case .stopping(let pid): ("asked-to-stop", [.init("pid", number(pid))])
    case .killed(let pid): ("killed", [.init("pid", number(pid))])
    case .line(.written): ("line-written", [])
    case .line(.waits): ("line-waits", [])
    case .line(.replacesChange): ("line-replaces-change", [])
    case .line(.dropped): ("line-dropped", [])
    }
  }

  private static func number(_ number: some BinaryInteger) -> JSONValue { .integer(Int(number)) }

  private static func milliseconds(_ microseconds: Int64) -> Double {
    TimeSpan(microseconds: microseconds).milliseconds
  }
}
