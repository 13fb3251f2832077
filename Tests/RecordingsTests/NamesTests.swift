import GestureCore
import Testing

@testable import Recordings

/// The names of devices in traces.
@Suite struct NamesTests {
  private func device(_ number: Int) -> Device {
    Device(
      id: DeviceID(Int32(number)), name: "Pad", deviceClass: .touchpad, size: Size(width: 100, height: 60),
      capabilities: [.contacts, .places])
  }

  @Test func aRemovedDeviceKeepsItsNameForAWhile() {
    var names = Names(RuleSet(gestures: []))
    names.add(device(0))
    names.add(device(1))
    #expect(names.device(DeviceID(0)) == "Pad" && names.device(DeviceID(1)) == "Pad #2")
    names.remove(DeviceID(0))
    names.add(device(2))
    #expect((0...2).map { names.device(DeviceID($0)) } == ["Pad", "Pad #2", "Pad"])
    // A device that is added again is not forgotten.
    names.remove(DeviceID(1))
    names.add(device(1))
    for number in 3..<1000 {
      names.add(device(number))
      names.remove(DeviceID(Int32(number)))
    }
    #expect(names.device(DeviceID(1)) == "Pad #2" && names.device(DeviceID(2)) == "Pad")
    #expect(names.device(DeviceID(999)) == "Pad #3" && names.device(DeviceID(3)) == "device 3")
  }
}
