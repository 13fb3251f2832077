import Actions
import Performers
import Testing

@testable import Bindings
@testable import GestureCore
@testable import gesture_bridge

/// What becomes of the dispatcher's orders.
struct OrderTests {
  private let rule: GestureRule
  private let location = FileLocation(file: "bindings.toml", line: 7, column: 1)

  init() throws {
    rule = GestureRule(name: "zoom", kind: Pinch.kind)
  }

  private func event(_ state: RecognizerState) -> GestureEvent {
    GestureEvent(
      time: Timestamp(microseconds: 5000), since: Timestamp(microseconds: 4000), device: DeviceID(3),
      gesture: GestureID(0), state: state, duration: TimeSpan(milliseconds: 16), tool: .finger, values: GestureValues())
  }

  private func order(_ effect: Effect, _ state: RecognizerState, _ way: Bindings.Step.Way? = nil) -> Order {
    let action =
      way.map { Action(Bindings.Step(every: .scale(0.1), ways: [$0: effect]), overlap: .queue, location: location) }
      ?? Action(effect, on: .changed, overlap: .restart, location: location)
    return Order(action: action, effect: effect, way: way, event: event(state))
  }

  @Test func aStepTellsItsWayAndWaitsItsTurn() throws {
    let order = order(Effect(run: .shell("x")), .changed, .out)
    let request = try #require(CommandRequest(Performance(order, rule, device: "Panel")))
    #expect(request.key == "step")
    #expect(request.isStep)
    #expect(request.overlap == .queue)
    #expect(request.source == "bindings.toml:7")
    #expect(request.since == 5000)
    let variables = Dictionary(request.environment) { first, _ in first }
    #expect(variables["GESTURE_STEP"] == "out")
    #expect(variables["GESTURE_DEVICE"] == "Panel")
    #expect(StreamLine(Performance(order, rule, device: "Panel")) == nil)
  }

  @Test(arguments: [
    (Bindings.Overlap.allow, Actions.Overlap.allow), (.skip, .skip), (.queue, .queue), (.restart, .restart),
  ])
  func overlapIsPassedOn(_ from: Bindings.Overlap, _ to: Actions.Overlap) {
    #expect(Actions.Overlap(from) == to)
  }

  @Test(arguments: [
    (RecognizerState.began, StreamLine.Moment.beginning), (.recognized, .beginning), (.changed, .change),
    (.ended, .end), (.cancelled, .end),
  ])
  func aStreamIsToldOfEachState(_ state: RecognizerState, _ moment: StreamLine.Moment) throws {
    let order = order(Effect(stream: .direct(["zoomer"])), state)
    #expect(CommandRequest(Performance(order, rule, device: "Panel")) == nil)
    let line = try #require(StreamLine(Performance(order, rule, device: "Panel")))
    #expect(line.moment == moment)
    #expect(line.device == 3)
    #expect(line.gesture.state == state.rawValue)
    #expect(line.gesture.scale != nil)
    #expect(line.gesture.dx == nil)
    #expect(line.request.command == .direct(["zoomer"]))
    #expect(line.request.key == "changed")
    #expect(line.request.environment.isEmpty)
  }

  @Test func whatOnlyChangesTheModeStartsNothing() {
    let order = order(Effect(mode: "draw"), .changed)
    #expect(CommandRequest(Performance(order, rule, device: "Panel")) == nil)
    #expect(StreamLine(Performance(order, rule, device: "Panel")) == nil)
  }

  @Test(arguments: [
    (CommandEvent.started(pid: 12, latency: 1500), "zoom changed: started `zoomer` as process 12 after 1.5 ms"),
    (.started(pid: 12, latency: nil), "zoom changed: started `zoomer` as process 12"),
    (.exited(pid: 12, .code(3)), "zoom changed: process 12 ended with exit status 3"),
    (.exited(pid: 12, .signal(9)), "zoom changed: process 12 was ended by signal 9"),
    (.exited(pid: 12, .unknown), "zoom changed: process 12 ended"),
    (.refused(.perBinding(8)), "zoom changed: not started, too many commands still run"),
    (.refused(.overall(64)), "zoom changed: not started, too many commands still run"),
    (.refused(.waiting(64)), "zoom changed: not started, too many of its commands still wait"),
    (.failed(.noProgram), "zoom changed: could not be started"),
    (.wouldStart, "zoom changed: not started, this is a dry run"),
    (.queued, "zoom changed: starts when those before it have ended"),
    (.skipped, "zoom changed: left out, the one before it still runs"),
    (.replaced, "zoom changed: not started, a later one takes its place"),
    (.toldToEnd(pid: 12), "zoom changed: process 12 is told to end"),
    (.killed(pid: 12), "zoom changed: process 12 has not ended and is killed"),
    (.line(.written), "zoom changed: its stream is told"),
    (.line(.waits), "zoom changed: a line waits for its stream to read"),
    (.line(.replacesChange), "zoom changed: a line waits for its stream to read, in place of the one before"),
    (.line(.leftOut), "zoom changed: its stream is not told"),
  ])
  func theDebugViewTells(_ event: CommandEvent, _ text: String) {
    let request = CommandRequest(
      binding: 0, file: "b", line: 1, key: "changed", gesture: "zoom", command: .shell("zoomer"))
    #expect(CommandText.line(request, event) == text)
  }
}
