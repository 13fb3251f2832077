import GestureCore
import Support
import Testing

/// Which gesture wins, and how the others end.
@Suite struct ExclusionTests {
  @Test func theFirstExcludesAllOthers() {
    #expect(
      restLines(actor("slow", "90 recognize"), actor("quick", "60 recognize"), actor("drag", "80 begin"))
        == [
          "60.0 ms quick recognized: 1 finger", "60.0 ms slow failed: excluded by quick",
          "60.0 ms drag failed: excluded by quick",
        ])
  }

  @Test func beginningExcludesToo() {
    #expect(
      restLines(actor("drag", "60 begin"), actor("press", "90 recognize"))
        == [
          "60.0 ms drag began: 1 finger", "60.0 ms press failed: excluded by drag", "200.0 ms drag ended: 0 fingers",
        ])
  }

  @Test func failingExcludesNoGesture() {
    #expect(
      restLines(actor("a", "60 fail"), actor("b", "90 recognize"))
        == ["60.0 ms a failed: gave up", "90.0 ms b recognized: 1 finger"])
  }

  @Test func atTheSameInstantTheOrderInTheFileDecides() {
    #expect(
      restLines(actor("a", "60 recognize"), actor("b", "60 recognize"))
        == ["60.0 ms a recognized: 1 finger", "60.0 ms b failed: excluded by a"])
  }

  @Test func priorityComesBeforeTheFile() {
    #expect(
      restLines(
        actor("a", "60 recognize"), actor("b", "60 recognize", priority: 1), actor("c", "60 begin", priority: 1))
        == [
          "60.0 ms b recognized: 1 finger", "60.0 ms c failed: excluded by b", "60.0 ms a failed: excluded by b",
        ])
  }

  @Test func priorityDoesNotWaitForAnyone() {
    #expect(
      restLines(actor("a", "60 recognize"), actor("b", "61 recognize", priority: 9)).first
        == "60.0 ms a recognized: 1 finger")
  }

  /// At the same instant failures come first: a gesture that has failed isn't excluded.
  @Test func failuresBeforeSuccesses() {
    #expect(
      restLines(actor("a", "60 recognize"), actor("b", "60 fail"))
        == ["60.0 ms b failed: gave up", "60.0 ms a recognized: 1 finger"])
  }

  @Test func aGestureThatHasBegunIsNotCancelled() {
    let lines = restLines(
      actor("drag", "60 begin"), actor("press", "90 recognize", simultaneous: [.gesture("drag")]),
      actor("late", "95 recognize"))
    #expect(
      lines == [
        "60.0 ms drag began: 1 finger", "60.0 ms late failed: excluded by drag",
        "90.0 ms press recognized: 1 finger", "200.0 ms drag ended: 0 fingers",
      ])
  }

  /// A gesture that has won ignores the touches that are still down.
  @Test func winsOnceASequence() {
    #expect(restLines(actor("a", "60 recognize, 90 recognize")) == ["60.0 ms a recognized: 1 finger"])
    #expect(
      restLines(actor("a", "60 recognize"), touches: "0ms down x 9,9\n200ms up x\n1000ms down y 9,9\n1200ms up y")
        == ["60.0 ms a recognized: 1 finger", "1060.0 ms a recognized: 1 finger"])
  }

  // MARK: Side by side

  @Test func oneSideNamingTheOtherIsEnough() {
    for (a, b) in [([Reference.gesture("b")], []), ([], [Reference.gesture("a")]), ([.kind("other")], [])] {
      #expect(
        restLines(
          actor("a", "60 recognize", simultaneous: a), actor("b", "60 recognize", kind: "other", simultaneous: b))
          == ["60.0 ms a recognized: 1 finger", "60.0 ms b recognized: 1 finger"])
    }
  }

  @Test func itHoldsForThatPairOnly() {
    #expect(
      restLines(
        actor("a", "60 recognize", simultaneous: [.gesture("b"), .gesture("c")]), actor("b", "70 recognize"),
        actor("c", "80 recognize"))
        == [
          "60.0 ms a recognized: 1 finger", "70.0 ms b recognized: 1 finger", "70.0 ms c failed: excluded by b",
        ])
  }

  // MARK: Gestures made of taps

  /// A gesture of fewer taps never prevents one of more taps, whatever its kind, and at the same instant more taps win.
  @Test func moreTapsAreNotPreventedByFewer() {
    #expect(
      restLines(actor("one", "60 recognize", precedence: 1), actor("two", "90 recognize", precedence: 2))
        == ["60.0 ms one recognized: 1 finger", "90.0 ms two recognized: 1 finger"])
    #expect(
      restLines(
        actor("one", "60 recognize", precedence: 1), actor("two", "60 recognize", precedence: 2),
        actor("three", "60 recognize", precedence: 3))
        == [
          "60.0 ms three recognized: 1 finger", "60.0 ms one failed: excluded by three",
          "60.0 ms two failed: excluded by three",
        ])
    #expect(
      restLines(
        actor("one", "60 recognize", precedence: 1), actor("two", "90 recognize", kind: "other", precedence: 2))
        == ["60.0 ms one recognized: 1 finger", "90.0 ms two recognized: 1 finger"])
    #expect(
      restLines(actor("none", "60 recognize"), actor("one", "90 recognize", precedence: 1))
        == ["60.0 ms none recognized: 1 finger", "60.0 ms one failed: excluded by none"])
  }

  // MARK: Touches

  /// A double tap that waits for its second tap ignores other fingers until that tap lands.
  @Test func withoutACommonTouchNoGestureIsExcluded() {
    expectScript(
      """
      gestures
        single = tap require-to-fail=double
        double = tap taps=2
        drag = pan
      touches
        0ms    down a 50,50
        60ms   up a
        200ms  down b 52,50
        216ms  move b by 20,0 over 80ms
        400ms  up b
      expect
        232ms  drag began
        232ms  single since=60ms
        400ms  drag ended
      """)
  }
}
