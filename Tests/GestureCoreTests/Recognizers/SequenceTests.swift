import Support
import Testing

@testable import GestureCore

/// Gestures made of others, one after another.
@Suite struct SequenceTests {
  /// A script with gestures that keep out of the way of `it`, which is made of some of them.
  private func script(_ steps: String, _ touches: String) -> String {
    """
    gestures
      it = sequence steps=\(steps)
      touch = tap simultaneous-with=it
      twice = tap taps=2 simultaneous-with=it
      right = swipe direction=right simultaneous-with=it
      left = swipe direction=left simultaneous-with=it
      down = swipe direction=down simultaneous-with=it
      hold = long-press simultaneous-with=it
      drag = pan simultaneous-with=it
    touches
    \(touches)
    """
  }

  /// What became of the sequence.
  private func story(_ steps: String, _ touches: String) -> [String] {
    Support.story(script(steps, touches)).filter { $0.contains(" it ") }
  }

  private let tap = "0ms down a 50,50\n60ms up a\n"

  // MARK: With fingers lifted

  @Test func aTapThenASwipe() {
    #expect(
      story("touch,down", tap + "400ms down b 90,50\n400ms move b by 0,30 over 120ms\n560ms up b").map { $0.prefix(24) }
        == ["448.0 ms it recognized: "])
  }

  @Test func threeSteps() {
    let touches =
      tap + "300ms down b 90,50\n360ms up b\n500ms down c 90,50\n560ms up c\n700ms down d 20,50\n1300ms up d"
    #expect(story("touch,twice,hold", touches) == ["1200.0 ms it recognized: 1 finger"])
    #expect(story("touch,touch,touch,hold", touches) == ["1200.0 ms it recognized: 1 finger"])
  }

  /// It reports what its last step does.
  @Test func itReportsItsLastStep() throws {
    var it = try Solo("right = swipe direction=right\nhold = long-press\nit = sequence steps=right,hold")
    try it.play("0ms down a 50,50\n0ms move a by 20,0 over 120ms\n200ms up a\n400ms down b 90,60\n1000ms up b")
    #expect(it.log == ["900 recognize"])
    #expect(it.values?.location == Vector(90, 60))
    #expect(it.values?.fingers == 1)
  }

  // MARK: In one movement

  @Test func rightThenDown() {
    #expect(
      story(
        "right,down", "0ms down a 50,50\n0ms move a by 20,0 over 120ms\n120ms move a by 0,40 over 160ms\n300ms up a"
      ).map { $0.prefix(9) } == ["160.0 ms "])
  }

  @Test func leftThenRight() {
    #expect(
      story(
        "left,right", "0ms down a 80,50\n0ms move a by -30,0 over 160ms\n160ms move a by 45,0 over 200ms\n400ms up a"
      ).map { $0.prefix(24) } == ["240.0 ms it recognized: "])
  }

  @Test func holdThenDrag() {
    #expect(
      story("hold,drag", "0ms down a 50,50\n700ms move a by 2,0\n720ms move a by 2,0\n800ms up a")
        == ["720.0 ms it recognized: 1 finger"])
  }

  /// The swipe goes on for a while; the hold counts from where it rests.
  @Test func swipeThenHold() {
    #expect(
      story("right,hold", "0ms down a 50,50\n0ms move a by 40,0 over 200ms\n900ms up a")
        == ["692.0 ms it recognized: 1 finger"])
  }

  /// With the same hand movement it may be lifted or not.
  @Test func eitherWay() {
    #expect(
      story(
        "right,down",
        "0ms down a 50,50\n0ms move a by 30,0 over 160ms\n180ms up a\n400ms down b 50,50\n"
          + "400ms move b by 0,30 over 160ms\n600ms up b"
      ).map { $0.prefix(24) } == ["464.0 ms it recognized: "])
  }

  /// A long swipe is not two of them.
  @Test func theSameAgainNeedsNewFingers() {
    let long = "0ms down a 50,50\n0ms move a by 60,0 over 240ms\n260ms up a\n"
    #expect(
      story("right,right", long) == [
        "1048.0 ms it failed: step 2 (right): waited more than 1000 ms, allows 1000 ms (within)"
      ])
    #expect(
      story("right,right", long + "400ms down b 50,50\n400ms move b by 30,0 over 120ms\n560ms up b").map {
        $0.prefix(24)
      } == ["448.0 ms it recognized: "])
  }

  /// Nor is the end of a swipe a tap.
  @Test func tapsNeedNewFingers() {
    let swipe = "0ms down a 50,50\n0ms move a by 20,0 over 120ms\n300ms up a\n"
    #expect(
      story("right,touch", swipe) == [
        "1072.0 ms it failed: step 2 (touch): waited more than 1000 ms, allows 1000 ms (within)"
      ])
    #expect(story("right,touch", swipe + "400ms down b 50,50\n460ms up b") == ["460.0 ms it recognized: 1 finger"])
  }

  // MARK: Failures

  @Test func aStepInTime() {
    #expect(
      story("touch,down", tap) == [
        "1060.0 ms it failed: step 2 (down): waited more than 1000 ms, allows 1000 ms (within)"
      ])
    #expect(story("touch,hold", tap + "559ms down b 50,50\n1200ms up b") == ["1059.0 ms it recognized: 1 finger"])
    #expect(
      story("touch,hold", tap + "560ms down b 50,50\n1200ms up b")
        == ["1060.0 ms it failed: step 2 (hold): waited more than 1000 ms, allows 1000 ms (within)"])
    #expect(
      story("touch,hold within=500ms", tap + "100ms down b 50,50\n1200ms up b")
        == ["560.0 ms it failed: step 2 (hold): waited more than 500 ms, allows 500 ms (within)"])
  }

  /// The first has all the time its gesture takes.
  @Test func theFirstStepHasNoLimit() {
    #expect(
      story("hold,touch within=50ms", "0ms down a 50,50\n540ms up a")
        == ["550.0 ms it failed: step 2 (touch): waited more than 50 ms, allows 50 ms (within)"])
    #expect(
      story("touch,hold", "0ms down a 50,50\n900ms up a")
        == ["500.0 ms it failed: step 1 (touch): held more than 500 ms, allows 500 ms (max-duration)"])
  }

  @Test func fingersThatLandForAStepDecide() {
    #expect(
      story("touch,down", tap + "300ms down b 50,50\n320ms move b by 0,4\n360ms up b")
        == ["360.0 ms it failed: step 2 (down): moved 4 mm, needs 12 mm (min-distance)"])
    #expect(
      story("touch,hold", tap + "300ms down b 50,50\n360ms up b")
        == ["360.0 ms it failed: step 2 (hold): held 60 ms, needs 500 ms (min-duration)"])
  }

  /// A tap too far from the one before may be the first of a fresh attempt.
  @Test func mayStartAfresh() {
    #expect(
      story(
        "twice,hold",
        tap + "200ms down b 90,50\n260ms up b\n400ms down c 90,50\n460ms up c\n600ms down d 90,50\n1200ms up d")
        == [
          "200.0 ms it failed: step 1 (twice): landed away 40 mm, allows 12 mm (max-distance)",
          "1100.0 ms it recognized: 1 finger",
        ])
  }

  @Test func aCancelledTouchFailsIt() {
    #expect(
      story("touch,hold", tap + "200ms down b 50,50\n300ms cancel b") == ["300.0 ms it failed: its touch was cancelled"]
    )
  }

  // MARK: Fingers

  private let gestures = """
    one = tap
    two = swipe fingers=2 direction=right
    three = tap fingers=3
    it = sequence steps=
    """

  @Test func fingersMayDiffer() throws {
    let swipe = "0ms down a 50,50 b 50,80\n0ms move a,b by 20,0 over 120ms\n140ms up a\n150ms up b\n"
    #expect(try solo(gestures + "two,one", swipe + "300ms down c 50,50\n360ms up c") == ["360 recognize"])
    #expect(
      try solo(gestures + "two,three", swipe + "300ms down c 50,50\n350ms down d 70,50 e 90,50\n420ms up c,d,e")
        == ["420 recognize"])
  }

  @Test func tooManyOfThem() throws {
    #expect(
      try solo(gestures + "one,two", "0ms down a 50,50\n20ms down b 70,50")
        == ["20 fail: step 1 (one): landed 2 fingers, allows 1 (fingers)"])
    #expect(
      try solo(gestures + "one,two", tap + "200ms down a 50,50\n220ms down b 70,50 c 90,50")
        == ["220 fail: step 2 (two): landed 3 fingers, allows 2 (fingers)"])
  }

  @Test func tooFewOfThem() throws {
    #expect(
      try solo(gestures + "one,two", tap + "200ms down a 50,50\n400ms up a")
        == ["320 fail: step 2 (two): landed 1 finger, needs 2 (fingers)"])
    #expect(
      try solo(gestures + "one,two", tap + "200ms down a 50,50\n250ms up a")
        == ["250 fail: step 2 (two): landed 1 finger, needs 2 (fingers)"])
  }

  /// A finger rests and another one joins it.
  @Test func aFingerMore() throws {
    #expect(
      try solo(
        "hold = long-press\n" + gestures + "hold,two",
        "0ms down a 50,50\n800ms down b 50,80\n800ms move a,b by 20,0 over 120ms\n1000ms up a,b") == ["872 recognize"])
  }

  @Test func tipTapsBesideOneFinger() throws {
    let steps = "left = tip-tap side=left\nright = tip-tap side=right\nit = sequence steps=left,right"
    #expect(
      try solo(
        steps, "0ms down a 50,50\n400ms down b 20,50\n460ms up b\n600ms down c 80,50\n660ms up c\n900ms up a")
        == ["660 recognize"])
    #expect(
      try solo(steps, "0ms down a 50,50\n400ms down b 80,50\n460ms up b\n900ms up a")
        == ["400 fail: step 1 (left): landed 30 mm to the right, needs side left"])
  }

  @Test func withoutSteps() throws {
    var recognizer = GestureSequence.kind.make(Settings(GestureSequence.kind, for: .touchscreen))
    #expect(recognizer.deadline == nil)
    #expect(
      recognizer.touchesBegan(TouchGroup(surface: CoreBench.screen.size)) == .fail(Failure("has no steps")))
  }

  @Test func howLongItStaysPossible() {
    let settings = Settings(GestureSequence.kind, for: .touchscreen)
    #expect(GestureSequence.kind.traits.patience(settings) == .beyondLift)
    #expect(GestureSequence.kind.facts == [.velocity, .rotation])
  }

  /// Fingers that rest long before the first tap are a beginning.
  @Test func ofTapsBesideARestingFinger() {
    expectScript(
      """
      gestures
        left = tip-tap fingers=2 side=left
        right = tip-tap fingers=2 side=right
        it = sequence steps=left,right
      touches
        0ms    down a 50,50
        400ms  down b 20,50
        460ms  up b
        600ms  down c 80,50
        660ms  up c
        900ms  up a
      expect
        460ms  left
        660ms  it
      """)
  }

  /// The gestures it is made of need not be told to let it go on.
  @Test func besideItsSteps() {
    expectScript(
      """
      gestures
        touch = tap
        flick = swipe fingers=2 direction=down
        it = sequence steps=touch,flick
      touches
        0ms    down a 50,50
        60ms   up a
        400ms  down b 50,50 c 80,50
        400ms  move b,c by 0,30 over 120ms
        560ms  up b,c
      expect
        60ms   touch
        448ms  it
      """)
  }
}
