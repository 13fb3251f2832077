import Glibc
import Testing

@testable import DeviceInput

/// Where a clone is said to be, by which libinput groups it with the rest of its panel, and we know it.
@Suite struct ClonePlaceTests {
  private let node = TouchNode(node: "/dev/input/event5", name: "panel", kind: .touchscreen, plugged: "")

  @Test(arguments: [
    ("usb-0000:00:14.0-5/input1", "usb-0000:00:14.0-5"), ("i2c-ELAN0732:00", "i2c-ELAN0732:00"),
    ("isa0060/serio1", "isa0060/serio1"), ("", ""),
  ])
  func itIsBesideTheDevice(place: String, trunk: String) {
    #expect(Interception.place(of: node, place) == "\(trunk)/input-by-gesture-bridge-\(getpid())-event5")
    #expect(Interception.place(of: node, place).contains(Interception.mark))
  }
}
