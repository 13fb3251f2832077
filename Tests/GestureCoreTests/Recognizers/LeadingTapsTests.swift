import Support
import Testing

@testable import GestureCore

/// Drags and presses with taps before them.
@Suite struct LeadingTapsTests {
  private let tap = "0ms down a 50,50\n60ms up a\n"

  // MARK: Tap and drag

  @Test func aDragAfterATap() {
    expectScript(
      """
      gestures
        it = pan taps=1
      touches
        0ms    down a 50,50
        20ms   move a by 1,1
        60ms   up a
        200ms  down b 52,50
        220ms  move b by 4.5,0
        400ms  move b by 0,6
        500ms  up b
      expect
        220ms  it began dx=2 dy=0 x=56.5 y=50 fingers=1
        400ms  it changed dx=2 dy=6
        500ms  it ended dx=2 dy=6
      """)
  }

  @Test func aDragWithoutItsTaps() {
    #expect(
      story(of: "pan taps=1", "0ms down a 50,50\n20ms move a by 9,0\n90ms up a")
        == ["20.0 ms it failed: moved 9 mm, allows 3 mm (tap-slop)"])
    #expect(
      story(of: "pan taps=2", tap + "200ms down b 50,50\n220ms move b by 9,0\n300ms up b")
        == ["220.0 ms it failed: moved 9 mm, allows 3 mm (tap-slop)"])
  }

  /// The next attempt needs its taps again.
  @Test func eachDragHasItsOwnTaps() {
    #expect(
      story(
        of: "pan taps=1",
        tap + "200ms down b 50,50\n220ms move b by 9,0\n300ms up b\n400ms down c 50,50\n420ms move c by 9,0\n500ms up c"
      )
        == [
          "220.0 ms it began: 1 finger", "300.0 ms it ended: 1 finger",
          "420.0 ms it failed: moved 9 mm, allows 3 mm (tap-slop)",
        ])
  }

  /// The next touch is a second tap.
  @Test func oneTapTooMany() {
    #expect(
      story(of: "pan taps=1", tap + "200ms down b 50,50\n260ms up b")
        == ["260.0 ms it failed: lifted after 0 mm, needs 2.5 mm (slop)"])
  }

  @Test func theTapsAreTaps() {
    #expect(
      story(of: "pan taps=1", "0ms down a 50,50\n600ms up a")
        == ["500.0 ms it failed: held more than 500 ms, allows 500 ms (tap-duration)"])
    #expect(
      story(of: "pan taps=1 tap-duration=300ms", "0ms down a 50,50\n600ms up a")
        == ["300.0 ms it failed: held more than 300 ms, allows 300 ms (tap-duration)"])
    #expect(
      story(of: "pan taps=1", "device pad: touchpad\n0ms down a 50,50\n250ms up a")
        == ["200.0 ms it failed: held more than 200 ms, allows 200 ms (tap-duration)"])
    #expect(
      story(of: "pan taps=1 tap-slop=1mm", "0ms down a 50,50\n20ms move a by 1.5,0\n60ms up a")
        == ["20.0 ms it failed: moved 1.5 mm, allows 1 mm (tap-slop)"])
    #expect(
      story(of: "pan taps=1 fingers=2", "0ms down a 50,50 b 70,50\n20ms up a\n250ms up b")
        == ["220.0 ms it failed: lifting took more than 200 ms, allows 200 ms (lift-within)"])
  }

  @Test func theDragFollowsInTime() {
    let drag = "down b 50,50\n500ms move b by 9,0\n600ms up b"
    #expect(
      story(of: "pan taps=1", tap + "409ms " + drag) == ["500.0 ms it began: 1 finger", "600.0 ms it ended: 1 finger"])
    #expect(
      story(of: "pan taps=1", tap + "410ms " + drag).first
        == "410.0 ms it failed: waited more than 350 ms, allows 350 ms (max-interval)")
    #expect(story(of: "pan taps=2", tap) == ["410.0 ms it failed: made 1 tap, needs 2 (taps)"])
  }

  /// The touch that is too far away is the first tap of the next attempt.
  @Test func theDragFollowsNearby() {
    #expect(
      story(
        of: "pan taps=1",
        tap + "200ms down b 80,50\n260ms up b\n400ms down c 80,50\n420ms move c by 9,0\n500ms up c")
        == [
          "200.0 ms it failed: landed 30 mm from the last tap, allows 12 mm (max-distance)",
          "420.0 ms it began: 1 finger",
          "500.0 ms it ended: 1 finger",
        ])
  }

  @Test func aBouncingContactIsNoDrag() {
    #expect(
      story(of: "pan taps=1", tap + "80ms down b 50,50\n100ms move b by 9,0\n120ms up b")
        == ["410.0 ms it failed: waited more than 350 ms, allows 350 ms (max-interval)"])
    #expect(
      story(
        of: "pan taps=1", tap + "80ms down b 50,50\n90ms up b\n200ms down c 50,50\n220ms move c by 9,0\n300ms up c")
        == ["220.0 ms it began: 1 finger", "300.0 ms it ended: 1 finger"])
  }

  @Test func asManyFingersInTheTapAsInTheDrag() {
    let two = "0ms down a 50,50 b 80,50\n60ms up a,b\n"
    #expect(
      story(of: "pan taps=1 fingers=2", two + "200ms down c 50,50 d 80,50\n220ms move c,d by 9,0\n300ms up c,d")
        == ["220.0 ms it began: 2 fingers", "300.0 ms it ended: 2 fingers"])
    #expect(
      story(of: "pan taps=1 fingers=2", two + "200ms down c 65,50\n220ms move c by 9,0\n300ms up c")
        == ["300.0 ms it failed: landed 1 finger, needs 2 (fingers)"])
    #expect(
      story(of: "pan taps=1", two + "200ms down c 65,50\n220ms move c by 9,0\n300ms up c").first
        == "0.0 ms it failed: landed 2 fingers, allows 1 (fingers)")
  }

  @Test func severalTapsBeforeADrag() {
    #expect(
      story(
        of: "pan taps=2", tap + "200ms down b 50,50\n260ms up b\n400ms down c 50,50\n420ms move c by 9,0\n500ms up c")
        == ["420.0 ms it began: 1 finger", "500.0 ms it ended: 1 finger"])
  }

  // MARK: Tap and hold

  @Test func aPressAfterATap() {
    expectScript(
      """
      gestures
        it = long-press taps=1
      touches
        0ms    down a 50,50
        60ms   up a
        200ms  down b 52,50
        900ms  up b
      expect
        700ms  it began x=52 y=50 dx=0 fingers=1
        900ms  it ended
      """)
  }

  @Test func aPressWithoutItsTaps() {
    #expect(
      story(of: "long-press taps=1", "0ms down a 50,50\n900ms up a")
        == ["500.0 ms it failed: held more than 500 ms, allows 500 ms (tap-duration)"])
    #expect(
      story(of: "long-press taps=1", tap + "200ms down b 50,50\n260ms up b")
        == ["260.0 ms it failed: held 60 ms, needs 500 ms (min-duration)"])
    #expect(
      story(of: "long-press taps=1", tap + "200ms down b 50,50\n260ms move b by 3,0\n300ms up b")
        == ["260.0 ms it failed: moved 3 mm, allows 2 mm (slop)"])
    #expect(
      story(of: "long-press taps=1", tap) == [
        "410.0 ms it failed: waited more than 350 ms, allows 350 ms (max-interval)"
      ])
  }

  // MARK: Known beforehand

  private func settings(_ kind: Kind, taps: Int) -> Settings {
    Settings(kind, for: .touchscreen, layers: [["taps": .count(taps)]])
  }

  @Test(arguments: [Pan.kind, LongPress.kind])
  func theyAreMadeOfOneTapMore(kind: Kind) {
    #expect((0...4).map { kind.make(settings(kind, taps: $0)).precedence } == [0, 2, 3, 4, 5])
  }

  @Test(arguments: [Pan.kind, LongPress.kind])
  func tapsNeedContacts(kind: Kind) {
    #expect(kind.needs(settings(kind, taps: 0)) == [])
    #expect(kind.needs(settings(kind, taps: 1)) == .contacts)
    let rule = GestureRule(name: "it", kind: kind, settings: ["taps": .count(1)])
    var pad = CoreBench.screen
    pad.capabilities = .settledFingers
    #expect(RuleSet(gestures: [rule]).obstacle(to: rule, on: pad) == .lacks(.contacts))
  }

  @Test func howLongTheyStayPossible() {
    #expect(Pan.kind.traits.timeout(settings(Pan.kind, taps: 0)) == .untilLift)
    #expect(Pan.kind.traits.timeout(settings(Pan.kind, taps: 1)) == .beyondLift)
    let press = LongPress.kind.traits.timeout
    #expect(press(settings(LongPress.kind, taps: 0)) == .resting(TimeSpan(milliseconds: 500)))
    let each = TimeSpan(milliseconds: 500)
    #expect(press(settings(LongPress.kind, taps: 2)) == .taps(3, each: each, pause: TimeSpan(milliseconds: 350)))
  }

  /// A tap never prevents a gesture of more taps.
  @Test func aTapDoesNotPreventIt() {
    expectScript(
      """
      gestures
        single = tap
        it = pan taps=1
      touches
        0ms    down a 50,50
        60ms   up a
        200ms  down b 52,50
        220ms  move b by 9,0
        400ms  up b
      expect
        60ms   single
        220ms  it
        400ms  it ended
      """)
  }
}
