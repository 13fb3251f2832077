import GestureCore

/// Tells a palm, or a thumb that rests, from a finger: by its size, by its pressure, and by resting at the border.
///
/// A driver that knows by itself says so with its tool type, which needs no rule. Once a palm, a contact stays one.
/// The figures are those of ChromeOS' libgestures (`palm_classifying_filter_interpreter.cc`).
package struct PalmRule: Equatable, Sendable {
  /// "Palm Width": a contact this long is no fingertip.
  static let length = 21.2
  /// "Palm Pressure": of a device whose pressure is 0 to 255, as nearly all that report it for its sake.
  static let pressure: Int32 = 200
  /// "Tap Exclusion Border Width": in mm from each side.
  static let border = 8.0
  /// "Palm Stationary Time" and "Palm Stationary Distance": what stays near where it landed rests.
  static let restTime = TimeSpan(milliseconds: 2000)
  static let restDistance = 4.0

  /// Of the surface, in mm.
  let size: Size
  /// Steps in a mm of a contact's length; nil where the device does not tell.
  let lengthUnitsPerMM: Double?
  /// Whether a hard press is a palm: not on a pad that measures force.
  let judgesPressure: Bool

  /// For a surface of `size`, by what the device says of the axes it has.
  package init(size: Size, _ axis: (UInt16) -> AxisDescription?) {
    self.size = size
    lengthUnitsPerMM = axis(Codes.touchMajor)?.unitsPerMM
    let pressure = axis(Codes.pressure)
    judgesPressure = pressure.map { $0.minimum == 0 && $0.maximum == 255 && $0.resolution == 0 } ?? false
  }

  func isLong(_ length: Int32) -> Bool {
    guard let lengthUnitsPerMM, lengthUnitsPerMM > 0 else { return false }
    return Double(length) / lengthUnitsPerMM >= Self.length
  }

  func isHard(_ pressure: Int32) -> Bool { judgesPressure && pressure >= Self.pressure }

  func isAtBorder(_ place: Vector) -> Bool {
    place.x < Self.border || place.y < Self.border || place.x > size.width - Self.border
      || place.y > size.height - Self.border
  }
}
