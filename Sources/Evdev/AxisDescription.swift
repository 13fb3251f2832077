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
