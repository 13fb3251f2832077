import GestureCore

/// How a device's numbers become millimetres and pressure from 0 to 1.
public struct SurfaceAxes: Equatable, Sendable {
  /// Where one coordinate is zero, and its steps in a mm.
  public struct Axis: Equatable, Sendable {
    public var minimum: Double
    public var unitsPerMM: Double

    public init(minimum: Double = 0, unitsPerMM: Double) {
      self.minimum = minimum
      self.unitsPerMM = unitsPerMM
    }

    package func mm(_ value: Int32) -> Double { (Double(value) - minimum) / unitsPerMM }
  }

  public var x: Axis
  public var y: Axis
  /// Nil when the device reports no pressure.
  public var pressure: ClosedRange<Double>?

  public init(x: Axis, y: Axis, pressure: ClosedRange<Double>? = nil) {
    self.x = x
    self.y = y
    self.pressure = pressure
  }

  /// The range of pressure of a device that reports it without telling a range: what nearly all of them use.
  public static let assumedPressure = 0.0...255.0

  /// How many steps of each coordinate of a slot so many mm are.
  package func steps(_ millimetres: Double) -> [UInt16: Int32] {
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

/// How a device tells its contacts apart.
public enum ContactScheme: Sendable {
  /// Multitouch protocol B: each contact has a slot, and only what changed is sent.
  case slots
  /// Multitouch protocol A: all contacts are sent each time, in any order.
  case anonymous
  /// One contact: ABS_X, ABS_Y and BTN_TOUCH.
  case single
}

/// The range of one of a device's axes, and its steps in a mm where the device tells them.
package struct AxisDescription: Equatable, Sendable {
  package let minimum: Int32
  package let maximum: Int32
  /// 0 when the device doesn't tell.
  package let resolution: Int32

  package init(minimum: Int32, maximum: Int32, resolution: Int32) {
    self.minimum = minimum
    self.maximum = maximum
    self.resolution = resolution
  }

  package var length: Double? { maximum > minimum ? Double(maximum) - Double(minimum) : nil }
  package var unitsPerMM: Double? { resolution > 0 ? Double(resolution) : nil }
}
