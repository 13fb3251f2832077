import Support
import Testing

@testable import GestureCore

@Suite struct TipTapTests {
  /// One finger rests at 50,50.
  private let rest = "0ms down a 50,50\n"
  /// A second one taps to its right.
  private let tap = "400ms down b 80,50\n460ms up b\n"

  @Test func recognizedWhenTheTappingFingerLifts() throws {
    var it = try Solo("it = tip-tap")
    try it.play(rest + tap + "900ms up a")
    #expect(it.log == ["460 recognize"])
    #expect(it.values?.location == Vector(80, 50))
    #expect(it.values?.fingers == 2)
  }

  @Test func onlyTheTappingFingerIsPartOfIt() throws {
    var it = try Solo("it = tip-tap")
    try it.play(rest)
    #expect(it.group.touches.map(it.recognizer.isPart) == [false])
    try it.play("400ms down b 80,50")
    #expect(it.group.touches.map(it.recognizer.isPart) == [false, true])
  }

  @Test func again() throws {
    var it = try Solo("it = tip-tap")
    try it.play(rest + tap)
    it.reset()
    try it.play("600ms down c 20,50\n640ms up c")
    #expect(it.log == ["460 recognize", "640 recognize"])
    #expect(it.values?.location == Vector(20, 50))
  }

  @Test func severalFingersRest() throws {
    let resting = "0ms down a 50,50 b 70,50\n"
    #expect(
      try solo("it = tip-tap fingers=3", resting + "400ms down c 90,50\n460ms up c") == ["460 recognize"])
    #expect(try solo("it = tip-tap fingers=3", rest + tap) == [])
  }

  // MARK: Time

  /// Fingers that land unevenly are one landing.
  @Test func theOthersHaveRested() throws {
    #expect(
      try solo("it = tip-tap", rest + "119ms down b 80,50\n160ms up b")
        == ["119 fail: rested 119 ms, needs 120 ms (min-rest)"])
    #expect(try solo("it = tip-tap", rest + "120ms down b 80,50\n160ms up b") == ["160 recognize"])
    #expect(
      try solo("it = tip-tap fingers=3", rest + "350ms down b 70,50\n" + "400ms down c 90,50\n460ms up c")
        == ["400 fail: rested 50 ms, needs 120 ms (min-rest)"])
    #expect(
      try solo("it = tip-tap", "0ms down a 50,50 b 80,50\n60ms up b") == [
        "0 fail: rested 0 ms, needs 120 ms (min-rest)"
      ])
  }

  @Test func theTapIsShort() throws {
    #expect(try solo("it = tip-tap", rest + "400ms down b 80,50\n899ms up b") == ["899 recognize"])
    #expect(
      try solo("it = tip-tap", rest + "400ms down b 80,50\n950ms up b")
        == ["900 fail: held more than 500 ms, allows 500 ms (max-duration)"])
    #expect(
      try solo("it = tip-tap max-duration=100ms", rest + "400ms down b 80,50\n950ms up b")
        == ["500 fail: held more than 100 ms, allows 100 ms (max-duration)"])
  }

  // MARK: Movement

  @Test func theTappingFingerStaysInPlace() throws {
    #expect(
      try solo("it = tip-tap", rest + "400ms down b 80,50\n420ms move b by 3.2,0\n460ms up b")
        == ["420 fail: moved 3.2 mm, allows 3 mm (slop)"])
  }

  /// What a resting finger did before is nobody's business.
  @Test func restingFingersRestWhileItTaps() throws {
    let moved = rest + "200ms move a by 9,0\n400ms down b 80,50\n"
    #expect(try solo("it = tip-tap", moved + "420ms move a by 3,0\n460ms up b") == ["460 recognize"])
    #expect(
      try solo("it = tip-tap", moved + "420ms move a by 3.2,0\n460ms up b")
        == ["420 fail: resting finger moved 3.2 mm, allows 3 mm (rest-slop)"])
    #expect(
      try solo("it = tip-tap rest-slop=5mm", moved + "420ms move a by 3.2,0\n460ms up b") == ["460 recognize"])
  }

  @Test func restingFingersStay() throws {
    #expect(
      try solo("it = tip-tap", rest + "400ms down b 80,50\n450ms up a\n460ms up b")
        == ["450 fail: resting finger lifted after 50 ms"])
    #expect(
      try solo("it = tip-tap", rest + "400ms down b 80,50\n460ms up a,b") == ["460 fail: lifted together 2 fingers"])
  }

  // MARK: Side

  @Test(arguments: [
    ("any", 20.0, "460 recognize"), ("any", 60, "460 recognize"), ("any", 90, "460 recognize"),
    ("any", 50, "460 recognize"),
    ("left", 20, "460 recognize"), ("left", 60, "400 fail: landed 10 mm between, needs side left"),
    ("left", 90, "400 fail: landed 20 mm to the right, needs side left"),
    ("right", 90, "460 recognize"), ("right", 20, "400 fail: landed 30 mm to the left, needs side right"),
    ("between", 60, "460 recognize"), ("between", 20, "400 fail: landed 30 mm to the left, needs side between"),
    ("between", 50, "400 fail: landed in line with a resting finger, needs side between"),
  ])
  func whereItTaps(side: String, x: Double, outcome: String) throws {
    let touches = "0ms down a 50,50 b 70,50\n400ms down c \(x),80\n460ms up c"
    #expect(try solo("it = tip-tap fingers=3 side=\(side)", touches) == [outcome])
  }

  @Test func besideOneThatRests() throws {
    #expect(try solo("it = tip-tap side=right", rest + tap) == ["460 recognize"])
    #expect(
      try solo("it = tip-tap side=left", rest + tap) == ["400 fail: landed 30 mm to the right, needs side left"])
  }

  // MARK: What is known beforehand

  @Test func whatItNeeds() {
    let settings = Settings(TipTap.kind, for: .touchpad)
    #expect(TipTap.kind.needs(settings) == [.contacts, .places])
    let each = TimeSpan(milliseconds: 200)
    #expect(TipTap.kind.traits.patience(settings) == .taps(1, each: each, pause: TimeSpan(milliseconds: 0)))
    #expect(TipTap.kind.traits.landsSeparately && TipTap.kind.traits.isMadeByLifting(settings))
  }

  // MARK: As a whole

  @Test func whileTheOthersRestOn() {
    expectScript(
      """
      gestures
        it = tip-tap side=right
      touches
        0ms    down a 50,50
        400ms  down b 80,50
        460ms  up b
        700ms  down c 30,50
        760ms  up c
        900ms  down d 81,50
        960ms  up d
        2000ms up a
      expect
        460ms  it x=80 y=50 fingers=2
        960ms  it x=81 y=50 fingers=2
      """)
  }
}
