import GestureCore
import Recordings
import Support
import Testing

/// Whole scripts through the engine.
@Suite struct ScriptRunTests {
  @Test func singleWaitsForDouble() {
    expectScript(
      """
      gestures
        double = tap taps=2 max-interval=250ms
        single = tap require-to-fail=double
      touches
        0ms    down a 50,50
        60ms   up a
      expect
        310ms  single   since=60ms  x=50.0 y=50.0 fingers=1
      """)
  }
}
