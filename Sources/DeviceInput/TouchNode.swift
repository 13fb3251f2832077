/// An input node that is a touch device of our seat, as udev tells of it; nothing has opened it yet.
struct TouchNode: Equatable {
  /// For example /dev/input/event5.
  var node: String
  var name: String
  var kind: DeviceKind
  /// The kernel's list of the axes it has, as sysfs shows it: `capabilities/abs`.
  var axes = ""
  /// Whether a udev rule gives it to whoever is logged in at the seat: the tag `uaccess`.
  var isGivenToUsers = false
  /// When udev first saw the device; empty where it doesn't say.
  var plugged: String

  /// Whether this is another device than the one that had the same node before, its removal having gone unheard.
  func replaces(_ other: TouchNode) -> Bool {
    !plugged.isEmpty && !other.plugged.isEmpty && plugged != other.plugged
  }

  /// Whether it tells how hard it is pressed. libinput says so of a pen only once that has been near.
  var tellsPressure: Bool {
    // Words of the kernel's size in hexadecimal, the lowest last.
    guard let lowest = axes.split(separator: " ").last.flatMap({ UInt64($0, radix: 16) }) else { return false }
    return lowest & Self.pressureBit != 0
  }

  /// ABS_PRESSURE of linux/input-event-codes.h.
  private static let pressureBit: UInt64 = 1 << 0x18
}
