import Foundation
import Support
import Testing

/// Gestures on mocked devices while the session is locked, in the background or asleep.
@Suite(.enabled(if: Bed.isThere && LoginBus.isThere, LoginBus.absence), .serialized) struct LiveSessionTests {
  private static let rules = """
    [gesture.knock]
    kind = "tap"
    run = \(Bed.notes("knock"))

    [gesture.drag]
    kind = "pan"
    fingers = 2
    began = \(Bed.notes("drag began"))
    ended = \(Bed.notes("drag ended"))
    cancelled = \(Bed.notes("drag cancelled"))

    [gesture.rest]
    kind = "long-press"
    fingers = 3
    min-duration = "600 ms"
    run = \(Bed.notes("rest"))

    [gesture.slow]
    kind = "tap"
    fingers = 4
    run = { command = 'echo slow >> "$RAN"; sleep 0.4', overlap = "queue" }
    """

  /// A daemon in the session `bed` of its own login manager.
  private func begin(
    _ login: LoginBus, session: String = "bed", _ arguments: [String] = [], devices: String = "touchscreen event0",
    awaiting: String = "ready:", clock: Bed.Clock = .virtual, rules: String = Self.rules
  ) throws -> Bed {
    let folder = try Folder()
    let config = try folder.write("bindings.toml", rules)
    let bed = try Bed(
      program: ["--debug-plain", "--log-level", "info", "--config", config] + arguments, in: folder,
      environment: ["DBUS_SYSTEM_BUS_ADDRESS": login.address, "XDG_SESSION_ID": session], clock: clock)
    for device in devices.split(separator: ",") { try bed.perform("add \(device)") }
    try bed.perform("start\nawait '\(awaiting)' within=15s")
    return bed
  }

  private static let tap = "play event0 tap"
  private static let locked = "await 'the session is locked: gestures are inactive'"
  /// The devices are open then.
  private static let back = "await 'the session is in use again: gestures are active'\nawait 'watching the '"

  @Test func aLockInMidGestureCancelsIt() throws {
    let login = try LoginBus("session bed")
    let bed = try begin(login)
    try bed.expect(["knock"], after: Self.tap)
    try bed.perform("down event0 a 100,60 b 130,60\nmove event0 a,b by 0,30 over 120ms")
    try bed.awaitNotes(2)
    try login.perform("set bed LockedHint true")
    try bed.perform(Self.locked)
    try bed.awaitNotes(3)
    #expect(bed.ran == ["knock", "drag began", "drag cancelled"])
    // Nothing happens while the session is locked, nor afterwards with fingers that landed during the lock.
    try bed.expect([], after: "move event0 a,b by 0,30 over 120ms\nup event0\n\(Self.tap)")
    try bed.perform("down event0 a 100,60 b 130,60\nforget event0")
    try login.perform("set bed LockedHint false")
    try bed.perform(Self.back)
    try bed.expect([], after: "move event0 a,b by 0,30 over 120ms\nup event0")
    try bed.expect(["knock"], after: Self.tap)
    #expect(!bed.log.contains("was removed"))
  }

  /// Any program of the user can run a command. Only fingers on a keyboard are allowed to type into the screen locker.
  @Test(arguments: [("LockedHint true", "the session is locked"), ("Active false", "the session is in the background")])
  func aTriggerSendsNothingToASuspendedSession(_ change: String, _ clause: String) throws {
    let login = try LoginBus("session bed")
    let effects = [
      "keys = 'Return'", "type = 'secret'", "click = 'left'", "scroll = 'up'", "workspace = 'next'", "media = 'next'",
    ]
    let rules =
      effects.enumerated().map { "[gesture.g\($0)]\nkind = 'tap'\nfingers = \($0 + 1)\nrun = { \($1) }\n" }.joined()
      + "[gesture.held]\nkind = 'long-press'\nbegan = { hold = 'Super' }\n"
      + "[gesture.both]\nkind = 'tap'\ntaps = 2\nrun = { command = 'echo both >> \"$RAN\"', keys = 'Return' }\n"
    let bed = try begin(login, rules: rules)
    func trigger(_ gesture: String) throws -> Program.Outcome {
      try Program.run(["ctl", "trigger", gesture], environment: Program.surroundings(bed.folder))
    }
    #expect(try trigger("g0").status == 0)
    try login.perform("set bed \(change)")
    try bed.perform("await '\(clause): gestures are inactive'")
    for gesture in effects.indices.map({ "g\($0)" }) + ["held"] {
      let answer = try trigger(gesture)
      #expect(answer.status == 1 && answer.errors.contains("error: \(clause), so no keys"), "\(gesture): \(answer)")
    }
    let both = try trigger("both").output
    #expect(
      both.hasPrefix("run: ") && !both.contains("Return") && both.contains("skipped: \(clause), so no keys"), "\(both)")
    try bed.awaitNotes(1)
  }

  @Test func aLockStopsWhatWouldHaveHappenedLater() throws {
    let login = try LoginBus("session bed")
    let bed = try begin(login)
    try bed.perform("down event0 a 60,60 b 100,60 c 140,60\nawait tracking")
    try login.perform("set bed LockedHint true")
    try bed.perform(Self.locked)
    try bed.expect([], after: "wait 700ms\nup event0")
  }

  /// The command that others wait for takes its own time.
  @Test func whatWaitsForOthersIsLeftOut() throws {
    let login = try LoginBus("session bed")
    let bed = try begin(login, clock: .real)
    let tap = "play event0 tap fingers=4"
    try bed.perform("\(tap)\nwait 100ms\n\(tap)\nawait 'waits until it can start'")
    try login.perform("set bed LockedHint true")
    try bed.perform("\(Self.locked)\nawait 'waiting command is dropped'\nwait 600ms")
    #expect(bed.ran == ["slow"])
  }

  @Test func anotherSessionOnTheScreenIsNotServed() throws {
    let login = try LoginBus("session bed")
    let bed = try begin(login)
    try login.perform("set bed Active false")
    try bed.perform("await 'the session is in the background: gestures are inactive'")
    try bed.expect([], after: "\(Self.tap)\nforget event0")
    try login.perform("set bed Active true")
    try bed.perform(Self.back)
    try bed.expect(["knock"], after: Self.tap)
  }

  @Test func devicesComeBackAfterSleepThoughLate() throws {
    let login = try LoginBus("session bed")
    let bed = try begin(login, devices: "touchscreen event0,touchpad event1")
    try login.perform("sleep true")
    try bed.perform("await 'the machine sleeps: gestures are inactive'\ndeny event0")
    try login.perform("sleep false")
    try bed.perform("\(Self.back)\nallow event0 quietly")
    try bed.perform("await 'watching the touchscreen'")
    try bed.expect(["knock"], after: Self.tap)
    #expect(!bed.log.contains("is not read"))
  }

  @Test func devicesThatStayAwayAreNamedAndStillAwaited() throws {
    let login = try LoginBus("session bed")
    let bed = try begin(login)
    try login.perform("set bed LockedHint true")
    try bed.perform("\(Self.locked)\ndeny event0")
    try login.perform("set bed LockedHint false")
    try bed.perform(
      "await 'the session is in use again'\nawait 'is not read: permission denied' within=8s\nallow event0")
    try bed.perform("await 'watching the touchscreen'")
    try bed.expect(["knock"], after: Self.tap)
  }

  @Test func aLockedSessionAtTheStart() throws {
    let login = try LoginBus("session bed\nset bed LockedHint true")
    let bed = try begin(login, awaiting: "ready: 0 touch devices")
    #expect(bed.log.contains("gesture-bridge: info: the session is locked: gestures are inactive\n"))
    #expect(!bed.log.contains("there is no touch device that you can open"))
    #expect(try bed.perform("opened") == "")
    try bed.expect([], after: "\(Self.tap)\nforget event0")
    try login.perform("set bed LockedHint false")
    try bed.perform(Self.back)
    try bed.expect(["knock"], after: Self.tap)
  }

  @Test func whoStartsItIsToldWhyNothingHappens() throws {
    let login = try LoginBus("session bed\nset bed LockedHint true")
    let folder = try Folder()
    let config = try folder.write("bindings.toml", Self.rules)
    let bed = try Bed(
      program: ["--config", config], in: folder,
      environment: ["DBUS_SYSTEM_BUS_ADDRESS": login.address, "XDG_SESSION_ID": "bed"])
    try bed.perform("start\nawait 'notice: the session is locked: gestures are inactive' within=15s")
  }

  @Test func logindAndTheBusStartAnew() throws {
    let login = try LoginBus("session bed")
    let bed = try begin(login, clock: .real)
    try login.perform("set bed LockedHint true")
    try bed.perform(Self.locked)
    try login.perform("login off")
    try bed.perform("await 'logind has stopped'")
    try bed.expect([], after: "\(Self.tap)\nforget event0")
    try login.perform("login on\nsession bed")
    try bed.perform(
      "await 'gestures are inactive until you lock and unlock the session once more' within=10s")
    try bed.expect([], after: "\(Self.tap)\nforget event0")
    try login.perform("set bed LockedHint true")
    try bed.perform("wait 500ms")
    try login.perform("set bed LockedHint false")
    try bed.perform(Self.back)
    try bed.expect(["knock"], after: Self.tap)
    try login.perform("bus off")
    try bed.perform("await 'logind has stopped'")
    try bed.expect(["knock"], after: Self.tap)
    try login.perform("bus on\nlogin on\nsession bed\nset bed LockedHint true")
    try bed.perform("await 'the session is locked: gestures are inactive' within=10s")
    try bed.expect([], after: Self.tap)
  }

  @Test func aServiceOfTheUserIsInTheSessionOnTheScreen() throws {
    let login = try LoginBus("session seven")
    let bed = try begin(login, session: "")
    try login.perform("set seven LockedHint true")
    try bed.perform(Self.locked)
    try bed.expect([], after: Self.tap)
  }

  @Test func withoutABusGesturesAlwaysCount() throws {
    let bed = try Bed.started(Self.rules)
    #expect(
      bed.log.contains(
        "locked sessions can't be detected, because the system bus can't be reached (No such file or directory): ")
    )
    try bed.expect(["knock"], after: Self.tap)
  }

  @Test func theRulesMayChangeMeanwhile() throws {
    let login = try LoginBus("session bed")
    let bed = try begin(login)
    try login.perform("set bed LockedHint true")
    try bed.perform(Self.locked)
    try bed.save(Self.rules.replacing("echo knock", with: "echo other"))
    try login.perform("set bed LockedHint false")
    try bed.perform(Self.back)
    try bed.expect(["other"], after: Self.tap)
  }

  @Test func aRecordingGoesOn() throws {
    let login = try LoginBus("session bed")
    let folder = try Folder()
    let recording = folder.path("session.touches")
    let bed = try begin(login, ["--record", recording])
    try bed.perform("down event0 a 100,60 b 130,60\nmove event0 a,b by 0,30 over 120ms")
    try bed.awaitNotes(1)
    try login.perform("set bed LockedHint true")
    try bed.perform("\(Self.locked)\nup event0\nforget event0")
    try login.perform("set bed LockedHint false")
    try bed.perform("\(Self.back)\n\(Self.tap)")
    try bed.awaitNotes(3)
    #expect(bed.ran == ["drag began", "drag cancelled", "knock"])
    #expect(try bed.perform("wait 400ms\nstop") == "exited=0")
    let replay = try Program.run("replay", recording, "--config", bed.folder.path("bindings.toml"))
    #expect(replay.status == 0)
    let lines: [[Substring]] = replay.output.split(separator: "\n").map { $0.split(separator: " ") }
    let events: [String] = lines.filter { $0.count > 4 && $0[4] != "changed" }.map { "\($0[2]) \($0[4])" }
    #expect(events == ["drag began", "drag cancelled", "knock recognized"], Comment(rawValue: replay.output))
  }

  @Test func nothingWakesTheDaemon() throws {
    let login = try LoginBus("session bed")
    let bed = try begin(login, clock: .real)
    try bed.perform("wait 500ms")
    let before = try waits(of: bed)
    try bed.perform("wait 1500ms")
    #expect(try waits(of: bed) == before)
    try login.perform("set bed LockedHint true")
    try bed.perform("\(Self.locked)\nwait 500ms")
    let locked = try waits(of: bed)
    try bed.perform("\(Self.tap)\nwait 1000ms")
    #expect(try waits(of: bed) == locked)
  }

  /// The number of times that the daemon has gone to sleep.
  private func waits(of bed: Bed) throws -> Substring {
    let status = try String(contentsOfFile: "/proc/\(try bed.daemon())/status", encoding: .utf8)
    return try #require(status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") })
  }

  @Test func theViewSaysWhy() throws {
    guard Bed.hasTerminal else { return }
    let login = try LoginBus("session bed\nset bed LockedHint true")
    let bed = try Bed.shown(
      Self.rules, environment: ["DBUS_SYSTEM_BUS_ADDRESS": login.address, "XDG_SESSION_ID": "bed"])
    try bed.awaitScreen { $0.contains("  locked\n") && $0.contains("the session is locked: gestures are inactive") }
    try login.perform("set bed LockedHint false")
    try bed.awaitScreen { !$0.contains("  locked\n") && $0.contains("gestures are active") }
  }
}

extension Bed {
  /// Waits for ten seconds at most until the text on the screen is as expected.
  fileprivate func awaitScreen(
    sourceLocation: SourceLocation = #_sourceLocation, _ isSo: (String) -> Bool
  ) throws {
    for _ in 0..<200 where !isSo(try screen()) { try perform("wait 50ms") }
    let text = try screen()
    #expect(isSo(text), Comment(rawValue: text), sourceLocation: sourceLocation)
  }
}
