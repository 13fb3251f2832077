import GestureCore
import Testing

/// A recognizer that asks for what its state does not allow is stopped, and the others continue.
@Suite struct IllegalTransitionTests {
  private let text = "failed: a fault in gesture-bridge, please report it: the gesture was in the wrong state"

  @Test(arguments: ["change", "end"]) func withoutHavingBegun(step: String) {
    #expect(
      restLines(actor("a", "60 \(step)", discrete: false), actor("b", "90 recognize"))
        == ["60.0 ms a \(text)", "90.0 ms b recognized: 1 finger"])
  }

  @Test func theWrongSortOfBeginning() {
    #expect(restLines(actor("a", "60 begin", discrete: true)) == ["60.0 ms a \(text)"])
    #expect(restLines(actor("a", "60 recognize", discrete: false)) == ["60.0 ms a \(text)"])
  }

  @Test(arguments: ["begin", "recognize", "fresh"]) func afterItHasBegun(step: String) {
    #expect(
      restLines(actor("a", "60 begin, 90 \(step)"))
        == [
          "60.0 ms a began: 1 finger",
          "90.0 ms a cancelled: a fault in gesture-bridge, please report it: the gesture was in the wrong state",
          "90.0 ms a cancelled: 1 finger",
        ])
  }

  @Test func whileHeld() {
    #expect(
      restLines(actor("a", "60 begin, 80 begin", requires: [.gesture("b")]), actor("b", "100 fail"))
        == ["80.0 ms a \(text)", "100.0 ms b failed: gave up"])
  }

  @Test func afterwardsItIsAsNew() {
    let lines = restLines(
      actor("a", "60 begin, 90 begin"), touches: "0ms down x 9,9\n200ms up x\n1000ms down y 9,9\n1070ms up y")
    #expect(lines.suffix(2) == ["1060.0 ms a began: 1 finger", "1070.0 ms a ended: 0 fingers"])
  }

  @Test func oneThatNeverEndsIsEndedWithItsTouches() {
    #expect(restLines(actor("a", "60 begin, lift stay")).last == "200.0 ms a cancelled: 1 finger")
  }
}
