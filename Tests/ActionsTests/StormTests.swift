import Bindings
import Glibc
import Logging
import Support
import Testing

@testable import Actions

extension CommandRunnerTests {
  /// More commands than may be started, with real processes.
  struct Storms {
    private let second: Int64 = 1_000_000

    private func warning(_ limit: Int) -> LogBook.Line {
      .init(
        level: .warning,
        text:
          "gestures start more than \(limit) commands a second, the limit `max-per-second`: `run` at bindings.toml:12 "
          + "and other commands are skipped until gestures start fewer commands")
    }

    @Test func whatIsBeyondTheLimitIsLeftOutAndToldOnce() throws {
      let bench = try CommandBench(perBinding: 100, perSecond: 10)
      for binding in 0..<30 { bench.start(.direct(["true"]), binding: binding) }
      bench.wait()
      #expect(bench.pids.count == 10)
      #expect(bench.events.count { $0 == .refused(.perSecond(10)) } == 20)
      #expect(bench.book.all == [warning(10)])
      bench.clock = second / 5
      bench.start(.direct(["true"]))
      bench.wait()
      #expect(bench.pids.count == 11 && bench.book.all == [warning(10)])
      #expect(bench.runner.nextDeadline == second * 6 / 10)
      bench.clock = second * 6 / 10
      bench.runner.advance(to: bench.clock)
      #expect(
        bench.book.all == [
          warning(10), .init(level: .info, text: "gestures can start commands again; 20 commands were skipped"),
        ])
      #expect(bench.runner.nextDeadline == nil)
    }

    @Test func stepsAndQueuesWaitAndNoneIsLost() throws {
      let out = try ScratchFile()
      let bench = try CommandBench(perSecond: 4)
      for number in 0..<6 {
        bench.start(
          .shell("echo \(number) >> \"$OUT\""), key: "step", overlap: .queue, isStep: true,
          environment: [("OUT", out.path)])
        bench.wait()
      }
      #expect(try out.lines() == ["0", "1", "2", "3"] && bench.runner.waitingCount == 2)
      for number in 1...2 {
        #expect(bench.runner.nextDeadline == second / 4 * Int64(number))
        bench.clock = second / 4 * Int64(number)
        bench.runner.advance(to: bench.clock)
        bench.wait()
      }
      #expect(try out.lines() == (0..<6).map(String.init))
      #expect(bench.runner.waitingCount == 0 && bench.runner.nextDeadline == nil && bench.book.all.isEmpty)
    }

    @Test func aRestartThatMustWaitIsStartedLater() throws {
      let bench = try CommandBench(perSecond: 1)
      bench.start(.direct(["sleep", "100"]), overlap: .restart)
      bench.start(.direct(["true"]), overlap: .restart)
      bench.wait()
      #expect(bench.pids.count == 1 && bench.runner.waitingCount == 1)
      bench.clock = second
      bench.runner.advance(to: second)
      bench.wait()
      #expect(bench.pids.count == 2 && bench.runner.waitingCount == 0)
    }

    @Test func streamsAreBoundedToo() throws {
      let bench = try CommandBench(perSecond: 1)
      for device in 0..<3 {
        let request = CommandRequest(
          binding: device, file: "bindings.toml", line: 12, gesture: "next", command: .direct(["true"]))
        bench.runner.send(StreamLine(request, .beginning, madeGesture(), device: device))
      }
      #expect(bench.pids.count == 1)
      #expect(bench.events.count { $0 == .line(.dropped) } == 2)
      #expect(bench.book.all == [warning(1).inOne])
      bench.runner.endStreams()
      bench.wait()
    }

    @Test func newRulesMayHaveOtherLimits() throws {
      let bench = try CommandBench(perBinding: 100, overall: 2)
      bench.runner.rulesReplaced(overall: 3, perSecond: 4)
      for binding in 0..<4 { bench.start(.direct(["sleep", "100"]), binding: binding) }
      #expect(bench.pids.count == 3 && bench.events.last == .refused(.overall(3)))
      bench.killAll()
      for binding in 0..<4 { bench.start(.direct(["true"]), binding: binding) }
      #expect(bench.pids.count == 4 && bench.events.last == .refused(.perSecond(4)))
      bench.wait()
    }

    /// A gesture at each frame of a fast device for ten seconds, each with a command: the number of running commands
    /// stays bounded.
    @Test func aStormOfTenSecondsStaysBounded() throws {
      let bench = try CommandBench(perSecond: 50)
      var most = 0
      for number in 0..<1250 {
        bench.clock = Int64(number) * 8000
        bench.start(.direct(["true"]), binding: number % 40)
        most = max(most, bench.runner.liveCount)
        if number % 16 == 0 { bench.wait() }
      }
      bench.wait()
      // Those of one second at once, and those of ten as they come in.
      #expect((540...550).contains(bench.pids.count), "\(bench.pids.count)")
      #expect(most <= 64)
      #expect(bench.book.all == [warning(50)])
    }
  }
}

extension LogBook.Line {
  /// The same about a limit of one.
  fileprivate var inOne: Self { .init(level: level, text: text.replacing("1 commands", with: "1 command")) }
}
