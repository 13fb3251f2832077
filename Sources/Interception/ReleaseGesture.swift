import GestureCore

/// The gesture that gives a device back: min(5, n) or more fingers hold still. The device reports at most n fingers.
package struct ReleaseGesture: Sendable {
  private static let fingers = 5
  /// How long four or five fingers must hold still. Users don't hold this many fingers still for this time by chance.
  private static let time = TimeSpan(milliseconds: 5000)
  /// How long three or fewer fingers must hold still: longer than `time`, because users often rest a few fingers.
  private static let timeOfFew = TimeSpan(milliseconds: 10_000)

  private let wanted: Int
  private let time: TimeSpan
  private var since: Timestamp?

  package init(fingers: Int) {
    wanted = min(fingers, Self.fingers)
    time = wanted >= 4 ? Self.time : Self.timeOfFew
  }

  /// When the gesture is complete, if nothing changes; nil if it hasn't begun.
  package var deadline: Timestamp? { since.map { $0 + time } }

  /// Notes the number of resting touches. `resting` is nil if a touch has moved.
  package mutating func see(_ resting: Int?, at now: Timestamp) {
    guard let resting, resting >= wanted else { return since = nil }
    since = since ?? now
  }

  package func isMade(at now: Timestamp) -> Bool { deadline.map { $0 <= now } ?? false }
}
