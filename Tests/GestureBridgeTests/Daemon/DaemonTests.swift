import Foundation
import Support
import Testing

/// The life of the daemon: no device yet, new rules, signals, missing commands.
@Suite(.enabled(if: Bed.isThere, Bed.absence), .serialized) struct DaemonTests {
  static let rules = """
    [gesture.swipe]
    kind = "swipe"
    fingers = 3
    run = 'echo old $GESTURE_DIRECTION >> "$RAN"'

    [gesture.pinch]
    kind = "pinch"
    fingers = 2
    began = 'echo began >> "$RAN"'
    ended = 'echo ended >> "$RAN"'
    cancelled = 'echo cancelled >> "$RAN"'

    """

  private func bed(_ rules: String = Self.rules, _ arguments: String..., devices: String = "add touchscreen event0")
    throws -> Bed
  {
    let bed = try Bed(rules: rules, arguments: arguments)
    try bed.perform(devices + "\nstart\nawait ready: within=15s")
    return bed
  }

  /// Waits until the commands have noted `lines` and no more.
  private func expectRan(_ bed: Bed, _ lines: [String], sourceLocation: SourceLocation = #_sourceLocation) throws {
    try bed.perform("await-file \(bed.folder.path("ran")) '\(lines.last ?? "")' within=5s\nwait 100ms")
    #expect(bed.ran == lines, Comment(rawValue: bed.log), sourceLocation: sourceLocation)
  }

  /// The daemon's log, with only the name of the rules file instead of its path.
  private func said(_ bed: Bed) -> String {
    bed.log.replacingOccurrences(of: bed.folder.path("bindings.toml"), with: "bindings.toml")
  }

  @Test func withoutADeviceItWaitsForOne() throws {
    let bed = try bed(devices: "add mouse event5")
    expectSnapshot(said(bed), "without a device it waits for one")
    try bed.perform("add touchscreen event0\nwait 500ms\nplay event0 swipe up")
    try expectRan(bed, ["old up"])
    #expect(try bed.perform("stop") == "exited=0")
  }

  /// The fewer there are, the earlier they run out: as the daemon starts, as udev looks, as a device is opened, or behind
  /// that.
  @Test func thatDescriptorsHaveRunOutIsSaid() throws {
    var said = ""
    var started = 0
    for limit in 18...60 where started < 8 {
      let folder = try Folder()
      let config = try folder.write("bindings.toml", Self.rules)
      let starter = try folder.write("limited", "#!/bin/bash\nulimit -n \(limit)\nexec \"$@\"\n")
      chmod(starter, 0o755)
      let bed = try Bed(program: ["--config", config], in: folder, starter: starter)
      try bed.perform("add touchscreen event0\nadd touchpad event1\nstart")
      if (try? bed.perform("await ready: within=15s")) != nil { started += 1 }
      said += bed.log
    }
    #expect(started == 8, Comment(rawValue: said))
    #expect(!said.contains("reports no touches that gesture-bridge can read"), Comment(rawValue: said))
    #expect(
      said.contains("can't look for touch devices: too many files are open")
        && said.contains("gesture-bridge has reached its limit of open files"),
      Comment(rawValue: said))
  }

  @Test func badRulesChangeNothing() throws {
    let bed = try bed()
    try bed.folder.write("bindings.toml", "[gesture.swipe]\nkind = \"swype\"\nrun = \"true\"\n")
    try bed.perform("await 'the previous rules stay in use'")
    #expect(
      said(bed).hasSuffix(
        """
        gesture-bridge: notice: ready: 1 touch device, 2 gestures from bindings.toml
        bindings.toml:2:8: error: unknown gesture kind "swype"
          2 | kind = "swype"
            |        ^^^^^^^ did you mean "swipe"? `gesture-bridge kinds` lists all kinds
        gesture-bridge: error: the previous rules stay in use: bindings.toml has 1 error

        """), Comment(rawValue: bed.log))
    try FileManager.default.removeItem(atPath: bed.folder.path("bindings.toml"))
    try bed.perform("await 'was removed'\nsignal HUP\nawait 'the previous rules stay in use'")
    #expect(
      said(bed).hasSuffix(
        "error: the previous rules stay in use: can't read bindings.toml: No such file or directory\n"))
    try bed.perform("play event0 swipe up")
    try expectRan(bed, ["old up"])
  }

  @Test func aGestureThatIsMadeWhileBadRulesArriveGoesOn() throws {
    let bed = try bed()
    try bed.perform("play event0 pinch out ending=stay")
    try bed.folder.write("bindings.toml", "[gesture.swipe]\n")
    try bed.perform("signal HUP\nawait 'the previous rules stay in use'\nup event0")
    try expectRan(bed, ["began", "ended"])
  }

  @Test func goodRulesTakeOver() throws {
    let bed = try bed()
    try bed.perform("play event0 pinch out ending=stay")
    try expectRan(bed, ["began"])
    let fresh = "[gesture.new]\nkind = \"swipe\"\nfingers = 3\nrun = 'echo new $GESTURE_DIRECTION >> \"$RAN\"'\n"
    try bed.folder.write("bindings.toml", fresh)
    try bed.perform("signal HUP\nawait reloaded:")
    #expect(said(bed).hasSuffix("gesture-bridge: notice: reloaded: 1 gesture from bindings.toml\n"))
    try expectRan(bed, ["began", "cancelled"])
    try bed.perform("up event0\nwait 300ms\nplay event0 swipe up")
    try expectRan(bed, ["began", "cancelled", "new up"])
  }

  @Test(arguments: ["TERM", "INT"]) func aSignalEndsIt(_ signal: String) throws {
    let bed = try bed()
    try bed.perform("play event0 pinch out ending=stay")
    try expectRan(bed, ["began"])
    try bed.perform("signal \(signal)")
    #expect(try bed.perform("await-exit within=5s") == "exited=0")
    try expectRan(bed, ["began", "cancelled"])
  }

  @Test func aCommandThatIsMissingIsNamedWithItsRule() throws {
    let rules = "[gesture.swipe]\nkind = \"swipe\"\nfingers = 3\n"
    let direct = try bed(rules + "run = [\"no-such-program\"]\n")
    try direct.perform("play event0 swipe up\nawait no-such-program")
    #expect(
      said(direct).hasSuffix(
        "error: `no-such-program` was not found in PATH: install it or correct `run` at bindings.toml:4\n"))
    let shell = try bed(rules + "run = \"no-such-program 2>/dev/null\"\n")
    try shell.perform("play event0 swipe up\nawait no-such-program")
    #expect(
      said(shell).hasSuffix(
        "the shell did not find a program that `no-such-program 2>/dev/null` starts (exit status 127): "
          + "install the program or correct `run` at bindings.toml:4\n"), Comment(rawValue: shell.log))
    for bed in [direct, shell] { #expect(try bed.perform("status").hasPrefix("running")) }
  }

  @Test func aDryRunRunsNothing() throws {
    let bed = try bed(Self.rules, "--dry-run")
    try bed.perform("play event0 swipe up\nawait 'would run'\nplay event0 pinch out\nawait 'would run'\nwait 300ms")
    #expect(bed.ran == [])
    let text = "dry run: `run` at bindings.toml:4 would run `echo old $GESTURE_DIRECTION >> \"$RAN\"`\n"
    #expect(said(bed).contains(text), Comment(rawValue: bed.log))
    #expect(try bed.perform("stop") == "exited=0")
  }

  @Test func theLogLevelCounts() throws {
    let bed = try Bed(rules: Self.rules, arguments: ["--log-level", "error"])
    try bed.perform("start\nwait 1s\nadd touchscreen event0\nwait 500ms\nplay event0 swipe up")
    try expectRan(bed, ["old up"])
    #expect(bed.log == "")
  }

  /// Commands of the rules would run as root, so root has to allow that with a flag first.
  @Test(.enabled(if: geteuid() == 0, "only root can try it"))
  func rootHasToMeanIt() throws {
    let folder = try Folder()
    let config = try folder.write("bindings.toml", Self.rules)
    let refused = try Program.run("--config", config, in: folder)
    #expect(refused.status == 2)
    #expect(
      refused.errors
        == "gesture-bridge: error: the daemon runs as root, so every command of the rules would run as root; "
        + "run the daemon as your own user (`gesture-bridge devices` shows which devices that user can open), "
        + "or use `gesture-bridge run` with --allow-root\n")
    let view = try Program.run("--config", config, "--dry-run", "--debug", in: folder)
    #expect(view.status == 2)
    #expect(
      view.errors
        == "gesture-bridge: error: the daemon runs as root, and the live view's key d ends the dry run: then the rules' commands would run as root; run the daemon as your own user, or use `gesture-bridge run --dry-run` with --debug-plain or --debug --allow-root\n"
    )
    let bed = try bed()
    #expect(bed.folder.text("log").hasPrefix(Program.rootsWarning), Comment(rawValue: bed.log))
    #expect(try bed.perform("stop") == "exited=0")
  }
}
