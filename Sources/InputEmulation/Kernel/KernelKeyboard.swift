import Base
import Bindings
import CSystem
import Glibc

/// A keyboard or a mouse of our own, which the kernel makes by /dev/uinput and everything reads as if it were plugged in.
///
/// The kernel takes it away with the descriptor, also of a process that was killed, and releases what is down then.
final class KernelKeyboard {
  enum Kind {
    case keyboard, mouse
  }

  private static let name = "gesture-bridge"
  /// All keys of linux/input-event-codes.h that are neither buttons nor of game controllers.
  private static let keys: [UInt16] = Array(1..<0x100) + Array(0x160..<0x220) + Array(0x224..<0x2c0)
  /// BTN_LEFT to BTN_TASK.
  private static let buttons: [UInt16] = Array(0x110..<0x118)
  /// REL_X and REL_Y, without which udev takes it for no mouse, and the wheels.
  private static let axes: [UInt16] = [0, 1, horizontalWheel, verticalWheel]
  private static let (horizontalWheel, verticalWheel): (UInt16, UInt16) = (0x06, 0x08)

  private enum EventType {
    static let (key, relative): (UInt16, UInt16) = (1, 2)
  }

  private let uinput: OwnedDescriptor

  /// - Throws: where /dev/uinput may not be opened, or the kernel makes no device.
  init(_ kind: Kind) throws(SystemError) {
    uinput = try OwnedDescriptor("open of /dev/uinput", gb_uinput_open())
    let (suffix, keys, axes) =
      switch kind {
      case .keyboard: ("keyboard", Self.keys, [UInt16]())
      case .mouse: ("mouse", Self.buttons, Self.axes)
      }
    let made = gb_keyboard_make(
      uinput.number, "\(Self.name) \(suffix)", keys, Int32(keys.count), axes, Int32(axes.count))
    if made < 0 { throw SystemError(call: "ioctl of /dev/uinput", code: errno) }
  }

  /// Whether udev has done with it, so that compositors are about to open it. Without a udev nothing is to be waited for.
  var isKnown: Bool {
    guard access("/run/udev/data", F_OK) == 0 else { return true }
    let number = gb_keyboard_number(uinput.number)
    return number >= 0 && access("/run/udev/data/c13:\(number)", F_OK) == 0
  }

  /// `code` is the kernel's, of a key or a button.
  func send(_ code: UInt32, isDown: Bool) { send(EventType.key, UInt16(truncatingIfNeeded: code), isDown ? 1 : 0) }

  /// One notch of a wheel. The kernel counts up as positive, and to the right.
  func scroll(_ way: ScrollWay) {
    let (axis, notch) = way.wheel
    send(EventType.relative, axis == 0 ? Self.verticalWheel : Self.horizontalWheel, axis == 0 ? -notch : notch)
  }

  private func send(_ type: UInt16, _ code: UInt16, _ value: Int32) {
    _ = gb_keyboard_send(uinput.number, type, code, value)
  }
}
