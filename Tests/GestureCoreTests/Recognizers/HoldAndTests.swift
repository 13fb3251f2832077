import Support
import Testing

@testable import GestureCore

@Suite struct HoldAndTests {
  /// One finger rests at 50,50.
  private let restingFinger = "0ms down a 50,50\n"
  /// A second one lands to its right.
  private let second = "400ms down b 80,50\n"

  // MARK: Which gesture the others make

  @Test func aSwipe() throws {
    var it = try SingleRecognizer("it = hold-and-swipe direction=right")
    try it.play(restingFinger + second + "410ms move b by 20,0 over 100ms\n600ms up b\n900ms up a")
    #expect(it.log.count == 1 && it.log[0].hasSuffix("recognize"))
    #expect(it.values?.fingers == 2)
    #expect(it.values?.direction == .right)
    #expect(
      try proposals(
        "it = hold-and-swipe direction=left", restingFinger + second + "410ms move b by 20,0 over 100ms\n600ms up a,b")
        == ["474 fail: moved right, needs direction left"])
  }

  /// The centre of all fingers would have moved half as far, and half as fast.
  @Test func onlyTheMovingFingersCount() throws {
    var it = try SingleRecognizer("it = hold-and-pan slop=2mm")
    try it.play(restingFinger + second + "410ms move b by 10,0 over 80ms")
    #expect(it.log.first == "434 begin")
    #expect(it.values?.location == Vector(83, 50))
    #expect(it.values?.translation == Vector(1, 0))
    #expect(abs((it.values?.velocity.x ?? 0) - 125) < 2)
    #expect(it.group.touches.map(it.recognizer.isPart) == [false, true])
  }

  @Test func severalMove() throws {
    let fingers = "0ms down a 50,50\n400ms down b 80,50\n430ms down c 100,50\n"
    var it = try SingleRecognizer("it = hold-and-swipe fingers=3")
    try it.play(fingers + "440ms move b,c by 0,-20 over 100ms")
    #expect(it.log.count == 1 && it.log[0].hasSuffix("recognize"))
    #expect(it.values?.fingers == 3)
    // One of the two moving fingers stays behind, so they don't move together.
    #expect(
      try proposals("it = hold-and-swipe fingers=3", fingers + "440ms move b by 0,-30 over 100ms\n545ms up b,c")
        .last == "545 fail: one finger moved 0 % of the hand's distance, needs 30 % (together)")
  }

  @Test func severalRest() throws {
    let fingers = "0ms down a 50,50\n50ms down b 70,50\n"
    let swipe = "400ms down c 90,50\n410ms move c by 20,0 over 100ms\n"
    #expect(try proposals("it = hold-and-swipe fingers=3 holding=2", fingers + swipe).count == 1)
    #expect(
      try proposals("it = hold-and-swipe fingers=3", fingers + swipe).first
        == "400 fail: held still 50 ms, needs 120 ms (min-hold)")
  }

  @Test func taps() throws {
    let tap = "400ms down b 80,50\n460ms up b\n"
    #expect(try proposals("it = hold-and-tap", restingFinger + tap) == ["460 recognize"])
    #expect(
      try proposals("it = hold-and-tap taps=2", restingFinger + tap + "600ms down c 80,50\n660ms up c") == [
        "660 recognize"
      ])
    #expect(
      try proposals("it = hold-and-tap taps=2", restingFinger + tap + "1000ms down c 80,50\n1060ms up c")
        == ["810 fail: made 1 tap, needs 2 (taps)"])
    #expect(
      try proposals(
        "it = hold-and-tap fingers=3", restingFinger + "400ms down b 80,50\n430ms down c 100,50\n480ms up b\n500ms up c"
      )
        == ["500 recognize"])
  }

  /// The finger that taps again need not rest first.
  @Test func tapsAgain() throws {
    var it = try SingleRecognizer("it = hold-and-tap")
    try it.play(restingFinger + "400ms down b 80,50\n460ms up b\n")
    #expect(it.values?.location == Vector(80, 50) && it.values?.fingers == 2)
    it.reset()
    try it.play("600ms down c 20,50\n640ms up c")
    #expect(it.log == ["460 recognize", "640 recognize"])
    #expect(it.values?.location == Vector(20, 50))
  }

  @Test func aTapIsShortAndDoesNotMove() throws {
    #expect(try proposals("it = hold-and-tap", restingFinger + second + "899ms up b") == ["899 recognize"])
    #expect(
      try proposals("it = hold-and-tap", restingFinger + second + "950ms up b")
        == ["900 fail: held more than 500 ms, allows 500 ms (max-duration)"])
    #expect(
      try proposals("it = hold-and-tap", restingFinger + second + "420ms move b by 3.2,0\n460ms up b")
        == ["420 fail: moved 3.2 mm, allows 3 mm (slop)"])
    #expect(
      try proposals("it = hold-and-tap", restingFinger + second + "420ms move a by 3.2,0\n460ms up b")
        == ["420 fail: holding finger moved 3.2 mm, allows 3 mm (hold-slop)"])
    #expect(
      try proposals("it = hold-and-tap", restingFinger + second + "460ms up a,b") == [
        "460 fail: holding finger lifted 60 ms after the others landed"
      ])
  }

  @Test(arguments: [
    ("any", 20.0, "460 recognize"), ("any", 60, "460 recognize"), ("any", 90, "460 recognize"),
    ("any", 50, "460 recognize"),
    ("left", 20, "460 recognize"), ("left", 60, "400 fail: landed between holding fingers, needs side left"),
    ("left", 90, "400 fail: landed 20 mm to the right of the nearest holding finger, needs side left"),
    ("right", 90, "460 recognize"),
    ("right", 20, "400 fail: landed 30 mm to the left of the nearest holding finger, needs side right"),
    ("between", 60, "460 recognize"),
    ("between", 20, "400 fail: landed 30 mm to the left of the nearest holding finger, needs side between"),
    ("between", 50, "400 fail: landed straight above or below a holding finger, needs side between"),
  ])
  func whereItTaps(side: String, x: Double, outcome: String) throws {
    let touches = "0ms down a 50,50 b 70,50\n400ms down c \(x),80\n460ms up c"
    #expect(try proposals("it = hold-and-tap fingers=3 holding=2 side=\(side)", touches) == [outcome])
    // With one resting finger no place is "between".
    if side == "between" { #expect(try proposals("it = hold-and-tap fingers=3 side=between", touches) == [outcome]) }
  }

  /// Each finger that taps must be on that side.
  @Test func whereSeveralTap() throws {
    let left = restingFinger + "400ms down b 20,50\n"
    #expect(
      try proposals("it = hold-and-tap fingers=3 side=left", left + "420ms down c 35,50\n460ms up b,c") == [
        "460 recognize"
      ])
    #expect(
      try proposals("it = hold-and-tap fingers=3 side=left", left + "420ms down c 80,50\n460ms up b,c")
        == ["420 fail: landed 30 mm to the right of the nearest holding finger, needs side left"])
  }

  @Test func aDrag() throws {
    var it = try SingleRecognizer("it = hold-and-pan")
    try it.play(restingFinger + second + "410ms move b by 8,0 over 40ms\n500ms up b")
    #expect(it.log.first?.hasSuffix("begin") == true)
    #expect(it.log.last == "500 end")
  }

  // MARK: The fingers that rest

  @Test func theyHaveRested() throws {
    let swipe = "down b 80,50\n200ms move b by 20,0 over 100ms"
    #expect(
      try proposals("it = hold-and-swipe", restingFinger + "100ms " + swipe) == [
        "100 fail: held still 100 ms, needs 120 ms (min-hold)"
      ])
    #expect(try proposals("it = hold-and-swipe min-hold=80ms", restingFinger + "100ms " + swipe).count == 1)
  }

  @Test func restingFingersStayWithinTheirSlop() throws {
    #expect(
      try proposals("it = hold-and-pan", restingFinger + second + "410ms move a by 3.2,0\n420ms move b by 10,0")
        == ["410 fail: holding finger moved 3.2 mm, allows 3 mm (hold-slop)"])
    #expect(
      try proposals(
        "it = hold-and-pan hold-slop=5mm",
        restingFinger + second + "410ms move a by 3.2,0\n420ms move b by 19,0\n440ms move b by 5,0")
        == ["440 begin"])
    // Movements before the others have landed don't count.
    #expect(
      try proposals("it = hold-and-pan", restingFinger + "100ms move a by 10,0\n" + second + "420ms move b by 10,0")
        == ["420 begin"])
  }

  /// Two fingers that scroll aren't a drag of one finger, even if the other one lifts later.
  @Test func aFingerThatMovesAlongDoesNotRest() throws {
    #expect(
      try proposals(
        "it = hold-and-pan", restingFinger + second + "410ms move b by 20,0 over 100ms\n410ms move a by 10,0 over 100ms"
      )
        == ["442 fail: holding finger moved 3.2 mm, allows 3 mm (hold-slop)"])
    let drift = restingFinger + second + "410ms move b by 4,0\n410ms move a by 1,0\n"
    #expect(try proposals("it = hold-and-pan", drift) == [])
    #expect(
      try proposals("it = hold-and-pan", drift + "430ms move b by 4,0\n450ms move b by 1,0") == ["430 begin"])
    #expect(
      try proposals("it = hold-and-pan", drift + "430ms up b") == [
        "430 fail: holding finger moved 25 % of the others' distance, allows 15 % (hold-share)"
      ])
    #expect(
      try proposals(
        "it = hold-and-swipe",
        restingFinger + second + "410ms move b by 14,0 over 80ms\n410ms move a by 2.5,0 over 80ms\n600ms up b")
        == [
          "546 give up: slowed to 0 mm/s, needs 80 mm/s (min-speed)",
          "600 fail: holding finger moved 17.9 % of the others' distance, allows 15 % (hold-share)",
        ])
  }

  @Test func aRestingFingerLifts() throws {
    #expect(
      try proposals("it = hold-and-swipe", restingFinger + second + "450ms up a\n460ms move b by 20,0 over 100ms")
        == ["450 fail: holding finger lifted 50 ms after the others landed"])
    let drag = restingFinger + second + "410ms move b by 8,0\n"
    var it = try SingleRecognizer("it = hold-and-pan")
    try it.play(drag + "450ms up a\n460ms move b by 9,0\n700ms up b")
    #expect(it.log == ["410 begin", "490 end"])
    #expect(abs((it.values?.translation.x ?? 0) - 5.5) < 0.01)
    // A contact that was lost for a moment continues.
    #expect(
      try proposals("it = hold-and-pan", drag + "450ms up a\n470ms down c 50,50\n480ms move b by 9,0\n700ms up b")
        == ["410 begin", "700 end"])
    // A second finger that lifts meanwhile must return, too.
    #expect(
      try proposals(
        "it = hold-and-pan holding=2 fingers=3",
        "0ms down a 50,50 b 60,50\n400ms down c 90,50\n410ms move c by 8,0\n450ms up a\n460ms up b\n"
          + "470ms down d 50,50\n480ms move c by 9,0\n700ms up c,d") == ["410 begin", "490 end"])
    #expect(
      try proposals("it = hold-and-pan strict-fingers=true", drag + "450ms up a\n900ms up b").last
        == "650 cancel: 1 finger stayed down for more than 200 ms after the first lift, "
        + "allows 200 ms (lift-within)")
  }

  // MARK: As a whole

  /// The gesture can be made again and again while the others rest on; two fingers that land together are a pinch.
  @Test func togetherWithAPinchAndAScroll() {
    expectScript(
      """
      gestures
        turn  = hold-and-swipe direction=right
        zoom  = pinch require-to-fail=turn
        move  = pan fingers=2 require-to-fail=turn,zoom
      touches
        0ms    down a 50,50
        400ms  down b 80,50
        410ms  move b by 20,0 over 100ms
        600ms  up b
        800ms  down c 80,50
        810ms  move c by 20,0 over 100ms
        1000ms up c
        1200ms up a
        3000ms down d 50,50 e 80,50
        3010ms move e by 20,0 over 100ms
        3300ms up d,e
      expect
        474ms  turn recognized dx=12.8 fingers=2
        874ms  turn recognized dx=12.8 fingers=2
        3026ms zoom began
        3300ms zoom ended
      """)
  }

  @Test func neededCapabilities() {
    for kind in [HoldAnd<Tap>.kind, HoldAnd<Swipe>.kind, HoldAnd<Pan>.kind] {
      let settings = Settings(kind, for: .touchpad, layers: [["holding": .count(2)]])
      #expect(kind.needs(settings) == [.contacts, .places])
      #expect(kind.traits.fewestFingers(settings) == 3)
      #expect(kind.traits.landsSeparately && !kind.traits.yieldsToEdges)
    }
  }
}
