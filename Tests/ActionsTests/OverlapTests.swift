import Bindings
import Glibc
import Logging
import Testing

@testable import Actions

extension CommandRunnerTests {
  /// A command should start while the previous one of its action still runs.
  struct Overlapping {
    private let out: ScratchFile
    private let bench: CommandBench

    init() throws {
      out = try ScratchFile()
      bench = try CommandBench(perBinding: 3, overall: 5, waiting: 20)
    }

    private func start(
      _ line: String, binding: Int = 0, key: String = "run", _ overlap: Overlap, isStep: Bool = false
    ) {
      bench.start(
        .shell(line), binding: binding, key: key, overlap: overlap, isStep: isStep, environment: [("OUT", out.path)])
    }

    /// Notes its beginning and its end.
    private func span(_ number: Int) -> String {
      "echo +\(number) >> \"$OUT\"; sleep 0.02; echo -\(number) >> \"$OUT\""
    }

    private func finishAll() { bench.serve(until: { bench.runner.liveCount + bench.runner.waitingCount == 0 }) }

    /// Serves until a command has noted this.
    private func serve(_ line: String) throws { try bench.serve(until: { try out.lines().contains(line) }) }

    @Test func allowRunsBothAtOnce() throws {
      start("until grep -q second \"$OUT\"; do sleep 0.01; done; echo first >> \"$OUT\"", .allow)
      start("echo second >> \"$OUT\"", .allow)
      finishAll()
      #expect(try out.lines() == ["second", "first"])
    }

    @Test func stepsBeyondTheLimitWaitAndNoneIsLost() throws {
      for number in 0..<20 { start(span(number), key: "step", .allow, isStep: true) }
      #expect(bench.runner.liveCount == 3)
      #expect(bench.runner.waitingCount == 17)
      finishAll()
      let lines = try out.lines()
      #expect(Set(lines).count == 40 && lines.count == 40)
      #expect(bench.book.all.isEmpty)
      #expect(bench.events.count { $0 == .queued } == 17)
      #expect(bench.events.count { if case .refused = $0 { true } else { false } } == 0)
    }

    @Test func stepsStartInTheirOrder() throws {
      let bench = try CommandBench(perBinding: 1)
      for number in 0..<20 {
        bench.start(
          .shell("echo \(number) >> \"$OUT\""), key: "step", isStep: true, environment: [("OUT", out.path)])
      }
      bench.serve(until: { bench.runner.liveCount + bench.runner.waitingCount == 0 })
      #expect(try out.lines() == (0..<20).map(String.init))
    }

    @Test func stepsWaitForRoomAmongAllBindingsToo() throws {
      for binding in 1...5 { start("sleep 0.1", binding: binding, .allow) }
      start("echo step >> \"$OUT\"", key: "step", .allow, isStep: true)
      #expect(bench.runner.waitingCount == 1)
      finishAll()
      #expect(try out.lines() == ["step"])
    }

    @Test(arguments: [(Overlap.queue, false), (.allow, true)])
    func howManyWaitIsLimitedAndToldOnce(_ overlap: Overlap, isStep: Bool) throws {
      let bench = try CommandBench(perBinding: 1, waiting: 4)
      for _ in 0..<8 { bench.start(.shell("sleep 0.01"), key: "step", overlap: overlap, isStep: isStep) }
      #expect(bench.runner.waitingCount == 4)
      #expect(bench.events.suffix(3) == Array(repeating: .refused(.waiting(4)), count: 3))
      bench.serve(until: { bench.runner.liveCount + bench.runner.waitingCount == 0 })
      #expect(bench.pids.count == 5)
      #expect(
        bench.book.all == [
          .init(
            level: .warning,
            text:
              "an action of `next` already has 4 commands waiting, the limit for one action: `step` at bindings.toml:12 is "
              + "skipped until some of these commands have run"),
          .init(level: .info, text: "`step` at bindings.toml:12 is no longer skipped; 3 commands were skipped"),
        ])
    }

    @Test func skipLeavesOutWhatIsDueMeanwhile() throws {
      start("echo 0 >> \"$OUT\"; until grep -q go \"$OUT\"; do sleep 0.01; done", .skip)
      try serve("0")
      start("echo 1 >> \"$OUT\"", .skip)
      start("echo other >> \"$OUT\"", key: "ended", .skip)
      start("echo go >> \"$OUT\"", binding: 1, .skip)
      finishAll()
      start("echo 2 >> \"$OUT\"", .skip)
      finishAll()
      #expect(Set(try out.lines()) == ["0", "other", "go", "2"])
      #expect(bench.events.count { $0 == .skipped } == 1)
      #expect(
        bench.book.all == [
          .init(level: .debug, text: "`run` at bindings.toml:12 is skipped: its previous command still runs")
        ])
    }

    @Test func whatHasEndedIsNoReasonToSkip() throws {
      start("echo 0 >> \"$OUT\"", .skip)
      var info = siginfo_t()
      try #require(waitid(P_PID, id_t(bench.pids[0]), &info, WEXITED | WNOWAIT) == 0)
      start("echo 1 >> \"$OUT\"", .skip)
      finishAll()
      #expect(try out.lines() == ["0", "1"])
    }

    @Test(arguments: [true, false])
    func queueRunsOneAfterAnotherInOrder(hasProcessDescriptors: Bool) throws {
      let bench = try CommandBench(hasProcessDescriptors: hasProcessDescriptors)
      for number in 0..<12 {
        bench.start(.shell(span(number)), overlap: .queue, environment: [("OUT", out.path)])
        #expect(bench.runner.liveCount == 1)
      }
      bench.serve(until: { bench.runner.liveCount + bench.runner.waitingCount == 0 })
      #expect(try out.lines() == (0..<12).flatMap { ["+\($0)", "-\($0)"] })
    }

    @Test func aQueuedCommandThatIsMissingHoldsUpNobody() throws {
      start("sleep 0.05", .queue)
      bench.start(.direct(["gesture-bridge-none"]), overlap: .queue)
      start("echo last >> \"$OUT\"", .queue)
      finishAll()
      #expect(try out.lines() == ["last"])
    }

    @Test func restartEndsTheOneBeforeAndOfSeveralRunsTheLast() throws {
      let goes = "until grep -q go \"$OUT\"; do sleep 0.01; done; echo ended >> \"$OUT\"; exit 0"
      start("trap '\(goes)' TERM; echo ready >> \"$OUT\"; while :; do sleep 0.01; done", .restart)
      try serve("ready")
      for number in 1...4 { start("echo \(number) >> \"$OUT\"", .restart) }
      #expect(bench.runner.liveCount == 1)
      #expect(bench.runner.waitingCount == 1)
      start("echo go >> \"$OUT\"", binding: 1, .allow)
      finishAll()
      #expect(try out.lines() == ["ready", "go", "ended", "4"])
      #expect(bench.events.count { $0 == .replaced } == 3)
      #expect(bench.events.count { $0 == .stopping(pid: bench.pids[0]) } == 1)
      #expect(bench.runner.nextDeadline == nil)
      #expect(
        bench.book.all == [
          .init(
            level: .debug,
            text: "`run` at bindings.toml:12 is asked to stop (SIGTERM) before the next command starts")
        ])
    }

    @Test func restartEndsTheWholeProcessGroup() throws {
      start("echo ready >> \"$OUT\"; sleep 100 | sleep 100", .restart)
      try serve("ready")
      start("echo next >> \"$OUT\"", .restart)
      finishAll()
      #expect(try out.lines() == ["ready", "next"])
      bench.serve(until: { kill(-bench.pids[0], 0) != 0 && errno == ESRCH })
    }

    @Test func whatDoesNotEndIsKilledAtTheDeadline() throws {
      bench.clock = 5_000_000
      start("trap '' TERM; echo ready >> \"$OUT\"; while :; do sleep 0.01; done", .restart)
      try serve("ready")
      start("echo never >> \"$OUT\"", .restart)
      #expect(bench.runner.nextDeadline == 6_000_000)
      bench.clock = 5_500_000
      start("echo next >> \"$OUT\"", .restart)
      #expect(bench.runner.nextDeadline == 6_000_000)
      bench.runner.advance(to: 5_999_999)
      usleep(50_000)
      #expect(kill(bench.pids[0], 0) == 0)
      bench.runner.advance(to: 6_000_000)
      #expect(bench.runner.nextDeadline == nil)
      finishAll()
      #expect(try out.lines() == ["ready", "next"])
      #expect(bench.events.contains(.killed(pid: bench.pids[0])))
      #expect(
        bench.book.told == [
          .init(
            level: .info,
            text:
              "`run` at bindings.toml:12 did not end within 1000 ms after SIGTERM, so it is killed before the next command starts"
          ),
          .init(level: .info, text: "`run` at bindings.toml:12 was ended by signal 9 (SIGKILL)"),
        ])
    }

    @Test func newRulesLoseNothingThatWaits() throws {
      start("echo 0 >> \"$OUT\"; until grep -q go \"$OUT\"; do sleep 0.01; done", .queue)
      start("echo 1 >> \"$OUT\"", .queue)
      try serve("0")
      bench.runner.rulesReplaced()
      start("echo new >> \"$OUT\"", .queue)
      try serve("new")
      start("echo go >> \"$OUT\"", binding: 1, .allow)
      finishAll()
      #expect(try out.lines() == ["0", "new", "go", "1"])
    }

    @Test func whatWaitsAtTheEndIsTold() throws {
      start("sleep 100", .queue)
      for _ in 0..<2 { start("true", .queue) }
      bench.runner.stop()
      bench.killAll()
      #expect(bench.pids.count == 1)
      #expect(
        bench.book.all.first
          == .init(
            level: .notice, text: "2 waiting commands are dropped, because gestures are inactive now or the daemon ends"
          ))
    }
  }
}
