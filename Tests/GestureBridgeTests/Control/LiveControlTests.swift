import Control
import Foundation
import Support
import Testing

@testable import gesture_bridge

/// A running daemon that gets requests and commands.
@Suite(.enabled(if: Bed.isThere, Bed.absence), .serialized) struct LiveControlTests {
  static let rules = """
    [gesture.swipe]
    kind = "swipe"
    fingers = 3
    run = \(Bed.notes("swipe $GESTURE_NAME/$GESTURE_DIRECTION/$GESTURE_DEVICE"))

    [[override]]
    gesture = "swipe"
    when = { mode = "media" }
    run = \(Bed.notes("media"))

    [gesture.flip]
    kind = "tap"
    fingers = 5
    run = { mode = "media" }

    [[override]]
    gesture = "flip"
    when = { mode = "media" }
    run = { mode = "default" }

    [gesture.drag]
    kind = "pan"
    fingers = 4
    device = "touchpad"
    began = \(Bed.notes("began $GESTURE_STATE"))
    ended = \(Bed.notes("ended $GESTURE_STATE"))
    cancelled = \(Bed.notes("cancelled"))

    [gesture.rare]
    kind = "tap"
    fingers = 4
    run = { command = \(Bed.notes("rare")), at-most-every = "1000 s" }

    [zone.corner]
    corner = "top-left"
    size = "30 x 30 mm"

    [gesture.corner]
    kind = "tap"

    [[override]]
    gesture = "corner"
    when = { zone = "corner" }
    run = \(Bed.notes("corner"))

    """

  static let swipe = "play event0 swipe left fingers=3"

  private func ctl(_ bed: Bed, _ arguments: String...) throws -> Program.Outcome {
    try Program.run(["ctl"] + arguments, environment: Program.surroundings(bed.folder))
  }

  private func rules(_ bed: Bed) -> String { bed.folder.path("bindings.toml") }

  @Test func itTellsHowItStands() throws {
    let bed = try Bed.started(Self.rules, "touchscreen event0,touchpad event1")
    let pid = try bed.daemon()
    let lines = try ctl(bed, "status").output.split(separator: "\n").filter { !$0.hasPrefix("up for") }
    #expect(
      lines == [
        "daemon       pid \(pid), 0.1.0, session bed", "rules        5 gestures from \(rules(bed))",
        "mode         default (of default, media)", "paused       no", "inactive     no",
        "devices      Mocked Touchscreen (touchscreen)", "             Mocked Touchpad (touchpad)",
        "desktop      the overlay is off: set `show = true` in `[overlay]` to start it",
        "commands     0 running", "subscribers  0",
      ], "\(lines)")
    #expect(try ctl(bed, "mode").output == "* default\n  media\n")
    #expect(try ctl(bed, "trigger").output == "swipe\nflip\ndrag\nrare\ncorner\n")
    let bindings = try ctl(bed, "gestures").output.replacing(bed.folder.url.path + "/", with: "")
    #expect(bindings.contains("flip    tap 5    run        mode media  (bindings.toml:14)\n"), "\(bindings)")
    #expect(bindings.contains("(bindings.toml:9)\n    when mode media\n"), "\(bindings)")
    let line = try ctl(bed, "status", "--json").output
    #expect(line.hasPrefix(#"{"version":1,"ok":true,"pid":\#(pid),"#) && line.hasSuffix("}\n"))
  }

  @Test func itTellsWhatWindowsLearnOfCancelledTouches() throws {
    let bed = try Bed.started(Self.rules + "\n[device.\"*\"]\nintercept = true\n", "touchscreen event0")
    let text = try ctl(bed, "status").output
    #expect(
      text.contains(
        "\ncancels      no compositor: windows are perhaps not told about cancelled touches, so touches on an intercepted "
          + "touchscreen are delayed\n"),
      "\(text)")
    let line = try ctl(bed, "status", "--json").output
    #expect(line.contains(#""compositors":{"programs":[],"pass_cancel":false}"#), "\(line)")
  }

  @Test func pausedItRunsNothingAndModesCount() throws {
    let bed = try Bed.started(Self.rules)
    try bed.expect(["swipe swipe/left/Mocked Touchscreen"], after: Self.swipe)
    #expect(try ctl(bed, "pause") == .init(status: 0, output: "paused\n", errors: ""))
    #expect(try ctl(bed, "pause") == .init(status: 0, output: "already paused\n", errors: ""))
    try bed.expect([], after: Self.swipe)
    #expect(
      try ctl(bed, "trigger", "swipe")
        == .init(
          status: 1, output: "",
          errors:
            "gesture-bridge: error: the daemon is paused, so no action runs: run `gesture-bridge resume` first\n")
    )
    #expect(try ctl(bed, "status").output.contains("paused       yes; run `gesture-bridge resume` to end the pause\n"))
    #expect(try ctl(bed, "resume") == .init(status: 0, output: "resumed\n", errors: ""))
    #expect(try ctl(bed, "resume") == .init(status: 0, output: "not paused\n", errors: ""))
    #expect(try ctl(bed, "toggle") == .init(status: 0, output: "paused\n", errors: ""))
    #expect(try ctl(bed, "status").output.contains("paused       yes;"))
    #expect(try ctl(bed, "toggle") == .init(status: 0, output: "resumed\n", errors: ""))
    #expect(try ctl(bed, "status").output.contains("paused       no\n"))
    #expect(try ctl(bed, "mode", "media") == .init(status: 0, output: "", errors: ""))
    #expect(try ctl(bed, "mode").output == "  default\n* media\n")
    try bed.expect(["media"], after: Self.swipe)
    #expect(
      try ctl(bed, "mode", "meda")
        == .init(
          status: 1, output: "",
          errors: "gesture-bridge: error: there is no mode \"meda\" in \(rules(bed)): "
            + "did you mean \"media\"? choose one of default, media\n"))
  }

  /// A touchscreen makes the rules need more facts, but the missing ones are the same as before.
  @Test func whatNothingReportsIsSaidOnce() throws {
    let bed = try Bed.started(
      Self.rules + "[[override]]\ngesture = \"swipe\"\nwhen = { app = \"a\" }\nrun = " + Bed.notes("a") + "\n")
    let lines = bed.log.split(separator: "\n").filter { $0.contains("the desktop does not report the focused window") }
    #expect(lines.count == 1, "\(bed.log)")
  }

  @Test func keysThatTheDesktopDoesNotTellOf() throws {
    let rules =
      Self.rules + "[[override]]\ngesture = \"swipe\"\nwhen = { modifiers = [\"alt\", \"super\"] }\nrun = "
      + Bed.notes("held") + "\n"
    let bed = try Bed.started(rules)
    let plain = ["swipe swipe/left/Mocked Touchscreen"]
    try bed.expect(plain, after: Self.swipe)
    #expect(try ctl(bed, "status").output.contains("not reported by the desktop: the modifier keys"))
    #expect(try ctl(bed, "modifier", "super", "on") == .init(status: 0, output: "", errors: ""))
    try bed.expect(plain, after: Self.swipe)
    #expect(
      try ctl(bed, "modifier", "alt", "on", "--json").output
        == #"{"version":1,"ok":true,"modifiers":["alt","super"]}"# + "\n")
    #expect(try ctl(bed, "status").output.contains("`gesture-bridge ctl modifier` reports the modifier keys"))
    try bed.expect(["held"], after: Self.swipe)
    #expect(try ctl(bed, "modifier", "super", "off").status == 0)
    try bed.expect(plain, after: Self.swipe)
    #expect(
      try ctl(bed, "modifier", "meta", "on")
        == .init(
          status: 1, output: "",
          errors: "gesture-bridge: error: there is no modifier \"meta\": choose one of shift, ctrl, alt, super\n"))
  }

  @Test func whatAGestureDoesIsDoneWithoutAHand() throws {
    let bed = try Bed.started(Self.rules, "touchpad event1")
    #expect(try ctl(bed, "trigger", "swipe").output.hasPrefix("run: echo swipe $GESTURE_NAME"))
    try bed.awaitNotes(1)
    #expect(try ctl(bed, "trigger", "flip").output == "run: mode media\n")
    _ = try ctl(bed, "trigger", "swipe")
    try bed.awaitNotes(2)
    _ = try ctl(bed, "trigger", "rare")
    try bed.awaitNotes(3)
    #expect(bed.ran == ["swipe swipe//", "media", "rare"])
    for name in ["rare", "corner"] {
      #expect(
        try ctl(bed, "trigger", name).errors
          == "gesture-bridge: error: \"\(name)\" has no action that can run now: "
          + "run `gesture-bridge ctl gestures` to see the conditions of each action\n")
    }
    _ = try ctl(bed, "trigger", "drag")
    try bed.awaitNotes(5)
    #expect(Set(bed.ran.dropFirst(3)) == ["began began", "ended ended"])
    #expect(
      try ctl(bed, "trigger", "drg").errors
        == "gesture-bridge: error: there is no gesture \"drg\" in \(rules(bed)): "
        + "did you mean \"drag\"? choose one of swipe, flip, drag, rare, corner\n")
  }

  /// Actions that need moving fingers are refused, with their name; held keys and streams are done once.
  @Test func whatTakesFingersIsNotDoneWithoutThem() throws {
    let kinds = [
      ("held", "began = { hold = \"Alt\" }"), ("moved", "changed = { move = \"pointer\" }"),
      ("scrolled", "changed = { scroll = \"natural\" }"), ("told", "changed = { stream = \"cat >/dev/null\" }"),
      ("stepped", "step = { every = \"10 mm\", right = { keys = \"Tab\" } }"),
      ("placed", "began = { drag = \"right\", at = \"finger\" }"), ("dragged", "began = { drag = \"left\" }"),
      ("native", "began = { native = \"swipe\", fingers = 3 }"),
    ]
    let devices = ["placed": "touchscreen", "dragged": "touchpad", "native": "touchpad"]
    let gestures = kinds.enumerated().map { place, kind in
      let device = devices[kind.0].map { "device = \"\($0)\"\n" } ?? ""
      return "[gesture.\(kind.0)]\nkind = \"pan\"\nfingers = \(place + 1)\n\(device)\(kind.1)\n"
    }
    let bed = try Bed.started("[device.\"*\"]\nintercept = true\n" + gestures.joined(separator: "\n"))
    #expect(try ctl(bed, "trigger", "held").output == "began: hold Alt\n")
    #expect(try ctl(bed, "trigger", "told").output == "changed: stream cat >/dev/null\n")
    for name in ["moved", "scrolled", "stepped", "placed", "dragged"] {
      let outcome = try ctl(bed, "trigger", name)
      #expect(
        outcome.status == 1
          && outcome.errors
            == "gesture-bridge: error: all actions of \"\(name)\" need fingers on the device, and a triggered gesture has no fingers: "
            + "make the gesture on the device\n",
        "\(name): \(outcome)")
    }
    #expect(try ctl(bed, "trigger", "native").errors.contains("a gesture of the desktop"))
  }

  @Test func newRulesAreReadAndWhatIsWrongIsTold() throws {
    let bed = try Bed.started(Self.rules)
    #expect(
      try ctl(bed, "reload")
        == .init(status: 0, output: "reloaded: 5 gestures from \(rules(bed))\n", errors: ""))
    try bed.save("[gesture.swipe]\nkind = \"swype\"\nrun = \"true\"\n", answer: "the previous rules stay")
    #expect(
      try ctl(bed, "status").output.contains(
        "\nrules        5 gestures from \(rules(bed))\n             the previous rules are in use: \(rules(bed)) has 1 error; "
          + "run `gesture-bridge check \(rules(bed))` to see more\n"))
    let outcome = try ctl(bed, "reload")
    #expect(outcome.status == 1 && outcome.output == "")
    #expect(
      outcome.errors == """
        \(rules(bed)):2:8: error: unknown gesture kind "swype"
          2 | kind = "swype"
            |        ^^^^^^^ did you mean "swipe"? `gesture-bridge kinds` lists all kinds
        gesture-bridge: error: the previous rules stay in use: \(rules(bed)) has 1 error

        """)
    try bed.expect(["swipe swipe/left/Mocked Touchscreen"], after: Self.swipe)
    try bed.save(Self.rules, answer: "can be used again")
    #expect(!(try ctl(bed, "status").output.contains("the previous rules are in use:")))
  }

  @Test func subscribersHearOfEverythingUntilTheEnd() throws {
    let bed = try Bed.started(Self.rules)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Program.path)
    process.arguments = ["ctl", "subscribe"]
    process.environment = ProcessInfo.processInfo.environment.merging(Program.surroundings(bed.folder)) { $1 }
    process.standardOutput = try bed.folder.handle("heard")
    try process.run()
    let heard = bed.folder.path("heard")
    try bed.perform("await-file \(heard) 'device added' within=15s\n\(Self.swipe)")
    try bed.perform("await-file \(heard) 'command ended' within=15s")
    for word in ["pause", "resume", "reload"] { _ = try ctl(bed, word) }
    _ = try ctl(bed, "mode", "media")
    try bed.perform("remove event0\nawait-file \(heard) 'device removed' within=15s\nstop")
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(
      bed.folder.lines("heard") == [
        "mode default", "paused no", "inactive no", "device added touchscreen Mocked Touchscreen",
        "gesture swipe swipe recognized left", "command started swipe run", "command ended swipe run", "paused yes",
        "paused no", "rules 5 \(rules(bed))", "mode media", "device removed touchscreen Mocked Touchscreen", "ended",
      ])
  }
}
