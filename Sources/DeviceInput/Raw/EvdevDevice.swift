import CLibevdev
import Evdev
import GestureCore
import Glibc

/// libevdev's view of an open input device: what it can, and what it says. It owns the view, and not the descriptor.
final class EvdevDevice {
  private let handle: OpaquePointer

  /// - Throws: errno, when the descriptor is of no input device.
  init(_ descriptor: Int32) throws(Errno) {
    var opened: OpaquePointer?
    let result = libevdev_new_from_fd(descriptor, &opened)
    guard result == 0, let opened else { throw Errno(number: -result) }
    handle = opened
  }

  /// What the system says of a call that failed.
  struct Errno: Error { var number: Int32 }

  deinit { libevdev_free(handle) }

  // MARK: What it can

  var name: String? { libevdev_get_name(handle).map { String(cString: $0) } }
  /// Where it is plugged in.
  var place: String { libevdev_get_phys(handle).map { String(cString: $0) } ?? "" }
  /// 0 or less where it has no slots.
  var slotCount: Int { Int(libevdev_get_num_slots(handle)) }

  func has(_ type: UInt16, _ code: UInt16) -> Bool {
    libevdev_has_event_code(handle, UInt32(type), UInt32(code)) != 0
  }

  func axis(_ code: UInt16) -> AxisDescription? {
    guard has(Codes.abs, code), let info = libevdev_get_abs_info(handle, UInt32(code))?.pointee else { return nil }
    return AxisDescription(minimum: info.minimum, maximum: info.maximum, resolution: info.resolution)
  }

  // MARK: What is so now, as far as its events were read

  var currentSlot: Int32 { libevdev_get_current_slot(handle) }

  func value(_ code: UInt16, ofSlot slot: Int) -> Int32 {
    libevdev_get_slot_value(handle, UInt32(slot), UInt32(code))
  }

  /// Whether nothing is down, neither contact nor key.
  var isUntouched: Bool {
    for key in 0..<UInt16(KEY_CNT) where has(Codes.key, key) {
      if libevdev_get_event_value(handle, UInt32(Codes.key), UInt32(key)) != 0 { return false }
    }
    return (0..<max(slotCount, 0)).allSatisfy { value(Codes.trackingID, ofSlot: $0) < 0 }
  }

  // MARK: What it says

  /// Has the times of its events be of the monotonic clock.
  func useMonotonicClock() { libevdev_set_clock_id(handle, CLOCK_MONOTONIC) }

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
  func loseTrack() {
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
