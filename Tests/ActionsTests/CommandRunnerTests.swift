import Base
import Bindings
import GestureCore
import Glibc
import Logging
import Support
import Testing

@testable import Actions

/// Real processes, one test after the other: they share this process's children and descriptors.
@Suite(.serialized) struct CommandRunnerTests {}

extension CommandRunnerTests {
  /// The state in which a command starts: its arguments, environment, folder, descriptors and signals.
  struct Child {
    @Test func theStringFormIsReadByTheShell() throws {
      let bench = try CommandBench()
      #expect(try bench.output(of: "x=a; echo \"$x  b\" | cat > \"$OUT\"") == "a  b\n")
      #expect(bench.events.last == .exited(pid: bench.pids[0], .code(0)))
      #expect(bench.book.all.isEmpty)
    }

    @Test func theListFormReachesTheProgramUntouched() throws {
      let bench = try CommandBench()
      let script = try ScratchFile("#!/bin/sh\nprintf '%s|' \"$@\" > \"$OUT\"\n", mode: 0o700)
      let out = try ScratchFile()
      bench.start(.direct([script.path, "$HOME", "a b", "*", ";", ""]), environment: [("OUT", out.path)])
      bench.wait()
      #expect(try out.text() == "$HOME|a b|*|;||")
    }

    @Test(arguments: [
      (["~/bin/x", "~/a b", "~"], ["/home/me/bin/x", "/home/me/a b", "/home/me"]),
      (["cp", "~root/a", "a~", "b/~/c", "$HOME", "~x"], ["cp", "~root/a", "a~", "b/~/c", "$HOME", "~x"]),
      (["sh", "-c", "~/x y", "~/z"], ["sh", "-c", "~/x y", "/home/me/z"]),
    ]) func theHomeFolderIsExpandedInAList(_ words: [String], _ executed: [String]) {
      #expect(Command.direct(words).expandingHome("/home/me") == .direct(executed))
      #expect(Command.direct(words).expandingHome("") == .direct(words))
      #expect(Command.direct(words).expandingHome(nil) == .direct(words))
      #expect(Command.shell("~/x").expandingHome("/home/me") == .shell("~/x"))
    }

    @Test func aProgramInTheHomeFolderIsStarted() throws {
      let bench = try CommandBench()
      let home = try #require(EnvironmentVariable.value("HOME"))
      let out = try ScratchFile()
      bench.start(
        .direct(["/bin/sh", "-c", "printf '%s|' \"$@\" > \"$OUT\"", "sh", "~/a b", "~"]),
        environment: [("OUT", out.path)])
      bench.wait()
      #expect(try out.text() == "\(home)/a b|\(home)|")
    }

    @Test func theProgramIsLookedUpInPATH() throws {
      let bench = try CommandBench()
      bench.start(.direct(["true"]))
      bench.wait()
      #expect(bench.events.last == .exited(pid: bench.pids[0], .code(0)))
    }

    @Test func theGestureIsInTheEnvironmentAndNothingOfItIsRun() throws {
      let bench = try CommandBench()
      let hostile = "$(touch /tmp/gesture-bridge-test-never) `id` ; \"'"
      let gesture = madeGesture(device: hostile, reports: .translation) {
        $0.fingers = 2
        $0.translation = Vector(-1.5, 0)
      }
      let text = try bench.output(
        of: "printf '%s|' \"$GESTURE_DEVICE\" \"$GESTURE_DX\" \"$GESTURE_FINGERS\" \"$GESTURE_SCALE\" > \"$OUT\"",
        environment: gesture.variables())
      #expect(text == hostile + "|-1.500|2||")
      #expect(access("/tmp/gesture-bridge-test-never", F_OK) != 0)
    }

    @Test func theDaemonsOwnEnvironmentIsPassedOnWithoutWhatIsForTheDaemonAlone() throws {
      let withheld = InheritedEnvironment.withheld.flatMap(\.names).map { $0.replacing("*", with: "X") }
      let own = CStrings(
        (withheld + [
          "LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES", "WATCHDOG_USEC", "WATCHDOG_PID", "MANAGERPID", "GESTURE_NAME",
          "GESTURE_BRIDGE_LOG", "KEPT", "REPLACED", "JOURNAL_STREAM", "LD_PRELOADED", "MY_GESTURE_X",
          "STATE_DIRECTORY_",
        ]).map { "\($0)=old" })
      let spawner = try own.withArray { array in Result { try Spawner(inheriting: array) } }.get()
      let out = try ScratchFile()
      let pid = try spawner.start(
        .shell("/usr/bin/env > \"$OUT\""), environment: [("REPLACED", "new"), ("OUT", out.path)])
      waitpid(pid, nil, 0)
      let seen = try out.text().split(separator: "\n").filter { !$0.hasPrefix("PWD=") && !$0.hasPrefix("_=") }
      #expect(
        seen.sorted() == [
          "JOURNAL_STREAM=old", "KEPT=old", "LD_PRELOADED=old", "MY_GESTURE_X=old", "OUT=\(out.path)", "REPLACED=new",
          "STATE_DIRECTORY_=old",
        ])
    }

    /// A script without its first line, and a program that is missing.
    @Test func aLineIsForAShell() throws {
      let out = try ScratchFile()
      let script = try ScratchFile("echo \"$0 $1\" > \"$OUT\"\n", mode: 0o700)
      let pid = try Spawner().start(.shell("\(script.path) one"), environment: [("OUT", out.path)])
      waitpid(pid, nil, 0)
      #expect(try out.text() == "\(script.path) one\n")
      var status: Int32 = 0
      waitpid(try Spawner().start(.shell("gesture-bridge-missing one"), environment: []), &status, 0)
      #expect(status == 127 << 8, "as a shell says that there is none")
    }

    /// The command's parent process shows whether a shell ran it.
    @Test(arguments: [
      ("PATH one", true), (" PATH  one two ", true), ("PATH 'one'; :", false), ("PATH one; :", false),
    ])
    func aLineThatOnlyNamesAProgramsPathNeedsNoShell(_ line: String, isDirect: Bool) throws {
      let out = try ScratchFile()
      let script = try ScratchFile("#!/bin/sh\ntr '\\0' ' ' < /proc/$PPID/cmdline > \"$OUT\"\n", mode: 0o700)
      let pid = try Spawner().start(
        .shell(line.replacing("PATH", with: script.path)), environment: [("OUT", out.path)])
      waitpid(pid, nil, 0)
      #expect(try out.text().hasPrefix("/bin/sh -c ") != isDirect)
    }

    /// PWD names the folder in which a command begins, as it does in a shell that goes there.
    @Test func theFolderHasItsName() throws {
      let out = try ScratchFile()
      let variables = CStrings(["PWD=/nowhere", "PATH=/usr/bin:/bin"])
      let spawner = try variables.withArray { array in Result { try Spawner(inheriting: array, home: "/usr/bin") } }
        .get()
      let pid = try spawner.start(
        .direct(["sh", "-c", "echo $PWD > $OUT; env | grep -c ^PWD= >> $OUT"]), environment: [("OUT", out.path)])
      waitpid(pid, nil, 0)
      #expect(try out.text() == "/usr/bin\n1\n")
    }

    @Test func itBeginsInTheHomeFolder() throws {
      let out = try ScratchFile()
      for (home, folder) in [("/usr/bin", "/usr/bin"), (nil, "/proc/\(getpid())/cwd")] {
        let pid = try Spawner(home: home).start(.shell("pwd -P > \"$OUT\""), environment: [("OUT", out.path)])
        waitpid(pid, nil, 0)
        let real = try #require(realpath(folder, nil))
        defer { free(real) }
        #expect(try out.text() == String(cString: real) + "\n")
      }
      #expect(InheritedEnvironment.home("/usr") == "/usr")
      for missing in [nil, "", "/nonexistent", "/etc/passwd"] { #expect(InheritedEnvironment.home(missing) == nil) }
    }

    @Test func itsUmaskAndPriorityAreTheDaemons() throws {
      let text = try CommandBench().output(of: "umask > \"$OUT\"; cut -d ' ' -f 19 /proc/$$/stat >> \"$OUT\"")
      let own = umask(0)
      umask(own)
      let number = String(own, radix: 8)
      let lines = text.split(separator: "\n").map(String.init)
      #expect(
        lines.first?.hasSuffix(number) == true
          && lines.last == "\(getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0))")
    }

    @Test func bytesThatAreNoTextArePassedOnAsTheyAre() throws {
      var entry = Array("RAW=a\u{1}b".utf8CString)
      entry[5] = CChar(bitPattern: 0xE9)
      let spawner = try entry.withUnsafeMutableBufferPointer { raw in
        Result { try Spawner(inheriting: [raw.baseAddress, nil]) }
      }.get()
      let out = try ScratchFile()
      let pid = try spawner.start(
        .shell("printf %s \"$RAW\" | /usr/bin/od -An -tx1 > \"$OUT\""), environment: [("OUT", out.path)])
      waitpid(pid, nil, 0)
      #expect(try out.text() == " 61 e9 62\n")
    }

    @Test func noDescriptorIsInherited() throws {
      let high = fcntl(STDIN_FILENO, F_DUPFD, 200)
      try #require(high >= 200)
      defer { close(high) }
      let text = try CommandBench().output(
        of: "exec > \"$OUT\"; i=0; while [ $i -lt 512 ]; do [ -h /proc/$$/fd/$i ] && echo $i; i=$((i+1)); done; "
          + "readlink /proc/$$/fd/0")
      #expect(text == "0\n1\n2\n/dev/null\n")
    }

    @Test func itLeadsItsOwnSessionAndProcessGroup() throws {
      let bench = try CommandBench()
      let text = try bench.output(of: "cut -d ' ' -f 5,6 /proc/$$/stat > \"$OUT\"")
      #expect(text == "\(bench.pids[0]) \(bench.pids[0])\n")
    }

    @Test func itsSignalsAreDefaultAndUnblocked() throws {
      var blocked = sigset_t()
      var previous = sigset_t()
      sigemptyset(&blocked)
      sigaddset(&blocked, SIGTERM)
      pthread_sigmask(SIG_BLOCK, &blocked, &previous)
      let before = signal(SIGURG, SIG_IGN)
      defer {
        signal(SIGURG, before)
        pthread_sigmask(SIG_SETMASK, &previous, nil)
      }
      let masks = try CommandBench().output(of: "sed -n 's/^Sig\\(Blk\\|Ign\\):.//p' /proc/self/status > \"$OUT\"")
        .split(separator: "\n").map { UInt64($0, radix: 16) }
      // The C library itself ignores its two internal signals, 32 and 33, in every process it spawns.
      let internalSignals: UInt64 = 0b11 << 31
      #expect(masks.map { $0.map { $0 & ~internalSignals } } == [0, 0])
    }
  }
}
