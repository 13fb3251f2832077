import Support
import Testing

@Suite struct TapTests {
  // MARK: One finger, one tap

  @Test func lastsUpToItsDuration() {
    #expect(story(of: "tap", "0ms down a 50,50\n499ms up a") == ["499.0 ms it recognized: 1 finger"])
    #expect(
      story(of: "tap", "0ms down a 50,50\n500ms up a") == [
        "500.0 ms it failed: held more than 500 ms, allows 500 ms (max-duration)"
      ])
    #expect(
      story(of: "tap", "device pad: touchpad\n0ms down a 50,50\n199ms up a") == ["199.0 ms it recognized: 1 finger"])
    #expect(
      story(of: "tap", "device pad: touchpad\n0ms down a 50,50\n300ms up a")
        == ["200.0 ms it failed: held more than 200 ms, allows 200 ms (max-duration)"])
  }

  @Test func mayRollWithinTheSlop() {
    #expect(
      story(of: "tap slop=3mm", "0ms down a 50,50\n20ms move a by 0,3\n60ms up a")
        == ["60.0 ms it recognized: 1 finger"])
    #expect(
      story(of: "tap slop=3mm", "0ms down a 50,50\n20ms move a by 3,3\n60ms up a")
        == ["20.0 ms it failed: moved 4.2 mm, allows 3 mm (slop)"])
    #expect(
      story(of: "tap", "device pad: touchpad\n0ms down a 50,50\n20ms move a by 2.1,0\n60ms up a")
        == ["20.0 ms it failed: moved 2.1 mm, allows 2 mm (slop)"])
  }

  /// The finger can come back: its distance from the landing place counts at each frame.
  @Test func strayingAndReturningIsTooFar() {
    #expect(
      story(of: "tap", "0ms down a 50,50\n20ms move a by 3.5,0\n40ms move a by -3.5,0\n60ms up a")
        == ["20.0 ms it failed: moved 3.5 mm, allows 3 mm (slop)"])
  }

  @Test func reportsWhereItWasAndHowMany() {
    expectScript(
      """
      gestures
        it = tap taps=2 fingers=2
      touches
        0ms    down a 50,50 b 70,60
        60ms   up a,b
        200ms  down c 51,50 d 71,60
        260ms  up c,d
      expect
        260ms  it recognized taps=2 fingers=2 x=61.0 y=55.0
      """)
  }

  // MARK: Fingers

  @Test func fingersMayLandLate() {
    #expect(
      story(of: "tap fingers=2", "0ms down a 50,50\n119ms down b 70,50\n160ms up a,b")
        == ["160.0 ms it recognized: 2 fingers"])
    #expect(
      story(of: "tap fingers=2", "0ms down a 50,50\n120ms down b 70,50\n160ms up a,b")
        == ["120.0 ms it failed: landed 1 finger, needs 2 (fingers)", "160.0 ms it recognized: 2 fingers"])
  }

  @Test func fingersLiftWithinTheWindow() {
    #expect(
      story(of: "tap fingers=2", "0ms down a 50,50 b 70,50\n60ms up a\n259ms up b")
        == ["259.0 ms it recognized: 2 fingers"])
    #expect(
      story(of: "tap fingers=2", "0ms down a 50,50 b 70,50\n60ms up a\n260ms up b")
        == ["260.0 ms it failed: lifting took more than 200 ms, allows 200 ms (lift-within)"])
  }

  @Test func landingAgainWhileFingersLiftIsNoTap() {
    #expect(
      story(of: "tap fingers=2", "0ms down a 50,50 b 70,50\n60ms up a\n100ms down c 50,50\n140ms up b,c")
        == ["100.0 ms it failed: a finger landed while others lifted"])
  }

  @Test func wrongNumbersOfFingers() {
    #expect(
      story(of: "tap fingers=2", "0ms down a 50,50\n60ms up a") == [
        "60.0 ms it failed: landed 1 finger, needs 2 (fingers)"
      ])
    #expect(
      story(of: "tap fingers=2", "0ms down a 50,50 b 70,50\n20ms down c 90,50\n60ms up a,b,c")
        == ["20.0 ms it failed: landed 3 fingers, allows 2 (fingers)"])
    #expect(
      story(of: "tap", "0ms down a 50,50 b 70,50\n60ms up a,b") == [
        "0.0 ms it failed: landed 2 fingers, allows 1 (fingers)"
      ])
  }

  @Test(arguments: 1...5) func isMadeWithSoManyFingers(fingers: Int) {
    let names = ["a", "b", "c", "d", "e"].prefix(fingers)
    let downs = names.enumerated().map { "\($0.offset * 5)ms down \($0.element) \(50 + $0.offset * 15),50" }
    let touches = downs.joined(separator: "\n") + "\n80ms up \(names.joined(separator: ","))"
    let word = fingers == 1 ? "1 finger" : "\(fingers) fingers"
    #expect(story(of: "tap fingers=\(fingers)", touches) == ["80.0 ms it recognized: \(word)"])
  }

  @Test func aRangeOfFingers() {
    for (touches, fingers) in [("a 50,50 b 70,50", "2"), ("a 50,50 b 70,50 c 90,50", "3")] {
      let names = fingers == "2" ? "a,b" : "a,b,c"
      #expect(
        story(of: "tap fingers=2-3", "0ms down \(touches)\n60ms up \(names)")
          == ["60.0 ms it recognized: \(fingers) fingers"])
    }
  }

  @Test func fingersOfOneHand() {
    #expect(
      story(of: "tap fingers=2", "0ms down a 50,50 b 60,50\n60ms up a,b") == ["60.0 ms it recognized: 2 fingers"])
    #expect(
      story(of: "tap fingers=2", "0ms down a 50,50 b 59.5,50\n60ms up a,b")
        == ["0.0 ms it failed: fingers apart 9.5 mm, needs 10 mm (min-apart)"])
    #expect(
      story(of: "tap fingers=2", "0ms down a 50,50 b 130,50\n60ms up a,b") == ["60.0 ms it recognized: 2 fingers"])
    #expect(
      story(of: "tap fingers=2", "0ms down a 50,50 b 130.5,50\n60ms up a,b")
        == ["0.0 ms it failed: fingers apart 80.5 mm, allows 80 mm (max-apart)"])
  }
}
