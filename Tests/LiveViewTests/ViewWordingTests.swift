import Analysis
import Actions
import Support
import Testing

@testable import Bindings
@testable import GestureCore
@testable import Recordings
@testable import LiveView

/// The texts of the live view, to the letter.
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
    expectSnapshot(
      [
        ViewWording.connected(device),
        ViewWording.disconnected(device),
        ViewWording.reloaded(1),
        ViewWording.reloaded(9),
        ViewWording.mode("media"),
      ], "devices, rules and modes")
  }

  @Test func gestures() {
    expectSnapshot(
      [
        ViewWording.held(by: "double"),
        ViewWording.released,
        ViewWording.event(event(.began, since: 255_000), ["left", "2 fingers"]),
        ViewWording.event(event(.recognized), ["1 tap"]),
        ViewWording.event(event(.ended), ["1 tap"]),
        ViewWording.failed(Failure("moved", .mm(9.4), "min-distance", .mm(12))),
      ], "gestures")
  }

  @Test func commandsThatRun() {
    var run = ViewLog.Run(pid: 7, key: "run", command: "swaymsg exit", latency: 1834, status: nil)
    #expect(ViewWording.run(run) == "run after 1.8 ms, running: swaymsg exit")
    run.status = .code(3)
    #expect(ViewWording.run(run) == "run after 1.8 ms, exit status 3: swaymsg exit")
    run.status = .signal(15)
    #expect(ViewWording.run(run) == "run after 1.8 ms, signal 15: swaymsg exit")
    let stream = ViewLog.Run(pid: 7, key: "changed", command: "zoomer", latency: nil, status: .unknown)
    expectSnapshot(
      [
        ViewWording.run(stream),
        ViewWording.ended(request, .code(0)),
      ], "commands that run")
  }

  private static let others: [(CommandEvent, String?)] = [
    (.refused(.overall(64)), "run not started, because there are too many commands: swaymsg workspace next"),
    (.failed(.noProgram), "run could not be started (the log has the reason): swaymsg workspace next"),
    (.wouldStart, "run would start: swaymsg workspace next"),
    (.queued, "run waits until its earlier commands end, then runs swaymsg workspace next"),
    (.skipped, "run skipped, because its previous command still runs: swaymsg workspace next"),
    (.replaced, "run not started, because a newer command replaced it: swaymsg workspace next"),
    (.stopping(pid: 7), "run is asked to stop (SIGTERM): swaymsg workspace next"),
    (.killed(pid: 7), "run does not stop and is killed: swaymsg workspace next"),
    (.line(.dropped), "run misses changes: its command does not run or read input: swaymsg workspace next"),
    (.line(.written), nil), (.line(.waits), nil), (.line(.replacesChange), nil),
    (.started(pid: 7, latency: 1), nil), (.exited(pid: 7, .code(0)), nil),
  ]

  @Test(arguments: others) func whatElseBecomesOfCommands(_ event: CommandEvent, _ text: String?) {
    #expect(ViewWording.command(request, event) == text)
  }

  @Test func keys() throws {
    let rules = RuleSet(gestures: [GestureRule(name: "next", kind: Swipe.kind)]).loosened
    let declaration = try #require(Swipe.kind.allSettings.first { $0.name == "min-distance" })
    let change = try #require(RuleChange(rules.gestures[0], declaration, 8.46, rules, device))
    expectSnapshot(
      [
        ViewWording.copied(change),
        ViewWording.noMiss,
        ViewWording.noChange(
          "double", Failure("held", Measure(900, .milliseconds), "max-duration", Measure(500, .milliseconds))),
        ViewWording.notNear(
          "it", Failure("held", Measure(900, .milliseconds), "max-duration", Measure(500, .milliseconds))),
        ViewWording.noHelp("next", change, "took 400 ms, allows 300 ms (max-duration)"),
        ViewWording.dryRun(true),
        ViewWording.dryRun(false),
      ], "keys")
  }

  @Test func theSurface() {
    let watched = WatchedDevice(device, RuleSet())
    #expect(ViewWording.size(watched) == "300 x 190 mm")
    var pad = device
    pad.capabilities = [.settledFingers]
    expectSnapshot(
      [
        ViewWording.size(WatchedDevice(pad, RuleSet())),
        ViewWording.hand(0, down: 0, ignored: 0),
        ViewWording.hand(3, down: 1, ignored: 0),
        ViewWording.hand(3, down: 0, ignored: 0),
        ViewWording.hand(3, down: 0, ignored: 3),
        ViewWording.centre,
        ViewWording.noDevice,
        ViewWording.noneReadable(1),
        ViewWording.noneReadable(2),
        ViewWording.whyNoneReadable,
      ], "the surface")
  }

  @Test func theRecognizers() {
    expectSnapshot(
      [
        ViewWording.recognizers,
        ViewWording.noRecognizers,
        ViewWording.engaged(2, of: 9),
        ViewWording.more(5, above: 0, isFocused: false),
        ViewWording.more(0, above: 2, isFocused: true),
        ViewWording.more(5, above: 2, isFocused: true),
        ViewWording.waitsForFingers(1...1),
        ViewWording.waitsForFingers(2...3),
        ViewWording.waitsForFingers(nil),
        ViewWording.anotherFinger,
        ViewWording.waits(for: ["double", "triple"], true),
        ViewWording.waits(for: ["double"], false),
      ], "the recognizers")
  }

  @Test func theLinesAround() {
    expectSnapshot(
      [
        ViewWording.log,
        ViewWording.emptyLog,
        ViewWording.newer(12),
        ViewWording.device("Pad", nil),
        ViewWording.device("Pad", (1, 2)),
        ViewWording.device(nil, nil),
        ViewWording.dry,
        ViewWording.paused(0),
        ViewWording.paused(14),
        ViewWording.filter("swipe"),
        ViewWording.typing,
        ViewWording.typingKeys,
        ViewWording.tooSmall,
        ViewWording.needed,
      ], "the lines around")
  }

  @Test func theKeysAndTheHelp() {
    #expect(
      ViewWording.keys.map { "\($0) \($1)" }
        == ["q quit", "? help", "Space pause", "c copy", "/ filter", "n device", "d dry run"])
    #expect(ViewWording.helpTitle == "Symbols and keys")
  }
}
