import CInputShims
import CLibevdev
import Evdev
import GestureCore
import Glibc
import Logging

/// A node of the kernel. It owns the descriptor.
final class KernelNode: InputNode {
  let descriptor: Int32
  /// Only a program that may write can refresh what others know of the device, once it is given back.
  let isWritable: Bool
  let node: TouchNode
  private let device: EvdevDevice
  private let listener: ComplaintListener
  /// Nil where the system itself lets this user read the node.
  private let loan: NodeDoor.Loan?

  /// Opens a node by `door`; `mayIntercept` if it may be intercepted later. What is wrong with it is logged, with the times
  /// of `now`.
  /// - Throws: when it can't be opened, or is no input device.
  init(
    _ node: TouchNode, _ door: NodeDoor, mayIntercept: Bool, log: Logger, now: @escaping () -> Timestamp
  ) throws(Refusal) {
    let opened = try door.open(node.node, mayWrite: mayIntercept, withoutKeys: node.hasKeys)
    isWritable = opened.isWritable
    descriptor = opened.descriptor
    loan = opened.loan
    let kernel = KernelSlots(descriptor: descriptor)
    if let absurdity = AbsurdAxis(slots: kernel.axis) ?? AbsurdAxis(surface: kernel.axis) {
      close(descriptor)
      throw .absurd(absurdity)
    }
    self.node = node
    listener = ComplaintListener(descriptor, log: log, now: now)
    do throws(EvdevDevice.Errno) {
      device = try EvdevDevice(descriptor, listener)
    } catch {
      close(descriptor)
      throw DescriptorShortage.refusal ?? .notUnderstood
    }
  }

  deinit { close(descriptor) }

  var name: String? { device.name }
  var place: String { device.place }
  var slotCount: Int { device.slotCount }
  func has(_ type: UInt16, _ code: UInt16) -> Bool { device.has(type, code) }
  func axis(_ code: UInt16) -> AxisDescription? { device.axis(code) }

  func next() -> NodeReading { device.next() }
  func catchUp(_ tell: (NodeEvent) -> Void) { device.catchUp(tell) }
  func discard() { device.discard() }
  func takeExcess() -> Bool { listener.takeExcess() }

  func askAnew() {
    device.loseTrack()
    device.catchUp { _ in }
  }

  var currentSlot: Int32 { device.currentSlot }
  func value(_ code: UInt16, ofSlot slot: Int) -> Int32 { device.value(code, ofSlot: slot) }
  var isUntouched: Bool { device.isUntouched }

  /// In ms: the kernel knows of a lift a moment before it reports it, and to take the device in between would keep the lift
  /// from other readers. No frame takes so long.
  private static let stillness: Int32 = 10

  var isStill: Bool {
    var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return Glibc.poll(&poll, 1, Self.stillness) == 0
  }

  func intercept(_ axes: SurfaceAxes) throws(Interception.Failure) -> (any Clone, CloneForwarder)? {
    guard let made = try Interception(self) else {
      askAnew()
      return nil
    }
    return (made, made.forwarder(axes))
  }
}

/// One input event of a device.
struct NodeEvent: Equatable {
  var type: UInt16
  var code: UInt16
  var value: Int32
  var time: Timestamp

  init(_ type: UInt16, _ code: UInt16, _ value: Int32, _ time: Timestamp) {
    self.type = type
    self.code = code
    self.value = value
    self.time = time
  }

  init(_ event: input_event) {
    self.init(
      event.type, event.code, event.value,
      Timestamp(microseconds: Int64(event.time.tv_sec) * 1_000_000 + Int64(event.time.tv_usec)))
  }
}

/// What reading a node comes upon.
enum NodeReading {
  case event(NodeEvent)
  /// The kernel's buffer was full, and what was in it is lost.
  case lost(Timestamp)
  case nothing
  case gone
}

/// What a raw node is read from: the kernel, or a script in tests.
protocol InputNode: AnyObject {
  /// Ready to be read when there is something to read.
  var descriptor: Int32 { get }
  var name: String? { get }
  /// 0 or less where the node has no slots.
  var slotCount: Int { get }
  func has(_ type: UInt16, _ code: UInt16) -> Bool
  func axis(_ code: UInt16) -> AxisDescription?

  func next() -> NodeReading
  /// After lost events: takes over how all is now, and tells what has changed.
  func catchUp(_ tell: (NodeEvent) -> Void)
  /// Whether it has sent too much that can't be since this was last asked; it is silent then.
  func takeExcess() -> Bool
  /// Asks the kernel anew how all is.
  func askAnew()
  /// Reads what there is, and forgets it.
  func discard()
  /// The slot that the next events are about, and what the slots have, as far as events were read.
  var currentSlot: Int32 { get }
  func value(_ code: UInt16, ofSlot slot: Int) -> Int32
  /// Whether nothing is down, neither contact nor key, as far as events were read.
  var isUntouched: Bool { get }

  /// Whether it may be given back to other readers in good order.
  var isWritable: Bool { get }
  /// Waits a moment; false as soon as the device has something to say.
  var isStill: Bool { get }
  /// Grabs the device and makes a clone of it. Nil where something touches it; its state may then be another.
  func intercept(_ axes: SurfaceAxes) throws(Interception.Failure) -> (any Clone, CloneForwarder)?
}

/// What stands for an intercepted device with other readers.
protocol Clone: AnyObject {
  func write(_ events: [CloneEvent])
  /// How the guard ends contacts from now on: as ordinary lifts, or as palms.
  func liftPlainly(_ isPlain: Bool)
  /// All there was to read of the device is read.
  func beat()
  /// The guard has taken the device away, as nothing was read for too long.
  var hasLost: Bool { get }
  /// The guard is gone and has not acted.
  var isUnguarded: Bool { get }
  /// Ready when the guard has acted or is gone.
  var guardDescriptor: Int32 { get }
}

/// libevdev's view of an open input device: what it can, and what it says. It owns the view, and not the descriptor.
final class EvdevDevice {
  private let handle: OpaquePointer
  /// Receives errors of the device; without a receiver they are not reported.
  private let listener: ComplaintListener?
  private let complaints: UnsafeMutablePointer<input_complaints>

  /// - Throws: errno, when the descriptor is of no input device.
  init(_ descriptor: Int32, _ listener: ComplaintListener? = nil) throws(Errno) {
    input_quiet()
    var opened: OpaquePointer?
    let result = libevdev_new_from_fd(descriptor, &opened)
    guard result == 0, let opened else { throw Errno(number: -result) }
    handle = opened
    self.listener = listener
    complaints = .allocate(capacity: 1)
    complaints.initialize(
      to: input_complaints(
        self: listener.map { Unmanaged.passUnretained($0).toOpaque() }, hear: { EvdevDevice.hear($0, $1) }))
    input_complaints_of(opened, complaints)
  }

  private static func hear(_ listener: UnsafeMutableRawPointer?, _ message: UnsafePointer<CChar>?) {
    guard let listener, let message else { return }
    Unmanaged<ComplaintListener>.fromOpaque(listener).takeUnretainedValue().hear(String(cString: message))
  }

  /// What the system says of a call that failed.
  struct Errno: Error { var number: Int32 }

  deinit {
    libevdev_free(handle)
    complaints.deallocate()
  }

  // MARK: What it can

  var name: String? { libevdev_get_name(handle).map { String(cString: $0) } }
  /// Where it is plugged in.
  var place: String { libevdev_get_phys(handle).map { String(cString: $0) } ?? "" }
  /// 0 or less where it has no slots.
  var slotCount: Int { Int(libevdev_get_num_slots(handle)) }

  func has(_ type: UInt16, _ code: UInt16) -> Bool {
    libevdev_has_event_code(handle, UInt32(type), UInt32(code)) != 0
  }

  /// Whether the whole surface is its button.
  var isClickpad: Bool { libevdev_has_property(handle, UInt32(INPUT_PROP_BUTTONPAD)) != 0 }

  func axis(_ code: UInt16) -> AxisDescription? {
    guard has(Codes.abs, code), let info = libevdev_get_abs_info(handle, UInt32(code))?.pointee else { return nil }
    return AxisDescription(minimum: info.minimum, maximum: info.maximum, resolution: info.resolution)
  }

  // MARK: What is so now, as far as its events were read

  var currentSlot: Int32 { libevdev_get_current_slot(handle) }

  func value(_ code: UInt16, ofSlot slot: Int) -> Int32 {
    libevdev_get_slot_value(handle, UInt32(slot), UInt32(code))
  }

  /// What a key or a switch says.
  func state(of type: UInt16, _ code: UInt16) -> Int32 { libevdev_get_event_value(handle, UInt32(type), UInt32(code)) }

  /// Whether nothing is down, neither contact nor key.
  var isUntouched: Bool {
    for key in 0..<UInt16(KEY_CNT) where has(Codes.key, key) {
      if libevdev_get_event_value(handle, UInt32(Codes.key), UInt32(key)) != 0 { return false }
    }
    return (0..<max(slotCount, 0)).allSatisfy { value(Codes.trackingID, ofSlot: $0) < 0 }
  }

  // MARK: What it says

  func next() -> NodeReading {
    var event = input_event()
    return switch libevdev_next_event(handle, UInt32(LIBEVDEV_READ_FLAG_NORMAL.rawValue), &event) {
    case Int32(LIBEVDEV_READ_STATUS_SUCCESS.rawValue): .event(NodeEvent(event))
    case Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue): .lost(NodeEvent(event).time)
    case -EAGAIN, -EINTR: .nothing
    default: .gone
    }
  }

  /// After events were lost, or left unread: takes over how all is now, and tells what has changed.
  func catchUp(_ tell: (NodeEvent) -> Void) {
    var event = input_event()
    while libevdev_next_event(handle, UInt32(LIBEVDEV_READ_FLAG_SYNC.rawValue), &event)
      == Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue)
    {
      tell(NodeEvent(event))
    }
  }

  /// Has libevdev ask the kernel, as if events were lost.
  fileprivate func loseTrack() {
    var event = input_event()
    _ = libevdev_next_event(handle, UInt32(LIBEVDEV_READ_FLAG_FORCE_SYNC.rawValue), &event)
  }

  /// Reads what there is, and forgets it.
  func discard() {
    var event = input_event()
    while libevdev_next_event(handle, UInt32(LIBEVDEV_READ_FLAG_NORMAL.rawValue), &event) >= 0 {}
  }

  // MARK: A clone

  /// Gives the view what a clone has beside what the device has, and takes what it can't have.
  func prepareClone() {
    // What shakes the device would have to be passed back to it.
    libevdev_disable_event_type(handle, UInt32(EV_FF))
    // It is in its first slot, and knows no place, wherever the device is.
    for code in [Codes.slot, Codes.absX, Codes.absY, Codes.absPressure, Codes.absToolWidth] where has(Codes.abs, code) {
      guard var info = libevdev_get_abs_info(handle, UInt32(code))?.pointee else { continue }
      info.value = 0
      libevdev_set_abs_info(handle, UInt32(code), &info)
    }
    // Without a tool type no touch could be taken back.
    guard !has(Codes.abs, Codes.toolType) else { return }
    var info = input_absinfo()
    info.maximum = Codes.toolPalm
    libevdev_enable_event_code(handle, UInt32(Codes.abs), UInt32(Codes.toolType), &info)
  }

  /// Makes a device that is like the view; the caller destroys it.
  func makeClone(_ uinput: Int32) throws(Errno) -> OpaquePointer {
    var made: OpaquePointer?
    let result = libevdev_uinput_create_from_device(handle, uinput, &made)
    guard result == 0, let made else { throw Errno(number: -result) }
    return made
  }
}
