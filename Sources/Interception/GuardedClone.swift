import Base
import CInterception
import CLibevdev
import CLinux
import Evdev
import GestureCore
import Glibc

/// The reason why a device can't be intercepted, or a virtual touchpad can't be made. A case's number is an errno.
package enum InterceptionFailure: Error, Equatable {
  case noSlots
  /// The device also has keyboard keys, which the kernel doesn't send to this process, so the clone can't pass them on.
  case hasKeys
  /// The device isn't open for writing, so this process couldn't send the other readers the events that a grab hid.
  case notWritable
  case noUinput(Int32)
  case noClone(Int32)
  case notGrabbed(Int32)
  case noGuard(Int32)
}

/// Intercepts a device: grabs it, and gives its other readers a clone. The clone sends the touches that gestures let
/// pass. The clone has the device's name and abilities, so the device's settings apply to the clone. A separate
/// process, the guard, gives the device back if this process ends or hangs.
package final class GuardedClone: Clone {
  /// Parts of a clone's `phys`. All clones have `anyMark`. This process' clones have `mark`.
  package static let anyMark = "/input-by-gesture-bridge-"
  package static let mark = "\(anyMark)\(getpid())-"
  /// The time in ms for which the device's events may stay unread before the guard gives the device back.
  private static let patience: Int32 = 500

  /// The device's node. It is kept, because a freed node closes its descriptor.
  private let node: KernelNode
  private let uinput: Int32
  private let clone: OpaquePointer
  private let watch: OpaquePointer
  private let form: CloneForm

  /// Grabs a device, makes its clone and starts the guard. The caller must first check that the device is untouched and
  /// silent. Nil if the device is touched or has sent events since; the caller must then read the device's state again.
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

  func forwarder(_ axes: SurfaceAxes) -> CloneForwarder {
    CloneForwarder(
      slots: node.slotCount, axes: form.slotAxes, keys: form.keys, single: form.single,
      retraction: node.isTouchpad ? .stillPalm : .palm, tapReach: axes.units(CloneForwarder.tapDistance),
      surface: surface(axes))
  }

  private func surface(_ axes: SurfaceAxes) -> CloneSurface? {
    guard node.isTouchpad, let x = node.axis(Codes.positionX), let y = node.axis(Codes.positionY) else { return nil }
    return CloneSurface(
      x: x.minimum...max(x.minimum, x.maximum), y: y.minimum...max(y.minimum, y.maximum),
      unitsPerMM: Vector(axes.x.unitsPerMM, axes.y.unitsPerMM), isClickpad: form.device.isClickpad, keys: form.keys)
  }

  /// The `phys` of a node's clone: the part of `place` before "/input", then `mark`, then the node's name. libinput
  /// uses the first part to find the pen that belongs to a touchscreen.
  package static func place(of node: String, beside place: String) -> String {
    let end = place.lastIndex(of: "/").flatMap { place[$0...].hasPrefix("/input") ? $0 : nil } ?? place.endIndex
    let trunk = place[..<end]
    return trunk + mark + (node.split(separator: "/").last ?? "")
  }

  /// The guard removes the clone once its readers have seen all contacts lift.
  deinit {
    gb_guard_end(watch)
    // libevdev would remove the clone at once, so it gets another descriptor instead of the clone's.
    let nothing = open("/dev/null", O_WRONLY | O_CLOEXEC)
    dup2(nothing, uinput)
    libevdev_uinput_destroy(clone)
    close(nothing)
    close(uinput)
  }

  package var hasLost: Bool { gb_guard_has_acted(watch) != 0 }

  /// Whether the guard has ended without giving the device back. If this process hangs, the device then stays grabbed.
  package var isUnguarded: Bool { gb_guard_is_gone(watch) != 0 }

  package var guardDescriptor: Int32 { gb_guard_line(watch) }

  package func liftPlainly(_ isPlain: Bool) { gb_guard_lift_plainly(watch, isPlain ? 1 : 0) }

  /// Continues the user's guards that were stopped by a signal, and returns their number.
  package static func wakeStoppedGuards() -> Int { Int(gb_wake_guards()) }

  package func beat() { gb_guard_beat(watch) }

  package func write(_ events: [CloneEvent]) { Self.write(events, to: uinput) }

  /// Sends events from the virtual device whose descriptor is `uinput`.
  package static func write(_ events: [CloneEvent], to uinput: Int32) {
    withUnsafeTemporaryAllocation(of: input_event.self, capacity: events.count) { buffer in
      for index in events.indices {
        var event = input_event()
        event.type = events[index].type
        event.code = events[index].code
        event.value = events[index].value
        buffer.initializeElement(at: index, to: event)
      }
      // The kernel accepts all events at once; if it can't, the guard handles the rest.
      _ = Glibc.write(uinput, buffer.baseAddress, events.count * MemoryLayout<input_event>.stride)
    }
  }
}

private struct CloneForm {
  let device: EvdevDevice
  private(set) var keys: Set<UInt16> = []
  private(set) var slotAxes: [UInt16] = []
  private(set) var single: Set<UInt16> = []

  /// Reads a device's abilities into a new `EvdevDevice`, because `prepareClone` changes the abilities in that object.
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
