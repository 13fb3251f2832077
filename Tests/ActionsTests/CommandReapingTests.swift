import Base
import Bindings
import Glibc
import Testing

@testable import Actions

extension CommandRunnerTests {
  /// Starting never waits, and everything started is reaped.
  struct Reaping {
    @Test(arguments: [true, false])
    func nothingIsLeftInTheProcessTable(hasProcessDescriptors: Bool) throws {
      let bench = try CommandBench(overall: 20, hasProcessDescriptors: hasProcessDescriptors)
      for binding in 0..<20 { bench.start(.shell("exit \(binding % 2)"), binding: binding) }
      #expect(bench.watchedCount == (hasProcessDescriptors ? 20 : 0))
      bench.wait()
      #expect(bench.pids.count == 20)
      #expect(bench.pids.allSatisfy { kill($0, 0) != 0 && errno == ESRCH })
      #expect(bench.watchedCount == 0)
      #expect(bench.unwatchedCount == (hasProcessDescriptors ? 20 : 0))
      #expect(bench.events.filter { if case .exited(_, .code(1)) = $0 { true } else { false } }.count == 10)
    }

    @Test func aSleepingCommandDoesNotDelayTheNext() throws {
      let bench = try CommandBench()
      let out = try ScratchFile()
      bench.start(.direct(["sleep", "60"]))
      bench.start(.shell("echo here > \"$OUT\""), environment: [("OUT", out.path)])
      bench.wait(until: 1)
      #expect(try out.text() == "here\n")
      let sleeper = try #require(bench.pids.first)
      #expect(kill(sleeper, 0) == 0, "it still sleeps")
      bench.killAll()
    }

    @Test func aThousandCommandsLeaveDescriptorsFlat() throws {
      let bench = try CommandBench(perBinding: 1000)
      for _ in 0..<1000 {
        bench.start(.direct(["true"]))
        bench.wait(until: 16)
      }
      bench.wait()
      #expect(bench.pids.count == 1000)
      #expect(bench.unwatchedCount == 1000)
      #expect(OpenDescriptors.countOfEnded() == 0)
    }

    @Test func aRunnerThatGoesAwayClosesItsDescriptors() throws {
      var pid: Int32 = 0
      do {
        let bench = try CommandBench()
        bench.start(.direct(["sleep", "5"]))
        pid = bench.pids[0]
        #expect(OpenDescriptors.count(of: pid) == 1)
      }
      #expect(OpenDescriptors.count(of: pid) == 0)
      kill(pid, SIGKILL)
      reap(pid)
    }

    @Test func aCommandThatCannotBeWatchedIsReapedLater() throws {
      var pids: [Int32] = []
      let runner = try CommandRunner(
        logger: LogBook().logger, now: { 0 },
        watch: { (_, _) throws(SystemError) in throw SystemError(call: "epoll_ctl", code: ENOSPC) },
        unwatch: { _ in Issue.record("nothing was watched") },
        observe: { if case .started(let pid, _) = $1 { pids.append(pid) } })
      let request = CommandRequest(binding: 0, file: "b", line: 1, gesture: "g", command: .direct(["true"]))
      runner.start(request)
      try waitForTheEnd(of: pids[0])
      runner.start(request)
      #expect(runner.liveCount == 1)
      try waitForTheEnd(of: pids[1])
      runner.ready(-1)
      #expect(runner.liveCount == 0)
    }

    @Test func whoWaitsForACommandThatCannotBeWatchedStartsAllTheSame() throws {
      var pids: [Int32] = []
      var now: Int64 = 1_000_000
      let runner = try CommandRunner(
        logger: LogBook().logger, now: { now },
        watch: { (_, _) throws(SystemError) in throw SystemError(call: "epoll_ctl", code: ENOSPC) },
        unwatch: { _ in Issue.record("nothing was watched") },
        observe: { if case .started(let pid, _) = $1 { pids.append(pid) } })
      let request = CommandRequest(
        binding: 0, file: "b", line: 1, gesture: "g", command: .shell("sleep 0.05"), overlap: .queue)
      runner.start(request)
      #expect(runner.nextDeadline == nil)
      runner.start(request)
      runner.advance(to: now)
      #expect(runner.nextDeadline == 1_100_000)
      try waitForTheEnd(of: pids[0])
      now = 1_100_000
      runner.advance(to: now)
      #expect(pids.count == 2)
      #expect(runner.nextDeadline == nil)
      try waitForTheEnd(of: pids[1])
      runner.childSignal()
      #expect(runner.liveCount == 0)
    }

    /// Waits until a child has ended, without reaping it.
    private func waitForTheEnd(of pid: Int32) throws {
      var info = siginfo_t()
      try #require(waitid(P_PID, id_t(pid), &info, WEXITED | WNOWAIT) == 0)
    }

    @Test func aStatusTakenBySomebodyElseIsNoReasonToWaitForEver() throws {
      let bench = try CommandBench()
      bench.start(.direct(["true"]))
      let pid = bench.pids[0]
      waitpid(pid, nil, 0)
      bench.wait()
      #expect(bench.events.last == .exited(pid: pid, .unknown))
    }

    @Test func theEndOfACommandIsToldWithItsSignal() throws {
      let bench = try CommandBench()
      bench.start(.shell("kill -TERM $$"))
      bench.wait()
      #expect(bench.events.last == .exited(pid: bench.pids[0], .signal(SIGTERM)))
      #expect(
        bench.book.all == [.init(level: .info, text: "`run` at bindings.toml:12 was ended by signal 15 (SIGTERM)")])
    }

    @Test func theLatencyIsCountedFromTheGesture() throws {
      let bench = try CommandBench()
      bench.clock = 1500
      bench.runner.start(
        CommandRequest(binding: 0, file: "b", line: 1, gesture: "g", command: .direct(["true"]), since: 1200))
      bench.wait()
      #expect(bench.events.first == .started(pid: bench.pids[0], latency: 300))
    }
  }
}
