import GestureCore
import Recordings
import Support
import Testing

@Suite struct RotateTests {
  private let pair = TestHand.circle(2)
  private let began = "began: 2 fingers"

  // MARK: How much

  @Test func turnsBySoManyDegrees() {
    #expect(story(of: "rotation", pair.script(turn: 8.1)) == ["80.0 ms it \(began)", "200.0 ms it ended: 2 fingers"])
    #expect(story(of: "rotation", pair.script(turn: 7.4)) == ["200.0 ms it failed: turned 7°, needs 8° (min-angle)"])
    #expect(story(of: "rotation", pair.script(turn: -7.9)) == ["200.0 ms it failed: turned 7.9°, needs 8° (min-angle)"])
    #expect(story(of: "rotation min-angle=20deg", pair.script(turn: 24)).first == "72.0 ms it \(began)")
  }

  /// On a touchpad fingers tremble more.
  @Test func turnsMoreOnTouchpads() {
    let pad = "device pad: touchpad 300x190 mm\n"
    #expect(
      story(of: "rotation", pad + pair.script(turn: 11)) == ["200.0 ms it failed: turned 11°, needs 12° (min-angle)"])
    #expect(story(of: "rotation", pad + pair.script(turn: 13)).first == "80.0 ms it \(began)")
  }

  /// Fingers close together must turn more.
  @Test func eachFingerMovesFarEnoughAroundTheCentre() {
    let close = TestHand.circle(2, span: 20)
    #expect(
      story(of: "rotation", close.script(turn: 10)) == [
        "200.0 ms it failed: turned along an arc of 1.7 mm, needs 2 mm (min-arc)"
      ])
    #expect(story(of: "rotation", close.script(turn: 12)).first == "80.0 ms it \(began)")
    #expect(story(of: "rotation min-arc=1mm", close.script(turn: 10.1)).first == "64.0 ms it \(began)")
  }

  @Test func fingersTooCloseAreNotMeasured() {
    #expect(
      story(of: "rotation", TestHand.circle(2, span: 9).script(turn: 90))
        == ["200.0 ms it failed: fingers apart 9 mm, needs 10 mm (min-span)"])
    // Turns before the fingers were far enough apart don't count, nor do turns after they came too close.
    expectScript(
      """
      gestures
        it = rotation
      touches
        0ms   down a 96,100 b 104,100
        8ms   move a to 100,96; move b to 100,104
        16ms  move a to 100,94; move b to 100,106
        24ms  move a to 94,100; move b to 106,100
        60ms  up a,b
      expect
        24ms  it began rotation=-90
        60ms  it ended rotation=-90
      """)
    #expect(
      story(
        of: "rotation",
        "0ms down a 90,100 b 110,100\n8ms move a to 97,100; move b to 103,100\n"
          + "16ms move a to 103,100; move b to 97,100\n24ms move a to 110,100; move b to 90,100\n60ms up a,b")
        == ["60.0 ms it failed: turned 0°, needs 8° (min-angle)"])
  }

  // MARK: Rotation or swipe

  /// One finger rests and another one circles it: the centre moves as far as each finger moves around it.
  @Test(arguments: [21.0, -21])
  func oneFingerHeldStill(degrees: Double) {
    let touches = pair.script(turn: degrees, about: Vector(-20, 0))
    #expect(story(of: "rotation", touches).first == "32.0 ms it \(began)")
    #expect(story(of: "rotation min-share=99%", touches).first == "32.0 ms it \(began)")
  }

  /// A hand that swipes turns around the wrist.
  @Test(arguments: [2, 3, 4])
  func aSwingingHandIsNoRotation(count: Int) {
    let touches = TestHand.circle(count, span: 32).script(turn: 8.3, about: Vector(0, 130))
    #expect(
      story(of: "rotation fingers=\(count)", touches)
        == [
          "200.0 ms it failed: turned along an arc of 12.3 % of the distance that the hand moved, needs 50 % (min-share)"
        ])
    #expect(
      story(of: "rotation fingers=\(count) min-share=10%", touches).first == "80.0 ms it began: \(count) fingers")
  }

  // MARK: Which way

  @Test(arguments: [
    ("both", 20.0, "began: 2 fingers"), ("both", -20, "began: 2 fingers"),
    ("clockwise", 20, "began: 2 fingers"), ("counterclockwise", -20, "began: 2 fingers"),
    ("clockwise", -20, "failed: turned counterclockwise by 8°, needs direction clockwise"),
    ("counterclockwise", 20, "failed: turned clockwise by 8°, needs direction counterclockwise"),
  ])
  func direction(choice: String, degrees: Double, outcome: String) {
    let lines = story(of: "rotation direction=\(choice)", pair.script(turn: degrees))
    #expect(lines.first == "32.0 ms it \(outcome)")
  }

  @Test func afterItBeganEitherDirectionIsAllowed() {
    expectScript(
      """
      gestures
        it = rotation direction=clockwise
      touches
        0ms   down a 88,100 b 112,100
        20ms  move a to 100,88; move b to 100,112
        40ms  move a to 88,100; move b to 112,100
        60ms  move a to 100,112; move b to 100,88
        80ms  up a,b
      expect
        20ms  it began rotation=90
        40ms  it changed rotation=0
        60ms  it changed rotation=-90
        80ms  it ended rotation=-90
      """)
  }

  // MARK: What it reports

  /// Relative to where the fingers landed, as a pinch's scale is.
  @Test(arguments: [2, 3, 4, 5], [25.0, -25])
  func reportsTheTurnSinceTheFingersLanded(count: Int, degrees: Double) throws {
    let script = "gestures\nit = rotation fingers=\(count)\ntouches\n" + TestHand.circle(count).script(turn: degrees)
    let events = try events(script)
    #expect(events.first?.time == Timestamp(microseconds: 32_000))
    for (event, frame) in zip(events, 4...10) {
      #expect(abs(event.values.rotation - degrees * Double(frame) / 10) < 0.001)
      #expect((event.values.location - Vector(150, 95)).length < 0.001)
    }
    #expect(events.count == 8)
  }

  /// More than half a turn, and more than a whole one.
  @Test func turnsAddUp() throws {
    let script = "gestures\nit = rotation\ntouches\n" + pair.script(turn: 500)
    #expect(abs((try events(script).last?.values.rotation ?? 0) - 500) < 0.001)
  }

  @Test func noJumpWhenAThirdFingerLandsAndLifts() {
    expectScript(
      """
      gestures
        it = rotation fingers=2-3
      touches
        0ms    down a 88,100 b 112,100
        20ms   move a to 100,88; move b to 100,112
        200ms  down c 140,100
        220ms  move c to 140,100
        260ms  up c
        280ms  move a to 112,100; move b to 88,100
        300ms  up a,b
      expect
        120ms  it began rotation=90 fingers=2
        220ms  it changed rotation=90 fingers=3
        280ms  it changed rotation=180
        300ms  it ended rotation=180
      """)
  }

  // MARK: Fingers

  @Test func endsWithOneFingerAndCancelsWhenStrict() {
    let touches = "0ms down a 80,100 b 120,100\n20ms move b to 118,112\n60ms up a\n300ms up b"
    #expect(story(of: "rotation", touches) == ["20.0 ms it \(began)", "100.0 ms it ended: 2 fingers"])
    #expect(story(of: "rotation strict-fingers=true", touches).last == "260.0 ms it cancelled: 2 fingers")
  }

  @Test func wrongNumbersOfFingers() {
    #expect(
      story(of: "rotation", "0ms down a 50,50\n60ms up a") == ["60.0 ms it failed: landed 1 finger, needs 2 (fingers)"])
  }

  private func events(_ script: String) throws -> [GestureEvent] {
    try ScriptRun(try TouchScript.read(script, name: "script")).events
  }
}
