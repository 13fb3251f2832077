import Bindings
import GestureCore
import Support
import Testing

@testable import gesture_bridge

/// The messages about a pause, in the log and on the desktop, to the letter.
struct PauseMessageTests {
  @Test func inTheLog() {
    expectSnapshot(
      [
        Message.paused([]),
        Message.paused(["panic"]),
        Message.paused(["a", "b"]),
        Message.resumed,
      ], "in the log")
  }

  @Test func onTheDesktop() {
    #expect(
      Notification.paused([])
        == Notification(
          title: "gesture-bridge: gestures are paused", body: "Only `gesture-bridge resume` resumes them."))
    #expect(Notification.paused(["panic"]).body == "The gesture \"panic\" or `gesture-bridge resume` resumes them.")
    #expect(Notification.resumed == Notification(title: "gesture-bridge: gestures are resumed", body: ""))
  }
}
