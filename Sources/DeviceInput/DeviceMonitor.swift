import CLibudev
import GestureCore
import Glibc

/// Watches udev for touch devices of one seat; it opens none itself.
final class DeviceMonitor {
  /// What happened among the input nodes.
  enum Change: Equatable {
    case plugged(TouchNode)
    /// Gone, or no touch device of this seat any more; often a node nobody cared for.
    case unplugged(node: String)
    /// The kernel dropped messages: look at what is present instead.
    case missed
  }

  let fd: Int32
  private let seat: String
  /// By which part of their place nodes are known that are none of ours to read.
  private let mark: String
  private let udev: OpaquePointer
  private let monitor: OpaquePointer

  /// - Throws: when the kernel's messages can't be had.
  /// Who may intercept leaves out all clones, those of one who has just ended too; others only their own.
  init(seat: String, mayIntercept: Bool = false) throws(InputFailure) {
    mark = mayIntercept ? Interception.anyMark : Interception.mark
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

  /// The touch devices there are now. One that udev has not finished with is told of as plugged once it has.
  func present() -> [TouchNode] {
    guard let enumerate = udev_enumerate_new(udev) else { return [] }
    defer { udev_enumerate_unref(enumerate) }
    udev_enumerate_add_match_subsystem(enumerate, "input")
    udev_enumerate_add_match_sysname(enumerate, "event*")
    udev_enumerate_add_match_is_initialized(enumerate)
    udev_enumerate_scan_devices(enumerate)
    var nodes: [TouchNode] = []
    var entry = udev_enumerate_get_list_entry(enumerate)
    while let here = entry {
      if let path = udev_list_entry_get_name(here), let device = udev_device_new_from_syspath(udev, path) {
        if let node = touchNode(of: device) { nodes.append(node) }
        udev_device_unref(device)
      }
      entry = udev_list_entry_get_next(here)
    }
    return nodes.sorted { ($0.node.utf8.count, $0.node) < ($1.node.utf8.count, $1.node) }
  }

  /// What has happened since the last call; never waits.
  func changes(_ tell: (Change) -> Void) {
    while true {
      errno = 0
      guard let device = udev_monitor_receive_device(monitor) else { break }
      if let change = change(of: device) { tell(change) }
      udev_device_unref(device)
    }
    if errno == ENOBUFS { tell(.missed) }
  }

  private func change(of device: OpaquePointer) -> Change? {
    guard let path = udev_device_get_devnode(device) else { return nil }
    let node = String(cString: path)
    let action = udev_device_get_action(device).map { String(cString: $0) }
    if action != "remove", let found = touchNode(of: device) { return .plugged(found) }
    return .unplugged(node: node)
  }

  private func touchNode(of device: OpaquePointer) -> TouchNode? {
    func property(_ name: String) -> String? {
      udev_device_get_property_value(device, name).map { String(cString: $0) }
    }
    guard let path = udev_device_get_devnode(device), udev_device_get_is_initialized(device) > 0 else { return nil }
    let node = String(cString: path)
    // Of the nodes one device has, only event nodes carry touches.
    guard node.hasPrefix("/dev/input/event") else { return nil }
    let parent = udev_device_get_parent_with_subsystem_devtype(device, "input", nil)
    func attribute(_ name: String) -> String? {
      parent.flatMap { udev_device_get_sysattr_value($0, name) }.map { String(cString: $0) }
    }
    // What is said by a clone is no news.
    if let place = attribute("phys"), place.contains(mark) { return nil }
    // Of what can't be told it is not opened either.
    guard let keys = attribute("capabilities/key"),
      let kind = DeviceKind(ofSeat: seat, keys: KeyBits(keys), property)
    else { return nil }
    return TouchNode(
      node: node, name: attribute("name") ?? node, kind: kind, axes: attribute("capabilities/abs") ?? "",
      isGivenToUsers: udev_device_has_tag(device, "uaccess") > 0, plugged: property("USEC_INITIALIZED") ?? "")
  }
}
