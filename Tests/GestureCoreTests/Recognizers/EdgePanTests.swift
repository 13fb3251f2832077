import GestureCore
import Support
import Testing

/// The surface is 300 x 190 mm.
@Suite struct EdgePanTests {
  // MARK: The drag

  /// Movement is counted from the place where the fingers have come in far enough.
  @Test func followsTheFinger() {
    expectScript(
      """
      gestures
        it = edge-pan edge=left
      touches
        0ms    down a 2,95
        20ms   move a by 4,0
        40ms   move a by 4,2
        60ms   move a by 10,3
        80ms   move a by -15,10
        100ms  up a
      expect
        40ms   it began dx=3 dy=0.75 x=10 y=97 direction=right fingers=1
        60ms   it changed dx=13 dy=3.75
        80ms   it changed dx=-2 dy=13.75 direction=right
        100ms  it ended dx=-2
      """)
  }

  @Test(arguments: [
    ("left", "2,95", "6,0", "right"), ("right", "298,95", "-6,0", "left"), ("top", "150,2", "0,6", "down"),
    ("bottom", "150,188", "0,-6", "up"), ("top-left", "2,2", "6,6", "down-right"),
    ("top-right", "298,2", "-6,6", "down-left"), ("bottom-left", "2,188", "6,-6", "up-right"),
    ("bottom-right", "298,188", "-6,-6", "up-left"),
  ])
  func everyEdgeAndCorner(edge: String, from: String, movement: String, direction: String) {
    for choice in [edge, edge.contains("-") ? "any-corner" : "any"] {
      expectScript(
        """
        gestures
          it = edge-pan edge=\(choice)
        touches
          0ms   down a \(from)
          20ms  move a by \(movement)
          40ms  up a
        expect
          20ms  it began direction=\(direction)
          40ms  it ended direction=\(direction)
        """)
    }
  }

  /// It has no time limit.
  @Test func mayRestAtTheEdge() {
    #expect(
      story(of: "edge-pan", "0ms down a 2,95\n3000ms move a by 6,0\n3100ms up a")
        == ["3000.0 ms it began: 1 finger", "3100.0 ms it ended: 1 finger"])
  }

  // MARK: How it fails

  @Test func landsInTheBand() {
    #expect(
      story(of: "edge-pan edge=left", "0ms down a 5.1,95\n60ms up a")
        == ["0.0 ms it failed: landed 5.1 mm from the left edge, allows 3.2 mm (band)"])
    #expect(
      story(of: "edge-pan edge=any-corner", "0ms down a 12.5,2\n60ms up a")
        == ["0.0 ms it failed: landed 12.5 mm from the top-left corner, allows 10 mm (corner)"])
    #expect(
      story(of: "edge-pan fingers=2", "0ms down a 2,95\n40ms down b 20,95\n60ms up a,b")
        == ["40.0 ms it failed: landed 20 mm from the left edge, allows 3.2 mm (band)"])
  }

  @Test func failsAsSoonAsItDoesNotMoveIn() {
    #expect(
      story(of: "edge-pan", "0ms down a 2,95\n0ms move a by 0,-10 over 80ms\n90ms up a")
        == ["24.0 ms it failed: moved 90° away from straight inward, allows 45° (max-angle)"])
    #expect(
      story(of: "edge-pan", "0ms down a 2,95\n20ms move a by 3,0\n60ms up a")
        == ["60.0 ms it failed: moved 3 mm inward, needs 5 mm (min-travel)"])
  }

  // MARK: Fingers

  @Test func noJumpWhenASecondFingerLandsAndLifts() {
    expectScript(
      """
      gestures
        it = edge-pan fingers=1-2
      touches
        0ms    down a 2,95
        20ms   move a by 8,0
        200ms  down b 60,95
        220ms  move a,b by 1,0
        240ms  up a
        260ms  move b by 1,0
        280ms  up b
      expect
        120ms  it began dx=3 fingers=1
        220ms  it changed dx=4 fingers=2
        260ms  it changed dx=5
        280ms  it ended dx=5
      """)
  }

  @Test func endsWithAFingerLessAndCancelsWhenStrict() {
    let touches = "0ms down a 2,90 b 2,110\n20ms move a,b by 8,0\n60ms up a\n300ms up b"
    #expect(
      story(of: "edge-pan fingers=2", touches) == ["20.0 ms it began: 2 fingers", "100.0 ms it ended: 2 fingers"])
    #expect(
      story(of: "edge-pan fingers=2 strict-fingers=true", touches).last == "260.0 ms it cancelled: 2 fingers")
  }

  @Test func theTravelIsDeclared() {
    let settings = Settings(EdgePan.kind, for: .touchscreen)
    #expect(EdgePan.kind.traits.timeout(settings) == .untilLift)
    #expect(EdgePan.kind.traits.travel(settings) == 5)
  }
}
