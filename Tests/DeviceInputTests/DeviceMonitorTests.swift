import Testing

@testable import DeviceInput

/// The properties that udev would report for a device.
private struct Facts: UdevFacts {
  var node: String? = "/dev/input/event5"
  var action: String? = "add"
  var isInitialized = true
  var properties = ["ID_INPUT_TOUCHPAD": "1", "USEC_INITIALIZED": "77"]
  var attributes = [
    "name": "Pad", "phys": "i2c-PAD:00", "capabilities/key": "e520 10000 0 0 0 0", "capabilities/abs": "3",
  ]
  var tags: Set<String> = ["uaccess"]

  func property(_ name: String) -> String? { properties[name] }
  func attribute(_ name: String) -> String? { attributes[name] }
  func hasTag(_ name: String) -> Bool { tags.contains(name) }
}

/// The changes that the monitor derives from udev's properties; no udev is needed.
@Suite struct DeviceMonitorTests {
  private let gone = DeviceMonitor.Change.unplugged(node: "/dev/input/event5")

  private func change(_ mark: String = "/input-by-us-", _ alter: (inout Facts) -> Void) -> DeviceMonitor.Change? {
    var facts = Facts()
    alter(&facts)
    return DeviceMonitor.Change(facts, seat: "seat0", mark: mark)
  }

  @Test func aTouchDeviceIsPlugged() {
    let pad = TouchNode(
      node: "/dev/input/event5", name: "Pad", kind: .touchpad, axes: "3", isGivenToUsers: true, plugged: "77",
      connection: "i2c-PAD:00", countedFingers: 5)
    #expect(change { _ in } == .plugged(pad))
    #expect(change { $0.action = "change" } == .plugged(pad))
    #expect(change { $0.action = nil } == .plugged(pad))
  }

  @Test func whatUdevDoesNotSayIsLeftEmpty() {
    let bare = change {
      $0.attributes["name"] = nil
      $0.attributes["phys"] = nil
      $0.attributes["capabilities/key"] = "0"
      $0.attributes["capabilities/abs"] = nil
      $0.properties["USEC_INITIALIZED"] = nil
      $0.tags = []
    }
    #expect(
      bare == .plugged(TouchNode(node: "/dev/input/event5", name: "/dev/input/event5", kind: .touchpad, plugged: "")))
  }

  @Test func allElseIsGone() {
    #expect(change { $0.action = "remove" } == gone)
    #expect(change { $0.isInitialized = false } == gone, "udev has not finished with it")
    #expect(change { $0.properties["ID_SEAT"] = "seat1" } == gone)
    #expect(change { $0.properties["ID_INPUT_MOUSE"] = "1" } == gone)
    #expect(change { $0.attributes["capabilities/key"] = nil } == gone, "it may type")
    #expect(change { $0.node = "/dev/input/mouse3" } == .unplugged(node: "/dev/input/mouse3"))
    #expect(change { $0.node = nil } == nil)
  }

  /// It is known, so that the rules can allow it; but nothing lends it, and nothing else opens it.
  @Test(arguments: [["ID_INPUT_KEYBOARD": "1"], [:]]) func aTouchDeviceWithKeysIsKnownAsOne(_ more: [String: String]) {
    var facts = Facts()
    facts.properties.merge(more) { $1 }
    // From 1 to 0, in a row.
    facts.attributes["capabilities/key"] = "e520 10000 0 0 0 ffc"
    #expect(TouchNode(facts, seat: "seat0", mark: "/x-") == nil)
    let known = TouchNode(facts, seat: "seat0", mark: "/x-", alsoWithKeys: true)
    #expect(known?.hasKeys == true && known?.kind == .touchpad)
    facts.properties["ID_INPUT_JOYSTICK"] = "1"
    #expect(TouchNode(facts, seat: "seat0", mark: "/x-", alsoWithKeys: true) == nil)
    facts.properties = more
    #expect(
      TouchNode(facts, seat: "seat0", mark: "/x-", alsoWithKeys: true) == nil, "a keyboard is none of our business")
  }

  @Test func aTabletsSwitchIsToldByItsBit() {
    for (text, has) in [("2", true), ("10000 3", true), ("1", false), ("2 0", false), ("", false)] {
      #expect(CapabilityBits(text).has(SwitchCodes.tabletMode) == has)
    }
  }

  @Test func clonesAreLeftOut() {
    #expect(change { $0.attributes["phys"] = "i2c-PAD:00/input-by-us-3" } == gone)
    #expect(change { $0.attributes["phys"] = "gesture-bridge/touchpad" } == gone)
    #expect(change("/input-by-others-") { $0.attributes["phys"] = "gesture-bridge/touchpad" } == gone)
    #expect(change("/input-by-others-") { $0.attributes["phys"] = "i2c-PAD:00/input-by-us-3" } != gone)
  }
}
