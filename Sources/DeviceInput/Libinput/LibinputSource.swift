import CLibinput
import Evdev
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
    let slots: KernelSlots?
    /// Nil for all but touchscreens.
    let screen: TouchscreenReader?
    var pace = FramePace()
    /// What the owner makes of how its touches move on.
    var motion = MotionUse.frames
    /// How many touches an event tells of that is laid aside: none where none is down. Nil where the next one begins a run.
    var touchesPerEvent: Int?
    /// The number of the first event laid aside that its reader hasn't caught up with; `max` if there is none.
    var firstUnread = Int.max
    /// Something was read that the owner has not been told: libinput has yet to say that the frame is whole.
    var isMidFrame = false
    /// The device is gone, and what libinput still says of it is made up: it *ends* a touchpad's gesture, although the fingers
    /// never left.
    var isGone = false

    init(_ handle: OpaquePointer, _ node: TouchNode, _ found: FoundDevice, _ slots: KernelSlots?) {
      self.handle = libinput_device_ref(handle)
      self.node = node
      self.found = found
      self.slots = slots
      screen = node.kind == .touchscreen ? TouchscreenReader(found.device) : nil
      switch node.kind {
      case .touchpad:
        reader = TouchpadReader(found.device, slots)
      case .touchscreen, .pen: reader = screen ?? PenReader(found.device)
      }
      libinput_device_set_user_data(handle, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit { libinput_device_unref(handle) }

    var id: DeviceID { found.device.id }

    /// The size that places are stretched to, where the device reports none.
    var stretch: Size? { found.sizeOrigin == .device ? nil : found.device.size }
  }

  /// What has been made of libinput's events.
  private struct Inbox {
    var frames = FrameQueue()
    /// What follows the frames at hand.
    var others: [DeviceEvent] = []

    var isEmpty: Bool { frames.isEmpty && others.isEmpty }

    /// What is ready to be handed over.
    mutating func next() -> DeviceEvent? {
      if let frame = frames.next() { return .frame(frame) }
      return others.isEmpty ? nil : others.removeFirst()
    }
  }

  let descriptor: Int32
  private let now: () -> Timestamp
  private let context: LibinputContext
  private var devices: [OpenDevice] = []
  /// Those whose readers have deadlines.
  private var timed: [OpenDevice] = []
  /// The earliest of their deadlines, or `never`: it is asked for before each wait.
  private(set) var deadline = Timestamp.never
  private var isDeadlineOld = false
  /// Whether there is a touchpad that tells where its fingers are.
  private var looksAtFingers = false
  /// Whether they have been looked at since libinput last read devices.
  private var hasLooked = false
  private var unread = LibinputQueue()
  private var inbox = Inbox()
  private var laidAside = LaidAside()
  /// Their events were lost: until the events at hand are read no touch begins on them.
  private var deaf: [DeviceID] = []

  init(_ door: NodeDoor, now: @escaping () -> Timestamp, log: Logger) throws(InputFailure) {
    self.now = now
    context = try LibinputContext(door, log: log, now: now)
    descriptor = context.fd
  }

  deinit {
    // Before libinput itself is let go of.
    unread = LibinputQueue()
    devices.removeAll()
    timed.removeAll()
  }

  // MARK: Devices

  /// Opens a node and reads it from now on; `size` is asked by name where the device reports none.
  func open(_ node: TouchNode, _ id: DeviceID, _ size: (String) -> Size?) throws(Refusal) -> FoundDevice {
    let handle = try context.add(node.node, withoutKeys: node.hasKeys)
    guard Self.understands(handle, as: node.kind) else {
      context.remove(handle, node.node)
      throw .notUnderstood
    }
    let kernel = context.slots(of: node.node)
    let found = Self.describe(node, handle, kernel, id, size)
    // Where libinput knows a size that a surface may have, the axes are sound: each question to the kernel delays the start.
    if found.sizeOrigin != .device, let absurdity = kernel.flatMap({ AbsurdAxis(surface: $0.axis) }) {
      context.remove(handle, node.node)
      throw .absurd(absurdity)
    }
    let slots = node.kind == .touchpad ? kernel : nil
    let device = OpenDevice(handle, node, found, slots)
    devices.append(device)
    sortDevices()
    return found
  }

  /// Has libinput close a device; what libinput makes up about that is dropped.
  func close(_ id: DeviceID) {
    guard let device = devices.first(where: { $0.id == id }) else { return }
    libinput_device_set_user_data(device.handle, nil)
    context.remove(device.handle, device.node.node)
    devices.removeAll { $0 === device }
    sortDevices()
  }

  private func sortDevices() {
    timed = devices.filter { $0.reader.keepsTime }
    noteDeadline()
    looksAtFingers = devices.contains { $0.reader.looksAtFingers }
  }

  /// Asks anew for the size of a device; one of another size is read anew. Nil for a device that is not ours.
  func measure(_ id: DeviceID, _ size: (String) -> Size?) -> FoundDevice? {
    guard let index = devices.firstIndex(where: { $0.id == id }) else { return nil }
    let device = devices[index]
    let found = Self.describe(device.node, device.handle, device.slots, id, size)
    guard found.device.size != device.found.device.size else { return found }
    devices[index] = OpenDevice(device.handle, device.node, found, device.slots)
    devices[index].isGone = device.isGone
    devices[index].motion = device.motion
    sortDevices()
    return found
  }

  func use(_ motion: MotionUse, of id: DeviceID) {
    for device in devices where device.id == id {
      catchUp(device)
      device.motion = motion
      device.touchesPerEvent = nil
    }
  }

  /// Whether all that the last reading found was laid aside, and there is not too much of that so far: then there is nothing to pull.
  var isUndisturbed: Bool {
    unread.isEmpty && inbox.isEmpty && deaf.isEmpty && !isDeadlineOld && laidAside.fresh < MotionUse.mostFresh
  }

  // MARK: Motion that is laid aside

  var freshMotion: Int { laidAside.fresh }

  func takeFreshMotion() -> (touches: Int, last: Timestamp)? { laidAside.takeFresh() }

  func keepMotion(last touches: Int) {
    let first = laidAside.first(ofLast: touches)
    for device in devices where device.firstUnread < first { catchUp(device) }
    laidAside.drop(before: first)
    if laidAside.isEmpty { for device in devices { device.touchesPerEvent = nil } }
  }

  func motion(last touches: Int) -> [MovedTouch?] { laidAside.read(last: touches) }

  /// From now on it matters where the touches of a device are.
  private func catchUp(_ device: OpenDevice) {
    guard device.firstUnread < .max else { return }
    laidAside.forEach(of: device.handle, from: device.firstUnread) { catchUp(device, with: $0) }
    device.firstUnread = .max
    device.touchesPerEvent = nil
  }

  @inline(never)
  private func catchUp(_ device: OpenDevice, with event: OpaquePointer) {
    guard let event = LibinputEvent(event, libinput_event_get_type(event), stretch: device.stretch) else { return }
    device.reader.catchUp(event)
  }

  /// Keeps an event of a device, whose touches stay down.
  @inline(__always)
  private func keep(_ event: OpaquePointer, of device: OpenDevice) -> Fate {
    let touches = device.touchesPerEvent ?? beginRun(of: device)
    guard touches > 0 else { return .isDropped }
    laidAside.append(event, touches: touches)
    return .isKept
  }

  private func beginRun(of device: OpenDevice) -> Int {
    let reader = device.reader.motionReader
    device.touchesPerEvent = reader?.touches ?? 0
    if let reader {
      device.firstUnread = min(device.firstUnread, laidAside.next)
      laidAside.begin(reader, of: device.handle, stretch: device.stretch)
    }
    return device.touchesPerEvent ?? 0
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
    if node.kind == .touchpad, let told = reported, told.isAssumed(kernel) { reported = nil }
    let (size, origin) = DeviceDefaults.size(of: node.kind, reported: reported, rules: size(name))
    var device = Device(typical: node.kind, id, name: name, size: size)
    device.connection = node.connection
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
    try context.dispatch()
    let first = context.nextEvent()
    if looksAtFingers {
      hasLooked = false
      // A touchpad often has nothing to report when fingers land, lift or move.
      if first.map({ Self.leavesTouchpads(libinput_event_get_type($0)) }) != true { lookAtFingers() }
    }
    if context.hasLosses { for node in context.takeLosses() { noteLoss(node) } }
    if context.hasExcess { noteExcess() }
    if inbox.isEmpty { layAside(from: first) } else if let first { unread.append(first) }
  }

  /// Whether events of a type say nothing of fingers on a touchpad: they are of a touchscreen, or of a device that was opened.
  private static func leavesTouchpads(_ type: libinput_event_type) -> Bool {
    LIBINPUT_EVENT_TOUCH_DOWN.rawValue...LIBINPUT_EVENT_TOUCH_FRAME.rawValue ~= type.rawValue
      || type == LIBINPUT_EVENT_DEVICE_ADDED
  }

  private func lookAtFingers() {
    hasLooked = true
    for index in devices.indices {
      // At each scan of a touchpad, so it counts nothing.
      Unmanaged.passUnretained(devices[index])._withUnsafeGuaranteedRef { if $0.slots != nil { $0.reader.look() } }
    }
  }

  private func noteExcess() {
    for node in context.takeExcess() {
      guard let device = devices.first(where: { $0.node.node == node }) else { continue }
      inbox.others.append(.fault(.nonsense, device.id))
    }
  }

  func next() -> DeviceEvent? {
    if !inbox.isEmpty { return inbox.next() }
    while let event = unread.take() ?? context.nextEvent() {
      // There are many events: none of them retains its device.
      let isKept = Self.device(of: event)?._withUnsafeGuaranteedRef { device in
        let fate = fate(of: event, of: device)
        if fate == .isRead { read(event, of: device) }
        return fate == .isKept
      }
      if isKept != true { libinput_event_destroy(event) }
      if !inbox.isEmpty { return inbox.next() }
    }
    if isDeadlineOld { noteDeadline() }
    guard !deaf.isEmpty else { return nil }
    for device in devices where deaf.contains(device.id) { device.reader.isDeaf = false }
    deaf.removeAll(keepingCapacity: true)
    return nil
  }

  var nextDeadline: Timestamp? { deadline < .never ? deadline : nil }

  func advance(to time: Timestamp) {
    for device in timed { device.reader.advance(to: time, into: &inbox.frames) }
    noteDeadline()
  }

  private func noteDeadline() {
    isDeadlineOld = false
    deadline = .never
    for device in timed { deadline = min(deadline, device.reader.deadline ?? .never) }
  }

  /// Whether libinput also says so of a device that is pulled out: it ends its gestures as if the fingers had lifted.
  private static func mayBeMadeUp(_ type: libinput_event_type) -> Bool {
    switch type {
    case LIBINPUT_EVENT_TOUCH_MOTION, LIBINPUT_EVENT_TOUCH_FRAME, LIBINPUT_EVENT_TOUCH_DOWN,
      LIBINPUT_EVENT_GESTURE_SWIPE_UPDATE, LIBINPUT_EVENT_GESTURE_PINCH_UPDATE:
      false
    default: true
    }
  }

  /// Looks at all that libinput has read, for only a later event says that a device is gone.
  private func lookAhead(from type: libinput_event_type, of device: OpenDevice) {
    if type == LIBINPUT_EVENT_DEVICE_REMOVED { device.isGone = true }
    while let next = context.nextEvent() {
      unread.append(next)
      if libinput_event_get_type(next) == LIBINPUT_EVENT_DEVICE_REMOVED {
        Self.device(of: next)?._withUnsafeGuaranteedRef { $0.isGone = true }
      }
    }
  }

  /// The device an event is from, if it is ours: libinput carries our pointer to it, and `devices` holds it until it is closed.
  private static func device(of event: OpaquePointer) -> Unmanaged<OpenDevice>? {
    let pointer: UnsafeMutableRawPointer? = libinput_device_get_user_data(libinput_event_get_device(event))
    return pointer.map { Unmanaged.fromOpaque($0) }
  }

  /// Most events say that touches move on, and gestures often have no use for them: lays those aside with which the reading begins.
  private func layAside(from first: OpaquePointer?) {
    var next = first
    while let event = next {
      guard let device = Self.device(of: event) else { return unread.append(event) }
      switch device._withUnsafeGuaranteedRef({ fate(of: event, of: $0) }) {
      case .isRead: return unread.append(event)
      case .isKept: break
      case .isDropped: libinput_event_destroy(event)
      }
      next = context.nextEvent()
    }
  }

  private enum Fate { case isRead, isKept, isDropped }

  /// What becomes of an event: it is read unless it says only that touches move on, and gestures have no use for that.
  @inline(__always)
  private func fate(of event: OpaquePointer, of device: OpenDevice) -> Fate {
    guard device.motion != .frames, !device.isGone else { return .isRead }
    let type = libinput_event_get_type(event)
    guard device.screen == nil else {
      if type == LIBINPUT_EVENT_TOUCH_MOTION {
        if device.motion == .memory { return keep(event, of: device) }
        catchUp(device, with: event)
        return .isDropped
      }
      guard type == LIBINPUT_EVENT_TOUCH_FRAME, !device.isMidFrame else { return .isRead }
      _ = count(device)
      return .isDropped
    }
    return fate(ofGesture: event, type, of: device)
  }

  /// The same of a device that is no touchscreen.
  private func fate(ofGesture event: OpaquePointer, _ type: libinput_event_type, of device: OpenDevice) -> Fate {
    // A pen's motion has more to say than where it is.
    guard Self.isMotion(type), device.motion == .nothing || device.node.kind == .touchpad, !device.reader.awaitsMotion
    else { return .isRead }
    return count(device) || device.motion == .nothing ? .isDropped : keep(event, of: device)
  }

  /// Counts a frame; returns whether there are too many.
  @inline(__always)
  private func count(_ device: OpenDevice) -> Bool {
    let isFlood = device.pace.count(now: now)
    if isFlood { noteFlood(device) }
    return isFlood
  }

  @inline(never)
  private func noteFlood(_ device: OpenDevice) { inbox.others.append(.fault(.flood, device.id)) }

  private func read(_ event: OpaquePointer, of device: OpenDevice) {
    let type = libinput_event_get_type(event)
    // The first event left touchpads out, so that the fingers were not looked at yet.
    if looksAtFingers, !hasLooked, device.slots != nil, !Self.leavesTouchpads(type) { lookAtFingers() }
    if Self.mayBeMadeUp(type) { lookAhead(from: type, of: device) }
    if type == LIBINPUT_EVENT_DEVICE_REMOVED { return inbox.others.append(.gone(device.id)) }
    guard !device.isGone else { return }
    device.touchesPerEvent = nil
    guard device.screen != nil else {
      if !count(device) { interpret(event, type, of: device) }
      isDeadlineOld = true
      return
    }
    if type == LIBINPUT_EVENT_TOUCH_FRAME {
      if count(device) { return }
      device.isMidFrame = false
      device.screen?.flush(into: &inbox.frames)
    } else {
      device.isMidFrame = true
      // Where its touches are matters when another one lands or is cancelled.
      if type == LIBINPUT_EVENT_TOUCH_DOWN || type == LIBINPUT_EVENT_TOUCH_CANCEL { catchUp(device) }
      interpret(event, type, of: device)
    }
  }

  private func interpret(_ event: OpaquePointer, _ type: libinput_event_type, of device: OpenDevice) {
    guard let event = LibinputEvent(event, type, stretch: device.stretch) else { return }
    if let fault = device.reader.read(event, into: &inbox.frames) { inbox.others.append(.fault(fault, device.id)) }
    // Where its touches were is of no use after the last of them.
    if device.firstUnread < .max, device.reader.motionReader == nil { device.firstUnread = .max }
  }

  /// Whether an event says no more than that touches of a device moved.
  private static func isMotion(_ type: libinput_event_type) -> Bool {
    switch type {
    case LIBINPUT_EVENT_TOUCH_MOTION, LIBINPUT_EVENT_GESTURE_SWIPE_UPDATE, LIBINPUT_EVENT_GESTURE_PINCH_UPDATE,
      LIBINPUT_EVENT_TABLET_TOOL_AXIS:
      true
    default: false
    }
  }

  /// The kernel dropped events of a device: its touches are cancelled, and none begins with what libinput has made of the
  /// rest.
  private func noteLoss(_ node: String) {
    guard let device = devices.first(where: { $0.node.node == node }) else { return }
    inbox.others.append(.lostEvents(device.id))
    guard !device.reader.isDeaf else { return }
    catchUp(device)
    device.touchesPerEvent = nil
    device.reader.cancel(into: &inbox.frames)
    noteDeadline()
    device.reader.isDeaf = true
    deaf.append(device.id)
  }
}

extension Size {
  /// Whether libinput has assumed this size of a touchpad, because neither the kernel nor its own quirks know one. It rounds the steps of a
  /// mm down, so the size that it reports is up to some mm larger. The kernel is asked only about such a size.
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
