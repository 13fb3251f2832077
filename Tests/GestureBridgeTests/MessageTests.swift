import Actions
import GestureCore
import Glibc
import Testing

@testable import gesture_bridge

/// What the daemon says in its log, to the letter.
struct MessageTests {
  static let device = Device(
    id: DeviceID(1), name: "Some Panel", deviceClass: .touchscreen, size: Size(width: 300, height: 190),
    capabilities: [.contacts, .places])

  @Test func devicesComeAndGo() {
    #expect(Message.watching(Self.device) == "watching the touchscreen \"Some Panel\"")
    #expect(Message.gone(Self.device) == "the touchscreen \"Some Panel\" is gone")
  }

  @Test func itIsReady() {
    #expect(
      Message.ready(devices: 1, gestures: 2, file: "b.toml") == "ready: 1 touch device, 2 gestures from b.toml")
    #expect(Message.reloaded(gestures: 1, file: "b.toml") == "reloaded: 1 gesture from b.toml")
    #expect(
      Message.noDevices
        == "there is no touch device yet, or none that may be opened; `gesture-bridge devices` tells more")
  }

  @Test func theTerminal() {
    #expect(
      Message.noTerminal(SystemError(call: "open", code: EACCES))
        == "can't draw on this terminal, so --debug prints lines instead: open: Permission denied (EACCES)")
    #expect(Message.recordingOver == "the recording is over")
  }
}
