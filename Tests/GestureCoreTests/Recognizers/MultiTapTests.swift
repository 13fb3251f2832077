import Support
import Testing

/// Taps in a row: the time and the distance between them.
@Suite struct MultiTapTests {
  @Test func intervalRunsFromTheLastUpToTheNextDown() {
    #expect(
      story(of: "tap taps=2", "0ms down a 50,50\n400ms up a\n749ms down b 50,50\n1100ms up b")
        == ["1100.0 ms it recognized: 1 finger"])
    #expect(
      story(of: "tap taps=2", "0ms down a 50,50\n60ms up a\n410ms down b 50,50\n470ms up b")
        == ["410.0 ms it failed: made 1 tap, needs 2 (taps)", "820.0 ms it failed: made 1 tap, needs 2 (taps)"])
  }

  /// With several fingers it is the first one of the next tap that must land in time.
  @Test func theFirstOfTheNextFingersLandsInTime() {
    #expect(
      story(
        of: "tap taps=2 fingers=2",
        "0ms down a 50,50 b 70,50\n60ms up a,b\n400ms down c 50,50\n440ms down d 70,50\n480ms up c,d")
        == ["480.0 ms it recognized: 2 fingers"])
  }

  @Test func eachTapMayLastItsDuration() {
    #expect(
      story(of: "tap taps=2", "0ms down a 50,50\n60ms up a\n200ms down b 50,50\n700ms up b")
        == ["700.0 ms it failed: held more than 500 ms, allows 500 ms (max-duration)"])
  }

  @Test func mayBeSoFarApart() {
    #expect(
      story(of: "tap taps=2", "0ms down a 50,50\n60ms up a\n200ms down b 62,50\n260ms up b")
        == ["260.0 ms it recognized: 1 finger"])
    #expect(
      story(of: "tap taps=2", "0ms down a 50,50\n60ms up a\n200ms down b 62.5,50\n260ms up b")
        == [
          "200.0 ms it failed: landed 12.5 mm from the last tap, allows 12 mm (max-distance)",
          "610.0 ms it failed: made 1 tap, needs 2 (taps)",
        ])
  }

  /// The touch that was too far is the first of a new pair.
  @Test func tooFarIsTheFirstOfTheNext() {
    #expect(
      story(
        of: "tap taps=2",
        "0ms down a 50,50\n60ms up a\n200ms down b 80,50\n260ms up b\n400ms down c 80,50\n460ms up c")
        == [
          "200.0 ms it failed: landed 30 mm from the last tap, allows 12 mm (max-distance)",
          "460.0 ms it recognized: 1 finger",
        ])
  }

  @Test func twoTapsFarApartAreTwoTaps() {
    expectScript(
      """
      gestures
        single = tap require-to-fail=double
        double = tap taps=2
      touches
        0ms    down a 50,50
        60ms   up a
        200ms  down b 90,50
        260ms  up b
      expect
        200ms  single since=60ms x=50.0
        610ms  single since=260ms x=90.0
      """)
  }

  /// near, near, far: a double tap, then the first of the next.
  @Test func tripleTurnsIntoDoubleAndSingle() {
    expectScript(
      """
      gestures
        single = tap require-to-fail=double
        double = tap taps=2 require-to-fail=triple
        triple = tap taps=3
      touches
        0ms    down a 50,50
        60ms   up a
        200ms  down b 50,50
        260ms  up b
        400ms  down c 90,50
        460ms  up c
      expect
        400ms  double since=260ms
        810ms  single since=460ms
      """)
  }

  // MARK: Fingers that do not lift together

  /// The place of a tap is that of its fingers, not the one where the last finger lifted.
  @Test func fingersLiftApartBetweenTaps() {
    expectScript(
      """
      gestures
        it = tap taps=2 fingers=2
      touches
        0ms    down a 50,50 b 90,50
        60ms   up a
        80ms   up b
        200ms  down c 50,50 d 90,50
        260ms  up c
        280ms  up d
      expect
        280ms  it x=70.0 y=50.0
      """)
  }

  // MARK: Bounce

  @Test func aBouncingContactIsNotCounted() {
    #expect(
      story(of: "tap taps=2", "0ms down a 50,50\n60ms up a\n99ms down b 50,50\n120ms up b")
        == ["410.0 ms it failed: made 1 tap, needs 2 (taps)"])
    #expect(
      story(of: "tap taps=2", "0ms down a 50,50\n60ms up a\n100ms down b 50,50\n120ms up b")
        == ["120.0 ms it recognized: 1 finger"])
    #expect(
      story(of: "tap", "0ms down a 50,50\n60ms up a\n99ms down b 50,50\n120ms up b")
        == ["60.0 ms it recognized: 1 finger", "99.0 ms it failed: landed again after 39 ms, needs 40 ms (bounce)"])
  }

  @Test func aTapAfterTheBounceCounts() {
    #expect(
      story(
        of: "tap taps=2", "0ms down a 50,50\n60ms up a\n80ms down b 50,50\n90ms up b\n200ms down c 50,50\n260ms up c")
        == ["260.0 ms it recognized: 1 finger"])
  }

  /// Two hands can tap faster than one finger bounces.
  @Test func farFromTheLastTapIsNoBounce() {
    #expect(
      story(of: "tap", "0ms down a 50,50\n60ms up a\n80ms down b 90,50\n120ms up b")
        == ["60.0 ms it recognized: 1 finger", "120.0 ms it recognized: 1 finger"])
  }

  /// A bounce that stays down does not extend the interval: the single tap that waits is not delayed.
  @Test func aBounceThatRemainsDownIsNoSecondTap() {
    expectScript(
      """
      gestures
        single = tap require-to-fail=double
        double = tap taps=2
      touches
        0ms    down a 50,50
        60ms   up a
        80ms   down b 50,50
        2000ms up b
      expect
        410ms  single since=60ms
      """)
  }

  // MARK: Chains

  @Test(arguments: [
    (1, "410ms single since=60ms"), (2, "560ms double since=210ms"), (3, "360ms triple"),
  ])
  func exactlyOneOfAChain(taps: Int, expected: String) {
    let touches = (0..<taps).map { "\($0 * 150)ms down a 50,50\n\($0 * 150 + 60)ms up a" }
    expectScript(
      """
      gestures
        single = tap require-to-fail=double
        double = tap taps=2 require-to-fail=triple
        triple = tap taps=3
      touches
      \(touches.joined(separator: "\n"))
      expect
        \(expected)
      """)
  }

  @Test func anUnrelatedSingleIsRecognizedBeforeItsDouble() {
    for order in ["single = tap\n double = tap taps=2", "double = tap taps=2\n single = tap"] {
      expectScript(
        """
        gestures
          \(order)
        touches
          0ms    down a 50,50
          60ms   up a
          200ms  down b 50,50
          260ms  up b
        expect
          60ms   single
          260ms  double
        """)
    }
  }
}
