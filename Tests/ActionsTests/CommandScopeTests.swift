import Base
import Bindings
import Glibc
import Logging
import Support
import Testing

@testable import Actions

extension CommandRunnerTests {
  /// Commands in scopes of their own, with a `systemd-run` that only writes down its arguments.
  struct Scopes {
    private let folder: String
    private let seen: ScratchFile
    private let out: ScratchFile

    init() throws {
      var name = Array("/tmp/gesture-bridge-scope-XXXXXX".utf8CString)
      try #require(mkdtemp(&name) != nil)
      folder = name.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
      seen = try ScratchFile()
      out = try ScratchFile()
      mkdir("\(folder)/systemd", 0o700)
    }

    private func write(_ name: String, _ text: String) throws { try writeProgram("\(folder)/\(name)", text) }

    /// With `mayExpand` it knows, as versions after 253 do, the option that prevents the expansion of variables.
    private func install(mayExpand: Bool = false) throws {
      try write(
        "systemd-run",
        """
        #!/bin/sh
        # \(mayExpand ? "--expand-environment=BOOL" : "")
        # To ask for its version would take for ever.
        if [ "$1" = --version ]; then sleep 1000; fi
        printf '%s\\n' "$@" >> "$SEEN"
        while [ "$1" != -- ]; do shift; done
        shift
        exec "$@"

        """)
    }

    private func bench() throws -> CommandBench {
      try CommandBench(scopes: CommandScopes(path: "/nonexistent:\(folder)", runtimeFolder: folder))
    }

    private func remove() {
      for name in ["systemd-run", "systemd/private"] { unlink("\(folder)/\(name)") }
      rmdir("\(folder)/systemd")
      rmdir(folder)
    }

    private func start(_ bench: CommandBench, _ command: Command, isScoped: Bool = true) {
      bench.start(
        command, isScoped: isScoped, environment: [("OUT", out.path), ("SEEN", seen.path), ("GESTURE_X", "$(id) 'x'")])
      bench.wait()
    }

    @Test(arguments: [false, true]) func theCommandIsWhatItWouldBeWithout(_ mayExpand: Bool) throws {
      defer { remove() }
      try install(mayExpand: mayExpand)
      try write("systemd/private", "")
      let bench = try bench()
      start(bench, .shell("echo \"$GESTURE_X\" $$ > \"$OUT\"; cut -d ' ' -f 5,6 /proc/$$/stat >> \"$OUT\""))
      let pid = try #require(bench.pids.first)
      #expect(try out.text() == "$(id) 'x' \(pid)\n\(pid) \(pid)\n")
      let words =
        [
          "--user", "--scope", "--quiet", "--collect", "--slice=app.slice", "--unit=gesture-bridge-\(getpid())-1",
          "--description=gesture-bridge: run of next",
        ] + (mayExpand ? ["--expand-environment=no"] : []) + ["--", "/bin/sh", "-c"]
      #expect(Array(try seen.lines().prefix(words.count)) == words)
      #expect(bench.events.last == .exited(pid: pid, .code(0)) && bench.book.all.isEmpty)
    }

    @Test func aListAndItsSignsReachTheProgramUntouched() throws {
      defer { remove() }
      try install()
      try write("systemd/private", "")
      let script = try ScratchFile("#!/bin/sh\nprintf '%s|' \"$@\" > \"$OUT\"\n", mode: 0o700)
      let bench = try bench()
      start(bench, .direct([script.path, "$HOME", "a b", "--user", "--", ""]))
      #expect(try out.text() == "$HOME|a b|--user|--||")
      start(bench, .direct(["true"]), isScoped: false)
      #expect(try seen.lines().count { $0 == "--scope" } == 1)
    }

    private static let manager = EnvironmentVariable.value("XDG_RUNTIME_DIR").map { "\($0)/systemd/private" } ?? ""

    @Test(.enabled(if: access(manager, F_OK) == 0, "needs the systemd of a user"))
    func theRealSystemdGivesAScope() throws {
      defer { remove() }
      let bench = try CommandBench(scopes: CommandScopes())
      start(bench, .shell("printf '%s|%s|' \"$GESTURE_X\" $$ > \"$OUT\"; cat /proc/self/cgroup >> \"$OUT\""))
      let pid = try #require(bench.pids.first)
      let text = try out.text()
      #expect(text.hasPrefix("$(id) 'x'|\(pid)|") && text.contains("/app.slice/gesture-bridge-\(getpid())-1.scope\n"))
      #expect(bench.events.last == .exited(pid: pid, .code(0)) && bench.book.all.isEmpty)
      start(bench, .direct(["gesture-bridge-none"]))
      #expect(bench.events.last != .exited(pid: bench.pids.last ?? 0, .code(0)))
    }

    @Test func withoutSystemdCommandsRunAllTheSameAndItIsToldOnce() throws {
      defer { remove() }
      let bench = try bench()
      let rest = "or remove `scope` from the rules"
      let begin = "commands are started without a systemd scope of their own, because "
      for _ in 0..<3 { start(bench, .shell("echo run >> \"$OUT\"")) }
      #expect(try out.lines() == ["run", "run", "run"])
      let noProgram = LogBook.Line(
        level: .warning, text: begin + "systemd-run was not found in PATH: install it, \(rest)")
      #expect(bench.book.all == [noProgram])
      try install()
      bench.runner.rulesReplaced()
      for _ in 0..<2 { start(bench, .direct(["true"])) }
      let noManager = LogBook.Line(
        level: .warning,
        text: begin + "the user's systemd does not listen at \(folder)/systemd/private: "
          + "start it with `sudo systemctl start user@$(id -u)`, \(rest)")
      #expect(bench.book.all == [noProgram, noManager])
      try write("systemd/private", "")
      start(bench, .direct(["true"]))
      #expect(try seen.lines().contains("--scope"))
      unlink("\(folder)/systemd/private")
      start(bench, .direct(["true"]))
      #expect(bench.book.all == [noProgram, noManager, noManager])
      #expect(
        ActionMessage.noScopes(.noSession).text
          == begin + "XDG_RUNTIME_DIR, the folder in which the user's systemd listens, is not set to an absolute path: "
          + "set it, usually to /run/user/$(id -u), \(rest)")
    }
  }
}
