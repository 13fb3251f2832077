import Support
import Testing

@Suite struct SwipeTests {
  // MARK: Judged at the lift

  @Test func isJudgedAtTheLift() {
    let swipe = "swipe at-lift=true max-distance=30mm"
    #expect(
      story(of: swipe, "0ms down a 50,50\n0ms move a by 20,0 over 160ms\n168ms up a")
        == ["168.0 ms it recognized: 1 finger"])
    #expect(
      story(of: swipe, "0ms down a 50,50\n0ms move a by 40,0 over 320ms\n328ms up a")
        == ["328.0 ms it failed: moved 40 mm, allows 30 mm (max-distance)"])
    #expect(
      story(of: swipe, "0ms down a 50,50\n0ms move a by 8,0 over 64ms\n72ms up a")
        == ["72.0 ms it failed: moved 8 mm, needs 12 mm (min-distance)"])
  }

  /// The fingers may lift one after another; the movement up to the first lift counts.
  @Test func isRecognizedWhenAllHaveLifted() {
    #expect(
      story(
        of: "swipe fingers=2 at-lift=true",
        "0ms down a 50,50; down b 70,50\n0ms move a,b by 20,0 over 160ms\n168ms up a\n190ms up b")
        == ["190.0 ms it recognized: 2 fingers"])
  }

  @Test func endsAtItsEdge() {
    let swipe = "swipe at-lift=true end-edge=left end-band=10mm"
    #expect(
      story(of: swipe, "0ms down a 50,50\n0ms move a by -45,0 over 360ms\n368ms up a")
        == ["368.0 ms it recognized: 1 finger"])
    #expect(
      story(of: swipe, "0ms down a 50,50\n0ms move a by -30,0 over 240ms\n248ms up a")
        == ["248.0 ms it failed: lifted 20 mm from the left edge, allows 10 mm (end-band)"])
  }

  // MARK: Recognized on the way

  /// 1 mm each 8 ms is 125 mm/s; the 12th mm comes at 96 ms, long before the lift.
  @Test func recognizedAtTheFirstFrameThatMeetsAll() {
    expectScript(
      """
      gestures
        it = swipe
      touches
        0ms    down a 50,50
        0ms    move a by 40,0 over 320ms
        400ms  up a
      expect
        96ms  it direction=right dx=12.0 dy=0.0 vx=125 vy=0 fingers=1 x=62.0
      """)
  }

  @Test func reachesItsDistance() {
    #expect(
      story(of: "swipe", "0ms down a 50,50\n0ms move a by 12,0 over 96ms\n104ms up a")
        == ["96.0 ms it recognized: 1 finger"])
    #expect(
      story(of: "swipe", "0ms down a 50,50\n0ms move a by 11.9,0 over 96ms\n104ms up a")
        == ["104.0 ms it failed: moved 11.9 mm, needs 12 mm (min-distance)"])
    #expect(
      story(of: "swipe min-distance=20mm", "0ms down a 50,50\n0ms move a by 19,0 over 96ms\n104ms up a")
        == ["104.0 ms it failed: moved 19 mm, needs 20 mm (min-distance)"])
  }

  @Test func neverLeavesTheSlop() {
    #expect(
      story(of: "swipe", "0ms down a 50,50\n0ms move a by 2.5,0 over 96ms\n104ms up a")
        == ["104.0 ms it failed: moved 2.5 mm, needs 12 mm (min-distance)"])
  }

  /// Steady movement, so that the estimate is exact.
  @Test func reachesItsSpeed() {
    #expect(
      story(of: "swipe min-speed=99mm/s", "0ms down a 50,50\n0ms move a by 16,0 over 160ms\n168ms up a")
        == ["120.0 ms it recognized: 1 finger"])
    #expect(
      story(of: "swipe min-speed=101mm/s", "0ms down a 50,50\n0ms move a by 16,0 over 160ms\n168ms up a")
        == ["168.0 ms it failed: moved at 100 mm/s, needs 101 mm/s (min-speed)"])
    #expect(
      story(of: "swipe min-speed=0mm/s slow-after=20ms", "0ms down a 50,50\n0ms move a by 12,0 over 480ms\n500ms up a")
        == ["480.0 ms it recognized: 1 finger"])
  }

  /// From leaving the slop (2.6 mm at 8 ms), exclusive.
  @Test func hasAMaximumDuration() {
    let touches = "0ms down a 50,50\n8ms move a to 52.6,50"
    #expect(
      story(of: "swipe min-speed=0mm/s max-duration=300ms", "\(touches)\n307ms move a to 62,50\n400ms up a")
        == ["307.0 ms it recognized: 1 finger"])
    #expect(
      story(of: "swipe min-speed=0mm/s max-duration=300ms", "\(touches)\n308ms move a to 62,50\n400ms up a")
        == ["400.0 ms it failed: moved 9.4 mm, needs 12 mm (min-distance)"])
  }

  /// A rest before it has no effect: its time starts when it leaves the slop.
  @Test func mayRestFirst() {
    #expect(
      story(of: "swipe", "0ms down a 50,50\n2000ms move a by 16,0 over 96ms\n2104ms up a")
        == ["2072.0 ms it recognized: 1 finger"])
  }

  // MARK: Slow swipes

  /// The swipe leaves the slop at 32 ms and continues at 31 mm/s: 120 ms later it starts again.
  @Test func failsWhenItSlowsDown() {
    #expect(
      story(
        of: "swipe", "0ms down a 50,50\n0ms move a by 3,0 over 32ms\n32ms move a by 10,0 over 320ms\n360ms up a")
        == ["360.0 ms it failed: slowed to 31 mm/s, needs 80 mm/s (min-speed)"])
    #expect(
      story(
        of: "swipe", "0ms down a 50,50\n0ms move a by 3,0 over 32ms\n32ms move a by 16,0 over 320ms\n360ms up a")
        == ["216.0 ms it recognized: 1 finger"])
  }

  @Test func slowAfterCanBeSet() {
    let touches = "0ms down a 50,50\n0ms move a by 3,0 over 32ms\n32ms move a by 10,0 over 320ms\n360ms up a"
    #expect(
      story(of: "swipe slow-after=200ms", touches) == [
        "360.0 ms it failed: slowed to 31 mm/s, needs 80 mm/s (min-speed)"
      ])
  }

  /// Fingers that stop send nothing more.
  @Test func failsWhenTheFingersStop() {
    #expect(
      story(of: "swipe", "0ms down a 50,50\n0ms move a by 8,0 over 64ms\n600ms up a")
        == ["600.0 ms it failed: slowed to 0 mm/s, needs 80 mm/s (min-speed)"])
  }

  @Test func aPanThatWaitsBeginsAsSoonAsItFails() {
    expectScript(
      """
      gestures
        flick = swipe
        drag = pan require-to-fail=flick
      touches
        0ms    down a 50,50
        0ms    move a by 8,0 over 64ms
        600ms  up a
      expect
        144ms  drag began since=24ms dx=5.5
        600ms  drag ended dx=5.5
      """)
  }

  // MARK: Direction and angle

  @Test(arguments: [
    ("right", "16,0"), ("down-right", "12,12"), ("down", "0,16"), ("down-left", "-12,12"), ("left", "-16,0"),
    ("up-left", "-12,-12"), ("up", "0,-16"), ("up-right", "12,-12"),
  ])
  func namesItsDirection(name: String, by: String) {
    let isStraight = !name.contains("-")
    for (setting, isTaken) in [
      ("any", true), ("any-of-8", true), ("straight", isStraight), (name, true), (opposite(name), false),
    ] {
      let script = """
        gestures
          it = swipe direction=\(setting)
        touches
          0ms   down a 100,100
          0ms   move a by \(by) over 96ms
          104ms up a
        """
      let line = story(script).map { $0.contains("recognized") }
      #expect(line == [isTaken], "direction=\(setting) by \(by)")
      if isTaken { expectScript(script + "\nexpect\n  72ms it direction=\(name)") }
    }
  }

  private func opposite(_ name: String) -> String {
    let turns = ["right": "left", "left": "right", "up": "down", "down": "up"]
    return name.split(separator: "-").compactMap { turns[String($0)] }.joined(separator: "-")
  }

  @Test func horizontalAndVertical() {
    for (setting, by, isTaken) in [
      ("horizontal", "-16,0", true), ("horizontal", "0,16", false), ("vertical", "0,-16", true),
      ("vertical", "16,0", false),
    ] {
      let line = story(of: "swipe direction=\(setting)", "0ms down a 100,100\n0ms move a by \(by) over 96ms\n99ms up a")
      #expect(line.map { $0.contains("recognized") } == [isTaken], "direction=\(setting) by \(by)")
    }
  }

  /// At min-speed 70 % of 25°, at four times that and more 120 %.
  @Test(arguments: [
    // 100 mm/s: 17.5° and 1/15 of the way from there to 30°.
    ("96ms", "9.12,3.03", "recognized"),
    ("96ms", "9.12,3.12", "turned 18.9°, allows 18.6° (max-angle at the swipe's speed)"),
    // 320 mm/s: 30°.
    ("32ms", "8.868,5.1", "recognized"),
    ("32ms", "8.7,5.2", "turned 31°, allows 30° (max-angle at the swipe's speed)"),
  ])
  func slowMustBeStraighter(over: String, by: String, outcome: String) {
    let lines = story(
      of: "swipe direction=straight min-distance=9mm max-angle=25deg",
      "0ms down a 100,100\n0ms move a by \(by) over \(over)\n200ms up a")
    #expect(lines.count == 1)
    #expect(lines.first?.contains(outcome) ?? false, "\(lines)")
  }

  /// With eight directions the angle must not reach into the next direction; `any` has no next one.
  @Test func anglesByDirections() {
    let limit = "max-angle=25deg"
    let slow = "0ms down a 100,100\n0ms move a by 15,5.46 over 180ms\n300ms up a"  // 20° off
    let fast = "0ms down a 100,100\n0ms move a by 15,6.37 over 32ms\n300ms up a"  // 23° off right, 22° off down-right
    #expect(
      story(of: "swipe direction=any-of-8 \(limit)", slow) == [
        "136.0 ms it failed: turned 20°, allows 18° (max-angle at the swipe's speed)"
      ])
    #expect(story(of: "swipe direction=any-of-8 \(limit)", fast) == ["24.0 ms it recognized: 1 finger"])
    #expect(story(of: "swipe direction=any \(limit)", slow) == ["136.0 ms it recognized: 1 finger"])
    #expect(story(of: "swipe direction=straight max-angle=90deg", fast) == ["24.0 ms it recognized: 1 finger"])
  }

  @Test func theWrongDirectionFailsEarly() {
    #expect(
      story(of: "swipe direction=left", "0ms down a 50,50\n0ms move a by 40,0 over 320ms\n400ms up a")
        == ["96.0 ms it failed: moved right, needs direction left"])
  }
}
