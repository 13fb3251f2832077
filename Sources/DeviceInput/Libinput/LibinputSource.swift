import CLibinput
import Evdev
import GestureCore
import Interception
import Logging

/// The devices that libinput reads, each with its reader.
final class LibinputSource {
  /// A device that libinput reads. Holds a reference to `handle`, because libinput drops its own reference.
  private final class OpenDevice {
    let handle: OpaquePointer
    let node: TouchNode
    let found: FoundDevice
    let reader: any LibinputReader
    /// The slots of a touchpad; nil for other devices, or if the kernel's slots aren't available.
    let slots: KernelSlots?
    var pace = FramePace()
    /// Whether the device was unplugged during the last read. libinput then ends the gesture, though no finger lifted.
    var isGone = false

    init(_ handle: OpaquePointer, _ node: TouchNode, _ found: FoundDevice, _ slots: KernelSlots?) {
      self.handle = libinput_device_ref(handle)
      (self.node, self.found, self.slots) = (node, found, slots)
      reader =
        switch node.kind {
        case .touchscreen: TouchscreenReader(found.device)
        case .touchpad: TouchpadReader(found.device, slots)
        case .pen: PenReader(found.device)
        }
      libinput_device_set_user_data(handle, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit { libinput_device_unref(handle) }

    var id: DeviceID { found.device.id }

    /// The size in mm by which positions from 0 to 1 are multiplied; nil if the device reports its size.
    var stretch: Size? { found.sizeOrigin == .device ? nil : found.device.size }
  }

  let descriptor: Int32
  private let now: () -> Timestamp
  private let context: LibinputContext
  private var devices: [OpenDevice] = []
  private var unread: [OpaquePointer] = []
  private var frames = FrameQueue()
  /// The events other than frames; they are returned after the frames in `frames`.
  private var others: [DeviceEvent] = []

  init(_ opener: NodeOpener, now: @escaping () -> Timestamp, log: Logger) throws(InputFailure) {
    self.now = now
    context = try LibinputContext(opener, log: log, now: now)
    descriptor = context.fd
  }

  deinit {
    // Events must be destroyed before libinput's context is released.
    for event in unread { libinput_event_destroy(event) }
    devices.removeAll()
  }

  // MARK: Devices

  /// Opens a node. `size` returns the size that the rules set for a device name; nil if they set no size.
  func open(_ node: TouchNode, _ id: DeviceID, _ size: (String) -> Size?) throws(Refusal) -> FoundDevice {
    let handle = try context.add(node.node, withoutKeys: node.hasKeys)
    guard Self.understands(handle, as: node.kind) else {
      context.remove(handle, node.node)
      throw .notUnderstood
    }
    let kernel = context.slots(of: node.node)
    let found = Self.describe(node, handle, kernel, id, size)
    // If libinput knows a size that a surface can have, the axes are sound, so the kernel isn't asked: each question delays the start.
    if found.sizeOrigin != .device, let absurdity = kernel.flatMap({ AbsurdAxis(surface: $0.axis) }) {
      context.remove(handle, node.node)
      throw .absurd(absurdity)
    }
    devices.append(OpenDevice(handle, node, found, node.kind == .touchpad ? kernel : nil))
    return found
  }

  /// Closes a device, and drops the events that libinput generates for the closing.
  func close(_ id: DeviceID) {
    guard let device = devices.first(where: { $0.id == id }) else { return }
    libinput_device_set_user_data(device.handle, nil)
    context.remove(device.handle, device.node.node)
    devices.removeAll { $0 === device }
  }

  /// Determines a device's size again. Returns nil for an unknown device. A changed size restarts the reader.
  func measure(_ id: DeviceID, _ size: (String) -> Size?) -> FoundDevice? {
    guard let index = devices.firstIndex(where: { $0.id == id }) else { return nil }
    let device = devices[index]
    let found = Self.describe(device.node, device.handle, device.slots, id, size)
    guard found.device.size != device.found.device.size else { return found }
    devices[index] = OpenDevice(device.handle, device.node, found, device.slots)
    devices[index].isGone = device.isGone
    return found
  }

  private static func understands(_ handle: OpaquePointer, as kind: DeviceKind) -> Bool {
    switch kind {
    case .touchscreen: libinput_device_has_capability(handle, LIBINPUT_DEVICE_CAP_TOUCH) != 0
    case .touchpad: libinput_device_has_capability(handle, LIBINPUT_DEVICE_CAP_GESTURE) != 0
    case .pen: libinput_device_has_capability(handle, LIBINPUT_DEVICE_CAP_TABLET_TOOL) != 0
    }
  }

  private static func describe(
    _ node: TouchNode, _ handle: OpaquePointer, _ kernel: KernelSlots?, _ id: DeviceID, _ size: (String) -> Size?
  ) -> FoundDevice {
    let name = libinput_device_get_name(handle).map { String(cString: $0) } ?? node.name
    var width = 0.0
    var height = 0.0
    let isKnown = libinput_device_get_size(handle, &width, &height) == 0
    var reported = isKnown ? Size(width: width, height: height) : nil
    if node.kind == .touchpad, reported?.isAssumed(kernel) == true { reported = nil }
    let (size, origin) = DeviceDefaults.size(of: node.kind, reported: reported, rules: size(name))
    var device = Device(typical: node.kind, id, name: name, size: size, connection: node.connection)
    switch node.kind {
    case .touchscreen:
      device.fingers = DeviceDefaults.fingers(touchCount: libinput_device_touch_get_touch_count(handle))
    case .touchpad: break
    case .pen:
      if node.reportsPressure { device.capabilities.insert(.pressure) }
      // libinput calibrates only tablets that are screens.
      if libinput_device_config_calibration_has_matrix(handle) != 0 { device.capabilities.insert(.onScreen) }
    }
    return FoundDevice(device: device, node: node.node, sizeOrigin: origin)
  }

  // MARK: Reading

  /// Reads libinput's events. All are collected first, because only a later event shows that a device was removed.
  func read() throws(InputFailure) {
    try context.dispatch()
    var (hasOthers, mayBeOfTouchpad) = (false, false)
    while let event = context.nextEvent() {
      let type = libinput_event_get_type(event)
      if Self.isNotOfTouchpad(type) { hasOthers = true } else { mayBeOfTouchpad = true }
      if type == LIBINPUT_EVENT_DEVICE_REMOVED { Self.device(of: event)?.isGone = true }
      unread.append(event)
    }
    // libinput often reports nothing when fingers on a touchpad land, lift or move, so readers look without events too.
    if mayBeOfTouchpad || !hasOthers { for device in devices { device.reader.look() } }
    for node in context.takeLosses() { noteLoss(node) }
    for node in context.takeExcess() {
      if let device = device(at: node) { others.append(.fault(.invalidEvents, device.id)) }
    }
  }

  /// Whether the type is a touchscreen event or the event for an added device. False for all others, even pen events.
  private static func isNotOfTouchpad(_ type: libinput_event_type) -> Bool {
    LIBINPUT_EVENT_TOUCH_DOWN.rawValue...LIBINPUT_EVENT_TOUCH_FRAME.rawValue ~= type.rawValue
      || type == LIBINPUT_EVENT_DEVICE_ADDED
  }

  func next() -> DeviceEvent? {
    // libinput also queues events for devices that were opened or closed since the last read, so its queue is checked too.
    while frames.isEmpty, others.isEmpty,
      let event = unread.isEmpty ? context.nextEvent() : unread.removeFirst()
    {
      defer { libinput_event_destroy(event) }
      guard let device = Self.device(of: event) else { continue }
      let type = libinput_event_get_type(event)
      if type == LIBINPUT_EVENT_DEVICE_REMOVED {
        others.append(.gone(device.id))
      } else if device.isGone, Self.mayBeMadeUp(type) {
        continue
        // A scan of a touchscreen ends with its frame event. Each event of another device counts as a scan.
      } else if device.node.kind != .touchscreen || type == LIBINPUT_EVENT_TOUCH_FRAME, device.pace.countFrame(now: now)
      {
        others.append(.fault(.flood, device.id))
      } else if let event = LibinputEvent(event, type, stretch: device.stretch),
        let fault = device.reader.read(event, into: &frames)
      {
        others.append(.fault(fault, device.id))
      }
    }
    if let frame = frames.next() { return .frame(frame) }
    if !others.isEmpty { return others.removeFirst() }
    for device in devices { device.reader.isRecovering = false }
    return nil
  }

  var nextDeadline: Timestamp? { devices.lazy.compactMap { $0.reader.deadline }.min() }

  func advance(to time: Timestamp) { for device in devices { device.reader.advance(to: time, into: &frames) } }

  /// Returns the device that an event comes from; nil if the device is closed.
  private static func device(of event: OpaquePointer) -> OpenDevice? {
    let pointer: UnsafeMutableRawPointer? = libinput_device_get_user_data(libinput_event_get_device(event))
    return pointer.map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
  }

  private func device(at node: String) -> OpenDevice? { devices.first { $0.node.node == node } }

  /// Whether libinput itself may generate an event of this type because a device was unplugged.
  private static func mayBeMadeUp(_ type: libinput_event_type) -> Bool {
    switch type {
    case LIBINPUT_EVENT_TOUCH_MOTION, LIBINPUT_EVENT_TOUCH_FRAME, LIBINPUT_EVENT_TOUCH_DOWN,
      LIBINPUT_EVENT_GESTURE_SWIPE_UPDATE, LIBINPUT_EVENT_GESTURE_PINCH_UPDATE:
      false
    default: true
    }
  }

  /// Reports lost events, and cancels the device's touches. No touch begins until the pending events are read.
  private func noteLoss(_ node: String) {
    guard let device = device(at: node) else { return }
    others.append(.lostEvents(device.id))
    guard !device.reader.isRecovering else { return }
    device.reader.cancel(into: &frames)
    device.reader.isRecovering = true
  }
}

extension Size {
  /// Whether libinput assumed this size: up to 10 % above `assumedTouchpad`, as libinput rounds the resolution down.
  fileprivate func isAssumed(_ kernel: KernelSlots?) -> Bool {
    func isAssumed(_ length: Double, _ assumed: Double, _ code: UInt16) -> Bool {
      guard length >= assumed, length < assumed * 1.1, let axis = kernel?.axis(code), let steps = axis.length
      else { return false }
      return axis.unitsPerMM == nil && abs(length - steps / (steps / assumed).rounded(.down)) < 0.01
    }
    return isAssumed(width, Self.assumedTouchpad.width, Codes.absX)
      && isAssumed(height, Self.assumedTouchpad.height, Codes.absY)
  }
}
