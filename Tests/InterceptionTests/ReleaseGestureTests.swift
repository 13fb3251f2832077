import Evdev
import GestureCore
import Interception
import Testing

/// The gesture that gives a device back to the desktop.
@Suite struct ReleaseGestureTests {
  private func time(_ seconds: Double) -> Timestamp { Timestamp(microseconds: Int64(seconds * 1e6)) }

  @Test func fiveFingersHeldStill() {
    var gesture = ReleaseGesture(fingers: 10)
    gesture.see(4, at: time(0))
    #expect(gesture.deadline == nil)
    gesture.see(5, at: time(1))
    gesture.see(6, at: time(3))
    #expect(!gesture.isMade(at: time(5.9)) && gesture.isMade(at: time(6)))
  }

  @Test func whatMovesOrLiftsIsNotHeld() {
    var gesture = ReleaseGesture(fingers: 5)
    gesture.see(5, at: time(0))
    gesture.see(nil, at: time(4))
    #expect(gesture.deadline == nil)
    gesture.see(5, at: time(4.5))
    gesture.see(4, at: time(5))
    #expect(!gesture.isMade(at: time(60)))
  }

  @Test func aDeviceOfFewFingersIsHeldLonger() {
    var gesture = ReleaseGesture(fingers: 2)
    gesture.see(2, at: time(0))
    #expect(!gesture.isMade(at: time(9.9)) && gesture.isMade(at: time(10)))
  }
}
