import Foundation
import Support
import Testing

@testable import gesture_bridge

/// A daemon that has confined itself, and the launcher that starts its commands.
@Suite(
  .enabled(if: Bed.isThere, Bed.absence),
  .enabled(if: ConfinedDaemon.isPossible, "this kernel has no Landlock or no filters of system calls"), .serialized
) struct LiveConfinedTests {
  private static let rules = """
    [gesture.note]
    kind = "swipe"
    run = \(Bed.notes("note $GESTURE_NAME $GESTURE_DEVICE."))

    [gesture.process]
    kind = "tap"
    run = 'grep -E "^(Seccomp|NoNewPrivs):" /proc/self/status >> "$RAN"; cat /etc/hostname >/dev/null && echo reads >> "$RAN"'

    [gesture.wait]
    kind = "tap"
    fingers = 2
    run = { run = 'echo $$ >> "$RAN"; exec sleep 1000', overlap = "restart" }

    """

  @Test func itOpensAndStartsNothingMore() throws {
    let tried = Confinement.tried()
    #expect(tried.opening && tried.connecting && tried.starting)
    let daemon = try ConfinedDaemon(Self.rules)
    #expect(try daemon.status("Seccomp") == "2")
    #expect(try daemon.status("NoNewPrivs") == "1")
    #expect(daemon.bed.log.contains("confined: the daemon can open only devices and can't start programs"))
    let told = "confined     yes: the daemon can open only devices and start no programs\n"
    #expect(try daemon.ctl("status").output.contains(told))
  }

  /// The launcher tells of each.
  @Test func anActionThatIsSkippedHasItsLine() throws {
    let rule = "\n[gesture.next]\nkind = \"tap\"\nfingers = 3\nrun = { workspace = \"next\" }\n"
    let daemon = try ConfinedDaemon(Self.rules + rule, "--debug-plain")
    func told() -> Int {
      daemon.bed.log.split(separator: "\n")
        .count { $0.hasSuffix(" ms    next run: skipped, workspace = \"next\" can't be done here") }
    }
    for count in 1...2 {
      #expect(try daemon.ctl("trigger", "next").status == 0)
      for _ in 0..<100 where told() < count { try daemon.bed.perform("wait 100ms") }
      #expect(told() == count, Comment(rawValue: daemon.bed.log))
    }
  }

  /// What sends keys, and which desktop is asked, is the launcher's affair.
  @Test func itsStatusTellsWhatTheLauncherHas() throws {
    let daemon = try ConfinedDaemon(
      Self.rules + "\n[gesture.key]\nkind = \"tap\"\nfingers = 3\nrun = { keys = \"a\" }\n")
    func status() throws -> String { try daemon.ctl("status").output }
    for _ in 0..<100 where try !status().contains("keys and clicks") { try daemon.bed.perform("wait 100ms") }
    #expect(try status().contains("keys and clicks"))
    try daemon.bed.save(Self.rules)
    for _ in 0..<100 where try status().contains("keys and clicks") { try daemon.bed.perform("wait 100ms") }
    #expect(try !status().contains("keys and clicks"))
  }

  /// What draws gestures finds no display here, and says so.
  @Test func theLauncherStartsWhatDraws() throws {
    let daemon = try ConfinedDaemon(Self.rules + "\n[overlay]\nshow = true\n")
    try daemon.bed.perform("await 'WAYLAND_DISPLAY and DISPLAY are not set' within=15s")
  }

  @Test func commandsAreNotConfined() throws {
    let daemon = try ConfinedDaemon(Self.rules)
    _ = try daemon.ctl("trigger", "process")
    try daemon.bed.awaitNotes(3)
    #expect(daemon.bed.ran == ["NoNewPrivs:\t0", "Seccomp:\t0", "reads"])
  }

  @Test func newRulesAreReadAndStart() throws {
    let daemon = try ConfinedDaemon(Self.rules)
    _ = try daemon.ctl("trigger", "note")
    try daemon.bed.awaitNotes(1)
    try daemon.bed.folder.write(
      "more.toml", "[gesture.other]\nkind = \"tap\"\nfingers = 4\nrun = \(Bed.notes("other"))\n")
    try daemon.bed.save("include = [\"more.toml\"]\n" + Self.rules.replacing("note $GEST", with: "new $GEST"))
    _ = try daemon.ctl("trigger", "note")
    try daemon.bed.awaitNotes(2)
    _ = try daemon.ctl("trigger", "other")
    try daemon.bed.awaitNotes(3)
    #expect(daemon.bed.ran == ["note note .", "new note .", "other"])
    // A file that was not watched before is watched from then on.
    try daemon.bed.save("[gesture.other]\nkind = \"tap\"\nfingers = 4\nrun = \(Bed.notes("again"))\n", as: "more.toml")
    _ = try daemon.ctl("trigger", "other")
    try daemon.bed.awaitNotes(4)
    #expect(daemon.bed.ran.last == "again")
    try daemon.bed.save("[gesture", answer: "the previous rules stay")
    _ = try daemon.ctl("trigger", "note")
    try daemon.bed.awaitNotes(5)
    #expect(daemon.bed.ran.last == "new note .")
  }

  @Test func withoutARuleForItTheDaemonMakesNoDevices() throws {
    let daemon = try ConfinedDaemon(Self.rules)
    #expect(!daemon.bed.log.contains("restart gesture-bridge"))
    try daemon.bed.save("[device.\"*\"]\nintercept = true\n" + Self.rules)
    #expect(daemon.bed.log.contains("the daemon was confined without that"))
    let other = try ConfinedDaemon("[device.\"*\"]\nintercept = true\n" + Self.rules)
    try other.bed.save(Self.rules)
    try other.bed.save("[device.\"*\"]\nintercept = true\n" + Self.rules)
    #expect(!other.bed.log.contains("restart gesture-bridge"))
  }

  @Test func aLauncherThatDiesIsReplaced() throws {
    let daemon = try ConfinedDaemon(Self.rules)
    _ = try daemon.ctl("trigger", "note")
    try daemon.bed.awaitNotes(1)
    let first = try #require(try daemon.launcher())
    kill(first, SIGKILL)
    try daemon.bed.perform("await 'ended and was replaced' within=30s\nawait 'reloaded:' within=30s")
    _ = try daemon.ctl("trigger", "note")
    try daemon.bed.awaitNotes(2)
    #expect(daemon.bed.ran == ["note note .", "note note ."])
    #expect(try daemon.launcher() != first)
  }

  @Test func theLauncherEndsWithTheDaemonAndItsCommandsGoOn() throws {
    let daemon = try ConfinedDaemon(Self.rules)
    _ = try daemon.ctl("trigger", "wait")
    try daemon.bed.awaitNotes(1)
    _ = try daemon.ctl("trigger", "wait")
    try daemon.bed.awaitNotes(2)
    let pids = try daemon.bed.ran.map { try #require(pid_t($0)) }
    defer { kill(pids[1], SIGKILL) }
    #expect(kill(pids[0], 0) != 0)
    let launcher = try #require(try daemon.launcher())
    try daemon.bed.perform("stop")
    for _ in 0..<300 where kill(launcher, 0) == 0 { try daemon.bed.perform("wait 100ms") }
    #expect(kill(launcher, 0) != 0)
    #expect(kill(pids[1], 0) == 0)
  }
}

/// A daemon without devices that was started with `--confine required`.
private struct ConfinedDaemon {
  static let isPossible: Bool = {
    let tried = Confinement.tried()
    return tried.opening && tried.starting
  }()

  let bed: Bed
  let pid: Int32

  init(_ rules: String, _ arguments: String...) throws {
    bed = try Bed(rules: rules, arguments: ["--confine", "required", "--log-level", "info"] + arguments)
    try bed.perform("start\nawait ready: within=30s")
    pid = try bed.daemon()
  }

  func ctl(_ arguments: String...) throws -> Program.Outcome {
    try Program.run(["ctl"] + arguments, environment: Program.surroundings(bed.folder))
  }

  /// A line of /proc/PID/status.
  func status(_ name: String) throws -> String? {
    try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8).split(separator: "\n")
      .first { $0.hasPrefix("\(name):") }?.split(separator: "\t").last.map(String.init)
  }

  /// The process that starts commands: the child of the one that the daemon has started.
  func launcher() throws -> pid_t? {
    try Self.child(of: pid).flatMap { try Self.child(of: $0) }
  }

  private static func child(of pid: pid_t) throws -> pid_t? {
    try String(contentsOfFile: "/proc/\(pid)/task/\(pid)/children", encoding: .utf8).split(separator: " ").first
      .flatMap { pid_t($0) }
  }
}
