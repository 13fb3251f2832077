import Testing

@testable import Bindings
@testable import GestureCore

/// `run`: the requests that the runner receives.
struct CommandEffectTests {
  @Test func aStepReportsItsDirectionAndWaitsForItsTurn() throws {
    let means = carriedOut(Effect(run: .shell("x")), in: .changed, direction: .out)
    let request = try #require(means.requests.first)
    #expect(request.key == "step")
    #expect(request.isStep)
    #expect(request.overlap == .queue)
    #expect(request.source == "bindings.toml:7")
    #expect(request.since == 5000)
    let variables = Dictionary(request.environment) { first, _ in first }
    #expect(variables["GESTURE_STEP"] == "out")
    #expect(variables["GESTURE_DEVICE"] == "Panel")
    #expect(means.requests.count == 1 && means.lines.isEmpty)
  }

  @Test(arguments: Overlap.allCases)
  func overlapIsPassedOn(_ overlap: Overlap) throws {
    let location = FileLocation(file: "bindings.toml", line: 7, column: 1)
    let action = Action(Effect(run: .shell("x")), on: .run, overlap: overlap, location: location)
    let order = Order(action: action, effect: action.effect, direction: nil, event: event(.recognized))
    let rule = GestureRule(name: "it", kind: Tap.kind)
    let request = CommandRequest(.shell("x"), for: PerformedOrder(order, rule, device: ""))
    #expect(request.overlap == overlap)
  }

  @Test func aReplayReportsTheDeadline() throws {
    let request = try #require(carriedOut(Effect(run: .shell("x")), in: .changed, at: 42).requests.first)
    #expect(request.since == 42)
  }

  @Test func whatOnlyChangesTheModeStartsNothing() {
    let means = carriedOut(Effect(mode: "draw"), in: .changed)
    #expect(means.requests.isEmpty && means.lines.isEmpty)
  }
}
