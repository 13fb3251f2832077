import Base
import Bindings
import CLinux
import Glibc

/// A virtual keyboard or mouse that the kernel makes through /dev/uinput. Programs that read input devices treat it as
/// a real device. If this process is killed, the kernel removes the virtual device and releases its keys.
final class KernelKeyboard {
  enum Kind {
    case keyboard, mouse
  }

  private static let name = "gesture-bridge"
  /// All keys of linux/input-event-codes.h except buttons and game controllers.
  private static let keys: [UInt16] = Array(1..<0x100) + Array(0x160..<0x220) + Array(0x224..<0x2c0)
  /// BTN_LEFT to BTN_TASK.
  private static let buttons: [UInt16] = Array(0x110..<0x118)
  /// udev recognizes the mouse by REL_X and REL_Y. Each wheel has one axis for notches and one for parts of notches.
  private static let axes = [
    horizontal, vertical, horizontalWheel, verticalWheel, horizontalFineWheel, verticalFineWheel,
  ]
  private static let (horizontal, vertical): (UInt16, UInt16) = (0, 1)
  private static let (horizontalWheel, verticalWheel): (UInt16, UInt16) = (0x06, 0x08)
  private static let (verticalFineWheel, horizontalFineWheel): (UInt16, UInt16) = (0x0b, 0x0c)
  /// The number of parts into which the kernel divides a notch of a wheel.
  static let unitsPerNotch: Int32 = 120

  private enum EventType {
    static let (key, relative): (UInt16, UInt16) = (1, 2)
  }

  private let uinput: OwnedDescriptor
  /// For each wheel, the parts of a notch that it has turned since its last whole notch.
  private var turned: (x: Int32, y: Int32) = (0, 0)

  /// - Throws: if /dev/uinput can't be opened, or the kernel makes no device.
  init(_ kind: Kind) throws(SystemError) {
    uinput = try Self.open()
    let (suffix, keys, axes) =
      switch kind {
      case .keyboard: ("keyboard", Self.keys, [UInt16]())
      case .mouse: ("mouse", Self.buttons, Self.axes)
      }
    let made = gb_keyboard_make(
      uinput.number, "\(Self.name) \(suffix)", keys, Int32(keys.count), axes, Int32(axes.count))
    if made < 0 { throw SystemError(call: "can't create a device with /dev/uinput", code: errno) }
  }

  static func checkPermission() throws(SystemError) { _ = try open() }

  private static func open() throws(SystemError) -> OwnedDescriptor {
    try OwnedDescriptor("can't open /dev/uinput", gb_uinput_open())
  }

  /// Whether udev has processed the device; true without udev.
  var isKnown: Bool {
    guard access("/run/udev/data", F_OK) == 0 else { return true }
    let number = gb_keyboard_number(uinput.number)
    return number >= 0 && access("/run/udev/data/c13:\(number)", F_OK) == 0
  }

  /// Presses or releases a key or button. `code` is the kernel's code.
  func send(_ code: UInt32, isDown: Bool) { send(EventType.key, UInt16(truncatingIfNeeded: code), isDown ? 1 : 0) }

  func scroll(_ direction: ScrollDirection) {
    let (axis, notch) = direction.wheel
    let parts = notch * Self.unitsPerNotch
    if axis == 0 { scroll(byParts: 0, parts) } else { scroll(byParts: parts, 0) }
  }

  /// Scrolls by parts of a notch: `x` to the right, `y` down.
  func scroll(byParts x: Int32, _ y: Int32) {
    if y != 0 { turn(-y, Self.verticalFineWheel, Self.verticalWheel, &turned.y) }
    if x != 0 { turn(x, Self.horizontalFineWheel, Self.horizontalWheel, &turned.x) }
  }

  /// Moves the pointer like a mouse that reports `x` steps to the right and `y` steps down.
  func move(_ x: Int32, _ y: Int32) {
    if x != 0 { send(EventType.relative, Self.horizontal, x, isLast: y == 0) }
    if y != 0 { send(EventType.relative, Self.vertical, y) }
  }

  /// Sends parts of a notch, and each whole notch for older programs.
  private func turn(_ parts: Int32, _ fine: UInt16, _ coarse: UInt16, _ turned: inout Int32) {
    let whole = (turned + parts) / Self.unitsPerNotch
    turned = (turned + parts) % Self.unitsPerNotch
    send(EventType.relative, fine, parts, isLast: whole == 0)
    if whole != 0 { send(EventType.relative, coarse, whole) }
  }

  private func send(_ type: UInt16, _ code: UInt16, _ value: Int32, isLast: Bool = true) {
    _ = gb_keyboard_send(uinput.number, type, code, value, isLast ? 1 : 0)
  }
}
