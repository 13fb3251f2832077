import GestureCore

/// The way on which fingers drew together: from when the last of them has landed until the first one lifts.
struct DrawnWay {
  /// In mm from where it began, as the user sees the surface.
  private(set) var points: [Vector] = [.zero]
  private(set) var length = 0.0
  /// From when the last finger landed.
  private(set) var duration = TimeSpan(microseconds: 0)

  /// What is nearer than that to the point before, in mm, is no point of its own.
  private static let grain = 0.05

  /// The way of `fingers` fingers, the most that were down at once, in the frames of one attempt.
  init(_ frames: [Frame], on surface: Surface, fingers: Int) {
    var down = FingersDown()
    var began: Timestamp?
    for frame in frames {
      let before = down.fingers
      down.move(frame, on: surface)
      if began != nil { go(FingersDown.centre(of: down.fingers) - FingersDown.centre(of: before)) }
      _ = down.settle(frame, on: surface)
      if began == nil, down.fingers.count == fingers { began = frame.time }
      guard let began else { continue }
      duration = frame.time - began
      if down.fingers.count < fingers { break }
    }
    if points.last != place { points.append(place) }
  }

  private var place = Vector.zero

  private mutating func go(_ way: Vector) {
    place += way
    guard let last = points.last, (place - last).length >= Self.grain else { return }
    length += (place - last).length
    points.append(place)
  }
}
