import Actions
import Bindings
import Recordings
import Text

@testable import gesture_bridge

/// The result of a command, and the middle part of the object that reports it.
struct CommandCase {
  let event: CommandEvent
  let text: String
  private let command: Command

  private init(_ event: CommandEvent, _ word: String, _ facts: String = "", _ command: Command = .shell("x")) {
    self.event = event
    self.command = command
    let run =
      switch command {
      case .shell: "\"x\""
      case .direct: "[\"x\",\"y\"]"
      }
    text = "\"\(word)\",\"gesture\":\"zoom\",\"key\":\"changed\",\"run\":\(run)" + (facts.isEmpty ? "" : ",\(facts)")
  }

  var object: String {
    let request = CommandRequest(
      binding: 0, file: "b.toml", line: 7, key: "changed", gesture: "zoom", command: command)
    return JSONValue.object(CommandText.members(request, event)).fixedLine
  }

  static let all = [
    Self(.started(pid: 12, latency: 1500), "started", "\"pid\":12,\"latency_ms\":1.500"),
    Self(.started(pid: 12, latency: nil), "started", "\"pid\":12", .direct(["x", "y"])),
    Self(.exited(pid: 12, .code(3)), "ended", "\"pid\":12,\"status\":3"),
    Self(.exited(pid: 12, .signal(9)), "ended", "\"pid\":12,\"signal\":9"),
    Self(.exited(pid: 12, .unknown), "ended", "\"pid\":12"),
    Self(.refused(.perBinding(8)), "refused", "\"limit\":8"),
    Self(.refused(.overall(64)), "refused", "\"limit\":64"),
    Self(.refused(.waiting(32)), "refused", "\"limit\":32"),
    Self(.failed(.noProgram), "failed"),
    Self(.wouldStart, "dry-run"),
    Self(.queued, "queued"),
    Self(.skipped, "skipped"),
    Self(.replaced, "replaced"),
    Self(.stopping(pid: 12), "asked-to-stop", "\"pid\":12"),
    Self(.killed(pid: 12), "killed", "\"pid\":12"),
    Self(.line(.written), "line-written"),
    Self(.line(.waits), "line-waits"),
    Self(.line(.replacesChange), "line-replaces-change"),
    Self(.line(.dropped), "line-dropped"),
  ]
}
