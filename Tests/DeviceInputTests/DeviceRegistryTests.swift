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

  @Test func restAndRetriesAreDueInTime() throws {
    var registry = DeviceRegistry()
    registry.begin(DeviceRegistry.Entry(node: node(1), life: .resting(until: time(2000))))
    #expect(registry.found.isEmpty && registry.nextDeadline == time(2000))
    let retry = try #require(GrabRetry(after: nil, at: time(0)))
    registry.begin(DeviceRegistry.Entry(node: node(2), life: .awaitingInterception(found(2), retry)))
    #expect(registry.nextDeadline == time(250))
    let refused = UnopenableDevice(
      node: "/dev/input/event3", name: "Pad", kind: .touchpad, refusal: .notLentYet(.locked))
    registry.begin(DeviceRegistry.Entry(node: node(3), life: .refused(refused, askedAgain: time(3000))))
    #expect(registry.unreadable == 1 && registry.due(by: time(3000)).last?.node == node(3))
    registry.forget("/dev/input/event3")
    #expect(registry.due(by: time(249)).isEmpty)
    #expect(registry.due(by: time(250)).map(\.node) == [node(2)])
    #expect(registry.due(by: time(2000)).map(\.node) == [node(1), node(2)])
    registry.forgetClosed()
    #expect(registry.nodes == ["/dev/input/event2"])
  }

  /// A guard keeps a device for less than 10 s; another program keeps it for longer.
  @Test func grabsAreRetriedForAWhile() throws {
    var retry = try #require(GrabRetry(after: nil, at: time(0)))
    retry.begin()
    #expect(retry.deadline == nil)
    retry = try #require(GrabRetry(after: retry, at: time(9999)))
    #expect(retry.deadline == time(10_249))
    #expect(GrabRetry(after: retry, at: time(10_000)) == nil)
  }
}
