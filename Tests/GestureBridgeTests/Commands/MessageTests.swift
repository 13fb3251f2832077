import Actions
import Base
import GestureCore
import Glibc
import Support
import Testing

@testable import gesture_bridge

/// The messages in the daemon's log, to the letter.
struct MessageTests {
  static let device = Device(
    id: DeviceID(1), name: "Some Panel", deviceClass: .touchscreen, size: Size(width: 300, height: 190),
    capabilities: [.contacts, .places])

  @Test func devicesComeAndGo() {
    expectSnapshot(
      [
        Message.watching(Self.device),
        Message.gone(Self.device),
      ], "devices come and go")
  }

  @Test func itIsReady() {
    expectSnapshot(
      [
        Message.ready(devices: 1, gestures: 2, file: "b.toml"),
        Message.reloaded(gestures: 1, file: "b.toml"),
        Message.noDevices,
      ], "it is ready")
  }

  @Test func theTerminal() {
    expectSnapshot(
      [
        Message.noTerminal(SystemError(call: "open", code: EACCES)),
        Message.recordingOver,
      ], "the terminal")
  }
}
