import GestureCore

/// The gesture that gives an intercepted device back to applications: five fingers, or as many as the device knows, are laid
/// down and held still.
package struct ReleaseGesture: Sendable {
  static let fingers = 5
  /// No hand holds four or five fingers still for so long by chance.
  static let time = TimeSpan(milliseconds: 5000)
  /// Fewer are held still when something is looked at.
  static let timeOfFew = TimeSpan(milliseconds: 10_000)

  private let wanted: Int
  private let time: TimeSpan
  private var since: Timestamp?

  /// For a device that knows so many fingers.
  package init(fingers: Int) {
    wanted = min(fingers, Self.fingers)
    time = wanted >= 4 ? Self.time : Self.timeOfFew
  }

  /// When it is made, if nothing changes.
  package var deadline: Timestamp? { since.map { $0 + time } }

  /// So many touches rest, all that are down; nil when one of them has moved.
  package mutating func see(_ resting: Int?, at now: Timestamp) {
    guard let resting, resting >= wanted else { return since = nil }
    since = since ?? now
  }

  package func isMade(at now: Timestamp) -> Bool { deadline.map { $0 <= now } ?? false }
}
