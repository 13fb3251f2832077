/// The times and positions of the last five lifts.
struct LastLifts: Sendable {
  private struct Lift: Sendable {
    var time: Timestamp
    var position: Vector
  }

  private static let none = Lift(time: Timestamp(microseconds: .min / 2), position: .zero)
  private var lifts = InlineArray<5, Lift>(repeating: none)
  private var next = 0

  mutating func add(_ position: Vector, at time: Timestamp) {
    lifts[next] = Lift(time: time, position: position)
    next = (next + 1) % lifts.count
  }

  /// The time of a lift less than `span` before `touch` landed and at most `distance` mm from the landing, or nil.
  func lift(before touch: Touch, by span: TimeSpan, within distance: Double) -> Timestamp? {
    for index in lifts.indices {
      let lift = lifts[index]
      if touch.began - lift.time < span, (touch.start - lift.position).length <= distance { return lift.time }
    }
    return nil
  }
}
