import RealModule

/// Where a stroke has been, and how far it has turned on the way, for those who look back at it: circles.
///
/// It is drawn as if the finger pulled it on a short rope: what trembles by less than the rope leaves no trace, whatever
/// the frame rate.
struct PathTrail: Sendable {
  private(set) var places: [Vector] = []
  /// Clockwise, in degrees, since the beginning.
  private(set) var turned: [Double] = []
  /// In mm, since the beginning.
  private(set) var along: [Double] = []
  /// How often every second place was left out for want of room: where a place is now it was this many times doubled.
  private(set) var thinnings = 0
  private var rope = Vector.zero
  private var heading: Vector?

  init() {
    places.reserveCapacity(Self.capacity)
    turned.reserveCapacity(Self.capacity)
    along.reserveCapacity(Self.capacity)
  }

  var last: Int { places.count - 1 }

  mutating func begin(at place: Vector) {
    reset()
    rope = place
    append(place, turned: 0, along: 0)
  }

  /// Whether there is another place.
  mutating func move(to place: Vector) -> Bool {
    let pull = place - rope
    let length = pull.length
    guard length > Self.ropeLength, let last = places.last else { return false }
    rope += pull * (1 - Self.ropeLength / length)
    let piece = rope - last
    guard piece.length >= Self.grain else { return false }
    let turn = heading.map { Double.atan2(y: $0.cross(piece), x: $0.dot(piece)) * 180 / .pi } ?? 0
    heading = piece
    if places.count == Self.capacity { thin() }
    append(rope, turned: (turned.last ?? 0) + turn, along: (along.last ?? 0) + piece.length)
    return true
  }

  mutating func reset() {
    places.removeAll(keepingCapacity: true)
    turned.removeAll(keepingCapacity: true)
    along.removeAll(keepingCapacity: true)
    thinnings = 0
    heading = nil
  }

  private mutating func append(_ place: Vector, turned angle: Double, along way: Double) {
    places.append(place)
    turned.append(angle)
    along.append(way)
  }

  private mutating func thin() {
    let kept = places.count / 2
    for index in 0..<kept {
      places[index] = places[2 * index]
      turned[index] = turned[2 * index]
      along[index] = along[2 * index]
    }
    places.removeLast(places.count - kept)
    turned.removeLast(turned.count - kept)
    along.removeLast(along.count - kept)
    thinnings += 1
  }

  private static let ropeLength = 1.0
  private static let grain = 1.0
  private static let capacity = 512
}
