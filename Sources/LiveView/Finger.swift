import GestureCore

/// A finger of an attempt: where it is or was last, the way it came, and what became of it.
struct Finger {
  /// What became of it.
  enum State { case down, lifted, cancelled }

  let id: Int32
  /// As which finger of the attempt it landed, from 0.
  let number: Int
  let tool: Touch.Tool
  /// In mm, as the user sees the surface.
  private(set) var place: Vector
  private(set) var state = State.down
  private(set) var trail = Trail()
  private var estimator = VelocityEstimator()
  private var lastMotion: Timestamp
  /// When it lifted or was cancelled.
  private(set) var left: Timestamp?

  private static let letters = Array("abcdefghijklmnopqrstuvwxyz".unicodeScalars)

  init(_ touch: Touch, number: Int, at place: Vector, _ time: Timestamp) {
    id = touch.id
    self.number = number
    tool = touch.tool
    self.place = place
    lastMotion = time
    trail.add(place, at: time)
    estimator.add(place, at: time)
    // The engine leaves palms out.
    if touch.tool == .palm { cancel(at: time) }
  }

  /// Its name, as in a touch script.
  var letter: Unicode.Scalar { Self.letters[number % Self.letters.count] }

  /// A cancelled one may go on to move: it is not followed.
  mutating func move(to place: Vector, at time: Timestamp) {
    guard state == .down, place.isFinite else { return }
    self.place = place
    lastMotion = max(time, lastMotion)
    trail.add(place, at: time)
    estimator.add(place, at: lastMotion)
  }

  mutating func lift(at time: Timestamp) { leave(.lifted, at: time) }

  mutating func cancel(at time: Timestamp) { leave(.cancelled, at: time) }

  private mutating func leave(_ state: State, at time: Timestamp) {
    guard self.state == .down else { return }
    self.state = state
    left = time
  }

  /// In mm/s; of one that is gone that with which it went.
  func velocity(at time: Timestamp) -> Vector {
    (left ?? time) - lastMotion >= VelocityEstimator.pause ? .zero : estimator.velocity()
  }
}

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
