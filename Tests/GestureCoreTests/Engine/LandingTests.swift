import Support
import Testing

/// Gestures that wait for another finger to land because a rule needs more fingers.
@Suite struct LandingTests {
  @Test func withoutSuchARuleThereIsNoDelay() {
    #expect(
      story(of: "pan", "0ms down a 50,50\n20ms move a by 4,0\n60ms up a").first == "20.0 ms it began: 1 finger")
  }

  @Test func waitsWhileARuleWantsMoreFingers() {
    expectScript(
      """
      gestures
        one = pan
        two = pan fingers=2
      touches
        0ms    down a 50,50
        20ms   move a by 4,0
        100ms  move a by 4,0
        200ms  up a
      expect
        120ms  one began since=120ms dx=5.5
        200ms  one ended
      """)
  }

  @Test func theOtherFingerLandsInTime() {
    expectScript(
      """
      gestures
        one = pan
        two = pan fingers=2
      touches
        0ms    down a 50,50
        20ms   move a by 4,0
        100ms  down b 80,50
        130ms  move a,b by 4,0
        200ms  up a,b
      expect
        130ms  two began fingers=2
        200ms  two ended
      """)
  }

  /// A gesture that has already seen its whole movement also fails with a finger too many.
  @Test func aSwipeWaitsForFingersToo() {
    let rules = """
      gestures
        one = swipe
        two = pan fingers=2
      touches
        0ms    down a 50,50
        8ms    move a by 20,0 over 80ms
      """
    #expect(story(rules + "\n200ms up a").last == "120.0 ms one recognized: 1 finger")
    #expect(story(rules + "\n90ms up a").first == "90.0 ms two failed: landed 1 finger, needs 2 (fingers)")
    #expect(story(rules + "\n90ms up a").last == "90.0 ms one recognized: 1 finger")
    #expect(
      story(rules + "\n100ms down b 90,50\n300ms move a,b by 5,0\n400ms up a,b") == [
        "100.0 ms one failed: landed 2 fingers, allows 1 (fingers)", "300.0 ms two began: 2 fingers",
        "400.0 ms two ended: 2 fingers",
      ])
  }

  @Test func theWindowIsThatOfTheRuleThatWantsMore() {
    #expect(
      story(
        """
        gestures
          one = pan land-within=10ms
          two = pan fingers=2 land-within=60ms
        touches
          0ms    down a 50,50
          20ms   move a by 4,0
          200ms  up a
        """
      ).suffix(2) == ["60.0 ms one began: 1 finger", "200.0 ms one ended: 1 finger"])
  }

  /// After a finger has lifted no more are expected.
  @Test func afterALiftNoGestureWaits() {
    #expect(
      story(
        """
        gestures
          two = pinch
          three = tap fingers=3
        touches
          0ms   down a 50,50 b 90,50
          20ms  move a by -4,0
          40ms  up a,b
        """) == [
          "40.0 ms three failed: landed 2 fingers, needs 3 (fingers)", "40.0 ms two began: 2 fingers",
          "40.0 ms two ended: 2 fingers",
        ])
  }

  /// A source that counts the fingers before it reports them leaves nothing to wait for: no finger will join.
  @Test func settledFingers() {
    #expect(
      story(
        """
        gestures
          two = pan fingers=2
          three = pan fingers=3
        touches
          device pad: touchpad settled-fingers no-contacts
          0ms   down a 30,50 b 60,50
          20ms  move a,b by 4,0
          60ms  up a,b
        """
      ) == [
        "0.0 ms three failed: landed 2 fingers, needs 3 (fingers)", "20.0 ms two began: 2 fingers",
        "60.0 ms two ended: 2 fingers",
      ])
  }
}
