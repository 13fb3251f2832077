import Bindings
import GestureCore
import Testing

@testable import gesture_bridge

/// What is said of a pause, in the log and on the desktop, to the letter.
struct PauseMessageTests {
  @Test func inTheLog() {
    #expect(Message.paused([]) == "gestures are paused: only `gesture-bridge ctl resume` lets them go on")
    #expect(
      Message.paused(["panic"]) == "gestures are paused: \"panic\" or `gesture-bridge ctl resume` lets them go on")
    #expect(
      Message.paused(["a", "b"]) == "gestures are paused: \"a\", \"b\" or `gesture-bridge ctl resume` lets them go on")
    #expect(Message.resumed == "gestures go on")
  }

  @Test func onTheDesktop() {
    #expect(
      Notification.paused([])
        == Notification(
          title: "gesture-bridge: gestures are paused", body: "Only `gesture-bridge ctl resume` lets them go on."))
    #expect(Notification.paused(["panic"]).body == "\"panic\" or `gesture-bridge ctl resume` lets them go on.")
    #expect(Notification.resumed == Notification(title: "gesture-bridge: gestures go on", body: ""))
  }
}
