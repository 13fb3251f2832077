import GestureCore
import Glibc
import Logging
import Support
import Testing

@testable import Actions
@testable import Bindings

extension CommandRunnerTests {
  /// Processes that receive gestures line by line.
  struct Streaming {
    private let out: ScratchFile
    private let bench: CommandBench

    init() throws {
      out = try ScratchFile()
      bench = try CommandBench()
    }

    private func send(
      _ command: Command, _ state: String, _ number: Double? = nil, binding: Int = 0, device: Int = 0,
      on bench: CommandBench? = nil
    ) {
      let gesture = madeGesture(
        "zoom", "pinch", RecognizerState(rawValue: state) ?? .cancelled, device: "\(device)",
        reports: number == nil ? [] : .scale
      ) {
        $0.fingers = 2
        $0.scale = number ?? $0.scale
      }
      let request = CommandRequest(
        binding: binding, file: "bindings.toml", line: 7, key: "changed", gesture: "zoom", command: command,
        environment: [("OUT", out.path)])
      let moments: [String: StreamLine.Moment] = ["began": .beginning, "changed": .change]
      (bench ?? self.bench).runner.send(StreamLine(request, moments[state] ?? .end, gesture, device: device))
    }

    private func line(_ state: String, _ number: Double? = nil, device: Int = 0) -> String {
      "{\"name\":\"zoom\",\"kind\":\"pinch\",\"state\":\"\(state)\",\"fingers\":2,"
        + (number.map { "\"scale\":\(EventValue.Value.text($0))," } ?? "")
        + "\"device\":\"\(device)\",\"duration\":0.000}"
    }

    /// Keeps all its input.
    private let keeps = Command.shell("cat >> \"$OUT\"")
    /// Reads nothing until the file has the word `go`.
    private let keepsLater = Command.shell("until grep -q go \"$OUT\"; do sleep 0.01; done; cat >> \"$OUT\"")

    /// Lets `keepsLater` read.
    private func go() throws {
      let descriptor = open(out.path, O_WRONLY | O_APPEND)
      defer { close(descriptor) }
      try #require(write(descriptor, "go\n", 3) == 3)
    }

    private func end() {
      bench.runner.endStreams()
      bench.wait()
    }

    @Test func oneProcessIsToldOfAllGesturesAndOfTheEnd() throws {
      for _ in 0..<2 {
        send(keeps, "began", 1)
        send(keeps, "changed", 1.5)
        send(keeps, "ended", 2)
      }
      #expect(bench.pids.count == 1)
      #expect(bench.watchedCount == 1)
      end()
      let gesture = [line("began", 1), line("changed", 1.5), line("ended", 2)]
      #expect(try out.lines() == gesture + gesture)
      #expect(bench.book.all.isEmpty)
      #expect(bench.events.count { $0 == .line(.written) } == 6)
      #expect(bench.events.last == .exited(pid: bench.pids[0], .code(0)))
      #expect(bench.watchedCount == 0)
    }

    @Test func eachActionHasItsOwn() throws {
      send(keeps, "began", binding: 0)
      send(keeps, "began", binding: 1)
      send(keeps, "began", binding: 1, device: 1)
      #expect(bench.pids.count == 2)
      end()
    }

    @Test func theEnvironmentHoldsWhatLasts() throws {
      send(.shell("env | grep ^GESTURE_ | sort > \"$OUT\""), "began", 1)
      bench.wait()
      #expect(try out.lines() == ["GESTURE_KIND=pinch", "GESTURE_NAME=zoom"])
    }

    @Test func theChildHasThePipeAndNoOtherDescriptor() throws {
      send(
        .shell(
          "exec >> \"$OUT\"; i=0; while [ $i -lt 64 ]; do [ -h /proc/$$/fd/$i ] && echo $i; i=$((i+1)); done; "
            + "readlink /proc/$$/fd/0 | cut -d : -f 1; grep -c '^flags:.*4...$' /proc/$$/fdinfo/0"),
        "began")
      bench.wait()
      // Without O_NONBLOCK, so that reading waits.
      #expect(try out.lines() == ["0", "1", "2", "pipe", "0"])
    }

    @Test func aSlowReaderMissesNothingButChangesThatAreOver() throws {
      let gestures = 40
      let changes = 1000
      for gesture in 0..<gestures {
        send(keepsLater, "began", Double(gesture))
        for change in 1...changes { send(keepsLater, "changed", Double(gesture * changes + change)) }
        send(keepsLater, "ended", Double(gesture))
      }
      try go()
      bench.serve(until: { bench.watchedCount == 1 })
      end()
      let lines = try out.lines().dropFirst()
      #expect(lines.count { $0 == line("changed", 1) } == 1)
      for gesture in 0..<gestures {
        let (first, last) = (line("began", Double(gesture)), line("ended", Double(gesture)))
        let start = try #require(lines.firstIndex(of: first))
        let stop = try #require(lines.firstIndex(of: last))
        #expect(lines[stop - 1] == line("changed", Double((gesture + 1) * changes)))
        #expect(gesture == 0 || stop - start == 2)
      }
      #expect(lines.count < gestures * 3 + changes)
      #expect(bench.book.all.isEmpty)
      #expect(bench.events.contains(.line(.replacesChange)))
    }

    @Test func whatStillWaitsAtTheEndIsRead() throws {
      for gesture in 0..<200 {
        send(keepsLater, "began", Double(gesture))
        send(keepsLater, "ended", Double(gesture))
      }
      bench.runner.endStreams()
      #expect(bench.watchedCount == 1)
      try go()
      bench.wait()
      #expect(
        try out.lines() == ["go"]
          + (0..<200).flatMap { [line("began", Double($0)), line("ended", Double($0))] })
    }

    @Test(.timeLimit(.minutes(1))) func aProcessThatNeverReadsHoldsUpNobodyAndIsToldOfOnce() throws {
      for gesture in 0..<2000 {
        send(keepsLater, "began", Double(gesture))
        for change in 0..<5 { send(keepsLater, "changed", Double(change)) }
        send(keepsLater, "ended", Double(gesture))
      }
      let stuck = LogBook.Line(
        level: .warning,
        text:
          "`until grep -q go \"$OUT\"; do sleep 0.01; done; cat >> \"$OUT\"` does not read its standard input, so the gesture `zoom` is no longer sent to it: make the command read its input, or correct `changed` at bindings.toml:7"
      )
      #expect(bench.book.all == [stuck])
      try go()
      bench.serve(until: { bench.watchedCount == 1 })
      send(keepsLater, "began", -1)
      end()
      let lines = try out.lines()
      #expect(lines.last == line("began", -1))
      let begun = lines.dropLast().count { $0.contains("began") }
      #expect(lines.count { $0.contains("ended") } == begun)
      #expect(
        bench.book.all == [
          stuck,
          .init(
            level: .info,
            text:
              "`until grep -q go \"$OUT\"; do sleep 0.01; done; cat >> \"$OUT\"` reads its standard input again; `changed` at "
              + "bindings.toml:7 missed \(2000 - begun) gestures"),
        ])
    }

    @Test(arguments: [true, false])
    func whoDiesAfterEachLineIsLeftAloneUntilTheNextGesture(hasProcessDescriptors: Bool) throws {
      let bench = try CommandBench(hasProcessDescriptors: hasProcessDescriptors)
      let readsOne = Command.shell("head -n 1 >> \"$OUT\"; exit 3")
      for gesture in 1...2 {
        send(readsOne, "began", on: bench)
        bench.wait()
        for change in 0..<20 {
          send(readsOne, "changed", Double(change), on: bench)
          bench.wait()
        }
        send(readsOne, "ended", on: bench)
        #expect(bench.pids.count == 3 * gesture)
      }
      let lines = [line("began"), line("changed", 0), line("changed", 1)]
      #expect(try out.lines() == lines + lines)
      #expect(
        bench.book.told.filter { $0.level > .info } == [
          .init(
            level: .warning,
            text:
              "`head -n 1 >> \"$OUT\"; exit 3` ended 3 times in a row, each time within 10 s of its start, the last time with exit "
              + "status 3; the next gesture starts it again; make the command read its standard input to the end, or correct `changed` at bindings.toml:7"
          )
        ])
      #expect(bench.events.last == .line(.dropped))
    }

    @Test func whoLivesLongEnoughIsStartedAnew() throws {
      let readsOne = Command.shell("head -n 1 >> \"$OUT\"")
      send(readsOne, "began")
      for _ in 0..<10 {
        bench.clock += 10_000_000
        bench.wait()
        send(readsOne, "changed")
      }
      bench.wait()
      #expect(bench.pids.count == 11)
      #expect(bench.book.all.isEmpty)
    }

    @Test(arguments: ["ended", "cancelled"])
    func anEndIsNoReasonToStart(_ state: String) throws {
      send(keeps, state)
      #expect(bench.pids.isEmpty)
      let readsOne = Command.shell("head -n 1 >> \"$OUT\"")
      send(readsOne, "began", binding: 1)
      bench.wait()
      send(readsOne, state, binding: 1)
      #expect(bench.pids.count == 1)
      #expect(try out.lines() == [line("began")])
    }

    /// The reader has ended, but its descriptor isn't handled yet.
    @Test func aLineForAProcessThatHasJustDiedReachesTheNext() throws {
      let readsOne = Command.shell("head -n 1 >> \"$OUT\"")
      send(readsOne, "began", 1)
      var info = siginfo_t()
      try #require(waitid(P_PID, id_t(bench.pids[0]), &info, WEXITED | WNOWAIT) == 0)
      send(readsOne, "changed", 2)
      #expect(bench.pids.count == 2)
      bench.wait()
      #expect(try out.lines() == [line("began", 1), line("changed", 2)])
    }

    @Test func whoClosesItsInputIsWaitedFor() throws {
      let deaf = Command.shell("head -n 1 >> \"$OUT\"; exec 0<&-; until grep -q go \"$OUT\"; do sleep 0.01; done")
      send(deaf, "began", 1)
      try bench.serve(until: { try out.lines().count == 1 })
      usleep(50_000)
      for change in 1...50 { send(deaf, "changed", Double(change)) }
      #expect(bench.pids.count == 1)
      try go()
      bench.serve(until: { bench.pids.count == 2 })
      bench.wait()
      #expect(try out.lines() == [line("began", 1), "go", line("changed", 50)])
    }

    @Test func aProgramThatIsMissingIsToldOnceAndNotLookedForAtEachChange() throws {
      for _ in 0..<3 {
        send(.direct(["gesture-bridge-none"]), "began")
        for change in 0..<10 { send(.direct(["gesture-bridge-none"]), "changed", Double(change)) }
        send(.direct(["gesture-bridge-none"]), "ended")
      }
      #expect(
        bench.book.told == [
          .init(
            level: .error,
            text: "`gesture-bridge-none` was not found in PATH: install it or correct `changed` at bindings.toml:7")
        ])
      #expect(bench.events.count { $0 == .failed(.system(ENOENT)) } == 3)
    }

    @Test func whatTheShellDoesNotFindIsToldOnce() throws {
      let missing = Command.shell("gesture-bridge-none 2> /dev/null")
      for _ in 0..<3 {
        send(missing, "began")
        bench.wait()
        send(missing, "changed")
      }
      #expect(bench.pids.count == 3)
      #expect(
        bench.book.told == [
          .init(
            level: .warning,
            text:
              "the shell did not find a program that `gesture-bridge-none 2> /dev/null` starts (exit status 127): install "
              + "the program or correct `changed` at bindings.toml:7")
        ])
    }

    @Test func newRulesEndTheOldProcessByItsInput() throws {
      send(keeps, "began", 1)
      send(keeps, "cancelled", 1)
      bench.runner.rulesReplaced()
      bench.wait()
      #expect(try out.lines() == [line("began", 1), line("cancelled", 1)])
      send(keeps, "changed", 2)
      #expect(bench.pids.count == 2)
      end()
      #expect(try out.lines().last == line("changed", 2))
    }

    @Test func streamsCountAsNoCommands() throws {
      let bench = try CommandBench(perBinding: 1, overall: 1)
      send(keeps, "began", binding: 0, on: bench)
      send(keeps, "began", binding: 1, on: bench)
      bench.start(.direct(["true"]))
      #expect(bench.runner.liveCount == 3)
      bench.runner.stop()
      bench.wait()
    }

    @Test func aDryRunSaysSoOncePerGesture() throws {
      let bench = try CommandBench(dryRun: true)
      for _ in 0..<2 {
        for state in ["began", "changed", "changed", "ended"] { send(.direct(["x", "y"]), state, on: bench) }
      }
      let said = LogBook.Line(
        level: .notice,
        text: "dry run: `changed` at bindings.toml:7 would send the gesture to `[\"x\", \"y\"]`, line by line")
      #expect(bench.book.all == [said, said])
      #expect(bench.events == [.wouldStart, .wouldStart])
    }

    /// The gesture's end isn't sent; the end of the input is.
    @Test func aDryRunThatBeginsEndsThem() throws {
      send(keeps, "began", 1)
      bench.runner.isDryRun = true
      send(keeps, "ended", 2)
      bench.wait()
      #expect(try out.lines() == [line("began", 1)])
    }

    @Test func aThousandRestartsLeaveNothingBehind() throws {
      let before = OpenDescriptors.countOfSmallPipes()
      for _ in 0..<1000 {
        send(.direct(["true"]), "began")
        bench.wait()
      }
      end()
      #expect(bench.pids.count >= 1000)
      #expect(bench.pids.allSatisfy { kill($0, 0) != 0 && errno == ESRCH })
      #expect(OpenDescriptors.countOfEnded() == 0)
      // Other tests open and close streams at the same time; one end leaked per stream would add a thousand.
      #expect(OpenDescriptors.countOfSmallPipes() < before + 10)
      #expect(bench.watchedCount == 0)
    }

    @Test func aRunnerThatGoesAwayEndsItsStreams() throws {
      var pid: Int32 = 0
      do {
        let bench = try CommandBench()
        send(keepsLater, "began", on: bench)
        pid = bench.pids[0]
        #expect(OpenDescriptors.count(of: pid) == 1)
      }
      #expect(OpenDescriptors.count(of: pid) == 0)
      try go()
      // It ends because its input does.
      reap(pid)
      #expect(try out.lines() == ["go", line("began")])
    }
  }
}
