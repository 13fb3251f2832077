import Support
import Testing

@Suite struct PanTests {
  // MARK: Slop

  @Test func exactlyTheSlopIsInside() {
    #expect(
      story(of: "pan", "0ms down a 50,50\n20ms move a by 2.5,0\n60ms up a")
        == ["60.0 ms it failed: lifted after 2.5 mm, needs 2.5 mm (slop)"])
    #expect(
      story(of: "pan", "0ms down a 50,50\n20ms move a by 2.6,0\n60ms up a")
        == ["20.0 ms it began: 1 finger", "60.0 ms it ended: 1 finger"])
    #expect(
      story(of: "pan slop=4mm", "0ms down a 50,50\n20ms move a by 3.9,0\n60ms up a")
        == ["60.0 ms it failed: lifted after 3.9 mm, needs 4 mm (slop)"])
  }

  @Test func slopIsSubtractedFromTheFirstDelta() {
    expectScript(
      """
      gestures
        it = pan
      touches
        0ms   down a 50,50
        20ms  move a by 3,4
        40ms  move a by 0,-10
        60ms  up a
      expect
        20ms  it began dx=1.5 dy=2.0
        40ms  it changed dx=1.5 dy=-8.0
        60ms  it ended dx=1.5 dy=-8.0
      """)
  }

  @Test func everyMovementIsAChange() {
    expectScript(
      """
      gestures
        it = pan slop=0mm
      touches
        0ms   down a 50,50
        8ms   move a by 3,0 over 24ms
        40ms  up a
      expect
        16ms  it began dx=1
        24ms  it changed dx=2
        32ms  it changed dx=3
        40ms  it ended dx=3 x=53 y=50 fingers=1
      """)
  }

  // MARK: Axis

  @Test(arguments: [
    ("horizontal", "3,0", "began: 1 finger"), ("horizontal", "0,3", "failed: moved 3 mm across, allows 2.5 mm (slop)"),
    ("vertical", "0,-3", "began: 1 finger"), ("vertical", "3,0", "failed: moved 3 mm across, allows 2.5 mm (slop)"),
    ("any", "2,2", "began: 1 finger"),
    // The movement is nearer to the axis than to the other one.
    ("horizontal", "4,3.9", "began: 1 finger"),
    ("horizontal", "3.9,4", "failed: moved 4 mm across, allows 2.5 mm (slop)"),
  ])
  func startsAlongItsAxis(axis: String, by: String, outcome: String) {
    let lines = story(of: "pan axis=\(axis)", "0ms down a 50,50\n20ms move a by \(by)\n60ms up a")
    #expect(lines.first == "20.0 ms it \(outcome)")
  }

  /// Slop is subtracted only along the axis; movement across it before the beginning is not reported either.
  @Test func afterwardsItMayGoAnywhere() {
    expectScript(
      """
      gestures
        it = pan axis=horizontal
      touches
        0ms   down a 50,50
        20ms  move a by 4,1
        40ms  move a by 0,10
        60ms  up a
      expect
        20ms  it began dx=1.5 dy=0
        60ms  it ended dx=1.5 dy=10
      """)
  }

  // MARK: Fingers

  @Test func fingersMayLandLate() {
    #expect(
      story(of: "pan fingers=2", "0ms down a 50,50\n119ms down b 70,50\n140ms move a,b by 4,0\n160ms up a,b")
        == ["140.0 ms it began: 2 fingers", "160.0 ms it ended: 2 fingers"])
    #expect(
      story(of: "pan fingers=2", "0ms down a 50,50\n120ms down b 70,50\n140ms move a,b by 4,0\n160ms up a,b")
        == [
          "120.0 ms it failed: landed 1 finger, needs 2 (fingers)", "140.0 ms it began: 2 fingers",
          "160.0 ms it ended: 2 fingers",
        ])
  }

  @Test func aFingerTooManyBeforeItBegins() {
    #expect(
      story(of: "pan", "0ms down a 50,50\n30ms down b 70,50\n60ms move a,b by 5,0\n90ms up a,b")
        == ["30.0 ms it failed: landed 2 fingers, allows 1 (fingers)"])
  }

  /// Each finger's movement counts with its share; landing and lifting don't count.
  @Test func noJumpWhenFingersLandAndLift() {
    expectScript(
      """
      gestures
        it = pan fingers=1-3 slop=0mm
      touches
        0ms    down a 50,50
        200ms  move a by 10,0
        210ms  down b 150,90
        220ms  move a,b by 0,6
        230ms  down c 20,150
        240ms  move a by 3,0
        250ms  up a
        260ms  move b,c by 1,1
        270ms  up b,c
      expect
        200ms  it began dx=10 dy=0 fingers=1
        220ms  it changed dx=10 dy=6 fingers=2
        240ms  it changed dx=11 dy=6 fingers=3
        260ms  it changed dx=12 dy=7
        270ms  it ended dx=12 dy=7
      """)
  }

  /// A finger beyond its number has no effect on the pan: neither its movement nor its resting.
  @Test func aFingerBeyondTheRangeIsIgnored() {
    expectScript(
      """
      gestures
        it = pan
      touches
        0ms    down a 50,50
        20ms   move a by 4.5,0
        200ms  down b 90,50
        220ms  move b by 0,30
        240ms  move a by 3,0
        260ms  up a
        280ms  move b by 30,0
        300ms  up b
      expect
        20ms   it began dx=2 dy=0
        240ms  it changed dx=5 dy=0 x=57.5 y=50
        260ms  it ended dx=5 dy=0
      """)
  }

  @Test func anIgnoredFingerMayLiftFirst() {
    expectScript(
      """
      gestures
        it = pan
      touches
        0ms    down a 50,50
        20ms   move a by 4.5,0
        200ms  down b 90,50
        220ms  up b
        240ms  move a by 3,0
        260ms  up a
      expect
        20ms   it began dx=2 dy=0
        260ms  it ended dx=5 dy=0
      """)
  }

  /// The pan ignores the touches that are still down.
  @Test func endsWithTooFewFingers() {
    #expect(
      story(
        of: "pan fingers=2",
        """
        0ms down a 50,50 b 70,50
        20ms move a,b by 5,0
        60ms up a
        80ms move b by 50,0 over 80ms
        200ms up b
        """) == ["20.0 ms it began: 2 fingers", "100.0 ms it ended: 2 fingers"])
  }

  // MARK: strict-fingers

  @Test func strictFingersLiftTogether() {
    let touches = "0ms down a 50,50 b 70,50\n20ms move a,b by 5,0\n60ms up a\n"
    #expect(
      story(of: "pan fingers=2 strict-fingers=true", touches + "259ms up b")
        == ["20.0 ms it began: 2 fingers", "259.0 ms it ended: 2 fingers"])
    #expect(
      story(of: "pan fingers=2 strict-fingers=true", touches + "261ms up b")
        == [
          "20.0 ms it began: 2 fingers",
          "260.0 ms it cancelled: 1 finger stayed down for more than 200 ms "
            + "after the first lift, allows 200 ms (lift-within)",
        ]
        + ["260.0 ms it cancelled: 2 fingers"])
  }

  @Test func remainingFingersAreNotReportedWhileLifting() {
    expectScript(
      """
      gestures
        it = pan fingers=2 strict-fingers=true
      touches
        0ms   down a 50,50 b 70,50
        20ms  move a,b by 5,0
        60ms  up a
        80ms  move b by 9,0
        100ms up b
      expect
        20ms   it began dx=2.5
        100ms  it ended
      """)
  }
}
