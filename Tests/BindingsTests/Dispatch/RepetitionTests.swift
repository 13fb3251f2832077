import Bindings
import GestureCore
import Support
import Testing

/// `repeat`: an action is done again and again as long as its gesture lasts.
struct RepetitionTests {
  private let screen = Device(
    id: DeviceID(1), name: "screen", deviceClass: .touchscreen, size: Size(width: 200, height: 100),
    capabilities: [.contacts, .places])

  private func live(_ rules: String) throws -> LiveRules {
    let loaded = load(rules)
    #expect(loaded.diagnostics.isEmpty)
    var live = try LiveRules(try #require(loaded.rules))
    live.add(screen)
    return live
  }

  private func at(_ ms: Double) -> Timestamp { Timestamp(microseconds: Int64(ms * 1000)) }

  private func frame(_ ms: Double, _ phase: Touch.Phase, at x: Double = 50) -> Frame {
    Frame(
      device: screen.id, time: at(ms),
      touches: [Touch(id: 1, phase: phase, position: Vector(x, 50))])
  }

  /// The orders, each with its time in ms and the state of the gesture.
  private func orders(_ outcomes: Outcomes) -> [String] {
    outcomes.flatMap { outcome in
      outcome.orders.map { order in
        "\(Double(order.event.time.microseconds) / 1000) \(order.event.state) \(order.action.trigger)"
      }
    }
  }

  private static let hold = """
    [gesture.a]
    kind = "long-press"
    min-duration = "500 ms"
    began = { command = "x", repeat = "100 ms" }
    ended = "y"

    """

  @Test func itGoesOnUntilTheGestureEnds() throws {
    var live = try live(Self.hold)
    var outcomes = Outcomes()
    live.process(frame(0, .began), into: &outcomes)
    #expect(live.nextDeadline == at(500))
    live.advance(to: at(750), into: &outcomes)
    #expect(orders(outcomes) == ["500.0 began began", "600.0 changed began", "700.0 changed began"])
    #expect(live.nextDeadline == at(800))
    outcomes.removeAll()
    live.process(frame(850, .ended), into: &outcomes)
    #expect(live.nextDeadline == at(890), "the finger may bounce")
    live.advance(to: at(890), into: &outcomes)
    #expect(orders(outcomes) == ["800.0 changed began", "850.0 ended ended"])
    #expect(live.nextDeadline == .never)
  }

  /// As long as it is unknown whether the finger comes back, nothing is repeated; if it does, all pending repetitions
  /// are carried out.
  @Test func aFingerThatBounces() throws {
    for (back, expected) in [
      (920.0, ["900.0 changed began", "1000.0 changed began"]), (940, ["890.0 ended ended"]),
    ] {
      var live = try live(Self.hold)
      var outcomes = Outcomes()
      live.process(frame(0, .began), into: &outcomes)
      live.process(frame(890, .ended), into: &outcomes)
      outcomes.removeAll()
      live.advance(to: at(915), into: &outcomes)
      #expect(outcomes.isEmpty)
      live.process(frame(back, .began), into: &outcomes)
      live.advance(to: at(1050), into: &outcomes)
      #expect(orders(outcomes) == expected)
    }
  }

  /// One call late, or one for each deadline: the orders are the same.
  @Test func aLateCallChangesNothing() throws {
    var prompt = try live(Self.hold)
    var late = try live(Self.hold)
    var (first, second) = (Outcomes(), Outcomes())
    prompt.process(frame(0, .began), into: &first)
    for ms in stride(from: 10.0, through: 2000, by: 10) {
      prompt.advance(to: at(ms), into: &first)
    }
    late.process(frame(0, .began), into: &second)
    late.advance(to: at(2000), into: &second)
    #expect(orders(first) == orders(second) && orders(first).count == 16)
  }

  @Test func whatHasBegunIsOverWhenItIsCancelled() throws {
    var live = try live(Self.hold)
    var outcomes = Outcomes()
    live.process(frame(0, .began), into: &outcomes)
    live.advance(to: at(650), into: &outcomes)
    live.cancelAll(at: at(660), into: &outcomes)
    #expect(live.nextDeadline == .never)
    outcomes.removeAll()
    live.advance(to: at(5000), into: &outcomes)
    #expect(outcomes.isEmpty)
  }

  /// If the session is locked while a lifted finger may still bounce, its gesture is cancelled.
  @Test func aLiftThatWaitsIsCancelledToo() throws {
    var live = try live(Self.hold)
    var outcomes = Outcomes()
    live.process(frame(0, .began), into: &outcomes)
    live.advance(to: at(750), into: &outcomes)
    live.process(frame(850, .ended), into: &outcomes)
    outcomes.removeAll()
    live.cancelAll(at: at(860), into: &outcomes)
    live.advance(to: at(5000), into: &outcomes)
    #expect(orders(outcomes) == [] && live.nextDeadline == .never)
  }

  /// The values are those of the last change.
  @Test func itHasTheGestureAsItIs() throws {
    var live = try live("[gesture.a]\nkind = \"pan\"\nrun = { command = \"x\", repeat = \"50 ms\" }\n")
    var outcomes = Outcomes()
    live.process(frame(0, .began), into: &outcomes)
    live.process(frame(10, .moved, at: 60), into: &outcomes)
    live.process(frame(20, .moved, at: 80), into: &outcomes)
    outcomes.removeAll()
    live.advance(to: at(60), into: &outcomes)
    let order = try #require(outcomes.first?.orders.first)
    #expect(order.event.values.translation.x > 20 && order.event.state == .changed)
    #expect(order.event.duration == TimeSpan(milliseconds: 60))
    #expect(order.event.values.velocity == .zero)
  }

  @Test func aPausedDaemonRepeatsNothing() throws {
    var live = try live(Self.hold)
    var outcomes = Outcomes()
    live.process(frame(0, .began), into: &outcomes)
    live.advance(to: at(550), into: &outcomes)
    live.setPaused(true, at: at(560), into: &outcomes)
    #expect(live.nextDeadline == .never)
  }

  @Test func onlyWhatBeginsRepeats() {
    func problemText(_ kind: String, _ action: String) -> [String] {
      load("[gesture.a]\nkind = \"\(kind)\"\n\(action)\n").diagnostics.map { "\($0.message) | \($0.fix ?? "")" }
    }
    #expect(problemText("pan", "began = { command = \"x\", repeat = \"100 ms\" }") == [])
    #expect(
      problemText("pan", "ended = { command = \"x\", repeat = \"100 ms\" }") == [
        "`repeat` starts when the gesture begins, so it can't be in `ended` | write `began = { command = \"…\", repeat = \"100 ms\" }`"
      ])
    #expect(
      problemText("tap", "run = { command = \"x\", repeat = \"100 ms\" }") == [
        "nothing repeats: a tap is recognized once and has no duration | "
          + "use a gesture that lasts, such as a long-press, an edge-pan or a pan"
      ])
    #expect(problemText("pan", "began = { command = \"x\", repeat = \"1 ms\" }").count == 1)
    #expect(problemText("pan", "step = { every = \"6 mm\", up = \"x\", repeat = \"100 ms\" }").count == 1)
  }
}
