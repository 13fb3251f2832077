import Glibc
import Logging
import Testing

@testable import Actions

extension CommandRunnerTests {
  /// Limits, failures and the dry run, with the lines of the log.
  struct Trouble {
    @Test func aBindingHasItsLimitAndSaysSoOnce() throws {
      let bench = try CommandBench(perBinding: 4)
      for _ in 0..<7 { bench.start(.direct(["sleep", "5"])) }
      #expect(bench.runner.liveCount == 4)
      #expect(bench.events.suffix(3) == [.refused(.perBinding(4)), .refused(.perBinding(4)), .refused(.perBinding(4))])
      let limited = LogBook.Line(
        level: .warning,
        text: "`next` already has 4 commands running, the limit for one gesture: `run` at bindings.toml:12 is skipped "
          + "until some of these commands end")
      #expect(bench.book.all == [limited])
      bench.start(.direct(["true"]), binding: 1)
      #expect(bench.runner.liveCount == 5)
      bench.killAll()
      bench.start(.direct(["true"]))
      bench.wait()
      #expect(
        bench.book.all.filter { $0.level != .info || !$0.text.contains("SIGKILL") } == [
          limited,
          .init(level: .info, text: "`run` at bindings.toml:12 is no longer skipped; 3 commands were skipped"),
        ])
    }

    @Test func allBindingsTogetherHaveALimit() throws {
      let bench = try CommandBench(perBinding: 2, overall: 3)
      for binding in 0..<6 { bench.start(.direct(["sleep", "5"]), binding: binding) }
      #expect(bench.runner.liveCount == 3)
      #expect(
        bench.book.all == [
          .init(
            level: .warning,
            text:
              "3 commands are already running, the limit `max-running`: `run` at bindings.toml:12 and other commands "
              + "are skipped until some commands end")
        ])
      bench.killAll()
    }

    @Test func newRulesCountAnew() throws {
      let bench = try CommandBench(perBinding: 1)
      bench.start(.direct(["sleep", "5"]))
      bench.runner.rulesReplaced()
      bench.start(.direct(["sleep", "5"]))
      #expect(bench.runner.liveCount == 2)
      bench.killAll()
    }

    @Test func aMissingProgramIsToldWithTheRuleAndTheFix() throws {
      let bench = try CommandBench()
      for _ in 0..<3 { bench.start(.direct(["gesture-bridge-no-such-program", "-k"])) }
      let text =
        "`gesture-bridge-no-such-program` was not found in PATH: install it or correct `run` at bindings.toml:12"
      #expect(bench.book.told == [.init(level: .error, text: text)])
      #expect(bench.book.all.map(\.level) == [.error, .debug, .debug])
      #expect(bench.events == Array(repeating: .failed(.system(ENOENT)), count: 3))
      #expect(bench.runner.liveCount == 0)
    }

    @Test func aTroubleIsToldAgainAfterASuccess() throws {
      let bench = try CommandBench()
      for command in [["gesture-bridge-none"], ["true"], ["gesture-bridge-none"]] {
        bench.start(.direct(command))
        bench.wait()
      }
      #expect(bench.book.told.count == 2)
    }

    @Test func aFileThatMayNotBeExecutedIsTold() throws {
      let file = try ScratchFile("#!/bin/sh\n", mode: 0o600)
      let bench = try CommandBench()
      bench.start(.direct([file.path]))
      #expect(
        bench.book.told == [
          .init(
            level: .error,
            text: "`\(file.path)` is not executable: make it executable or correct `run` at bindings.toml:12")
        ])
    }

    @Test func aTextThatIsNoProgramIsTold() throws {
      let file = try ScratchFile("echo\n", mode: 0o700)
      let bench = try CommandBench()
      bench.start(.direct([file.path]))
      #expect(bench.events == [.failed(.system(ENOEXEC))])
    }

    @Test func argumentsTooLongAreTold() throws {
      let bench = try CommandBench()
      bench.start(.direct(["true", String(repeating: "x", count: 200_000)]))
      #expect(
        bench.book.told == [
          .init(
            level: .error,
            text: "`true` was not started: its arguments are too long for the system (E2BIG); shorten `run` at "
              + "bindings.toml:12")
        ])
    }

    @Test func anEmptyListAndANulCharacterAreRefused() throws {
      let bench = try CommandBench()
      bench.start(.direct([]))
      bench.start(.direct([""]))
      bench.start(.shell("a\0b"))
      bench.start(.direct(["true"]), environment: [("GESTURE_NAME", "a\0b")])
      #expect(
        bench.events == [.failed(.noProgram), .failed(.noProgram), .failed(.nulCharacter), .failed(.nulCharacter)])
    }

    @Test(arguments: [
      (
        "gesture-bridge-none -k 2> /dev/null", Logger.Level.warning,
        "the shell did not find a program that `gesture-bridge-none -k 2> /dev/null` starts (exit status 127): install the program or "
          + "correct `run` at bindings.toml:12"
      ),
      (
        "/ 2> /dev/null", .warning,
        "the shell is not allowed to run a program that `/ 2> /dev/null` starts (exit status 126): make the program executable or correct `run` "
          + "at bindings.toml:12"
      ),
      ("exit 3", .info, "`run` at bindings.toml:12 ended with exit status 3"),
    ])
    func theShellsExitStatusIsExplained(line: String, level: Logger.Level, text: String) throws {
      let bench = try CommandBench()
      bench.start(.shell(line))
      bench.wait()
      #expect(bench.book.all == [.init(level: level, text: text)])
    }

    @Test func aProgramsOwn127IsNoShellTrouble() throws {
      let bench = try CommandBench()
      bench.start(.direct(["sh", "-c", "exit 127"]))
      bench.wait()
      #expect(
        bench.book.all == [.init(level: .info, text: "`run` at bindings.toml:12 ended with exit status 127")])
    }

    @Test func aDryRunOnlyReports() throws {
      let bench = try CommandBench(dryRun: true)
      bench.start(.shell("touch /tmp/gesture-bridge-test-dry"))
      #expect(bench.events == [.wouldStart])
      #expect(
        bench.book.all == [
          .init(
            level: .notice,
            text: "dry run: `run` at bindings.toml:12 would run `touch /tmp/gesture-bridge-test-dry`")
        ])
      #expect(access("/tmp/gesture-bridge-test-dry", F_OK) != 0)
    }

    @Test func whereItIsShownTheLogDoesNotSayItToo() throws {
      let bench = try CommandBench(dryRun: true, logsDryRun: false)
      bench.start(.shell("true"))
      #expect(bench.events == [.wouldStart] && bench.book.all == [])
    }

    @Test func aDryRunMayBeginAndEndLater() throws {
      let bench = try CommandBench()
      bench.start(.direct(["true"]))
      bench.runner.isDryRun = true
      bench.start(.direct(["true"]))
      #expect(bench.pids.count == 1 && bench.events.last == .wouldStart && bench.runner.isDryRun)
      bench.runner.isDryRun = false
      bench.start(.direct(["true"]))
      #expect(bench.pids.count == 2)
      bench.wait()
    }
  }
}
