import GestureCore
import Support
import Testing

/// Failure requirements: which gesture waits for which, and the results.
@Suite struct RequirementTests {
  private let decisions = outcomes + ["held:", "released"]

  @Test func waitsUntilItsRequirementFails() {
    #expect(
      restLines(actor("a", "60 recognize", requires: [.gesture("b")]), actor("b", "90 fail"), words: decisions)
        == [
          "60.0 ms a held: waits for b to fail", "90.0 ms b failed: gave up", "90.0 ms a released",
          "90.0 ms a recognized: 1 finger",
        ])
  }

  @Test func waitsForTheLastOfThem() {
    let lines = restLines(
      actor("a", "60 recognize", requires: [.gesture("b"), .gesture("c")]), actor("b", "90 fail"),
      actor("c", "120 fail"), words: decisions)
    #expect(lines.filter { $0.contains(" a ") }.last == "120.0 ms a recognized: 1 finger")
    #expect(lines.filter { $0.contains("released") } == ["120.0 ms a released"])
  }

  @Test func aFailedRequirementNeedNotBeWaitedFor() {
    #expect(
      restLines(actor("a", "60 recognize", requires: [.gesture("b")]), actor("b", "30 fail"), words: decisions)
        == ["30.0 ms b failed: gave up", "60.0 ms a recognized: 1 finger"])
    #expect(
      restLines(actor("a", "60 recognize", requires: [.gesture("b")]), actor("b", "60 fail"), words: decisions)
        == ["60.0 ms b failed: gave up", "60.0 ms a recognized: 1 finger"])
  }

  /// At the same instant the tap of more taps wins, also if both are released at that instant.
  @Test func ofTapsReleasedTogetherTheGreaterWins() {
    expectScript(
      """
      gestures
        single = tap require-to-fail=triple
        double = tap taps=2 require-to-fail=triple
        triple = tap taps=3
      touches
        0ms    down a 50,50
        60ms   up a
        160ms  down a 50,50
        220ms  up a
        2000ms down a 50,50
        2060ms up a
      expect
        570ms  double since=220ms
        2410ms single since=2060ms
      """)
  }

  @Test func failsWhenItsRequirementIsRecognized() {
    #expect(
      restLines(actor("a", "60 recognize", requires: [.gesture("b")]), actor("b", "90 recognize"))
        == ["90.0 ms b recognized: 1 finger", "90.0 ms a failed: excluded by b"])
    #expect(
      restLines(
        actor("a", "60 recognize", requires: [.gesture("b")], simultaneous: [.gesture("b")]), actor("b", "90 begin")
      )
      .prefix(2)
        == ["90.0 ms b began: 1 finger", "90.0 ms a failed: b was recognized"])
    #expect(
      restLines(
        actor("a", "60 recognize", requires: [.gesture("b")], simultaneous: [.gesture("b")]), actor("b", "30 recognize")
      )
        == ["30.0 ms b recognized: 1 finger", "60.0 ms a failed: b was recognized"])
  }

  @Test func aHeldGestureExcludesNoGesture() {
    #expect(
      restLines(
        actor("a", "60 recognize", requires: [.gesture("b")]), actor("b", "120 fail"), actor("c", "90 recognize"))
        == [
          "90.0 ms c recognized: 1 finger", "90.0 ms a failed: excluded by c", "90.0 ms b failed: excluded by c",
        ])
  }

  /// Exclusion comes before requirements are checked again: when c excludes b, a is released only if it can run at the
  /// same time as c.
  @Test func anExcludedRequirementReleasesOnlyGesturesSimultaneousWithTheWinner() {
    let held = actor("a", "60 recognize", requires: [.gesture("b")], simultaneous: [.gesture("c")])
    #expect(
      restLines(held, actor("b", "120 fail"), actor("c", "90 recognize"))
        == [
          "90.0 ms c recognized: 1 finger", "90.0 ms b failed: excluded by c", "90.0 ms a recognized: 1 finger",
        ])
    #expect(
      restLines(
        actor("a", "95 recognize", requires: [.gesture("b")]), actor("b", "120 fail", simultaneous: [.gesture("a")]),
        actor("c", "90 recognize"))
        == [
          "90.0 ms c recognized: 1 finger", "90.0 ms a failed: excluded by c", "90.0 ms b failed: excluded by c",
        ])
  }

  /// A gesture is not prevented by one of its kind with a lower precedence, so its failed requirement releases it.
  @Test func aGreaterOfTheWinnersKindIsReleased() {
    #expect(
      restLines(
        actor("two", "60 recognize", precedence: 2, requires: [.gesture("b")]), actor("b", "150 fail", kind: "other"),
        actor("one", "90 recognize", precedence: 1))
        == [
          "90.0 ms one recognized: 1 finger", "90.0 ms b failed: excluded by one",
          "90.0 ms two recognized: 1 finger",
        ])
  }

  // MARK: Chains

  @Test func nothingElseIsInferredFromAChain() {
    let chain = { (b: String) in
      restLines(
        actor("a", "60 recognize", requires: [.gesture("b")]), actor("b", b, requires: [.gesture("c")]),
        actor("c", "120 fail"))
    }
    #expect(
      chain("90 recognize")
        == [
          "120.0 ms c failed: gave up", "120.0 ms b recognized: 1 finger", "120.0 ms a failed: excluded by b",
        ])
    #expect(chain("90 fail").prefix(2) == ["90.0 ms b failed: gave up", "90.0 ms a recognized: 1 finger"])
  }

  @Test func heldCountsAsPossible() {
    let lines = restLines(
      actor("a", "60 recognize", requires: [.gesture("b")]), actor("b", "30 recognize", requires: [.gesture("c")]),
      actor("c", "120 fail"), words: decisions)
    #expect(lines.prefix(2) == ["30.0 ms b held: waits for c to fail", "60.0 ms a held: waits for b to fail"])
    #expect(lines.filter { $0.contains("recognized:") } == ["120.0 ms b recognized: 1 finger"])
  }

  @Test func releasedAtTheSameInstantInOrder() {
    #expect(
      restLines(
        actor("a", "60 recognize", requires: [.gesture("x")]),
        actor("b", "30 recognize", priority: 1, requires: [.gesture("x")]), actor("x", "120 fail"))
        == ["120.0 ms x failed: gave up", "120.0 ms b recognized: 1 finger", "120.0 ms a failed: excluded by b"])
  }

  // MARK: References

  @Test func aKindIsAllOfItButItself() {
    #expect(
      restLines(
        actor("a", "60 recognize", kind: "odd", requires: [.kind("odd")]), actor("b", "90 fail", kind: "odd"),
        actor("c", "70 fail", kind: "odd"), words: ["held", "released", "recognized:"])
        == ["60.0 ms a held: waits for b to fail", "90.0 ms a released", "90.0 ms a recognized: 1 finger"])
  }

  @Test func gesturesOfOtherDevicesCountAsFailed() {
    for missing in [actor("b", "90 recognize", device: .deviceClass(.touchpad)), actor("other", "90 fail")] {
      #expect(
        restLines(actor("a", "60 recognize", requires: [.gesture("b")]), missing).first
          == "60.0 ms a recognized: 1 finger")
    }
  }

  // MARK: Continuous ones

  @Test func beginsOnceWithCurrentValues() {
    let rules = RuleSet(gestures: [actor("a", "60 begin", requires: [.gesture("b")]), actor("b", "100 fail")])
    expectScript(
      """
      touches
        0ms    down x 50,50
        50ms   move x by 2,0
        80ms   move x by 3,0
        120ms  move x by 4,0
        200ms  up x
      expect
        100ms  a began since=60ms dx=5
        120ms  a changed since=60ms dx=9
        200ms  a ended since=60ms dx=9
      """, rules: rules)
  }

  @Test func endsAtOnceWhenTheTouchesAreUp() {
    let rules = RuleSet(gestures: [
      actor("a", "60 begin", requires: [.gesture("b")]), actor("b", "300 fail, lift stay"),
    ])
    expectScript(
      """
      touches
        0ms    down x 50,50
        80ms   move x by 3,0
        200ms  up x
      expect
        300ms  a began since=60ms dx=3
        300ms  a ended since=60ms dx=3
      """, rules: rules)
  }

  @Test func failsOrCancelsWhileHeld() {
    for step in ["fail", "cancel"] {
      #expect(
        restLines(actor("a", "60 begin, 80 \(step)", requires: [.gesture("b")]), actor("b", "100 fail"))
          == ["80.0 ms a failed: gave up", "100.0 ms b failed: gave up"])
    }
  }

  // MARK: Resets

  /// They reset together, when the last of them is done and no touch is down.
  @Test func tiedOnesResetTogether() {
    let lines = restLines(
      actor("a", "60 fail", requires: [.gesture("b")]), actor("b", "300 fail, lift stay"), actor("c", "60 fail"),
      words: ["ready"])
    #expect(lines == ["200.0 ms c ready", "300.0 ms a ready", "300.0 ms b ready"])
  }

  /// Until then tied gestures ignore the touches that follow.
  @Test func tiedGesturesMissTouchesThatLandTooEarly() {
    let twice = "0ms down x 9,9\n100ms up x\n200ms down y 9,9\n300ms up y\n1000ms down z 9,9\n1200ms up z"
    let lines = restLines(
      actor("a", "60 recognize"), actor("b", "50 fail", requires: [.gesture("c")]),
      actor("c", "400 fail, lift stay", simultaneous: [.gesture("a")]), words: ["tracking"], touches: twice)
    #expect(lines.filter { $0.contains(" a ") }.count == 3)
    #expect(lines.filter { $0.contains(" b ") } == ["0.0 ms b tracking", "1000.0 ms b tracking"])
  }

  // MARK: Circles

  /// The gestures of the circle for which an engine refuses these rules.
  private func circle(_ rules: GestureRule...) -> [Int]? {
    do {
      _ = try Engine(rules: RuleSet(gestures: rules))
      return nil
    } catch {
      return error.gestures.map(\.rawValue)
    }
  }

  @Test func circlesAreRefused() {
    #expect(circle(actor("a", "", requires: [.gesture("a")])) == [0])
    #expect(circle(actor("a", "", requires: [.gesture("b")]), actor("b", "", requires: [.gesture("a")])) == [0, 1])
    #expect(
      circle(actor("a", "", requires: [.kind("k")]), actor("b", "", kind: "k", requires: [.gesture("a")])) == [0, 1])
    #expect(
      circle(
        actor("a", "", requires: [.gesture("b")]), actor("b", "", requires: [.gesture("c")]),
        actor("c", "", requires: [.gesture("d")]), actor("d", "", requires: [.gesture("b")])) == [1, 2, 3])
    #expect(circle(actor("a", "", kind: "k", requires: [.kind("k")])) == nil)
    #expect(
      circle(
        actor("a", "", requires: [.gesture("b"), .gesture("c")]), actor("b", "", requires: [.gesture("c")]),
        actor("c", "")) == nil)
  }

  @Test func aLongChainIsNoTrouble() {
    let rules = (0..<500).map { actor("g\($0)", "", requires: [.gesture("g\($0 + 1)")]) }
    #expect(RuleSet(gestures: rules).requirementCycle() == nil)
  }
}
