import GestureCore
import Testing

@testable import Bindings

/// `stream`: the requests that the runner receives.
struct StreamEffectTests {
  @Test(arguments: [
    (RecognizerState.began, StreamLine.Moment.beginning), (.recognized, .beginning), (.changed, .change),
    (.ended, .end), (.cancelled, .end),
  ])
  func aStreamGetsEachState(_ state: RecognizerState, _ moment: StreamLine.Moment) throws {
    let means = carriedOut(Effect(stream: .direct(["zoomer"])), in: state)
    #expect(means.requests.isEmpty)
    let line = try #require(means.lines.first)
    #expect(line.moment == moment)
    #expect(line.device == 1)
    let variables = Dictionary(line.gesture.variables()) { first, _ in first }
    #expect(variables["GESTURE_STATE"] == state.rawValue)
    #expect(variables["GESTURE_SCALE"] == "1.000")
    #expect(variables["GESTURE_DX"] == "")
    #expect(line.request.command == .direct(["zoomer"]))
    #expect(line.request.key == "changed")
    #expect(line.request.environment.isEmpty)
  }
}
