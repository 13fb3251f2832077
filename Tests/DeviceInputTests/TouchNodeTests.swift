import GestureCore
import Testing

@testable import DeviceInput

@Suite struct TouchNodeTests {
  private func kind(_ properties: [String], seat: String? = nil, on wanted: String = "seat0") -> DeviceKind? {
    var values = Dictionary(uniqueKeysWithValues: properties.map { ($0, "1") })
    values["ID_INPUT"] = "1"
    values["ID_SEAT"] = seat
    return DeviceKind(ofSeat: wanted) { values[$0] }
  }

  @Test func touchDevicesAreKnownByTheirProperties() {
    #expect(kind(["ID_INPUT_TOUCHSCREEN"]) == .touchscreen)
    #expect(kind(["ID_INPUT_TOUCHSCREEN", "ID_INPUT_KEY"]) == .touchscreen)
    #expect(kind(["ID_INPUT_TOUCHPAD"]) == .touchpad)
    #expect(kind(["ID_INPUT_TOUCHPAD", "ID_INPUT_TOUCHSCREEN"]) == .touchpad, "libinput sees it so too")
  }

  @Test func pensAreTabletsWithoutTheButtonsAndFingersThatTabletsHave() {
    #expect(kind(["ID_INPUT_TABLET"]) == .pen)
    #expect(kind(["ID_INPUT_TABLET", "ID_INPUT_KEY"]) == .pen)
    #expect(kind(["ID_INPUT_TABLET", "ID_INPUT_TABLET_PAD"]) == nil)
    #expect(kind(["ID_INPUT_TABLET_PAD"]) == nil)
    #expect(kind(["ID_INPUT_TABLET", "ID_INPUT_TOUCHPAD"]) == .touchpad)
    #expect(kind(["ID_INPUT_TABLET", "ID_INPUT_TOUCHSCREEN"]) == .touchscreen)
    #expect(kind(["ID_INPUT_TABLET"], seat: "seat1") == nil)
  }

  @Test func aKindIsOfAClassAndHasATool() {
    #expect(DeviceKind.allCases.map(\.deviceClass) == [.touchscreen, .touchpad, .touchscreen])
    #expect(DeviceKind.allCases.map(\.tool) == ["finger", "finger", "stylus"])
    func device(_ deviceClass: DeviceClass, _ capabilities: Capabilities) -> Device {
      Device(
        id: DeviceID(1), name: "", deviceClass: deviceClass, size: Size(width: 1, height: 1),
        capabilities: capabilities)
    }
    #expect(device(.touchscreen, .contacts).kind == .touchscreen)
    #expect(device(.touchpad, .settledFingers).kind == .touchpad)
    #expect(device(.touchscreen, DeviceDefaults.penCapabilities).kind == .pen)
  }

  @Test(arguments: [
    ("1000003", true), ("261800001000003", true), ("1 0 1000000", true), ("3", false), ("1000000 3", false),
    ("", false), ("no number", false), ("11000003ffffffffff", false),
  ])
  func whetherItTellsItsPressure(_ axes: String, _ tells: Bool) {
    #expect(TouchNode(node: "", name: "", kind: .pen, axes: axes, plugged: "").reportsPressure == tells)
  }

  @Test func allElseIsLeftAlone() {
    #expect(kind([]) == nil)
    #expect(kind(["ID_INPUT_KEY", "ID_INPUT_KEYBOARD"]) == nil)
    #expect(kind(["ID_INPUT_MOUSE"]) == nil)
  }

  @Test func whatAlsoTypesOrPointsIsLeftAlone() {
    #expect(kind(["ID_INPUT_TOUCHSCREEN", "ID_INPUT_KEY", "ID_INPUT_KEYBOARD"]) == nil)
    #expect(kind(["ID_INPUT_TOUCHPAD", "ID_INPUT_KEYBOARD"]) == nil)
    #expect(kind(["ID_INPUT_TOUCHPAD", "ID_INPUT_MOUSE"]) == nil)
    #expect(kind(["ID_INPUT_TOUCHSCREEN", "ID_INPUT_MOUSE"]) == nil)
    #expect(kind(["ID_INPUT_TOUCHSCREEN", "LIBINPUT_IGNORE_DEVICE"]) == nil)
    #expect(kind(["ID_INPUT_TABLET", "ID_INPUT_KEYBOARD"]) == nil)
    #expect(kind(["ID_INPUT_TABLET", "ID_INPUT_MOUSE"]) == nil)
  }

  @Test(arguments: ["ID_INPUT_POINTINGSTICK", "ID_INPUT_TRACKBALL", "ID_INPUT_JOYSTICK", "ID_INPUT_KEYBOARD"])
  func whatElseItIsCounts(other: String) {
    for touch in ["ID_INPUT_TOUCHSCREEN", "ID_INPUT_TOUCHPAD", "ID_INPUT_TABLET"] {
      #expect(kind([touch, other]) == nil)
    }
  }

  /// udev calls a device a keyboard only if it has all keys of the left half of one.
  @Test func whatTypesIsLeftAloneWhateverItIsCalled() {
    func kind(_ keys: String) -> DeviceKind? {
      DeviceKind(ofSeat: "seat0", keys: CapabilityBits(keys)) { $0 == "ID_INPUT_TOUCHPAD" ? "1" : nil }
    }
    #expect(kind("") == .touchpad)
    #expect(kind("e520 10000 0 0 0 0") == .touchpad, "a touchpad's own buttons")
    #expect(kind("2010000000000000 0") == .touchpad, "volume, power")
    #expect(kind("ffc") == nil, "all digits")
    #expect(kind("7bb80 0") == nil, "a keypad")
    #expect(kind("3ff 0 0 0 0 0 0 0 0") == nil, "the digits of a telephone")
    #expect(kind("3ff0000") == nil, "the upper row of letters")
    #expect(kind("6007813e04fc0") == nil, "5 to 0, Backspace, Y to P, Enter, H to L, N and M")
    #expect(kind("c000000000000 4d04081460000") == nil, "W, E, U, O, S, L, Z, C, V, M and volume")
    #expect(kind("600000003000c") == nil, "1, 2, Q, W, N and M")
    #expect(kind("1 0 0 0 0 0 0 80 80004") == nil, "1, R, one of the keypad and one of a telephone")
    #expect(kind("80004") == .touchpad, "1 and R: two buttons")
    #expect(kind("1c") == .touchpad, "1, 2 and 3: three buttons")
    #expect(kind("3c") == nil, "1, 2, 3 and 4")
    #expect(kind("fff80f803c00f003") == .touchpad, "the keys between the letters")
  }

  @Test func aPropertyThatIsNotSetToOneIsNotSet() {
    #expect(DeviceKind(ofSeat: "seat0") { $0 == "ID_INPUT_TOUCHSCREEN" ? "0" : nil } == nil)
    #expect(DeviceKind(ofSeat: "seat0") { $0 == "ID_INPUT_TOUCHPAD" ? "" : nil } == nil)
  }

  @Test func onlyDevicesOfTheSeatCount() {
    #expect(kind(["ID_INPUT_TOUCHPAD"], seat: "seat1") == nil)
    #expect(kind(["ID_INPUT_TOUCHPAD"], seat: "seat1", on: "seat1") == .touchpad)
    #expect(kind(["ID_INPUT_TOUCHPAD"], on: "seat1") == nil)
    #expect(kind(["ID_INPUT_TOUCHPAD"], seat: "seat0") == .touchpad)
  }

  @Test func aNodeUsedAgainIsAnotherDevice() {
    func node(_ plugged: String) -> TouchNode {
      TouchNode(node: "/dev/input/event1", name: "Pad", kind: .touchpad, plugged: plugged)
    }
    #expect(node("2").replaces(node("1")))
    #expect(!node("1").replaces(node("1")))
    #expect(!node("").replaces(node("1")))
    #expect(!node("1").replaces(node("")))
  }
}
