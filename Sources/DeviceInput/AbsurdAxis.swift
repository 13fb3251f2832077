import CLibevdev
import Evdev

/// A last slot or an axis range that no real touch device has. The last slot is checked before libevdev or libinput
/// uses the device: if the last slot is negative, both libraries write outside their memory.
public enum AbsurdAxis: Error, Equatable, Sendable {
  case lastSlot(Int32)
  /// The minimum is above the maximum; `axis` is the kernel's name of the axis.
  case range(axis: String, minimum: Int32, maximum: Int32)

  /// The numbers that a real device's last slot can have. At most 64 slots (`GB_SLOTS`) are read.
  static let slots: ClosedRange<Int32> = 0...63
  private static let places = [Codes.absX, Codes.absY, Codes.positionX, Codes.positionY]

  /// The impossible number of the last slot; nil if the number is possible, or if the device has no slots.
  init?(slots axes: (UInt16) -> AxisDescription?) {
    guard let slot = axes(Codes.slot), !Self.slots.contains(slot.maximum) else { return nil }
    self = .lastSlot(slot.maximum)
  }

  /// The first impossible range of a position axis; nil if all ranges are possible.
  init?(surface axes: (UInt16) -> AxisDescription?) {
    for code in Self.places {
      guard let axis = axes(code), axis.minimum > axis.maximum else { continue }
      let name = libevdev_event_code_get_name(UInt32(Codes.abs), UInt32(code)).map { String(cString: $0) }
      self = .range(axis: name ?? "\(code)", minimum: axis.minimum, maximum: axis.maximum)
      return
    }
    return nil
  }
}
