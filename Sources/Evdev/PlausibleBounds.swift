import GestureCore

/// The possible positions of a touch, up to half a surface beyond each edge.
package struct PlausibleBounds: Sendable {
  private static let share = 0.5

  private let x: ClosedRange<Double>
  private let y: ClosedRange<Double>

  package init(_ size: Size) {
    x = Self.range(size.width)
    y = Self.range(size.height)
  }

  /// Whether a touch can be at this position; false for NaN.
  package func contains(_ position: Vector) -> Bool { x.contains(position.x) && y.contains(position.y) }

  private static func range(_ length: Double) -> ClosedRange<Double> { -share * length...(1 + share) * length }
}
