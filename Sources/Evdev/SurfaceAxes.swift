import GestureCore

/// Converts a device's coordinates to millimetres, and pressures to 0...1.
public struct SurfaceAxes: Equatable, Sendable {
  /// A position axis: the value of the coordinate at 0 mm, and the units per mm.
  public struct Axis: Equatable, Sendable {
    public var minimum: Double
    public var unitsPerMM: Double

    public init(minimum: Double = 0, unitsPerMM: Double) { (self.minimum, self.unitsPerMM) = (minimum, unitsPerMM) }

    package func mm(_ value: Int32) -> Double { (Double(value) - minimum) / unitsPerMM }
  }

  public var x: Axis
  public var y: Axis
  /// The range of the pressure values; nil if the device reports no pressure.
  public var pressure: ClosedRange<Double>?

  public init(x: Axis, y: Axis, pressure: ClosedRange<Double>? = nil) {
    (self.x, self.y, self.pressure) = (x, y, pressure)
  }

  /// The assumed range of pressure if a device reports pressure but no range. Nearly all such devices use this range.
  public static let assumedPressure = 0.0...255.0

  /// Converts a length in mm to units of each position axis; the keys are axis codes. Rounds up, and limits to 0...1e6.
  package func units(_ millimetres: Double) -> [UInt16: Int32] {
    [Codes.positionX: x, Codes.positionY: y].mapValues { axis in
      Int32(min(max((axis.unitsPerMM * millimetres).rounded(.up), 0), 1e6))
    }
  }

  package func position(_ x: Int32, _ y: Int32) -> Vector { Vector(self.x.mm(x), self.y.mm(y)) }

  package func pressure(_ value: Int32) -> Double? {
    guard let pressure, pressure.upperBound > pressure.lowerBound else { return nil }
    return min(max((Double(value) - pressure.lowerBound) / (pressure.upperBound - pressure.lowerBound), 0), 1)
  }
}

/// How a device distinguishes its contacts.
public enum ContactScheme: Sendable {
  /// Multitouch protocol B: each contact has a slot, and only changes are sent.
  case slots
  /// Multitouch protocol A: all contacts are sent in each packet, in any order.
  case anonymous
  /// One contact: ABS_X, ABS_Y and BTN_TOUCH.
  case single
}

/// The range and the resolution of a device's axis.
package struct AxisDescription: Equatable, Sendable {
  package let minimum: Int32
  package let maximum: Int32
  /// Units per mm; 0 if the device doesn't report the resolution.
  package let resolution: Int32

  package init(minimum: Int32, maximum: Int32, resolution: Int32) {
    self.minimum = minimum
    self.maximum = maximum
    self.resolution = resolution
  }

  package var length: Double? { maximum > minimum ? Double(maximum) - Double(minimum) : nil }
  package var unitsPerMM: Double? { resolution > 0 ? Double(resolution) : nil }
}

/// The codes of the kernel's input events for touches (linux/input-event-codes.h).
package enum Codes {
  package static let syn: UInt16 = 0
  package static let key: UInt16 = 1
  package static let abs: UInt16 = 3
  package static let msc: UInt16 = 4

  package static let synReport: UInt16 = 0
  package static let synMTReport: UInt16 = 2
  package static let synDropped: UInt16 = 3

  package static let btnLeft: UInt16 = 0x110
  package static let btnRight: UInt16 = 0x111
  package static let btnMiddle: UInt16 = 0x112
  package static let btnToolPen: UInt16 = 0x140
  package static let btnToolRubber: UInt16 = 0x141
  package static let btnToolFinger: UInt16 = 0x145
  package static let btnToolMouse: UInt16 = 0x146
  package static let btnToolLens: UInt16 = 0x147
  package static let btnToolQuintTap: UInt16 = 0x148
  package static let btnTouch: UInt16 = 0x14a
  package static let btnToolDoubleTap: UInt16 = 0x14d
  package static let btnToolTripleTap: UInt16 = 0x14e
  package static let btnToolQuadTap: UInt16 = 0x14f

  package static let absX: UInt16 = 0
  package static let absY: UInt16 = 1
  package static let absPressure: UInt16 = 0x18
  package static let absToolWidth: UInt16 = 0x1c
  package static let slot: UInt16 = 0x2f
  package static let touchMajor: UInt16 = 0x30
  package static let positionX: UInt16 = 0x35
  package static let positionY: UInt16 = 0x36
  package static let toolType: UInt16 = 0x37
  package static let trackingID: UInt16 = 0x39
  package static let pressure: UInt16 = 0x3a
  package static let distance: UInt16 = 0x3b
  package static let lastOfSlot: UInt16 = 0x3d

  package static let propPointer = 0
  package static let propDirect = 1
  package static let propSemiMT = 3

  /// Values of ABS_MT_TOOL_TYPE.
  package static let toolFinger: Int32 = 0
  package static let toolPen: Int32 = 1
  package static let toolPalm: Int32 = 2
}
