import Support
import Testing

@Suite struct ForcePressTests {
  // MARK: How hard, and for how long

  /// The frames report nothing but pressure.
  @Test func followsThePressure() {
    expectScript(
      """
      gestures
        it = force-press
      touches
        0ms    down a 50,50; pressure a 0.3
        40ms   pressure a 0.7
        60ms   pressure a 0.75
        300ms  pressure a 0.9
        320ms  pressure a 0.5
        340ms  pressure a 0.49
        360ms  pressure a 0.9
        400ms  up a
      expect
        140ms  it began pressure=0.75 x=50 y=50 fingers=1
        300ms  it changed pressure=0.9
        320ms  it changed pressure=0.5
        340ms  it ended pressure=0.49
      """)
  }

  @Test func pressesHardEnough() {
    #expect(
      story(
        of: "force-press",
        "0ms down a 50,50; pressure a 0.2\n50ms pressure a 0.69\n60ms pressure a 0.1\n900ms up a")
        == ["900.0 ms it failed: pressed with 69 %, needs 70 % (min-pressure)"])
    let touches = "0ms down a 50,50; pressure a 0.4\n900ms up a"
    #expect(
      story(of: "force-press min-pressure=40%", touches) == [
        "100.0 ms it began: 1 finger", "900.0 ms it ended: 1 finger",
      ])
    let pad = "device pad: touchpad 100x66 mm pressure\n0ms down a 50,50; pressure a 0.6\n200ms up a"
    #expect(story(of: "force-press", pad).first == "100.0 ms it began: 1 finger")
    #expect(
      story(of: "force-press min-pressure=61%", pad) == [
        "200.0 ms it failed: pressed with 60 %, needs 61 % (min-pressure)"
      ])
  }

  @Test func pressesLongEnough() {
    let touches = "0ms down a 50,50; pressure a 0.2\n20ms pressure a 0.8\n100ms up a"
    #expect(story(of: "force-press", touches) == ["100.0 ms it failed: pressed for 80 ms, needs 100 ms (min-duration)"])
    #expect(
      story(of: "force-press min-duration=80ms", touches) == [
        "100.0 ms it began: 1 finger", "100.0 ms it ended: 1 finger",
      ])
    #expect(story(of: "force-press min-duration=0ms", touches).first == "20.0 ms it began: 1 finger")
    #expect(
      story(of: "force-press min-duration=0ms", "0ms down a 50,50; pressure a 0.8\n60ms up a")
        == ["0.0 ms it began: 1 finger", "60.0 ms it ended: 1 finger"])
  }

  @Test func aTremblingFingerNeitherStartsAgainNorReleases() {
    #expect(
      story(
        of: "force-press",
        """
        0ms    down a 50,50; pressure a 0.8
        40ms   pressure a 0.55
        80ms   pressure a 0.8
        120ms  pressure a 0.55
        160ms  pressure a 0.75
        200ms  up a
        """) == ["100.0 ms it began: 1 finger", "200.0 ms it ended: 1 finger"])
    #expect(
      story(
        of: "force-press",
        "0ms down a 50,50; pressure a 0.8\n40ms pressure a 0.45\n80ms pressure a 0.8\n200ms up a")
        == ["180.0 ms it began: 1 finger", "200.0 ms it ended: 1 finger"])
  }

  /// A rule whose pressure is lower than the one that normally counts as letting go: here it ends below the rule's
  /// pressure.
  @Test func releasesNoSoonerThanItPresses() {
    #expect(
      story(
        of: "force-press min-pressure=30%",
        "0ms down a 50,50; pressure a 0.3\n200ms pressure a 0.29\n300ms up a")
        == ["100.0 ms it began: 1 finger", "200.0 ms it ended: 1 finger"])
  }

  // MARK: Movement

  @Test func mayNotMoveBefore() {
    let touches = "0ms down a 50,50; pressure a 0.3\n40ms move a by 3.1,0\n60ms pressure a 0.9\n300ms up a"
    #expect(story(of: "force-press", touches) == ["40.0 ms it failed: moved 3.1 mm, allows 3 mm (slop)"])
    let hard = "0ms down a 50,50; pressure a 0.9\n40ms move a by 0,3.1\n300ms up a"
    #expect(story(of: "force-press", hard) == ["40.0 ms it failed: moved 3.1 mm, allows 3 mm (slop)"])
    #expect(story(of: "force-press slop=4mm", touches).first == "160.0 ms it began: 1 finger")
  }

  @Test func mayMoveAfterwards() {
    expectScript(
      """
      gestures
        it = force-press
      touches
        0ms    down a 50,50; pressure a 0.8
        150ms  move a by 15,0
        200ms  up a
      expect
        100ms  it began x=50
        150ms  it changed x=65 pressure=0.8
        200ms  it ended
      """)
  }

  // MARK: Fingers

  @Test func theFingerThatPressesHardestCounts() {
    expectScript(
      """
      gestures
        it = force-press fingers=2
      touches
        0ms    down a 50,50 b 70,50; pressure a 0.3; pressure b 0.4
        20ms   pressure b 0.8
        140ms  pressure a 0.9; pressure b 0.2
        160ms  up b
        300ms  up a
      expect
        120ms  it began pressure=0.8 fingers=2
        140ms  it changed pressure=0.9
        200ms  it ended pressure=0.9
      """)
    let touches = "0ms down a 50,50 b 70,50; pressure a 0.9\n160ms up b\n400ms up a"
    #expect(story(of: "force-press fingers=2 strict-fingers=true", touches).last == "360.0 ms it cancelled: 2 fingers")
  }

  @Test func aFingerMoreJoins() {
    expectScript(
      """
      gestures
        it = force-press fingers=1-2
      touches
        0ms    down a 50,50; pressure a 0.8
        150ms  down b 70,50; pressure b 0.3
        160ms  pressure b 0.35
        200ms  up a,b
      expect
        120ms  it began fingers=1
        160ms  it changed fingers=2 pressure=0.8
        200ms  it ended
      """)
  }

  // MARK: With other gestures

  @Test func nothingWithoutPressure() {
    #expect(story(of: "force-press", "0ms down a 50,50\n900ms up a") == [])
  }

  @Test func aTapWaitsForIt() {
    let gestures = "gestures\nhard = force-press\nlight = tap require-to-fail=hard\ntouches\n"
    #expect(
      story(gestures + "0ms down a 50,50; pressure a 0.4\n150ms up a") == [
        "150.0 ms hard failed: pressed with 40 %, needs 70 % (min-pressure)", "150.0 ms light recognized: 1 finger",
      ])
    #expect(
      story(gestures + "0ms down a 50,50; pressure a 0.9\n150ms up a") == [
        "100.0 ms hard began: 1 finger", "100.0 ms light failed: excluded by hard",
        "150.0 ms hard ended: 1 finger",
      ])
  }

  /// Another touch proves to be a palm in the very frame in which the finger lifts.
  @Test func doesNotBeginAfterTheFingerHasLifted() {
    #expect(
      story(of: "force-press", "0ms down b 8,90\n6ms down a 122,112; pressure a 1\n38ms cancel b; up a") == [
        "6.0 ms it failed: landed 2 fingers, allows 1 (fingers)",
        "38.0 ms it failed: pressed for 0 ms, needs 100 ms (min-duration)",
      ])
  }
}
