import CLibinput
import GestureCore
import Logging

/// The devices that libinput reads, each with a reader that turns its events into frames.
final class LibinputSource: TouchSource {
  /// A device that libinput reads. It holds libinput's device, which libinput itself forgets when it is pulled out.
  private final class OpenDevice {
    let handle: OpaquePointer
    let node: TouchNode
    let found: FoundDevice
    let reader: any LibinputReader
    /// By which libinput reads a touchpad.
    let descriptor: Int32?
    var pace = FramePace()
    /// The owner does not care how its touches move on.
    var ignoresMotion = false
    /// Something was read that the owner has not been told: libinput has yet to say that the frame is whole.
    var isMidFrame = false
    /// A touchpad has said something, and where its fingers are is to be looked at.
    var isDue = false
    /// The device is gone, and what libinput still says of it is made up: it *ends* a touchpad's gesture, although the fingers
    /// never left.
    var isGone = false

    init(_ handle: OpaquePointer, _ node: TouchNode, _ found: FoundDevice, _ descriptor: Int32?) {
      self.handle = libinput_device_ref(handle)
      self.node = node
      self.found = found
      self.descriptor = descriptor
      reader =
        switch node.kind {
        case .touchscreen: TouchscreenReader(found.device)
        case .touchpad: TouchpadReader(found.device, descriptor.flatMap { FingerTravel(KernelSlots(descriptor: $0)) })
        case .pen: PenReader(found.device)
        }
      libinput_device_set_user_data(handle, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit { libinput_device_unref(handle) }

    var id: DeviceID { found.device.id }

    /// The size that places are stretched to, where the device reports none.
    var stretch: Size? { found.sizeOrigin == .device ? nil : found.device.size }
  }

  /// libinput's events, and what has been made of them. It is one value, so that each step of a frame accesses it once.
  private struct Inbox {
    /// libinput's events from `position` on are still to be read.
    var unread: [(event: OpaquePointer, type: libinput_event_type)] = []
    var position = 0
    var frames = FrameQueue()
    /// What follows the frames at hand.
    var others: [DeviceEvent] = []

    /// What is ready to be handed over.
    mutating func next() -> DeviceEvent? {
      if let frame = frames.next() { return .frame(frame) }
      return others.isEmpty ? nil : others.removeFirst()
    }

    /// The next of libinput's events; nil when all are read.
    mutating func take() -> (event: OpaquePointer, type: libinput_event_type)? {
      guard position < unread.count else {
        unread.removeAll(keepingCapacity: true)
        position = 0
        return nil
      }
      position += 1
      return unread[position - 1]
    }
  }

  let descriptor: Int32
  private let now: () -> Timestamp
  private let context: LibinputContext
  private var devices: [OpenDevice] = []
  /// Those whose readers have deadlines.
  private var timed: [OpenDevice] = []
  /// Whether there is a touchpad that tells where its fingers are.
  private var looksAtFingers = false
  /// The touchpads: one look at it tells which have something to say, before libinput reads that.
  private let touchpads: ReadySet
  private var inbox = Inbox()
  /// Their events were lost: until the events at hand are read no touch begins on them.
  private var deaf: [DeviceID] = []

  init(_ door: NodeDoor, now: @escaping () -> Timestamp, log: Logger) throws(InputFailure) {
    self.now = now
    context = try LibinputContext(door, log: log, now: now)
    descriptor = context.fd
    touchpads = try ReadySet()
  }

  deinit {
    for unread in inbox.unread[inbox.position...] { libinput_event_destroy(unread.event) }
    // Before libinput itself is let go of.
    devices.removeAll()
    timed.removeAll()
  }

  // MARK: Devices

  /// Opens a node and reads it from now on; `size` is asked by name where the device reports none.
  func open(_ node: TouchNode, _ id: DeviceID, _ size: (String) -> Size?) throws(Refusal) -> FoundDevice {
    let handle = try context.add(node.node)
    guard Self.understands(handle, as: node.kind) else {
      context.remove(handle, node.node)
      throw .notUnderstood
    }
    let found = Self.describe(node, handle, id, size)
    let descriptor = node.kind == .touchpad ? context.descriptor(of: node.node) : nil
    let device = OpenDevice(handle, node, found, descriptor)
    devices.append(device)
    sortDevices()
    if let descriptor { touchpads.add(descriptor) }
    return found
  }

  /// Has libinput close a device; what libinput makes up about that is dropped.
  func close(_ id: DeviceID) {
    guard let device = devices.first(where: { $0.id == id }) else { return }
    libinput_device_set_user_data(device.handle, nil)
    if let descriptor = device.descriptor { touchpads.remove(descriptor) }
    context.remove(device.handle, device.node.node)
    devices.removeAll { $0 === device }
    sortDevices()
    collect()
  }

  private func sortDevices() {
    timed = devices.filter { $0.reader.keepsTime }
    looksAtFingers = devices.contains { $0.reader.looksAtFingers }
  }

  /// Asks anew for the size of a device; one of another size is read anew. Nil for a device that is not ours.
  func measure(_ id: DeviceID, _ size: (String) -> Size?) -> FoundDevice? {
    guard let index = devices.firstIndex(where: { $0.id == id }) else { return nil }
    let device = devices[index]
    let found = Self.describe(device.node, device.handle, id, size)
    guard found.device.size != device.found.device.size else { return found }
    devices[index] = OpenDevice(device.handle, device.node, found, device.descriptor)
    devices[index].isGone = device.isGone
    sortDevices()
    return found
  }

  func ignoreMotion(_ ignores: Bool, of id: DeviceID) {
    for device in devices where device.id == id { device.ignoresMotion = ignores }
  }

  private static func understands(_ handle: OpaquePointer, as kind: DeviceKind) -> Bool {
    switch kind {
    case .touchscreen: libinput_device_has_capability(handle, LIBINPUT_DEVICE_CAP_TOUCH) != 0
    case .touchpad: libinput_device_has_capability(handle, LIBINPUT_DEVICE_CAP_GESTURE) != 0
    case .pen: libinput_device_has_capability(handle, LIBINPUT_DEVICE_CAP_TABLET_TOOL) != 0
    }
  }

  private static func describe(
    _ node: TouchNode, _ handle: OpaquePointer, _ id: DeviceID, _ size: (String) -> Size?
  ) -> FoundDevice {
    let name = libinput_device_get_name(handle).map { String(cString: $0) } ?? node.name
    var width = 0.0
    var height = 0.0
    let isKnown = libinput_device_get_size(handle, &width, &height) == 0
    let reported = isKnown ? Size(width: width, height: height) : nil
    let (size, origin) = DeviceDefaults.size(reported: reported, rules: size(name))
    var device = Device(typical: node.kind, id, name: name, size: size)
    switch node.kind {
    case .touchscreen:
      device.fingers = DeviceDefaults.fingers(touchCount: libinput_device_touch_get_touch_count(handle))
    case .touchpad: break
    case .pen:
      if node.tellsPressure { device.capabilities.insert(.pressure) }
      // libinput calibrates only those tablets that are screens.
      if libinput_device_config_calibration_has_matrix(handle) != 0 { device.capabilities.insert(.onScreen) }
    }
    return FoundDevice(device: device, node: node.node, sizeOrigin: origin)
  }

  // MARK: As a source

  var descriptors: [Int32] { [descriptor] }

  func read(_ descriptor: Int32) throws(InputFailure) {
    // A touchpad's fingers are looked at where it has said something, and only there.
    if looksAtFingers {
      touchpads.ready { ready in
        for device in devices where device.descriptor == ready { device.isDue = true }
      }
    }
    try context.dispatch()
    for device in devices where device.isDue {
      device.isDue = false
      device.reader.look()
    }
    for node in context.takeLosses() { noteLoss(node) }
    collect()
    for node in context.takeExcess() {
      guard let device = devices.first(where: { $0.node.node == node }) else { continue }
      inbox.others.append(.fault(.nonsense, device.id))
    }
  }

  func next() -> DeviceEvent? {
    while true {
      if let event = inbox.next() { return event }
      guard let (event, type) = inbox.take() else { break }
      read(event, type)
      libinput_event_destroy(event)
    }
    guard !deaf.isEmpty else { return nil }
    for device in devices where deaf.contains(device.id) { device.reader.isDeaf = false }
    deaf.removeAll(keepingCapacity: true)
    return nil
  }

  var nextDeadline: Timestamp? {
    var next: Timestamp?
    for index in timed.indices {
      if let deadline = timed[index].reader.deadline { next = min(next ?? .never, deadline) }
    }
    return next
  }

  func advance(to time: Timestamp) {
    for device in timed { device.reader.advance(to: time, into: &inbox.frames) }
  }

  /// Takes over what libinput has read. A device that is pulled out while it is read ends its gestures as if the fingers had
  /// lifted, and only a later event says that it is gone: so all are looked at first.
  private func collect() {
    var unread: [(event: OpaquePointer, type: libinput_event_type)] = []
    swap(&unread, &inbox.unread)
    while let event = context.nextEvent() {
      let type = libinput_event_get_type(event)
      unread.append((event, type))
      if type == LIBINPUT_EVENT_DEVICE_REMOVED { Self.device(of: event)?._withUnsafeGuaranteedRef { $0.isGone = true } }
    }
    swap(&unread, &inbox.unread)
  }

  /// The device an event is from, if it is ours: libinput carries our pointer to it, and `devices` holds it until it is closed.
  private static func device(of event: OpaquePointer) -> Unmanaged<OpenDevice>? {
    let pointer: UnsafeMutableRawPointer? = libinput_device_get_user_data(libinput_event_get_device(event))
    return pointer.map { Unmanaged.fromOpaque($0) }
  }

  private func read(_ event: OpaquePointer, _ type: libinput_event_type) {
    // There are many events: none of them retains its device.
    Self.device(of: event)?._withUnsafeGuaranteedRef { device in
      if type == LIBINPUT_EVENT_DEVICE_REMOVED {
        inbox.others.append(.gone(device.id))
      } else if !device.isGone {
        read(event, type, of: device, &inbox)
      }
    }
  }

  private func read(
    _ event: OpaquePointer, _ type: libinput_event_type, of device: OpenDevice, _ inbox: inout Inbox
  ) {
    if type == LIBINPUT_EVENT_TOUCH_FRAME || device.node.kind != .touchscreen, device.pace.count(now: now) {
      return inbox.others.append(.fault(.flood, device.id))
    }
    guard !device.ignoresMotion || device.reader.awaitsMotion || Self.isNews(type, isMidFrame: device.isMidFrame)
    else {
      if let stirred = LibinputEvent.stirred(event, type, stretch: device.stretch) {
        device.reader.stir(slot: stirred.slot, to: stirred.place, at: stirred.time)
      }
      return
    }
    guard let event = LibinputEvent(event, type, stretch: device.stretch) else { return }
    device.isMidFrame = if case .touchFrame = event { false } else { true }
    if let fault = device.reader.read(event, into: &inbox.frames) { inbox.others.append(.fault(fault, device.id)) }
  }

  /// Whether an event says more than that the touches of a device moved.
  private static func isNews(_ type: libinput_event_type, isMidFrame: Bool) -> Bool {
    switch type {
    case LIBINPUT_EVENT_TOUCH_MOTION, LIBINPUT_EVENT_GESTURE_SWIPE_UPDATE, LIBINPUT_EVENT_GESTURE_PINCH_UPDATE,
      LIBINPUT_EVENT_TABLET_TOOL_AXIS:
      false
    case LIBINPUT_EVENT_TOUCH_FRAME: isMidFrame
    default: true
    }
  }

  /// The kernel dropped events of a device: its touches are cancelled, and none begins with what libinput has made of the
  /// rest.
  private func noteLoss(_ node: String) {
    guard let device = devices.first(where: { $0.node.node == node }) else { return }
    inbox.others.append(.lostEvents(device.id))
    guard !device.reader.isDeaf else { return }
    device.reader.cancel(into: &inbox.frames)
    device.reader.isDeaf = true
    deaf.append(device.id)
  }
}
