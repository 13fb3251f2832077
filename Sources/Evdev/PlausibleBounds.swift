import GestureCore

/// The positions that a touch can plausibly have around a surface. Sensors end slightly outside the glass, and calibration may move touches
/// across the border; but no touch is farther outside than half of the surface.
package struct PlausibleBounds: Sendable {
  private static let share = 0.5

  private let x: ClosedRange<Double>
  private let y: ClosedRange<Double>

  /// The bounds of a surface of this size, in mm.
  package init(_ size: Size) {
    x = Self.range(size.width)
    y = Self.range(size.height)
  }

  /// Whether a touch can be at this position. False for NaN.
  package func contains(_ position: Vector) -> Bool { x.contains(position.x) && y.contains(position.y) }

  private static func range(_ length: Double) -> ClosedRange<Double> { -share * length...(1 + share) * length }
}
