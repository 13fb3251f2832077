import Support
import Testing

/// A replay changes the session when the recording does.
@Suite struct SessionReplayTests {
  @Test func aModeCountsForWhatLandsWithItOrAfterIt() {
    expectScript(
      """
      gestures
        next = tap mode=presentation
        play = tap mode=default
      touches
        0ms     down a 50,50
        20ms    mode presentation
        40ms    up a
        1000ms  down a 50,50
        1040ms  up a
        2000ms  down a 50,50; mode default
        2040ms  up a
      expect
        40ms    play
        1040ms  next
        2040ms  play
      """)
  }

  @Test func deadlinesBeforeAChangeBelongToTheSessionBefore() {
    expectScript(
      """
      gestures
        early = long-press min-duration=300ms begin-if.mode=default
        late  = long-press min-duration=600ms begin-if.mode=presentation simultaneous-with=early
      touches
        0ms     down a 50,50
        300ms   mode presentation
        5000ms  up a
      expect
        300ms   early began
        600ms   late began
        5000ms  early ended
        5000ms  late ended
      """)
  }

  @Test func aChangeAfterTheLastFrameCounts() {
    expectScript(
      """
      gestures
        it = long-press begin-if.mode=default
      touches
        0ms     down a 50,50
        400ms   mode presentation
      expect
      """)
  }

  @Test func applicationOutputAndModifiers() {
    expectScript(
      """
      gestures
        it = tap receive.app=fire* receive.output=DP-1 receive.modifiers=ctrl+shift
      touches
        0ms     app firefox; output DP-1; modifiers shift+ctrl
        10ms    down a 50,50
        40ms    up a
        1000ms  modifiers shift
        1010ms  down a 50,50
        1040ms  up a
        2000ms  modifiers ctrl+shift; app
        2010ms  down a 50,50
        2040ms  up a
      expect
        40ms    it
      """)
  }
}
