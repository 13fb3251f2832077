import Base
import CInterception
import CLibevdev
import CLinux
import Evdev
import GestureCore
import Glibc

/// Why a device can't be intercepted; the number is errno.
package enum InterceptionFailure: Error, Equatable {
  case noSlots
  /// It also has the keys of a keyboard, which are withheld and could not be passed on.
  case hasKeys
  /// It could not be given back so that others know how its slots are.
  case notWritable
  case noUinput(Int32)
  case noClone(Int32)
  case notGrabbed(Int32)
  case noGuard(Int32)
}

/// Stands between a device and its other readers: the device is grabbed, and they read a clone, which says what gestures let
/// pass.
///
/// The clone can do all that the device can, and has its name, so that what is configured for the device holds for the clone.
/// A guard, a process of its own, gives the device back, however this one ends.
package final class GuardedClone: Clone {
  /// The place of each clone contains the first, and that of a clone of this very process also the second.
  package static let anyMark = "/input-by-gesture-bridge-"
  package static let mark = "\(anyMark)\(getpid())-"
  /// The time in ms that events may stay unread.
  private static let patience: Int32 = 500

  /// It is released before its descriptor is closed.
  private let node: KernelNode
  private let uinput: Int32
  private let clone: OpaquePointer
  private let watch: OpaquePointer
  private let form: CloneForm

  /// Grabs a device that was silent and untouched a moment ago. Nil where something has touched it since; its events so far
  /// are read then.
  init?(_ node: KernelNode) throws(InterceptionFailure) {
    let slots = node.slotCount
    guard slots > 0 else { throw .noSlots }
    let device = node.descriptor
    self.node = node
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
    let isTaken = gb_take(device, Int32(slots), node.currentSlot)
    guard isTaken >= 0 else { throw .notGrabbed(errno) }
    guard isTaken > 0 else { return nil }
    form = try CloneForm(device)
    _ = gb_uinput_set_place(uinput, Self.place(of: node.path, beside: node.place))
    do throws(SystemError) {
      clone = try form.device.makeClone(uinput)
    } catch {
      throw .noClone(error.code)
    }
    var keys = form.keys.sorted()
    keys.append(0)
    guard let watch = gb_guard_begin(device, uinput, Int32(slots), keys, Self.patience) else {
      let reason = errno
      libevdev_uinput_destroy(clone)
      throw .noGuard(reason)
    }
    self.watch = watch
    isDone = true
  }

  /// The forwarder that decides what the clone sends; `axes` give the mm of the device's values.
  func forwarder(_ axes: SurfaceAxes) -> CloneForwarder {
    CloneForwarder(
      slots: node.slotCount, axes: form.slotAxes, keys: form.keys, single: form.single,
      retraction: node.isTouchpad ? .stillPalm : .palm, tapReach: axes.steps(CloneForwarder.tapWay),
      surface: surface(axes))
  }

  private func surface(_ axes: SurfaceAxes) -> CloneSurface? {
    guard node.isTouchpad, let x = node.axis(Codes.positionX), let y = node.axis(Codes.positionY) else {
      return nil
    }
    return CloneSurface(
      x: x.minimum...max(x.minimum, x.maximum), y: y.minimum...max(y.minimum, y.maximum),
      unitsPerMM: Vector(axes.x.unitsPerMM, axes.y.unitsPerMM), isClickpad: form.device.isClickpad, keys: form.keys)
  }

  /// Up to "/input" that of the device: by that libinput knows the pen of the same panel, beside which fingers rest.
  package static func place(of node: String, beside place: String) -> String {
    let end = place.lastIndex(of: "/").flatMap { place[$0...].hasPrefix("/input") ? $0 : nil } ?? place.endIndex
    let trunk = place[..<end]
    return trunk + mark + (node.split(separator: "/").last ?? "")
  }

  /// The guard takes the clone away, once its readers know that all has lifted.
  deinit {
    gb_guard_end(watch)
    // libevdev would take it away at once: here its descriptor becomes another.
    let nothing = open("/dev/null", O_WRONLY | O_CLOEXEC)
    dup2(nothing, uinput)
    libevdev_uinput_destroy(clone)
    close(nothing)
    close(uinput)
  }

  package var hasLost: Bool { gb_guard_has_acted(watch) != 0 }

  /// The guard is gone: if this process went too, nothing would give the device back.
  package var isUnguarded: Bool { gb_guard_is_gone(watch) != 0 }

  package var guardDescriptor: Int32 { gb_guard_line(watch) }

  package func liftPlainly(_ isPlain: Bool) { gb_guard_lift_plainly(watch, isPlain ? 1 : 0) }

  /// Continues guards that were stopped and keep devices of a process that is gone; how many.
  package static func wakeStoppedGuards() -> Int { Int(gb_wake_guards()) }

  package func beat() { gb_guard_beat(watch) }

  package func write(_ events: [CloneEvent]) { Self.write(events, to: uinput) }

  /// Writes to a device that the kernel has made by this descriptor.
  package static func write(_ events: [CloneEvent], to uinput: Int32) {
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

/// What a clone of a device can.
private struct CloneForm {
  let device: EvdevDevice
  private(set) var keys: Set<UInt16> = []
  private(set) var slotAxes: [UInt16] = []
  private(set) var single: Set<UInt16> = []

  /// Reads what the device can, apart from the view that reads its events.
  init(_ descriptor: Int32) throws(InterceptionFailure) {
    do throws(SystemError) {
      device = try EvdevDevice(descriptor)
    } catch {
      throw .noClone(error.code)
    }
    device.prepareClone()
    for key in 0..<UInt16(KEY_CNT) where device.has(Codes.key, key) { keys.insert(key) }
    for axis in Codes.slot + 1...Codes.lastOfSlot where axis != Codes.trackingID && device.has(Codes.abs, axis) {
      slotAxes.append(axis)
    }
    for axis in 0..<Codes.slot where device.has(Codes.abs, axis) { single.insert(axis) }
  }
}
