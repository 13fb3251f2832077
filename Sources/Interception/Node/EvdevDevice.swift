import Base
import CInputShims
import CLibevdev
import Evdev
import GestureCore
import Glibc

package struct NodeEvent: Equatable {
  package var type: UInt16
  package var code: UInt16
  package var value: Int32
  package var time: Timestamp

  package init(_ type: UInt16, _ code: UInt16, _ value: Int32, _ time: Timestamp) {
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

package enum NodeReading {
  case event(NodeEvent)
  case lost(Timestamp)
  case nothing
  case gone
}

/// An open input device as libevdev sees it. The caller must close the descriptor.
package final class EvdevDevice {
  private let handle: OpaquePointer
  private let listener: ComplaintListener?
  private let complaints: UnsafeMutablePointer<input_complaints>

  /// - Throws: if the descriptor doesn't belong to an input device.
  package init(_ descriptor: Int32, _ listener: ComplaintListener? = nil) throws(SystemError) {
    input_quiet()
    var opened: OpaquePointer?
    let result = libevdev_new_from_fd(descriptor, &opened)
    guard result == 0, let opened else { throw SystemError(call: "libevdev_new_from_fd", code: -result) }
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

  deinit {
    libevdev_free(handle)
    complaints.deallocate()
  }

  // MARK: Abilities

  var name: String? { libevdev_get_name(handle).map { String(cString: $0) } }
  /// The device's `phys`, its connection; empty if unknown.
  var place: String { libevdev_get_phys(handle).map { String(cString: $0) } ?? "" }
  var slotCount: Int { Int(libevdev_get_num_slots(handle)) }

  func has(_ type: UInt16, _ code: UInt16) -> Bool { libevdev_has_event_code(handle, UInt32(type), UInt32(code)) != 0 }

  var isClickpad: Bool { libevdev_has_property(handle, UInt32(INPUT_PROP_BUTTONPAD)) != 0 }

  func axis(_ code: UInt16) -> AxisDescription? {
    guard has(Codes.abs, code), let info = libevdev_get_abs_info(handle, UInt32(code))?.pointee else { return nil }
    return AxisDescription(minimum: info.minimum, maximum: info.maximum, resolution: info.resolution)
  }

  // MARK: Current state, as known from the events read

  var currentSlot: Int32 { libevdev_get_current_slot(handle) }

  func value(_ code: UInt16, ofSlot slot: Int) -> Int32 { libevdev_get_slot_value(handle, UInt32(slot), UInt32(code)) }

  package func state(of type: UInt16, _ code: UInt16) -> Int32 {
    libevdev_get_event_value(handle, UInt32(type), UInt32(code))
  }

  var isUntouched: Bool {
    (0..<UInt16(KEY_CNT)).allSatisfy { state(of: Codes.key, $0) == 0 }
      && (0..<max(slotCount, 0)).allSatisfy { value(Codes.trackingID, ofSlot: $0) < 0 }
  }

  // MARK: Events

  package func next() -> NodeReading {
    var event = input_event()
    return switch libevdev_next_event(handle, UInt32(LIBEVDEV_READ_FLAG_NORMAL.rawValue), &event) {
    case Int32(LIBEVDEV_READ_STATUS_SUCCESS.rawValue): .event(NodeEvent(event))
    case Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue): .lost(NodeEvent(event).time)
    case -EAGAIN, -EINTR: .nothing
    default: .gone
    }
  }

  package func catchUp(_ report: (NodeEvent) -> Void) {
    var event = input_event()
    while libevdev_next_event(handle, UInt32(LIBEVDEV_READ_FLAG_SYNC.rawValue), &event)
      == Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue)
    {
      report(NodeEvent(event))
    }
  }

  /// Makes the next `catchUp` ask the kernel for the device's state.
  func loseTrack() {
    var event = input_event()
    _ = libevdev_next_event(handle, UInt32(LIBEVDEV_READ_FLAG_FORCE_SYNC.rawValue), &event)
  }

  func discard() {
    var event = input_event()
    while libevdev_next_event(handle, UInt32(LIBEVDEV_READ_FLAG_NORMAL.rawValue), &event) >= 0 {}
  }

  // MARK: A clone

  /// Prepares this object for `makeClone`: adds a tool type if the device has none, removes force feedback, and sets
  /// the slot, position, pressure and tool width to 0.
  func prepareClone() {
    // Force feedback effects would have to be passed back to the device.
    libevdev_disable_event_type(handle, UInt32(EV_FF))
    // A new clone is in its first slot and has no position, whatever the device's state is.
    for code in [Codes.slot, Codes.absX, Codes.absY, Codes.absPressure, Codes.absToolWidth] where has(Codes.abs, code) {
      guard var info = libevdev_get_abs_info(handle, UInt32(code))?.pointee else { continue }
      info.value = 0
      libevdev_set_abs_info(handle, UInt32(code), &info)
    }
    // Without a tool type no touch could be cancelled as a palm.
    guard !has(Codes.abs, Codes.toolType) else { return }
    var info = input_absinfo()
    info.maximum = Codes.toolPalm
    libevdev_enable_event_code(handle, UInt32(Codes.abs), UInt32(Codes.toolType), &info)
  }

  /// Creates a virtual device with the abilities of this object. The caller must destroy the virtual device.
  func makeClone(_ uinput: Int32) throws(SystemError) -> OpaquePointer {
    var made: OpaquePointer?
    let result = libevdev_uinput_create_from_device(handle, uinput, &made)
    guard result == 0, let made else { throw SystemError(call: "libevdev_uinput_create_from_device", code: -result) }
    return made
  }
}
