import Support
import Testing

/// A sample that is far away and comes back at once is a fault of the sensor, not a movement of the finger.
@Suite struct GlitchTests {
  private func pan(_ touches: String) -> [String] {
    story(of: "pan", "0ms down a 50,50\n\(touches)\n200ms up a").map { String($0.prefix { $0 != ":" }) }
  }

  @Test func outAndBackIsDropped() {
    #expect(pan("8ms move a to 80,50\n16ms move a to 50,50") == ["200.0 ms it failed"])
    #expect(pan("8ms move a to 80,50\n16ms move a to 81,50\n24ms move a to 50,50") == ["200.0 ms it failed"])
  }

  @Test func aLastingJumpIsAccepted() {
    #expect(
      pan("8ms move a to 80,50\n16ms move a to 80,50\n24ms move a to 80,50\n32ms move a to 50,50")
        == ["24.0 ms it began", "200.0 ms it ended"])
  }

  @Test func nearerThan20IsNoGlitch() {
    #expect(pan("8ms move a to 70,50\n16ms move a to 50,50") == ["8.0 ms it began", "200.0 ms it ended"])
    #expect(pan("8ms move a to 70.1,50\n16ms move a to 50,50") == ["200.0 ms it failed"])
  }

  /// A finger that jumps and rests sends nothing more: 40 ms later the jump counts.
  @Test func aJumpBeforeARest() {
    #expect(pan("8ms move a to 80,50") == ["48.0 ms it began", "200.0 ms it ended"])
  }

  @Test func aJumpBeforeTheLift() {
    expectScript(
      """
      gestures
        it = pan
      touches
        0ms   down a 50,50
        8ms   move a to 80,50
        16ms  up a
      expect
        16ms  it began dx=27.5
        16ms  it ended dx=27.5
      """)
  }

  /// A fast finger on a slow sensor, here 1500 mm/s at 62 Hz: the next sample continues from the doubted one, so both
  /// count.
  @Test func aFastFinger() {
    let steps = (1...9).map { "\($0 * 16)ms move a by 24,0" }.joined(separator: "\n")
    #expect(
      story(of: "swipe direction=right", "0ms down a 20,50\n\(steps)\n200ms up a") == [
        "32.0 ms it recognized: 1 finger"
      ])
  }

  /// Frames of another finger count for the time, but each finger has its own movement.
  @Test func oneFingerOfTwo() {
    expectScript(
      """
      gestures
        it = pan fingers=2
      touches
        0ms   down a 50,50 b 80,50
        8ms   move a to 50,99; move b by 1,0
        16ms  move a to 50,50; move b by 1,0
        24ms  move a to 50,50; move b by 8,0
        80ms  up a,b
      expect
        24ms  it began dx=2.5 dy=0
        80ms  it ended
      """)
  }
}
