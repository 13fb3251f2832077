import GestureCore

/// Recognizes palms by length or pressure, and thumbs that rest at the border. Source: ChromeOS'
/// `palm_classifying_filter_interpreter.cc`, except `restTime`.
package struct PalmRule: Equatable, Sendable {
  /// "Palm Width", in mm: a contact of at least this length is a palm.
  private static let length = 21.2
  /// "Palm Pressure": a contact of at least this pressure is a palm, if `usesPressure` is true.
  private static let pressure: Int32 = 200
  /// "Tap Exclusion Border Width": the width of the border on each side, in mm.
  private static let border = 8.0
  /// A contact rests if it stays within `restDistance` (mm) for `restTime`. `restTime` is longer than libinput's
  /// `THUMB_MOVE_TIMEOUT` (300 ms). `restDistance` is "Palm Stationary Distance".
  static let restTime = TimeSpan(milliseconds: 1000)
  static let restDistance = 4.0

  private let size: Size
  /// Units per mm of a contact's length; nil if the device doesn't report them.
  private let lengthUnitsPerMM: Double?
  /// Whether a hard press counts as a palm. True only if the pressure axis has the range 0 to 255 and no resolution.
  private let usesPressure: Bool

  package init(size: Size, _ axis: (UInt16) -> AxisDescription?) {
    self.size = size
    lengthUnitsPerMM = axis(Codes.touchMajor)?.unitsPerMM
    let pressure = axis(Codes.pressure)
    usesPressure = pressure.map { $0.minimum == 0 && $0.maximum == 255 && $0.resolution == 0 } ?? false
  }

  func isLong(_ length: Int32) -> Bool {
    guard let lengthUnitsPerMM, lengthUnitsPerMM > 0 else { return false }
    return Double(length) / lengthUnitsPerMM >= Self.length
  }

  func isHard(_ pressure: Int32) -> Bool { usesPressure && pressure >= Self.pressure }

  func isAtBorder(_ position: Vector) -> Bool {
    position.x < Self.border || position.y < Self.border || position.x > size.width - Self.border
      || position.y > size.height - Self.border
  }
}
