import Actions
import Testing

@testable import Bindings
@testable import GestureCore
@testable import Recordings
@testable import LiveView

/// What the live view says, to the letter.
struct ViewWordingTests {
  private let device = Device(
    id: DeviceID(1), name: "Some Panel", deviceClass: .touchscreen, size: Size(width: 300, height: 190),
    capabilities: [.contacts, .places])
  private let request = CommandRequest(
    binding: 0, file: "bindings.toml", line: 7, gesture: "next", command: .shell("swaymsg workspace next"))

  private func event(_ state: RecognizerState, since: Int64 = 5000) -> GestureEvent {
    GestureEvent(
      time: Timestamp(microseconds: 255_000), since: Timestamp(microseconds: since), device: DeviceID(1),
      gesture: GestureID(0), state: state, duration: TimeSpan(milliseconds: 16), tool: .finger, values: GestureValues())
  }

  @Test func devicesRulesAndModes() {
    #expect(ViewWording.came(device) == "the touchscreen Some Panel is there")
    #expect(ViewWording.went(device) == "the touchscreen Some Panel is gone")
    #expect(ViewWording.reloaded(1) == "other rules: 1 gesture")
    #expect(ViewWording.reloaded(9) == "other rules: 9 gestures")
    #expect(ViewWording.mode("media") == "mode media")
  }

  @Test func gestures() {
    #expect(ViewWording.held(by: "double") == "held: waits for double to fail")
    #expect(ViewWording.released == "released")
    #expect(ViewWording.event(event(.began, since: 255_000), ["left", "2 fingers"]) == "began: left, 2 fingers")
    #expect(ViewWording.event(event(.recognized), ["1 tap"]) == "recognized: 1 tap, held for 250 ms")
    #expect(ViewWording.event(event(.ended), ["1 tap"]) == "ended: 1 tap")
    #expect(
      ViewWording.failed(Failure("moved", .mm(9.4), "min-distance", .mm(12)))
        == "failed: moved 9.4 mm, min-distance 12 mm")
  }

  @Test func commandsThatRun() {
    var run = ViewLog.Run(pid: 7, key: "run", command: "swaymsg exit", latency: 1834, status: nil)
    #expect(ViewWording.run(run) == "run after 1.8 ms, runs: swaymsg exit")
    run.status = .code(3)
    #expect(ViewWording.run(run) == "run after 1.8 ms, exit status 3: swaymsg exit")
    run.status = .signal(15)
    #expect(ViewWording.run(run) == "run after 1.8 ms, signal 15: swaymsg exit")
    let stream = ViewLog.Run(pid: 7, key: "changed", command: "zoomer", latency: nil, status: .unknown)
    #expect(ViewWording.run(stream) == "changed, exit status unknown: zoomer")
    #expect(ViewWording.ended(request, .code(0)) == "run ended, exit status 0: swaymsg workspace next")
  }

  private static let others: [(CommandEvent, String?)] = [
    (.refused(.overall(64)), "run not started, too many commands: swaymsg workspace next"),
    (.failed(.noProgram), "run could not be started: swaymsg workspace next"),
    (.wouldStart, "run would start: swaymsg workspace next"),
    (.queued, "run waits for those before it: swaymsg workspace next"),
    (.skipped, "run left out, the one before still runs: swaymsg workspace next"),
    (.replaced, "run gives way to a later one: swaymsg workspace next"),
    (.toldToEnd(pid: 7), "run is told to end: swaymsg workspace next"),
    (.killed(pid: 7), "run does not end and is killed: swaymsg workspace next"),
    (.line(.leftOut), "run is not told, it does not read: swaymsg workspace next"),
    (.line(.written), nil), (.line(.waits), nil), (.line(.replacesChange), nil),
    (.started(pid: 7, latency: 1), nil), (.exited(pid: 7, .code(0)), nil),
  ]

  @Test(arguments: others) func whatElseBecomesOfCommands(_ event: CommandEvent, _ text: String?) {
    #expect(ViewWording.command(request, event) == text)
  }

  @Test func keys() throws {
    let rules = RuleSet(gestures: [GestureRule(name: "next", kind: Swipe.kind)]).loosened
    let decision = Decision(
      time: Timestamp(microseconds: 0), device: DeviceID(1), gesture: GestureID(0),
      outcome: .failed(.own(Failure("moved", .mm(9.4), "min-distance", .mm(12)))))
    let miss = try #require(NearMiss(decision))
    let change = try #require(RuleChange(miss, rules, on: device))
    #expect(ViewWording.copied(change) == "copied: [gesture.next] min-distance = \"8.4 mm\"  # was 12 mm")
    #expect(ViewWording.noMiss == "nothing to copy: no gesture was nearly recognized yet")
    #expect(
      ViewWording.noChange("double", "taps")
        == "nothing to copy: double failed by taps, and no other value of that would have helped")
    #expect(ViewWording.dryRun(true) == "dry run: commands are only named")
    #expect(ViewWording.dryRun(false) == "commands are run")
  }

  @Test func theSurface() {
    let watched = WatchedDevice(device, RuleSet())
    #expect(ViewWording.size(watched) == "300 x 190 mm")
    var pad = device
    pad.capabilities = [.settledFingers]
    #expect(ViewWording.size(WatchedDevice(pad, RuleSet())) == "300 x 190 mm, virtual touches")
    #expect(ViewWording.hand(0, down: 0) == "no fingers yet")
    #expect(ViewWording.hand(3, down: 1) == "1 finger down")
    #expect(ViewWording.hand(3, down: 0) == "lifted")
    #expect(ViewWording.centre == "centre")
    #expect(ViewWording.noDevice == "no touch device yet")
  }

  @Test func theRecognizers() {
    #expect(ViewWording.recognizers == "recognizers")
    #expect(ViewWording.noRecognizers == "no gesture for this device")
    #expect(ViewWording.engaged(2, of: 9) == "2 of 9 at work")
    #expect(ViewWording.more(5, above: 0) == "and 5 more")
    #expect(ViewWording.more(0, above: 2) == "2 above")
    #expect(ViewWording.more(5, above: 2) == "and 5 more, 2 above")
    #expect(ViewWording.waitsForFingers(1...1) == "waits for 1 finger")
    #expect(ViewWording.waitsForFingers(2...3) == "waits for 2-3 fingers")
    #expect(ViewWording.waitsForFingers(nil) == "waits for more fingers")
    #expect(ViewWording.anotherFinger == "another finger may still land")
    #expect(ViewWording.waits(for: ["double", "triple"], true) == "waits for double, triple to fail")
    #expect(ViewWording.waits(for: ["double"], false) == "then waits for double")
  }

  @Test func theLinesAround() {
    #expect(ViewWording.log == "log")
    #expect(ViewWording.emptyLog == "nothing yet")
    #expect(ViewWording.newer(12) == "12 newer below")
    #expect(ViewWording.device("Pad", nil) == "Pad")
    #expect(ViewWording.device("Pad", (1, 2)) == "Pad (1 of 2)")
    #expect(ViewWording.device(nil, nil) == "no touch device yet")
    #expect(ViewWording.dry == "dry run")
    #expect(ViewWording.paused(0) == "paused")
    #expect(ViewWording.paused(14) == "paused, 14 more")
    #expect(ViewWording.filter("swipe") == "filter: swipe")
    #expect(ViewWording.typing == "filter:")
    #expect(ViewWording.typingKeys == "Enter keeps it, Esc clears it")
    #expect(ViewWording.tooSmall == "the terminal is too small")
    #expect(ViewWording.needed == "40 columns, 12 rows")
  }

  @Test func theKeysAndTheHelp() {
    #expect(
      ViewWording.keys.map { "\($0) \($1)" }
        == ["q quit", "? help", "Space pause", "c copy", "/ filter", "n device", "d dry run"])
    #expect(ViewWording.helpTitle == "What the view shows, and what keys do")
  }
}
