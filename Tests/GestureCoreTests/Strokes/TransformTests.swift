import GestureCore
import Support
import Testing

/// Pinch, rotation and pan of the same fingers.
@Suite struct TransformTests {
  private func script(_ gestures: String, _ touches: String) -> String { "gestures\n\(gestures)\ntouches\n\(touches)" }

  /// Only the beginnings and recognitions.
  private func events(_ gestures: String, _ touches: String) -> [String] {
    story(script(gestures, touches), words: ["began:", "recognized:"])
  }

  private func both(_ count: Int) -> String { "zoom = pinch fingers=\(count)\nturn = rotation fingers=\(count)" }

  // MARK: One of them

  @Test(arguments: [2, 3, 4, 5], [42.0, -42])
  func aPureTurnIsNoPinch(count: Int, degrees: Double) {
    let touches = TestHand.circle(count).script(turn: degrees)
    #expect(events(both(count), touches) == ["16.0 ms turn began: \(count) fingers"])
    let alone = story(of: "pinch fingers=\(count)", touches)
    #expect(alone == ["200.0 ms it failed: spread or closed by 0 mm, needs 3 mm (min-change)"])
  }

  @Test(arguments: [2, 3, 4, 5], [1.5, 0.5])
  func aPurePinchIsNoRotation(count: Int, spread: Double) {
    let touches = TestHand.circle(count).script(spread: spread)
    #expect(events(both(count), touches) == ["16.0 ms zoom began: \(count) fingers"])
    let alone = story(of: "rotation fingers=\(count)", touches)
    #expect(alone == ["200.0 ms it failed: turned 0°, needs 8° (min-angle)"])
  }

  /// A finger held still belongs to a turn or a pinch as well.
  @Test func oneFingerHeldStill() {
    let still = Vector(-20, 0)
    #expect(events(both(2), TestHand.circle(2).script(turn: 30, about: still)) == ["24.0 ms turn began: 2 fingers"])
    let away = TestHand.circle(2).script { done in [Vector(20 + 20 * done, 0), still] }
    #expect(events(both(2), away) == ["16.0 ms zoom began: 2 fingers"])
  }

  /// The hand turns around the wrist, and its fingers spread a little meanwhile.
  @Test(arguments: [2, 3], [12.0, -12])
  func aSwipeIsNeither(count: Int, swing: Double) {
    let touches = TestHand.circle(count, span: 30).script(turn: swing, about: Vector(0, 130), spread: 1.15)
    let flick = "flick = swipe fingers=\(count)"
    let direction = swing > 0 ? "right" : "left"
    #expect(events(both(count) + "\n" + flick, touches) == ["40.0 ms flick recognized: \(count) fingers"])
    #expect(events(both(count), touches) == [])
    expectScript(script(flick, touches) + "\nexpect\n40ms flick direction=\(direction)")
  }

  /// The recognizer that first sees its gesture takes the touches.
  @Test func theFirstOfThemExcludesTheOther() {
    let turning = TestHand.circle(2).script(turn: 40, spread: 1.3)
    #expect(
      story(script(both(2), turning)) == [
        "16.0 ms turn began: 2 fingers", "16.0 ms zoom failed: excluded by turn", "200.0 ms turn ended: 2 fingers",
      ])
    let spreading = TestHand.circle(2).script(turn: 20, spread: 1.8)
    #expect(
      story(script(both(2), spreading)) == [
        "8.0 ms zoom began: 2 fingers", "8.0 ms turn failed: excluded by zoom", "200.0 ms zoom ended: 2 fingers",
      ])
  }

  // MARK: All of them

  @Test func pinchAndRotationTogether() {
    let gestures = "zoom = pinch simultaneous-with=turn\nturn = rotation"
    expectScript(
      script(gestures, TestHand.circle(2).script(turn: 42, spread: 1.3)) + """

        expect
          16ms   turn began rotation=8
          24ms   zoom began scale=1.014
          200ms  zoom ended scale=1.209
          200ms  turn ended rotation=42
        """)
  }

  @Test func allThreeTogether() {
    let gestures = """
      zoom = pinch simultaneous-with=kind:rotation,kind:pan
      turn = rotation simultaneous-with=drag
      drag = pan fingers=2
      """
    expectScript(
      script(gestures, TestHand.circle(2).script(turn: 50, spread: 1.4, by: Vector(15, 0))) + """

        expect
          16ms   zoom began scale=1.005
          16ms   turn began rotation=10
          16ms   drag began dx=0.5
          200ms  zoom ended scale=1.302
          200ms  turn ended rotation=50
          200ms  drag ended dx=12.5
        """)
  }

  /// A pan doesn't run at the same time unless a rule allows it.
  @Test func aPanExcludesBoth() {
    let touches = TestHand.circle(2).script(turn: 20, by: Vector(20, 0))
    #expect(
      story(script(both(2) + "\ndrag = pan fingers=2", touches)) == [
        "16.0 ms drag began: 2 fingers", "16.0 ms zoom failed: excluded by drag",
        "16.0 ms turn failed: excluded by drag", "200.0 ms drag ended: 2 fingers",
      ])
  }
}
