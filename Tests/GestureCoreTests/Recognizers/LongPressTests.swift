import Support
import Testing

@Suite struct LongPressTests {
  @Test func beginsAtItsTimeExactly() {
    expectScript(
      """
      gestures
        it = long-press
      touches
        0ms    down a 50,50
        900ms  up a
      expect
        500ms  it began x=50 y=50 dx=0 fingers=1
        900ms  it ended
      """)
    #expect(
      story(of: "long-press", "0ms down a 50,50\n499ms up a") == [
        "499.0 ms it failed: held 499 ms, needs 500 ms (min-duration)"
      ])
    #expect(
      story(of: "long-press min-duration=0.3s", "0ms down a 50,50\n300ms up a")
        == ["300.0 ms it began: 1 finger", "300.0 ms it ended: 1 finger"])
  }

  @Test func isWithinTheSlopUntilThen() {
    #expect(
      story(of: "long-press", "0ms down a 50,50\n100ms move a by 2,0\n600ms up a")
        == ["500.0 ms it began: 1 finger", "600.0 ms it ended: 1 finger"])
    #expect(
      story(of: "long-press", "0ms down a 50,50\n100ms move a by 2.1,0\n600ms up a")
        == ["100.0 ms it failed: moved 2.1 mm, allows 2 mm (slop)"])
    #expect(
      story(of: "long-press", "device pad: touchpad\n0ms down a 50,50\n100ms move a by 1.6,0\n600ms up a")
        == ["100.0 ms it failed: moved 1.6 mm, allows 1.5 mm (slop)"])
  }

  /// The finger that moves farthest decides, even if the others compensate for it in the centre.
  @Test func noFingerMayStray() {
    #expect(
      story(
        of: "long-press fingers=2", "0ms down a 50,50 b 80,50\n100ms move a by 2.1,0; move b by -2.1,0\n600ms up a,b")
        == ["100.0 ms it failed: moved 2.1 mm, allows 2 mm (slop)"])
  }

  @Test func movementAfterwardsChangesIt() {
    expectScript(
      """
      gestures
        it = long-press
      touches
        0ms    down a 50,50
        100ms  move a by 1,0
        600ms  move a by 7,4
        700ms  up a
      expect
        500ms  it began dx=0 dy=0
        600ms  it changed dx=7 dy=4 x=58 y=54
        700ms  it ended dx=7 dy=4
      """)
  }

  @Test func startsWhenItsLastFingerIsDown() {
    #expect(
      story(of: "long-press fingers=2", "0ms down a 50,50\n100ms down b 80,50\n700ms up a,b")
        == ["600.0 ms it began: 2 fingers", "700.0 ms it ended: 2 fingers"])
    #expect(
      story(of: "long-press fingers=2", "0ms down a 50,50\n120ms down b 80,50\n700ms up a,b")
        == [
          "120.0 ms it failed: landed 1 finger, needs 2 (fingers)", "620.0 ms it began: 2 fingers",
          "700.0 ms it ended: 2 fingers",
        ])
  }

  @Test func aFingerTooMany() {
    let press = "0ms down a 50,50\n"
    #expect(
      story(of: "long-press", press + "400ms down b 80,50\n700ms up a,b")
        == ["400.0 ms it failed: landed 2 fingers, allows 1 (fingers)"])
    #expect(
      story(of: "long-press", press + "600ms down b 80,50\n700ms up b\n800ms up a")
        == ["500.0 ms it began: 1 finger", "800.0 ms it ended: 1 finger"])
  }

  @Test func liftingOneOfItsFingersEndsIt() {
    let press = "0ms down a 50,50 b 80,50\n600ms up a\n"
    #expect(
      story(of: "long-press fingers=2", press + "900ms up b")
        == ["500.0 ms it began: 2 fingers", "640.0 ms it ended: 2 fingers"])
    #expect(
      story(of: "long-press fingers=2 strict-fingers=true", press + "900ms up b")
        == [
          "500.0 ms it began: 2 fingers",
          "800.0 ms it cancelled: 1 finger stayed down for more than 200 ms "
            + "after the first lift, allows 200 ms (lift-within)",
          "800.0 ms it cancelled: 2 fingers",
        ])
    #expect(
      story(of: "long-press fingers=2 strict-fingers=true lift-within=400ms", press + "900ms up b")
        == ["500.0 ms it began: 2 fingers", "900.0 ms it ended: 2 fingers"])
  }

  /// A finger that comes back before the others lift does not undo the lift.
  @Test func strictFingersCountFromTheFirstLift() {
    #expect(
      story(
        of: "long-press fingers=2 strict-fingers=true",
        "0ms down a 50,50 b 80,50\n600ms up a\n650ms down c 50,50\n900ms up b,c"
      ).last == "800.0 ms it cancelled: 2 fingers")
  }
}
