import Foundation
import Support
import Testing

/// `--debug` on a real terminal over mocked devices: how it is taken, kept whole and given back.
@Suite(.enabled(if: Bed.isThere, Bed.absence), .enabled(if: Bed.hasTerminal, Bed.noTerminal), .serialized)
struct LiveTerminalTests {
  private static let swipe = "[gesture.swipe]\nkind = \"swipe\"\nfingers = 3\nrun = \(Bed.notes("swiped"))\n"
  private static func normal(_ size: String = "80x24") -> String { "alternate=0 cursor=1 size=\(size) raw=0" }

  @Test(arguments: ["80x24", "200x50"]) func itIsTakenAndGivenBack(_ size: String) throws {
    let bed = try Bed.shown(Self.swipe, on: size)
    try bed.expect(["swiped"], after: "play event0 swipe left")
    try bed.perform("keys q")
    #expect(try bed.perform("await-exit") == "exited=0")
    #expect(try bed.terminal() == Self.normal(size))
  }

  @Test(arguments: ["TERM", "INT"]) func aSignalGivesItBack(_ signal: String) throws {
    let bed = try Bed.shown(Self.swipe)
    try bed.perform("signal \(signal)")
    #expect(try bed.perform("await-exit") == "exited=0")
    #expect(try bed.terminal() == Self.normal())
  }

  @Test func ctrlCEndsItAsASignalDoes() throws {
    let actions = ["began", "cancelled"].map { "\($0) = \(Bed.notes($0))\n" }.joined()
    let bed = try Bed.shown("[gesture.pinch]\nkind = \"pinch\"\nfingers = 2\n\(actions)")
    try bed.expect(["began"], after: "play event0 pinch out ending=stay")
    try bed.perform("keys C-c")
    #expect(try bed.perform("await-exit") == "exited=0")
    try bed.awaitNotes(2)
    #expect(bed.ran == ["began", "cancelled"])
    #expect(try bed.terminal() == Self.normal())
  }

  @Test func anotherSize() throws {
    let bed = try Bed.shown(Self.swipe)
    try bed.perform("resize 120x40")
    try bed.awaitTerminal("alternate=1 cursor=0 size=120x40 raw=1")
    try bed.perform("resize 20x5")
    try bed.expect(["swiped"], after: "play event0 swipe left")
    try bed.perform("signal TERM\nawait-exit")
    #expect(try bed.terminal() == Self.normal("20x5"))
  }

  /// SIGHUP alone reloads the rules; the end of the terminal ends the program.
  @Test func aTerminalThatIsClosedEndsIt() throws {
    let bed = try Bed.shown(Self.swipe)
    try bed.perform("signal HUP\nwait 200ms")
    #expect(try bed.perform("status").hasPrefix("running"))
    let daemon = try bed.daemon()
    try bed.perform("hang-up")
    let status = { (try? String(contentsOfFile: "/proc/\(daemon)/status", encoding: .utf8)) ?? "State: X" }
    let isOver = { status().contains("State:\tZ") || status() == "State: X" }
    for _ in 0..<600 where !isOver() { try bed.perform("wait 50ms") }
    #expect(isOver(), Comment(rawValue: status()))
  }

  /// Neither the output of commands nor the daemon's messages are drawn over the view; warnings are printed again when
  /// the view ends.
  @Test func nothingIsWrittenAcrossIt() throws {
    // The view may show the command itself.
    let loud = Self.swipe.replacing("'echo", with: "'printf L%s OUD; printf L%s OUD >&2; echo")
    let bed = try Bed.shown(loud)
    try bed.expect(["swiped"], after: "play event0 swipe left")
    try bed.folder.write("bindings.toml", "[gesture.swipe]\nkind = \"swype\"\n")
    try bed.perform("wait 1s")
    #expect(try !bed.screen().contains("LOUD"))
    #expect(try bed.terminal() == "alternate=1 cursor=0 size=80x24 raw=1")
    try bed.perform("keys q\nawait-exit")
    let left = try bed.screen(history: true)
    #expect(!left.contains("LOUD") && !left.contains("ready:"), Comment(rawValue: left))
    #expect(left.contains("unknown gesture kind \"swype\""), Comment(rawValue: left))
    #expect(left.contains("gesture-bridge: error: the previous rules stay in use"), Comment(rawValue: left))
  }

  @Test func withoutADeviceItIsShownToo() throws {
    let bed = try Bed.shown(Self.swipe, devices: "mouse event5")
    try bed.perform("wait 500ms\nadd touchscreen event0\nwait 500ms")
    try bed.expect(["swiped"], after: "play event0 swipe left")
    try bed.perform("keys q\nawait-exit")
    #expect(try bed.screen(history: true).contains("there is no touch device that you can open"))
  }

  @Test func aDryRunOnATerminalRunsNothing() throws {
    let bed = try Bed.shown(Self.swipe, on: "80x24", "--dry-run")
    try bed.perform("play event0 swipe left\nwait 500ms")
    #expect(bed.ran == [])
    try bed.perform("keys q\nawait-exit")
    #expect(try !bed.screen(history: true).contains("dry run:"))
  }

  /// Ctrl-Z has no effect, because no shell could continue the program; a STOP signal from outside works, and so does
  /// CONT.
  @Test func itGoesOnAfterAStop() throws {
    let bed = try Bed.shown(Self.swipe)
    try bed.perform("keys C-z\nwait 200ms")
    #expect(try bed.terminal() == "alternate=1 cursor=0 size=80x24 raw=1")
    try bed.perform("signal STOP\nwait 100ms\nsignal CONT\nwait 200ms")
    try bed.expect(["swiped"], after: "play event0 swipe left")
    #expect(try bed.terminal() == "alternate=1 cursor=0 size=80x24 raw=1")
    try bed.perform("keys q\nawait-exit")
    #expect(try bed.terminal() == Self.normal())
  }

  @Test(arguments: ["dumb", ""]) func aTerminalThatCanNotBeDrawnOnGetsLines(_ term: String) throws {
    let folder = try Folder()
    let config = try folder.write("bindings.toml", Self.swipe)
    let bed = try Bed(
      program: ["--debug", "--config", config], in: folder, environment: ["PROGRAM_TERM": term], terminal: "80x24")
    try bed.perform("add touchscreen event0\nstart\nawait ready: within=15s")
    try bed.perform("play event0 swipe left\nawait 'swipe recognized'")
    #expect(try bed.terminal() == Self.normal())
    try bed.perform("stop")
  }
}
