import CLibudev
import Evdev
import GestureCore
import Glibc
import Interception
import Text

/// Watches udev for the touch devices of one seat, without opening them.
final class DeviceMonitor {
  enum Change: Equatable {
    case plugged(TouchNode)
    /// The node was removed, is a clone, or isn't a touch device of this seat.
    case unplugged(node: String)
    /// The kernel dropped messages. The caller must list all devices again.
    case missed
  }

  let fd: Int32
  private let seat: String
  /// A node whose `phys` contains this text is a clone, and is skipped.
  private let mark: String
  private let udev: OpaquePointer
  private let monitor: OpaquePointer

  /// With `mayIntercept`, skips all clones. Without it, skips only this process's clones.
  /// - Throws: if udev or its messages are not available.
  init(seat: String, mayIntercept: Bool = false) throws(InputFailure) {
    mark = mayIntercept ? GuardedClone.anyMark : GuardedClone.mark
    guard let udev = udev_new() else { throw .udev(errno) }
    guard let monitor = udev_monitor_new_from_netlink(udev, "udev") else {
      let reason = errno
      udev_unref(udev)
      throw .udev(reason)
    }
    (self.seat, self.udev, self.monitor) = (seat, udev, monitor)
    fd = udev_monitor_get_fd(monitor)
    let filtered = udev_monitor_filter_add_match_subsystem_devtype(monitor, "input", nil)
    let receiving = udev_monitor_enable_receiving(monitor)
    guard filtered >= 0, receiving >= 0 else { throw .udev(-min(filtered, receiving)) }
  }

  deinit {
    udev_monitor_unref(monitor)
    udev_unref(udev)
  }

  /// Lists initialized touch devices, even devices with keyboard keys, sorted by node. `changes` reports later devices.
  func present() -> [TouchNode] {
    all { TouchNode($0, seat: seat, mark: mark, alsoWithKeys: true) }.sorted {
      ($0.node.utf8.count, $0.node) < ($1.node.utf8.count, $1.node)
    }
  }

  /// Returns the seat's nodes with a tablet mode switch, except nodes that also have a keyboard's keys.
  func tabletSwitches() -> [String] {
    all { facts in
      guard let node = facts.node, facts.isInitialized, facts.property("ID_SEAT") ?? "seat0" == seat,
        CapabilityBits(facts.attribute("capabilities/sw") ?? "").has(SwitchCodes.tabletMode),
        facts.property("ID_INPUT_KEYBOARD") != "1",
        let keys = facts.attribute("capabilities/key"), !CapabilityBits(keys).canType
      else { return nil }
      return node
    }
  }

  func mice() -> [ReturnedDevices.Mouse] {
    all { facts in
      guard facts.isInitialized, facts.property("ID_SEAT") ?? "seat0" == seat, facts.property("ID_INPUT_MOUSE") == "1",
        let connection = facts.attribute("phys")
      else { return nil }
      return ReturnedDevices.Mouse(name: facts.attribute("name") ?? "", connection: connection)
    }
  }

  private func all<Node>(_ make: (any UdevFacts) -> Node?) -> [Node] {
    guard let enumerate = udev_enumerate_new(udev) else { return [] }
    defer { udev_enumerate_unref(enumerate) }
    udev_enumerate_add_match_subsystem(enumerate, "input")
    udev_enumerate_add_match_sysname(enumerate, "event*")
    udev_enumerate_add_match_is_initialized(enumerate)
    udev_enumerate_scan_devices(enumerate)
    var nodes: [Node] = []
    var entry = udev_enumerate_get_list_entry(enumerate)
    while let here = entry {
      if let path = udev_list_entry_get_name(here),
        let device = UdevDevice(udev_device_new_from_syspath(udev, path)),
        let node = make(device)
      {
        nodes.append(node)
      }
      entry = udev_list_entry_get_next(here)
    }
    return nodes
  }

  /// Returns the touch device at `path`, and its seat. Nil for other paths, our virtual devices, and devices with keys.
  static func touchNode(at path: String) -> (node: TouchNode, seat: String)? {
    let name = path.dropFirst(LostEvents.folder.count)
    guard path.hasPrefix(LostEvents.folder), name.hasPrefix("event"), name.dropFirst(5).allSatisfy(\.isWholeNumber),
      name.utf8.allSatisfy({ $0 < 0x80 }), let udev = udev_new()
    else { return nil }
    defer { udev_unref(udev) }
    guard let device = UdevDevice(udev_device_new_from_subsystem_sysname(udev, "input", String(name))) else {
      return nil
    }
    let seat = device.property("ID_SEAT") ?? "seat0"
    guard let node = TouchNode(device, seat: seat, mark: GuardedClone.anyMark), node.node == path else { return nil }
    return (node, seat)
  }

  func changes(_ report: (Change) -> Void) {
    while true {
      errno = 0
      guard let device = UdevDevice(udev_monitor_receive_device(monitor)) else { break }
      if let change = Change(device, seat: seat, mark: mark) { report(change) }
    }
    if errno == ENOBUFS { report(.missed) }
  }
}

protocol UdevFacts {
  var node: String? { get }
  /// The change that udev reports; nil if udev only lists the device.
  var action: String? { get }
  var isInitialized: Bool { get }
  func property(_ name: String) -> String?
  /// Returns an attribute of the input device that the node belongs to; nil if the attribute is missing.
  func attribute(_ name: String) -> String?
  func hasTag(_ name: String) -> Bool
}

extension DeviceMonitor.Change {
  /// The change that `facts` describe; nil if the device has no node.
  init?(_ facts: some UdevFacts, seat: String, mark: String) {
    guard let node = facts.node else { return nil }
    if facts.action != "remove", let found = TouchNode(facts, seat: seat, mark: mark, alsoWithKeys: true) {
      self = .plugged(found)
    } else {
      self = .unplugged(node: node)
    }
  }
}

extension TouchNode {
  /// Nil unless udev describes an initialized touch device of this seat, with its keys. Also nil for the daemon's
  /// virtual touchpad, a clone (`phys` contains `mark`) and, without `alsoWithKeys`, a device with keyboard keys.
  init?(_ facts: some UdevFacts, seat: String, mark: String, alsoWithKeys: Bool = false) {
    // Among the nodes of a device, only event nodes report touches.
    guard let node = facts.node, facts.isInitialized, node.hasPrefix("/dev/input/event") else { return nil }
    if let place = facts.attribute("phys"), place.includes(mark) || place == VirtualTouchpad.place { return nil }
    // A node whose keys are unknown may be a keyboard, so it isn't opened.
    guard let keys = facts.attribute("capabilities/key") else { return nil }
    let keyless = DeviceKind(ofSeat: seat, keys: CapabilityBits(keys), facts.property)
    let other =
      alsoWithKeys && keyless == nil
      ? DeviceKind(ofSeat: seat) { $0 == DeviceKind.keyboard ? nil : facts.property($0) } : nil
    guard let kind = keyless ?? other else { return nil }
    self.init(
      node: node, name: facts.attribute("name") ?? node, kind: kind, axes: facts.attribute("capabilities/abs") ?? "",
      isGivenToUsers: facts.hasTag("uaccess"), plugged: facts.property("USEC_INITIALIZED") ?? "",
      connection: facts.attribute("phys") ?? "", hasKeys: keyless == nil,
      countedFingers: FingerCount.highestCount(CapabilityBits(keys).has))
  }
}

private final class UdevDevice: UdevFacts {
  private let handle: OpaquePointer

  init?(_ handle: OpaquePointer?) {
    guard let handle else { return nil }
    self.handle = handle
  }

  deinit { udev_device_unref(handle) }

  var node: String? { udev_device_get_devnode(handle).map { String(cString: $0) } }
  var action: String? { udev_device_get_action(handle).map { String(cString: $0) } }
  var isInitialized: Bool { udev_device_get_is_initialized(handle) > 0 }

  func property(_ name: String) -> String? { udev_device_get_property_value(handle, name).map { String(cString: $0) } }

  func attribute(_ name: String) -> String? {
    let parent = udev_device_get_parent_with_subsystem_devtype(handle, "input", nil)
    return parent.flatMap { udev_device_get_sysattr_value($0, name) }.map { String(cString: $0) }
  }

  func hasTag(_ name: String) -> Bool { udev_device_has_tag(handle, name) > 0 }
}
