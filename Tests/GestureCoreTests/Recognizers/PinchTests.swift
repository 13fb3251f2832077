import Support
import Testing

@Suite struct PinchTests {
  /// Two fingers 40 mm apart about 100,100, along a unit vector, each moved outward by `each` mm.
  private func spread(_ x: Double, _ y: Double, each: Double, then: String = "") -> String {
    """
    0ms   down a \(100 - 20 * x),\(100 - 20 * y) b \(100 + 20 * x),\(100 + 20 * y)
    0ms   move a by \(-each * x),\(-each * y) over 80ms; move b by \(each * x),\(each * y) over 80ms
    \(then)
    200ms up a,b
    """
  }

  // MARK: How much

  @Test func changesBySoManyMillimetresAndSoMuch() {
    #expect(
      story(of: "pinch", spread(1, 0, each: 1.5)) == ["80.0 ms it began: 2 fingers", "200.0 ms it ended: 2 fingers"])
    #expect(
      story(of: "pinch", spread(1, 0, each: 1.4))
        == ["200.0 ms it failed: spread or closed by 2.8 mm, needs 3 mm (min-change)"])
    #expect(
      story(of: "pinch min-change=1mm min-scale=10%", spread(1, 0, each: 1.9))
        == ["200.0 ms it failed: spread or closed by 9.5 %, needs 10 % (min-scale)"])
    #expect(
      story(of: "pinch min-change=1mm min-scale=10%", spread(1, 0, each: 2.1)).first == "80.0 ms it began: 2 fingers")
  }

  @Test func reportsScaleAgainstWhereItLeftTheSlop() {
    expectScript(
      """
      gestures
        it = pinch
      touches
        0ms    down a 80,100 b 120,100
        20ms   move a by -2,0; move b by 2,0
        40ms   move a by -18,0; move b by 18,0
        60ms   move a by 20,0; move b by -20,0
        80ms   move a by 10,0; move b by -10,0
        99ms   up a,b
      expect
        20ms  it began scale=1.023 x=100 y=100 fingers=2
        40ms  it changed scale=1.86
        60ms  it changed scale=0.93
        80ms  it changed scale=0.465
        99ms  it ended scale=0.465
      """)
  }

  // MARK: Which way

  @Test(arguments: [
    ("both", 6.0, "began: 2 fingers"), ("both", -6, "began: 2 fingers"), ("out", 6, "began: 2 fingers"),
    ("in", -6, "began: 2 fingers"), ("in", 6, "failed: spread by 3.6 mm, needs direction in"),
    ("out", -6, "failed: closed by 3.6 mm, needs direction out"),
  ])
  func direction(choice: String, each: Double, outcome: String) {
    let lines = story(of: "pinch direction=\(choice)", spread(1, 0, each: each))
    #expect(lines.first == "24.0 ms it \(outcome)")
  }

  @Test(arguments: [(1.0, 0.0), (0, 1), (0.7071, 0.7071), (0.7071, -0.7071), (0.96, 0.28)])
  func allAnglesAreEqual(x: Double, y: Double) {
    #expect(story(of: "pinch", spread(x, y, each: 6)).first == "24.0 ms it began: 2 fingers")
    #expect(story(of: "pinch", spread(x, y, each: -6)).first == "24.0 ms it began: 2 fingers")
  }

  @Test func afterItBeganEitherDirectionIsAllowed() {
    #expect(
      story(of: "pinch direction=out", spread(1, 0, each: 6, then: "100ms move a by 10,0; move b by -10,0"))
        == ["24.0 ms it began: 2 fingers", "200.0 ms it ended: 2 fingers"])
  }

  // MARK: Span

  /// For fingers that are close together, a roll of 1 mm would be 20 %, so the measurement starts when they are far
  /// enough apart.
  @Test func startsFromMinSpan() {
    #expect(
      story(of: "pinch", "0ms down a 50,50 b 59,50\n20ms move b by 0.9,0\n60ms up a,b")
        == ["60.0 ms it failed: fingers apart 9.9 mm, needs 10 mm (min-span)"])
    expectScript(
      """
      gestures
        it = pinch min-span=20mm
      touches
        0ms    down a 50,50 b 65,50
        20ms   move a by -2.5,0; move b by 2.5,0
        40ms   move a by -2.5,0; move b by 2.5,0
        60ms   up a,b
      expect
        40ms  it began scale=1.087
        60ms  it ended scale=1.087
      """)
  }

  // MARK: Pinch or swipe

  @Test func oneFingerHeldStill() {
    #expect(
      story(of: "pinch", "0ms down a 50,50 b 90,50\n0ms move b by 10,0 over 80ms\n200ms up a,b").first
        == "24.0 ms it began: 2 fingers")
    #expect(
      story(of: "pinch", "0ms down a 50,50 b 90,50\n0ms move b by -10,0 over 80ms\n200ms up a,b").first
        == "24.0 ms it began: 2 fingers")
    let lines = story(of: "swipe fingers=2", "0ms down a 50,50 b 90,50\n0ms move b by 30,0 over 96ms\n104ms up a,b")
    #expect(lines == ["104.0 ms it failed: one finger moved 0 % of the hand's distance, needs 30 % (together)"])
  }

  @Test func aSwipingHandIsNoPinch() {
    let touches = "0ms down a 50,50 b 80,60\n0ms move a by 20,0 over 160ms; move b by 26,3 over 160ms\n200ms up a,b"
    expectScript(
      """
      gestures
        zoom = pinch
        flick = swipe fingers=2
      touches
        \(touches)
      expect
        88ms  flick direction=right
      """)
    #expect(
      story(of: "pinch", touches) == [
        "200.0 ms it failed: spread or closed by 28.9 % of the distance that the hand moved, needs 50 % (min-share)"
      ])
    #expect(story(of: "pinch min-share=20%", touches).first?.contains("began") ?? false)
  }

  @Test func aPinchingHandIsNoSwipe() {
    for each in [20.0, -18] {
      #expect(
        story(of: "swipe fingers=2", spread(1, 0, each: each))
          == ["200.0 ms it failed: moved 0 mm, needs 12 mm (min-distance)"])
    }
  }

  // MARK: Fingers

  @Test func noJumpWhenAThirdFingerLandsAndLifts() {
    expectScript(
      """
      gestures
        it = pinch fingers=2-3
      touches
        0ms    down a 80,100 b 120,100
        20ms   move a by -20,0; move b by 20,0
        200ms  down c 100,160
        220ms  move a by 0,0
        260ms  up c
        280ms  move a by -20,0; move b by 20,0
        300ms  up a,b
      expect
        120ms  it began scale=2 fingers=2
        220ms  it changed scale=2 fingers=3
        280ms  it changed scale=3
        300ms  it ended scale=3
      """)
  }

  /// With three fingers the scale is that of their mean distance from their centre.
  @Test func threeFingersScaleTogether() {
    expectScript(
      """
      gestures
        it = pinch fingers=3
      touches
        0ms   down a 100,80 b 80,110 c 120,110
        20ms  move a to 100,70; move b to 70,115; move c to 130,115
        40ms  up a,b,c
      expect
        20ms  it began scale=1.402 x=100 y=100 fingers=3
        40ms  it ended
      """)
  }

  @Test func endsWithOneFingerAndCancelsWhenStrict() {
    let touches = "0ms down a 80,100 b 120,100\n20ms move a by -20,0\n60ms up a\n300ms up b"
    #expect(story(of: "pinch", touches) == ["20.0 ms it began: 2 fingers", "100.0 ms it ended: 2 fingers"])
    #expect(story(of: "pinch strict-fingers=true", touches).last == "260.0 ms it cancelled: 2 fingers")
  }

  @Test func wrongNumbersOfFingers() {
    #expect(
      story(of: "pinch", "0ms down a 50,50\n60ms up a") == ["60.0 ms it failed: landed 1 finger, needs 2 (fingers)"])
    #expect(
      story(of: "pinch", "0ms down a 50,50 b 80,50 c 65,80\n60ms up a,b,c")
        == ["0.0 ms it failed: landed 3 fingers, allows 2 (fingers)"])
  }
}
