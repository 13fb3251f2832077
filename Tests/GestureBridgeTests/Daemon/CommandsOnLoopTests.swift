import Actions
import Bindings
import Logging
import Runtime
import Support
import Testing

@testable import gesture_bridge

/// Real commands and streams, served by a real loop.
struct CommandsOnLoopTests {
  @Test func commandsAreReapedThroughTheLoop() throws {
    let runtime = try Runtime(signals: [])
    var ends: [CommandEvent] = []
    let runner = try CommandRunner(logger: Logger(label: "test"), on: runtime.loop) { [unowned runtime] _, event in
      if case .exited = event { ends.append(event) }
      if ends.count == 3 { runtime.stop(0) }
    }
    runtime.add(runner)
    for binding in 0..<3 {
      runner.start(CommandRequest(binding: binding, file: "b", line: 1, gesture: "g", command: .direct(["true"])))
    }
    _ = try runtime.run()
    #expect(runner.liveCount == 0)
    #expect(runtime.loop.wakeUps <= 3)
  }

  /// The reader is slow at first, so most lines have to wait for the loop.
  @Test func aStreamIsWrittenThroughTheLoop() throws {
    let folder = try Folder()
    let runtime = try Runtime(signals: [])
    let runner = try CommandRunner(logger: Logger(label: "test"), on: runtime.loop) { [unowned runtime] _, event in
      if case .exited = event { runtime.stop(0) }
    }
    runtime.add(runner)
    let request = CommandRequest(
      binding: 0, file: "b", line: 1, gesture: "g", command: .shell("sleep 0.1; head -n 300 > \(folder.path("out"))"))
    for _ in 0..<300 {
      runner.send(StreamLine(request, .beginning, madeGesture("g", device: "d"), device: 0))
    }
    _ = try runtime.run()
    #expect(folder.lines("out").count == 300)
    // Once for each page that the reader has emptied, and once for its end; never just because the pipe has room.
    #expect(runtime.loop.wakeUps < 50)
  }
}
