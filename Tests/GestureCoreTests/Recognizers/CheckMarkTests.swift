import Examples
import GestureCore
import Support
import Testing

@Suite struct CheckMarkTests {
  private static let rules = RuleSet(gestures: [GestureRule(name: "tick", kind: CheckMark.kind)])

  /// The log of one check mark with these strokes, after the finger has landed at 50,50.
  private func tick(_ strokes: String) -> [String] {
    story("touches\n0ms down a 50,50\n\(strokes)", rules: Self.rules)
  }

  @Test func isRecognizedAtTheEndOfTheSecondStroke() {
    expectScript(
      """
      touches
        0ms    down a 50,50
        20ms   move a by 6,6 over 80ms
        120ms  move a by 10,-10 over 120ms
        300ms  up a
      expect
        208ms  tick recognized x=56.0 y=56.0    # where the finger turned
      """, rules: Self.rules)
  }

  @Test func eachStrokeMustBeLongEnough() {
    #expect(
      tick("20ms move a by 3,3 over 40ms\n80ms move a by 10,-10 over 80ms")
        == ["104.0 ms tick failed: went down 4.2 mm, needs 5 mm (min-down)"])
    #expect(
      tick("20ms move a by 3,3 over 40ms\n100ms up a") == [
        "100.0 ms tick failed: went down 4.2 mm, needs 5 mm (min-down)"
      ])
    #expect(
      tick("20ms move a by 6,6 over 80ms\n120ms move a by 6,-6 over 80ms\n300ms up a")
        == ["300.0 ms tick failed: went up 8.5 mm, needs 10 mm (min-up)"])
    #expect(
      tick("20ms move a by 6,6 over 80ms\n300ms up a") == ["300.0 ms tick failed: lifted before it turned up"])
  }

  @Test func mayNotGoLeft() {
    #expect(
      tick(
        "20ms move a by 6,6 over 80ms\n120ms move a by 4,-4 over 80ms\n220ms move a by -1.9,-2\n240ms move a by 6,-5")
        == ["240.0 ms tick recognized: 1 finger"])
    #expect(
      tick("20ms move a by 6,6 over 80ms\n120ms move a by 4,-4 over 80ms\n220ms move a by -2.1,-2")
        == ["220.0 ms tick failed: went left 2.1 mm, allows 2 mm (slack)"])
  }

  @Test func mayNotGoDownAgain() {
    #expect(
      tick("20ms move a by 6,6 over 80ms\n120ms move a by 4,-4 over 80ms\n220ms move a by 2,2.5")
        == ["220.0 ms tick failed: went down again 2.5 mm, allows 2 mm (slack)"])
  }

  /// A drag to the right fails as soon as it is long enough to have a direction.
  @Test func strokesMustLeanAsTheyShould() {
    #expect(
      tick("20ms move a by 20,0 over 80ms") == ["44.0 ms tick failed: leaned 45°, allows 40° (max-angle)"])
    #expect(
      tick("20ms move a by 6,6 over 80ms\n120ms move a by 1,-12 over 120ms")
        == ["224.0 ms tick failed: leaned 40.2°, allows 40° (max-angle)"])
  }

  @Test func hasItsTime() {
    #expect(
      tick("20ms move a by 6,6 over 80ms\n2500ms up a")
        == ["2000.0 ms tick failed: took 2000 ms, allows 2000 ms (max-duration)"])
  }

  @Test func isOfOneFinger() {
    #expect(
      tick("60ms down b 80,50\n100ms up a,b") == ["60.0 ms tick failed: landed 2 fingers, allows 1 (fingers)"])
  }

  @Test func isReadyAgainAfterwards() {
    #expect(
      tick(
        """
        20ms move a by 6,6 over 80ms
        100ms move a by 12,-12 over 80ms
        200ms up a
        300ms down b 90,90
        320ms move b by 6,6 over 80ms
        400ms move b by 12,-12 over 80ms
        500ms up b
        """) == ["148.0 ms tick recognized: 1 finger", "448.0 ms tick recognized: 1 finger"])
  }

  // MARK: With a swipe that requires it to fail

  @Test func theSwipeWaitsAndFails() {
    #expect(
      story(
        """
        touches
          0ms    down a 50,50
          20ms   move a by 14,14 over 80ms
          120ms  move a by 14,-14 over 80ms
          300ms  up a
        """, rules: drawing, words: outcomes + ["held"])
        == [
          "76.0 ms open held: waits for tick to fail", "136.0 ms more failed: went up 2.8 mm, allows 2 mm (slack)",
          "176.0 ms tick recognized: 1 finger", "176.0 ms open failed: excluded by tick",
        ])
  }

  @Test func theSwipeIsRecognizedOnceItIsNoCheckMark() {
    expectScript(
      """
      touches
        0ms    down a 50,50
        20ms   move a by 14,14 over 80ms
        140ms  up a
      expect
        140ms  open recognized since=76ms
      """, rules: drawing)
  }

  // MARK: The library by itself

  @Test func theEngineIsFedByHand() throws {
    #expect(try swipeByHand() == ["recognized with 3 fingers"])
  }

  @Test func aFollowerAsksForItsTimer() throws {
    let press = RuleSet(gestures: [GestureRule(name: "press", kind: LongPress.kind)])
    var follower = try Follower(press, on: CoreBench.screen)
    var events: [GestureEvent] = []
    let landing = Frame(device: CoreBench.screen.id, time: Timestamp(microseconds: 0), touches: [down(1)])
    let deadline = follower.frameArrived(landing, into: &events)
    #expect(deadline == Timestamp(microseconds: 500_000) && events.isEmpty)
    #expect(follower.timerFired(at: deadline, into: &events) == .never)
    #expect(events.map(\.state) == [.began])
  }
}
