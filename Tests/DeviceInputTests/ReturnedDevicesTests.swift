import GestureCore
import Testing

@testable import DeviceInput

/// The changes that are noticed if a device comes back with fewer capabilities.
@Suite struct ReturnedDevicesTests {
  private func node(
    _ connection: String, _ name: String = "Pad", fingers: Int = 5, kind: DeviceKind = .touchpad
  ) -> TouchNode {
    TouchNode(
      node: "/dev/input/event5", name: name, kind: kind, plugged: "", connection: connection, countedFingers: fingers)
  }

  private func found(_ node: TouchNode, fingers: ClosedRange<Int> = 1...4, isRaw: Bool = false) -> FoundDevice {
    var device = Device.listening(to: node)
    device.id = DeviceID(1)
    device.fingers = fingers
    return FoundDevice(device: device, node: node.node, sizeOrigin: .device, isRaw: isRaw)
  }

  private let fix =
    "its driver probably uses a simpler mode now: suspend and wake the machine, reload the driver, or restart the machine"

  @Test func fewerFingersAreSaidOnce() {
    var returned = ReturnedDevices()
    let (whole, half) = (node("i2c-PAD:00"), node("i2c-PAD:00", fingers: 2))
    #expect(returned.opened(found(whole), whole) == nil)
    let said = "touchpad \"Pad\" (/dev/input/event5) now reports only 2 fingers instead of 5; \(fix)"
    #expect(returned.opened(found(half), half) == said)
    #expect(returned.opened(found(half), half) == nil && returned.remarks == [said], "it is still so")
    #expect(returned.opened(found(whole), whole) == nil && returned.remarks == [], "it is as before")
  }

  /// Only a built-in device counts as the same one under another name.
  @Test func aDeviceInTheSamePlaceMayBeAnotherOne() {
    var returned = ReturnedDevices()
    for connection in ["usb-0000:00:14.0-2/input0", ""] {
      let (one, other) = (node(connection), node(connection, "Other", fingers: 2))
      #expect(returned.opened(found(one), one) == nil && returned.opened(found(other), other) == nil)
      let again = node(connection, fingers: 3)
      #expect(returned.opened(found(again), again) != nil)
    }
    let bus = node("rmi4-00/input0", "Synaptics TM3276")
    let port = node("isa0060/serio1/input0", "SynPS/2 Synaptics TouchPad", fingers: 2)
    #expect(returned.opened(found(bus), bus) == nil)
    #expect(returned.opened(found(port), port) != nil, "it is connected to both")
  }

  /// The slots of a touchscreen count, as long as it is read in one way.
  @Test func aTouchscreenWithFewerSlots() {
    var returned = ReturnedDevices()
    let panel = node("i2c-ELAN:00", "Panel", fingers: 0, kind: .touchscreen)
    #expect(returned.opened(found(panel, fingers: 1...10), panel) == nil)
    #expect(returned.opened(found(panel, fingers: 1...9, isRaw: true), panel) == nil)
    #expect(returned.opened(found(panel, fingers: 1...10), panel) == nil)
    #expect(returned.opened(found(panel, fingers: 1...2), panel) != nil)
  }

  @Test func aTouchpadThatIsBackAsAMouse() {
    var returned = ReturnedDevices()
    let pad = node("rmi4-00/input0")
    #expect(returned.opened(found(pad), pad) == nil)
    #expect(!returned.mayBeMouse(besides: [pad.identity]), "it is there")
    #expect(returned.mayBeMouse(besides: []))
    let beside = ReturnedDevices.Mouse(name: "Mouse", connection: "usb-0000:00:14.0-2/input0")
    let port = ReturnedDevices.Mouse(name: "PS/2 Generic Mouse", connection: "isa0060/serio1/input0")
    #expect(returned.look(among: [beside], besides: []) == [])
    #expect(returned.look(among: [port], besides: [pad.identity]) == [], "the kernel has a mouse beside some touchpads")
    let said = "touchpad \"Pad\" is now a mouse, \"PS/2 Generic Mouse\", which reports no touches; \(fix)"
    #expect(returned.look(among: [beside, port], besides: []) == [said])
    #expect(returned.look(among: [port], besides: []) == [] && returned.remarks == [said])
    #expect(returned.opened(found(pad), pad) == nil && returned.remarks == [])
    let plugged = node("usb-0000:00:14.0-2/input0", "USB Pad")
    #expect(returned.opened(found(plugged), plugged) == nil)
    #expect(returned.look(among: [beside], besides: [pad.identity]) == [], "what is unplugged may be anything")
  }
}
