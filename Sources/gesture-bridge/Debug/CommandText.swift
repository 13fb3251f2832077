import Actions
import Bindings
import GestureCore
import Recordings

/// What became of a command, or of another action, in words and as an object of JSON.
enum CommandText {
  /// `next-workspace run: skipped, nothing can press keys here`
  static func line(_ action: SkippedAction) -> String { "\(action.gesture) \(action.key): skipped, \(action.reason)" }

  /// `start` with the action, and why nothing became of it.
  static func object(_ action: SkippedAction, in start: ObjectLine) -> ObjectLine {
    var object = start
    object.add("gesture", action.gesture)
    object.add("key", action.key)
    object.add("reason", action.reason)
    return object
  }

  /// `volume step: started `louder` as process 12 after 1.5 ms`
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
    case .refused(.perSecond): "not started, too many commands at once"
    case .refused(.waiting): "not started, too many of its commands still wait"
    case .failed: "could not be started"
    case .wouldStart: "not started: dry run"
    case .queued: "starts when the previous ones have ended"
    case .skipped: "skipped, the previous one still runs"
    case .replaced: "not started, a later one takes its place"
    case .toldToEnd(let pid): "process \(pid) is told to end"
    case .killed(let pid): "process \(pid) has not ended and is killed"
    case .line(.written): "its stream gets a line"
    case .line(.waits): "a line waits for its stream to read"
    case .line(.replacesChange): "a line waits for its stream to read, in place of the one before"
    case .line(.leftOut): "its stream gets nothing"
    }
  }

  /// `start` with what became of the command, its gesture, and the place of its rule.
  static func object(_ request: CommandRequest, _ event: CommandEvent, in start: ObjectLine) -> ObjectLine {
    var object = start
    object.add("command", word(event))
    object.add("gesture", request.gesture)
    object.add("key", request.key)
    switch request.command {
    case .shell(let text): object.add("run", text)
    case .direct(let arguments): object.add("run", arguments)
    }
    add(event, to: &object)
    object.add("file", request.file)
    if let line = request.line { object.add("line", line) }
    return object
  }

  private static func word(_ event: CommandEvent) -> String {
    switch event {
    case .started: "started"
    case .exited: "ended"
    case .refused: "refused"
    case .failed: "failed"
    case .wouldStart: "dry-run"
    case .queued: "queued"
    case .skipped: "skipped"
    case .replaced: "replaced"
    case .toldToEnd: "told-to-end"
    case .killed: "killed"
    case .line(.written): "line-written"
    case .line(.waits): "line-waits"
    case .line(.replacesChange): "line-replaces-change"
    case .line(.leftOut): "line-left-out"
    }
  }

  private static func add(_ event: CommandEvent, to object: inout ObjectLine) {
    switch event {
    case .started(let pid, let latency):
      object.add("pid", Int(pid))
      if let latency { object.add("latency_ms", milliseconds(latency)) }
    case .exited(let pid, let status):
      object.add("pid", Int(pid))
      switch status {
      case .code(let code): object.add("status", Int(code))
      case .signal(let signal): object.add("signal", Int(signal))
      case .unknown: break
      }
    case .refused(.perBinding(let most)), .refused(.overall(let most)), .refused(.waiting(let most)),
      .refused(.perSecond(let most)):
      object.add("limit", most)
    case .toldToEnd(let pid), .killed(let pid): object.add("pid", Int(pid))
    case .failed, .wouldStart, .queued, .skipped, .replaced, .line: break
    }
  }

  private static func milliseconds(_ microseconds: Int64) -> Double {
    TimeSpan(microseconds: microseconds).milliseconds
  }
}
