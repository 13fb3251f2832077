import CLibevdev
import Evdev
import GestureCore
import Glibc

/// A device whose own slots are read, past libinput: every touch from down to up, at its place.
///
/// It is only listened to, so a compositor reads it as ever; or it is intercepted, and others are told of it by a clone. When the kernel has lost events, touches that are down are
/// cancelled, and those that are still down then are left out until they lift.
final class RawNode: FrameReader {
  /// What reading comes upon.
  enum Happening {
    case frame(Frame)
    /// The kernel's buffer was full, and what was in it is lost.
    case losses
    case fault(DeviceFault)
  }

  /// Why a device that is intercepted no longer is.
  enum GiveBack {
    /// Whoever holds his hand on it wants it so.
    case wanted
    /// Nothing was read for so long that the guard took it.
    case stalled
  }

  /// Why reading has ended.
  enum End {
    case allRead
    /// Whoever was told had enough.
    case stopped
    case gone
  }

  let fd: Int32
  let found: FoundDevice
  var device: Device { found.device }
  private let node: TouchNode
  private let isWritable: Bool
  private let evdev: OpaquePointer
  private let reach: Reach
  private var decoder: SlotDecoder
  private(set) var interception: Interception?
  /// What of a touch may go on to others; asked after each frame.
  private var delivery: (Int32) -> Delivery = { _ in .passes }
  private var now: () -> Timestamp = { Timestamp(microseconds: 0) }
  private var release: ReleaseGesture
  /// Why the device is to be given back to those who read it otherwise.
  private(set) var giveBack: GiveBack?

  /// Opens a node. `size` is asked by name where the device tells none; `mayIntercept` if it may be intercepted later.
  /// - Throws: when it can't be opened, or has no touches.
  init(
    _ node: TouchNode, _ id: DeviceID, mayIntercept: Bool = false, size: (String) -> Size?
  ) throws(Refusal) {
    self.node = node
    // Only who may write can refresh what others know of the device, once it is given back.
    let opened = mayIntercept ? open(node.node, O_RDWR | O_NONBLOCK | O_CLOEXEC) : -1
    isWritable = opened >= 0
    fd = isWritable ? opened : open(node.node, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    if fd < 0 { throw .mayNotOpen(errno) }
    var made: OpaquePointer?
    guard libevdev_new_from_fd(fd, &made) == 0, let made else {
      close(fd)
      throw .notUnderstood
    }
    evdev = made
    libevdev_set_clock_id(evdev, CLOCK_MONOTONIC)
    let surface = RawSurface(evdev, node, id, size: size)
    guard let surface else {
      libevdev_free(made)
      close(fd)
      throw .notUnderstood
    }
    found = surface.found
    reach = Reach(found.device.size)
    decoder = surface.decoder
    release = ReleaseGesture(fingers: found.device.fingers.upperBound)
    seed()
  }

  deinit {
    // It lets go of the device by this descriptor.
    interception = nil
    libevdev_free(evdev)
    close(fd)
  }

  var deadline: Timestamp? {
    guard let interception else { return nil }
    let release = release.deadline ?? .never
    let next = min(interception.deadline ?? .never, release)
    return next < .never ? next : nil
  }

  func advance(to time: Timestamp, _ emit: (Frame) -> Void) {
    guard let interception else { return }
    if release.isMade(at: time) { giveBack = .wanted }
    interception.settle(at: time, delivery)
  }

  // MARK: Interception

  /// In ms: what is lifted the kernel knows a moment before it tells, and who takes the device in between keeps the lift
  /// from others. No frame takes so long.
  private static let stillness: Int32 = 10

  /// Waits a moment; false as soon as the device has something to say.
  private var isStill: Bool {
    var device = pollfd(fd: fd, events: Int16(POLLIN), revents: 0)
    return poll(&device, 1, Self.stillness) == 0
  }

  /// From now on others get what `delivery` lets pass, by a clone; false where something touches the device just now.
  func intercept(
    _ delivery: @escaping (Int32) -> Delivery, now: @escaping () -> Timestamp
  ) throws(Interception.Failure) -> Bool {
    guard isWritable else { throw .notWritable }
    // Only then is it worth to ask the kernel, with the device grabbed.
    guard !decoder.isTouched else { return false }
    if !evdev.isUntouched { catchUp() }
    guard evdev.isUntouched, isStill,
      let made = try Interception(evdev, fd, node, tapReach: decoder.axes.steps(Conveyor.tapWay))
    else { return false }
    var event = input_event()
    while libevdev_next_event(evdev, UInt32(LIBEVDEV_READ_FLAG_NORMAL.rawValue), &event) >= 0 {}
    seed()
    made.dropAll(at: now(), evdev)
    interception = made
    self.delivery = delivery
    self.now = now
    return true
  }

  /// A contact that was there first may have lifted unheard, while another process had the device to itself.
  private func catchUp() {
    var event = input_event()
    _ = libevdev_next_event(evdev, UInt32(LIBEVDEV_READ_FLAG_FORCE_SYNC.rawValue), &event)
    while libevdev_next_event(evdev, UInt32(LIBEVDEV_READ_FLAG_SYNC.rawValue), &event)
      == Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue)
    {}
    seed()
  }

  /// Gestures may have decided something; whether that could matter.
  func settle() -> Bool {
    guard let interception, interception.isHolding else { return false }
    interception.settle(at: now(), delivery)
    return true
  }

  /// Reads all there is, until `tell` says to stop.
  func read(_ tell: (Happening) -> Bool) -> End {
    var event = input_event()
    while true {
      let result = libevdev_next_event(evdev, UInt32(LIBEVDEV_READ_FLAG_NORMAL.rawValue), &event)
      switch result {
      case Int32(LIBEVDEV_READ_STATUS_SUCCESS.rawValue):
        guard take(event, tell) else { return .stopped }
      case Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue):
        guard resume(at: Self.time(event), tell) else { return .stopped }
      case -EAGAIN, -EINTR:
        noteRead()
        return .allRead
      default: return .gone
      }
    }
  }

  private func take(_ event: input_event, _ tell: (Happening) -> Bool) -> Bool {
    let time = Self.time(event)
    interception?.note(event)
    let frame = decoder.event(type: event.type, code: event.code, value: event.value, time: time)
    let isWanted = frame.map { take($0, at: time, tell) } ?? true
    if let interception, event.type == Codes.syn, event.code == Codes.synReport {
      release.see(decoder.restingTouches, at: time)
      // The method itself, handed over, would be an allocation.
      interception.carry(at: time, now: now(), touch: { decoder.touch(inSlot: $0) }, delivery)
    }
    return isWanted
  }

  /// All that was there is read.
  private func noteRead() {
    guard let interception else { return }
    interception.beat()
    if interception.hasLost { giveBack = .stalled }
  }

  private func take(_ seen: Frame, at time: Timestamp, _ tell: (Happening) -> Bool) -> Bool {
    var frame = seen
    let isStrange = frame.touches.contains { !reach.holds($0.position) }
    if isStrange {
      _ = decoder.leaveOut(at: time) { [reach] touch, _ in !reach.holds(touch.position) }
      for index in frame.touches.indices where !reach.holds(frame.touches[index].position) {
        frame.touches[index].phase = .cancelled
      }
    }
    var isWanted = tell(.frame(frame))
    if isStrange { isWanted = tell(.fault(.offSurface)) && isWanted }
    guard frame.touches.contains(where: { $0.phase == .began }) else { return isWanted }
    if let stuck = decoder.leaveOut(at: time, { time - $1 > TouchFrames.stillness }) {
      isWanted = tell(.frame(stuck)) && tell(.fault(.stuckTouch)) && isWanted
    }
    return isWanted
  }

  /// Events were lost: every touch is cancelled, and the kernel is asked what there is now.
  private func resume(at time: Timestamp, _ tell: (Happening) -> Bool) -> Bool {
    var event = input_event()
    while libevdev_next_event(evdev, UInt32(LIBEVDEV_READ_FLAG_SYNC.rawValue), &event)
      == Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue)
    {
      if event.type == Codes.key { interception?.note(event) }
    }
    var isWanted = tell(.losses)
    if let frame = decoder.cancelAll(at: time) { isWanted = tell(.frame(frame)) && isWanted }
    seed()
    interception?.dropAll(at: now(), evdev)
    return isWanted
  }

  /// What the kernel knows of each slot, whose values it will not repeat.
  private func seed() {
    let count = libevdev_get_num_slots(evdev)
    guard count > 0 else { return }
    for slot in 0..<UInt32(count) {
      let isTouched = libevdev_get_slot_value(evdev, slot, UInt32(Codes.trackingID)) >= 0
      decoder.seed(slot: Int(slot), isTouched: isTouched) { code in
        guard libevdev_has_event_code(evdev, UInt32(Codes.abs), UInt32(code)) != 0 else { return nil }
        return libevdev_get_slot_value(evdev, slot, UInt32(code))
      }
    }
    decoder.select(slot: libevdev_get_current_slot(evdev))
  }

  private static func time(_ event: input_event) -> Timestamp {
    Timestamp(microseconds: Int64(event.time.tv_sec) * 1_000_000 + Int64(event.time.tv_usec))
  }
}
