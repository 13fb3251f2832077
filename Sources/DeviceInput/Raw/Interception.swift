import CLibevdev
import CSystem
import Evdev
import GestureCore
import Glibc

/// Stands between a device and all who read it: the device is grabbed, and a clone of it says what gestures let pass.
///
/// The clone can all that the device can, and has its name, so that what is configured for the device is for the clone.
/// A guard, a process of its own, gives the device back whatever becomes of this one.
final class Interception {
  /// Why there is none; the number is errno.
  enum Failure: Error, Equatable {
    case noSlots
    /// It could not be given back so that others know how its slots are.
    case notWritable
    case noUinput(Int32)
    case noClone(Int32)
    case notGrabbed(Int32)
    case noGuard(Int32)
  }

  /// By which part of its place a clone is known, and one of this very process.
  static let anyMark = "/input-by-gesture-bridge-"
  static let mark = "\(anyMark)\(getpid())-"
  /// So long what a device says may be unread.
  private static let patience: Int32 = 500

  private let device: Int32
  private let uinput: Int32
  private let clone: OpaquePointer
  private let watch: OpaquePointer
  private var conveyor: Conveyor

  /// Grabs the device that `evdev` reads from `device`. What was to be read until then others have been told already. Nil
  /// where something touches it: what that does must not be torn apart.
  init?(
    _ evdev: OpaquePointer, _ device: Int32, _ node: TouchNode, tapReach: [UInt16: Int32]
  ) throws(Failure) {
    let slots = Int(libevdev_get_num_slots(evdev))
    guard slots > 0 else { throw .noSlots }
    self.device = device
    let uinput = gb_uinput_open()
    guard uinput >= 0 else { throw .noUinput(errno) }
    self.uinput = uinput
    var isDone = false
    defer {
      if !isDone {
        _ = gb_grab(device, 0)
        close(uinput)
      }
    }
    // First it is had alone: what lands from then on nobody else hears of.
    let heard = Self.slot(of: device)
    guard gb_grab(device, 1) == 0 else { throw .notGrabbed(errno) }
    let isStill = Self.slot(of: device) == heard
    let form = try CloneForm(device)
    guard isStill, form.evdev.isUntouched else { return nil }
    _ = gb_uinput_set_place(uinput, Self.place(of: node, libevdev_get_phys(evdev).map { String(cString: $0) } ?? ""))
    var made: OpaquePointer?
    let result = libevdev_uinput_create_from_device(form.evdev, uinput, &made)
    guard result == 0, let made else { throw .noClone(-result) }
    clone = made
    var keys = form.keys.sorted()
    keys.append(0)
    guard let watch = gb_guard_begin(device, uinput, Int32(slots), keys, Self.patience) else {
      let reason = errno
      libevdev_uinput_destroy(made)
      throw .noGuard(reason)
    }
    self.watch = watch
    conveyor = Conveyor(
      slots: slots, axes: form.slotAxes, keys: form.keys, single: form.single,
      retraction: node.kind == .touchpad ? .stillPalm : .palm, tapReach: tapReach)
    isDone = true
  }

  /// The slot that the kernel has named last.
  private static func slot(of device: Int32) -> Int32 {
    var slot = input_absinfo()
    return gb_axis(device, Int32(Codes.slot), &slot) >= 0 ? slot.value : 0
  }

  /// Up to "/input" that of the device: by that libinput knows the pen of the same panel, beside which fingers rest.
  static func place(of node: TouchNode, _ place: String) -> String {
    let end = place.lastIndex(of: "/").flatMap { place[$0...].hasPrefix("/input") ? $0 : nil } ?? place.endIndex
    let trunk = place[..<end]
    return trunk + mark + (node.node.split(separator: "/").last ?? "")
  }

  /// The guard takes the clone away, once those who read it know that all has lifted.
  deinit {
    gb_guard_end(watch, device)
    // libevdev would take it away at once: here its descriptor becomes another.
    let nothing = open("/dev/null", O_WRONLY | O_CLOEXEC)
    dup2(nothing, uinput)
    libevdev_uinput_destroy(clone)
    close(nothing)
    close(uinput)
  }

  /// The guard has taken the device away, as nothing was read for too long.
  var hasLost: Bool { gb_guard_has_acted(watch) != 0 }

  /// All there was to read is read.
  func beat() { gb_guard_beat(watch) }

  /// Something of what the device said is kept back, or is still to be done.
  var isHolding: Bool { conveyor.isHolding }
  var deadline: Timestamp? { conveyor.deadline }

  func note(_ event: input_event) { conveyor.note(event.type, event.code, event.value) }

  /// The frame is whole, and gestures have seen it.
  func carry(at time: Timestamp, now: Timestamp, touch: (Int) -> Int32?, _ delivery: (Int32) -> Delivery) {
    conveyor.carry(at: time, now: now, touch: touch, delivery)
    write()
  }

  func settle(at time: Timestamp, _ delivery: (Int32) -> Delivery) {
    conveyor.settle(at: time, delivery)
    write()
  }

  /// Events were lost, or left out: what is down now is left out until it lifts.
  func dropAll(at now: Timestamp, _ evdev: OpaquePointer) {
    conveyor.dropAll(at: now)
    seed(evdev)
    write()
  }

  private func seed(_ evdev: OpaquePointer) {
    for slot in 0..<Int(libevdev_get_num_slots(evdev)) {
      conveyor.seed(slot: slot) { code in
        // A tool type that only the clone has is a finger's.
        libevdev_has_event_code(evdev, UInt32(Codes.abs), UInt32(code)) == 0
          ? 0 : libevdev_get_slot_value(evdev, UInt32(slot), UInt32(code))
      }
    }
    conveyor.select(slot: libevdev_get_current_slot(evdev))
  }

  private func write() {
    conveyor.take { events in
      withUnsafeTemporaryAllocation(of: input_event.self, capacity: events.count) { buffer in
        for index in events.indices {
          var event = input_event()
          event.type = events[index].type
          event.code = events[index].code
          event.value = events[index].value
          buffer.initializeElement(at: index, to: event)
        }
        // The kernel takes all of it at once; where it can't, the guard sees to the rest.
        _ = Glibc.write(uinput, buffer.baseAddress, events.count * MemoryLayout<input_event>.stride)
      }
    }
  }
}

/// What a clone of a device can.
private final class CloneForm {
  let evdev: OpaquePointer
  private(set) var keys: Set<UInt16> = []
  private(set) var slotAxes: [UInt16] = []
  private(set) var single: Set<UInt16> = []

  /// Reads what the device can, apart from whoever reads its events.
  init(_ device: Int32) throws(Interception.Failure) {
    var opened: OpaquePointer?
    let result = libevdev_new_from_fd(device, &opened)
    guard result == 0, let opened else { throw .noClone(-result) }
    evdev = opened
    // What shakes the device would have to be passed back to it.
    libevdev_disable_event_type(evdev, UInt32(EV_FF))
    // Without a tool type no touch could be taken back.
    if !has(Codes.abs, Codes.toolType) {
      var info = input_absinfo()
      info.maximum = Codes.toolPalm
      libevdev_enable_event_code(evdev, UInt32(Codes.abs), UInt32(Codes.toolType), &info)
    }
    for key in 0..<UInt16(KEY_CNT) where has(Codes.key, key) { keys.insert(key) }
    for axis in Codes.slot + 1...Codes.lastOfSlot where axis != Codes.trackingID && has(Codes.abs, axis) {
      slotAxes.append(axis)
    }
    for axis in 0..<Codes.slot where has(Codes.abs, axis) { single.insert(axis) }
  }

  deinit { libevdev_free(evdev) }

  private func has(_ type: UInt16, _ code: UInt16) -> Bool {
    libevdev_has_event_code(evdev, UInt32(type), UInt32(code)) != 0
  }
}

extension OpaquePointer {
  /// Of a libevdev device: whether nothing is down, neither contact nor key, as far as its events were read.
  var isUntouched: Bool {
    for key in 0..<UInt32(KEY_CNT) where libevdev_has_event_code(self, UInt32(EV_KEY), key) != 0 {
      if libevdev_get_event_value(self, UInt32(EV_KEY), key) != 0 { return false }
    }
    return (0..<UInt32(max(libevdev_get_num_slots(self), 0))).allSatisfy {
      libevdev_get_slot_value(self, $0, UInt32(Codes.trackingID)) < 0
    }
  }
}
