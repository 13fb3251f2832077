import GestureCore
import Testing

@testable import DeviceInput

@Suite struct DeviceRegistryTests {
  private func node(_ number: Int) -> TouchNode {
    TouchNode(node: "/dev/input/event\(number)", name: "Pad", kind: .touchpad, plugged: "")
  }

  private func found(_ number: Int) -> FoundDevice {
    FoundDevice(
      device: Device(
        id: DeviceID(Int32(number)), name: "Pad", deviceClass: .touchpad, size: Size(width: 100, height: 60),
        capabilities: .settledFingers),
      node: "/dev/input/event\(number)", sizeOrigin: .device)
  }

  private func time(_ ms: Int64) -> Timestamp { Timestamp(microseconds: ms * 1000) }

  @Test func aNodeHasOneLife() {
    var registry = DeviceRegistry()
    let refused = UnopenableDevice(node: "/dev/input/event1", name: "Pad", kind: .touchpad, refusal: .notUnderstood)
    registry.begin(DeviceRegistry.Entry(node: node(1), life: .refused(refused, askedAgain: nil)))
    registry.begin(DeviceRegistry.Entry(node: node(2), life: .reading(found(2))))
    #expect(registry.refused == [refused] && registry.found == [found(2)])
    registry.begin(DeviceRegistry.Entry(node: node(1), life: .reading(found(1))))
    #expect(registry.refused.isEmpty && registry.found == [found(2), found(1)])
    #expect(registry[DeviceID(1)]?.node == node(1))
    registry.forget("/dev/input/event2")
    #expect(registry.nodes == ["/dev/input/event1"])
  }

  @Test func closedDevicesAndRequestsAreDueInTime() {
    var registry = DeviceRegistry()
    registry.begin(DeviceRegistry.Entry(node: node(1), life: .closed(until: time(2000))))
    #expect(registry.found.isEmpty && registry.nextDeadline == time(2000))
    registry.begin(DeviceRegistry.Entry(node: node(2), life: .reading(found(2))))
    #expect(registry.nextDeadline == time(2000))
    let refused = UnopenableDevice(
      node: "/dev/input/event3", name: "Pad", kind: .touchpad, refusal: .notLentYet(.locked))
    registry.begin(DeviceRegistry.Entry(node: node(3), life: .refused(refused, askedAgain: time(3000))))
    #expect(registry.unreadable == 1 && registry.due(by: time(3000)).last?.node == node(3))
    registry.forget("/dev/input/event3")
    #expect(registry.due(by: time(1999)).isEmpty)
    #expect(registry.due(by: time(2000)).map(\.node) == [node(1)])
    registry.forgetClosed()
    #expect(registry.nodes == ["/dev/input/event2"])
  }
}
