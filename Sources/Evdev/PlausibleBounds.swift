import GestureCore

/// How far from a surface a touch may plausibly be. Sensors end a little beside the glass, and calibration may move touches
/// across the border; but nothing touches a surface from as far away as half of it.
package struct PlausibleBounds: Sendable {
  private static let share = 0.5

  private let x: ClosedRange<Double>
  private let y: ClosedRange<Double>

  /// The bounds of a surface of this size, in mm.
  package init(_ size: Size) {
    x = Self.range(size.width)
    y = Self.range(size.height)
  }

  /// Whether there may be a touch. What is not a number is nowhere.
  package func contains(_ place: Vector) -> Bool { x.contains(place.x) && y.contains(place.y) }

  private static func range(_ length: Double) -> ClosedRange<Double> { -share * length...(1 + share) * length }
}
