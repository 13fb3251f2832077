import GestureCore

/// Where a finger has been: the last of its places, in memory that does not grow.
struct Trail: Equatable {
  /// A place in mm, as the user sees the surface, and when the finger was there.
  struct Point: Equatable {
    let place: Vector
    let time: Timestamp
  }

  /// Some seconds of a device that tells 125 times a second.
  static let capacity = 512
  /// In mm: what is closer to the point before is no other dot on any screen.
  private static let spacing = 0.2

  private var points: [Point] = []
  /// The place of the oldest, once all are in use.
  private var oldest = 0

  init() { points.reserveCapacity(Self.capacity) }

  mutating func add(_ place: Vector, at time: Timestamp) {
    if let last, (place - last.place).length < Self.spacing { return }
    let point = Point(place: place, time: time)
    if points.count < Self.capacity {
      points.append(point)
    } else {
      points[oldest] = point
      oldest = (oldest + 1) % Self.capacity
    }
  }

  private var last: Point? { points.isEmpty ? nil : self[points.count - 1] }

  var count: Int { points.count }

  /// From the oldest, 0, to the latest.
  subscript(index: Int) -> Point { points[(oldest + index) % points.count] }
}
