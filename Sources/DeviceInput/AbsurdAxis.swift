import CLibevdev
import Evdev

/// What no touch device tells of an axis. libevdev and libinput take the last slot at its word, and write beyond their memory where
/// it is below 0; so a device is asked for that before they see it.
public enum AbsurdAxis: Error, Equatable, Sendable {
  case lastSlot(Int32)
  /// The axis by the kernel's name.
  case range(axis: String, minimum: Int32, maximum: Int32)

  /// As many as are ever asked for: `GB_SLOTS`.
  static let slots: ClosedRange<Int32> = 0...63
  private static let places = [Codes.absX, Codes.absY, Codes.positionX, Codes.positionY]

  /// What is wrong with the number of slots of a device with these `axes`; nil if it is possible, or there are no slots.
  init?(slots axes: (UInt16) -> AxisDescription?) {
    guard let slot = axes(Codes.slot), !Self.slots.contains(slot.maximum) else { return nil }
    self = .lastSlot(slot.maximum)
  }

  /// The first thing that is wrong with the surface of a device with these `axes`; nil if nothing is. A missing axis is nil or all zeros.
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
