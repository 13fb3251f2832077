import CLibudev
import Evdev
import GestureCore
import Glibc
import Interception
import Text

/// Watches udev for touch devices of one seat; it opens none itself.
final class DeviceMonitor {
  /// What happened among the input nodes.
  enum Change: Equatable {
    case plugged(TouchNode)
    /// Gone, or no touch device of this seat any more; often a node that never was one.
    case unplugged(node: String)
    /// The kernel dropped messages: look at what is present instead.
    case missed
  }

  let fd: Int32
  private let seat: String
  /// The part of its place that tells a clone to skip.
  private let mark: String
  private let udev: OpaquePointer
  private let monitor: OpaquePointer

  /// A program that may intercept skips all clones, also those of a daemon that has just ended; others only their own.
  /// - Throws: when the kernel's messages are not available.
  init(seat: String, mayIntercept: Bool = false) throws(InputFailure) {
    mark = mayIntercept ? GuardedClone.anyMark : GuardedClone.mark
    guard let udev = udev_new() else { throw .udev(errno) }
    guard let monitor = udev_monitor_new_from_netlink(udev, "udev") else {
      let reason = errno
      udev_unref(udev)
      throw .udev(reason)
    }
    self.seat = seat
    self.udev = udev
    self.monitor = monitor
    fd = udev_monitor_get_fd(monitor)
    let filtered = udev_monitor_filter_add_match_subsystem_devtype(monitor, "input", nil)
    let receiving = udev_monitor_enable_receiving(monitor)
    guard filtered >= 0, receiving >= 0 else { throw .udev(-min(filtered, receiving)) }
  }

  deinit {
    udev_monitor_unref(monitor)
    udev_unref(udev)
  }

  /// The touch devices there are now. A device that udev has not finished with is reported as plugged once it has.
  func present() -> [TouchNode] {
    all { TouchNode($0, seat: seat, mark: mark, alsoWithKeys: true) }.sorted {
      ($0.node.utf8.count, $0.node) < ($1.node.utf8.count, $1.node)
    }
  }

  /// The nodes that tell whether the machine is a tablet, and that nothing can be typed with.
  func tabletSwitches() -> [String] {
    all { facts in
      guard let node = facts.node, facts.isInitialized, facts.property("ID_SEAT") ?? "seat0" == seat,
        CapabilityBits(facts.attribute("capabilities/sw") ?? "").has(SwitchCodes.tabletMode),
        facts.property("ID_INPUT_KEYBOARD") != "1",
        let keys = facts.attribute("capabilities/key"), !CapabilityBits(keys).type
      else { return nil }
      return node
    }
  }

  /// The mice there are now.
  func mice() -> [ReturnedDevices.Mouse] {
    all { facts in
      guard facts.isInitialized, facts.property("ID_SEAT") ?? "seat0" == seat, facts.property("ID_INPUT_MOUSE") == "1",
        let connection = facts.attribute("phys")
      else { return nil }
      return ReturnedDevices.Mouse(name: facts.attribute("name") ?? "", connection: connection)
    }
  }

  /// What `make` makes of each event node there is.
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

  /// The touch device whose node has this path, and its seat; nil for all that has to be left alone.
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

  /// What has happened since the last call; never waits.
  func changes(_ tell: (Change) -> Void) {
    while true {
      errno = 0
      guard let device = UdevDevice(udev_monitor_receive_device(monitor)) else { break }
      if let change = Change(device, seat: seat, mark: mark) { tell(change) }
    }
    if errno == ENOBUFS { tell(.missed) }
  }
}

/// What udev says of a device.
protocol UdevFacts {
  /// Its node in /dev; nil where it has none.
  var node: String? { get }
  /// What has just happened to it: "add", "change", "remove".
  var action: String? { get }
  /// Whether udev has finished with it.
  var isInitialized: Bool { get }
  func property(_ name: String) -> String?
  /// Of the input device that the node belongs to.
  func attribute(_ name: String) -> String?
  func hasTag(_ name: String) -> Bool
}

extension DeviceMonitor.Change {
  /// Nil for what has no node.
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
  /// Nil unless it is a touch device of this seat; nil for our own touchpad, and for clones with `mark` in their place.
  /// Nil too for one that has the keys of a keyboard, unless `alsoWithKeys`.
  init?(_ facts: some UdevFacts, seat: String, mark: String, alsoWithKeys: Bool = false) {
    // Of the nodes one device has, only event nodes carry touches.
    guard let node = facts.node, facts.isInitialized, node.hasPrefix("/dev/input/event") else { return nil }
    // A clone and our own touchpad only repeat other devices.
    if let place = facts.attribute("phys"), place.includes(mark) || place == VirtualTouchpad.place { return nil }
    // A node that may type is not opened, nor one whose keys are unknown.
    guard let keys = facts.attribute("capabilities/key") else { return nil }
    let keyless = DeviceKind(ofSeat: seat, keys: CapabilityBits(keys), facts.property)
    // What it would be without its keys.
    let other =
      alsoWithKeys && keyless == nil
      ? DeviceKind(ofSeat: seat) { $0 == DeviceKind.keyboard ? nil : facts.property($0) } : nil
    guard let kind = keyless ?? other else { return nil }
    self.init(
      node: node, name: facts.attribute("name") ?? node, kind: kind, axes: facts.attribute("capabilities/abs") ?? "",
      isGivenToUsers: facts.hasTag("uaccess"), plugged: facts.property("USEC_INITIALIZED") ?? "",
      connection: facts.attribute("phys") ?? "", hasKeys: keyless == nil,
      countedFingers: FingerCount.most(CapabilityBits(keys).has))
  }
}

/// A device of libudev, which it owns.
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

  func property(_ name: String) -> String? {
    udev_device_get_property_value(handle, name).map { String(cString: $0) }
  }

  func attribute(_ name: String) -> String? {
    let parent = udev_device_get_parent_with_subsystem_devtype(handle, "input", nil)
    return parent.flatMap { udev_device_get_sysattr_value($0, name) }.map { String(cString: $0) }
  }

  func hasTag(_ name: String) -> Bool { udev_device_has_tag(handle, name) > 0 }
}
