/// How one touch has moved since it landed, for who tells of it: the way it went and the greatest speed it had.
///
/// The speed is estimated as for gestures, so it can be compared with their thresholds.
public struct Journey: Sendable {
  /// Where the touch is.
  public private(set) var place: Vector
  /// When it landed.
  public let began: Timestamp
  /// The length of its path in mm, there and back counted.
  public private(set) var way = 0.0
  /// In mm/s.
  public private(set) var peakSpeed = 0.0
  private var velocity = VelocityEstimator()

  /// A touch that has landed at `place`.
  public init(at place: Vector, _ time: Timestamp) {
    self.place = place
    began = time
    velocity.add(place, at: time)
  }

  /// The touch has gone to `next`; what is no place is no movement.
  public mutating func move(to next: Vector, at time: Timestamp) {
    guard next.isFinite else { return }
    way += (next - place).length
    place = next
    velocity.add(next, at: time)
    peakSpeed = max(peakSpeed, velocity.velocity().length)
  }
}
