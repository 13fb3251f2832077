import Testing

@testable import Bindings
@testable import GestureCore
@testable import gesture_bridge

/// The commands of a recording, which is played at once while they take their time.
@Suite(.serialized) struct ReplayCommandsTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
  }

  /// A tap with one action, and the commands it starts.
  private struct Tapping {
    let commands: ReplayCommands
    var dispatcher: Dispatcher

    mutating func tap(_ fingers: Int) {
      var orders: [Order] = []
      dispatcher.dispatch(ReplayCommandsTests.tap(fingers), in: Context(), into: &orders)
      commands.start(orders[...])
    }
  }

  private func tapping(_ effect: Effect, _ overlap: Overlap = .allow) throws -> Tapping {
    let location = FileLocation(file: "bindings.toml", line: 3, column: 1)
    let action = Action(effect, on: .run, overlap: overlap, location: location)
    let rules = Rules(
      ruleSet: RuleSet(gestures: [GestureRule(name: "tap", kind: Tap.kind)]),
      bindings: [Binding(gesture: GestureID(0), actions: [action], location: location)])
    var dispatcher = Dispatcher(rules)
    dispatcher.add(
      Device(
        id: DeviceID(1), name: "", deviceClass: .touchscreen, size: Size(width: 300, height: 190), capabilities: []))
    return Tapping(commands: try ReplayCommands(rules, []), dispatcher: dispatcher)
  }

  private static func tap(_ fingers: Int) -> GestureEvent {
    var values = GestureValues()
    values.fingers = fingers
    return GestureEvent(
      time: Timestamp(microseconds: 0), since: Timestamp(microseconds: 0), device: DeviceID(1), gesture: GestureID(0),
      state: .recognized, duration: TimeSpan(microseconds: 0), tool: .finger, values: values)
  }

  @Test func whatIsQueuedIsWaitedFor() throws {
    var tapping = try tapping(
      Effect(run: .shell("sleep 0.01; echo $GESTURE_FINGERS >> \(folder.path("out"))")), .queue)
    for fingers in 1...10 { tapping.tap(fingers) }
    #expect(try tapping.commands.wait() == 0)
    #expect(folder.lines("out") == (1...10).map(String.init))
  }

  @Test func whatDoesNotEndForTheNextIsKilled() throws {
    let out = folder.path("out")
    var tapping = try tapping(
      Effect(
        run: .shell(
          "[ $GESTURE_FINGERS = 2 ] && echo second >> \(out) && exit; trap '' TERM; echo first >> \(out); "
            + "while :; do sleep 0.02; done")), .restart)
    tapping.tap(1)
    while folder.lines("out").isEmpty {}
    tapping.tap(2)
    #expect(try tapping.commands.wait() == 0)
    #expect(folder.lines("out") == ["first", "second"])
  }

  @Test func aStreamIsToldOfAllAndOfTheEnd() throws {
    var tapping = try tapping(Effect(stream: .shell("sleep 0.1; cat > \(folder.path("out"))")))
    for fingers in 1...100 { tapping.tap(fingers) }
    #expect(try tapping.commands.wait() == 0)
    let lines = folder.lines("out")
    #expect(lines.count == 100)
    #expect(
      lines.last
        == "{\"name\":\"tap\",\"kind\":\"tap\",\"state\":\"recognized\",\"fingers\":100,\"x\":0.000,\"y\":0.000,"
        + "\"device\":\"\",\"duration\":0.000}")
  }

  @Test func nothingToWaitForIsNoReasonToWait() throws {
    #expect(try tapping(Effect(mode: "draw")).commands.wait() == 0)
  }
}
