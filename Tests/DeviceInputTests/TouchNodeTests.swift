import GestureCore
import Testing

@testable import DeviceInput

@Suite struct TouchNodeTests {
  private func deviceClass(_ properties: [String], seat: String? = nil, on wanted: String = "seat0") -> DeviceClass? {
    var values = Dictionary(uniqueKeysWithValues: properties.map { ($0, "1") })
    values["ID_INPUT"] = "1"
    values["ID_SEAT"] = seat
    return DeviceClass(ofSeat: wanted) { values[$0] }
  }

  @Test func touchDevicesAreKnownByTheirProperties() {
    #expect(deviceClass(["ID_INPUT_TOUCHSCREEN"]) == .touchscreen)
    #expect(deviceClass(["ID_INPUT_TOUCHSCREEN", "ID_INPUT_KEY"]) == .touchscreen)
    #expect(deviceClass(["ID_INPUT_TOUCHPAD"]) == .touchpad)
    #expect(deviceClass(["ID_INPUT_TOUCHPAD", "ID_INPUT_TOUCHSCREEN"]) == .touchpad, "libinput sees it so too")
  }

  @Test func allElseIsLeftAlone() {
    #expect(deviceClass([]) == nil)
    #expect(deviceClass(["ID_INPUT_KEY", "ID_INPUT_KEYBOARD"]) == nil)
    #expect(deviceClass(["ID_INPUT_MOUSE"]) == nil)
    #expect(deviceClass(["ID_INPUT_TABLET"]) == nil)
  }

  @Test func whatAlsoTypesOrPointsIsLeftAlone() {
    #expect(deviceClass(["ID_INPUT_TOUCHSCREEN", "ID_INPUT_KEY", "ID_INPUT_KEYBOARD"]) == nil)
    #expect(deviceClass(["ID_INPUT_TOUCHPAD", "ID_INPUT_KEYBOARD"]) == nil)
    #expect(deviceClass(["ID_INPUT_TOUCHPAD", "ID_INPUT_MOUSE"]) == nil)
    #expect(deviceClass(["ID_INPUT_TOUCHSCREEN", "ID_INPUT_MOUSE"]) == nil)
    #expect(deviceClass(["ID_INPUT_TOUCHSCREEN", "LIBINPUT_IGNORE_DEVICE"]) == nil)
  }

  @Test func aPropertyThatIsNotSetToOneIsNotSet() {
    #expect(DeviceClass(ofSeat: "seat0") { $0 == "ID_INPUT_TOUCHSCREEN" ? "0" : nil } == nil)
    #expect(DeviceClass(ofSeat: "seat0") { $0 == "ID_INPUT_TOUCHPAD" ? "" : nil } == nil)
  }

  @Test func onlyDevicesOfTheSeatCount() {
    #expect(deviceClass(["ID_INPUT_TOUCHPAD"], seat: "seat1") == nil)
    #expect(deviceClass(["ID_INPUT_TOUCHPAD"], seat: "seat1", on: "seat1") == .touchpad)
    #expect(deviceClass(["ID_INPUT_TOUCHPAD"], on: "seat1") == nil)
    #expect(deviceClass(["ID_INPUT_TOUCHPAD"], seat: "seat0") == .touchpad)
  }

  @Test func aNodeUsedAgainIsAnotherDevice() {
    func node(_ plugged: String) -> TouchNode {
      TouchNode(node: "/dev/input/event1", name: "Pad", deviceClass: .touchpad, plugged: plugged)
    }
    #expect(node("2").replaces(node("1")))
    #expect(!node("1").replaces(node("1")))
    #expect(!node("").replaces(node("1")))
    #expect(!node("1").replaces(node("")))
  }
}
