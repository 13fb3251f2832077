import Actions
import Bindings
import GestureCore
import Recordings
import Testing

@testable import gesture_bridge

/// The results of commands, in words.
struct CommandTextTests {
  @Test(arguments: [
    (CommandEvent.started(pid: 12, latency: 1500), "zoom changed: started `zoomer` as process 12 after 1.5 ms"),
    (.started(pid: 12, latency: nil), "zoom changed: started `zoomer` as process 12"),
    (.exited(pid: 12, .code(3)), "zoom changed: process 12 ended with exit status 3"),
    (.exited(pid: 12, .signal(9)), "zoom changed: process 12 was ended by signal 9"),
    (.exited(pid: 12, .unknown), "zoom changed: process 12 ended"),
    (.refused(.perBinding(8)), "zoom changed: not started, too many commands still run"),
    (.refused(.overall(64)), "zoom changed: not started, too many commands still run"),
    (.refused(.waiting(64)), "zoom changed: not started, too many commands of this action still wait"),
    (.failed(.noProgram), "zoom changed: could not be started"),
    (.wouldStart, "zoom changed: not started: dry run"),
    (.queued, "zoom changed: waits until it can start"),
    (.skipped, "zoom changed: skipped, the previous command still runs"),
    (.replaced, "zoom changed: not started, replaced by a newer command"),
    (.stopping(pid: 12), "zoom changed: process 12 is asked to stop (SIGTERM)"),
    (.killed(pid: 12), "zoom changed: process 12 does not stop and is killed"),
    (.line(.written), "zoom changed: a line is sent to the running command"),
    (.line(.waits), "zoom changed: a line waits until the running command reads its input"),
    (
      .line(.replacesChange),
      "zoom changed: a line replaces a waiting line, and waits until the running command reads its input"
    ),
    (.line(.dropped), "zoom changed: a line is dropped: the command does not run or does not read its input"),
  ])
  func theDebugViewTells(_ event: CommandEvent, _ text: String) {
    let request = CommandRequest(
      binding: 0, file: "b", line: 1, key: "changed", gesture: "zoom", command: .shell("zoomer"))
    #expect(CommandText.line(request, event) == text)
  }

  @Test func anActionThatIsSkipped() {
    let action = SkippedAction(gesture: "zoom", key: "run", reason: "nothing can press keys here")
    #expect(CommandText.line(action) == "zoom run: skipped, nothing can press keys here")
    var lines: [String] = []
    let trace = Trace(Rules(), as: .json, .everything, of: .recording) { lines.append($0) }
    trace.add("skipped", CommandText.members(action), at: Timestamp(microseconds: 4000))
    #expect(
      lines.last
        == #"{"type":"skipped","t_ms":4.000,"gesture":"zoom","key":"run","reason":"nothing can press keys here"}"#)
  }
}
