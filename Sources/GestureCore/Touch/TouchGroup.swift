import RealModule

/// The touches that a group of recognizers watches, with facts about their movement. A sequence starts when a finger
/// lands while no other finger is down. Travel, span changes and rotation are sums over frames. A finger that lands or
/// lifts changes no sum.
public struct TouchGroup: Sendable {
  /// The time of the frame or deadline that is being handled.
  public internal(set) var time = Timestamp(microseconds: 0)
  /// The touches that are down. During a lift, the lifted touches are still listed.
  public internal(set) var touches: [Touch] = []
  /// The number of touches that are down.
  public internal(set) var count = 0
  /// The greatest number of touches that were down at once since the sequence began, or since the last `forgetPeak`.
  public internal(set) var peakCount = 0
  /// The time at which the first touch of the sequence landed.
  public internal(set) var firstLanded = Timestamp(microseconds: 0)
  /// Whether a touch of the sequence has lifted or been cancelled.
  public internal(set) var hasLifted = false
  /// The centre of the touches, in mm.
  public internal(set) var centroid = Vector.zero
  /// The movement of the centre since the sequence began, in mm.
  public internal(set) var travel = Vector.zero
  /// Twice the mean distance of the touches from their centre, in mm.
  public internal(set) var span = 0.0
  /// The growth of `span` since the sequence began, in mm.
  public internal(set) var spanChange = 0.0
  /// The factor by which moving fingers have multiplied `span` since the sequence began; below 1 if `span` shrank.
  public internal(set) var scale = 1.0
  /// The clockwise rotation since the sequence began, in degrees. It is updated only while a recognizer needs it.
  public internal(set) var rotation = 0.0
  /// The greatest present distance between a touch and its `origin`, in mm.
  public internal(set) var strayed = 0.0
  /// The size in mm of the surface, turned as the rules turn the device.
  public internal(set) var surface: Size

  /// The set of `touches`. It contains lifted touches until `removeLifted`.
  private(set) var mask: TouchMask = []
  var measures: Kind.Facts = []
  /// The last lifts, including lifts of earlier sequences.
  private(set) var lifts = LastLifts()
  private var latestVelocity = Vector.zero
  private var lastMotion = Timestamp(microseconds: 0)
  private var estimator = VelocityEstimator()

  init(surface: Size) {
    self.surface = surface
    touches.reserveCapacity(16)
  }

  /// The pressure of the touch that presses hardest, 0 to 1. Nil if no touch reports pressure.
  public var pressure: Double? {
    var greatest: Double?
    for touch in touches {
      if let pressure = touch.pressure { greatest = max(greatest ?? 0, pressure) }
    }
    return greatest
  }

  /// The velocity of the centre in mm/s; zero after a pause, landing or lift. Updated only while a recognizer needs it.
  public var velocity: Vector { time - lastMotion >= VelocityEstimator.pause ? .zero : latestVelocity }

  /// The least and greatest distance between touches, in mm. Nil without two known positions.
  public var separation: ClosedRange<Double>? {
    var least = Double.infinity
    var greatest = 0.0
    for (index, touch) in touches.enumerated() where !touch.isCountedOnly {
      for other in touches[(index + 1)...] where !other.isCountedOnly {
        let distance = (touch.position - other.position).length
        least = min(least, distance)
        greatest = max(greatest, distance)
      }
    }
    return least <= greatest ? least...greatest : nil
  }

  /// `length` is the length of the touches' mean movement from their `origin`, in mm. `least` is the smallest movement
  /// of one touch in the direction of the mean movement. Nil for fewer than two touches.
  var commonMovement: (length: Double, least: Double)? {
    guard touches.count > 1 else { return nil }
    var sum = Vector.zero
    for touch in touches { sum += touch.position - touch.origin }
    let length = sum.length / Double(touches.count)
    guard length > 0 else { return (0, 0) }
    let direction = sum * (1 / sum.length)
    var least = Double.infinity
    for touch in touches { least = min(least, (touch.position - touch.origin).dot(direction)) }
    return (length, least)
  }

  /// Adds touches. If `isNewLanding`, first moves the `origin` of each earlier touch to that touch's present position.
  mutating func land(_ landed: [Touch], at time: Timestamp, isNewLanding: Bool = false) {
    self.time = time
    if count == 0 { startSequence() }
    if isNewLanding { for index in touches.indices { touches[index].origin = touches[index].position } }
    touches.append(contentsOf: landed)
    count = touches.count
    peakCount = max(peakCount, count)
    removeLifted()
  }

  /// Moves the touches, and updates the facts if `isWatched`. Returns whether a touch of the group moved.
  mutating func move(_ moved: ReusableBuffer<TouchTracker.Motion>, at time: Timestamp, isWatched: Bool) -> Bool {
    var sum = Vector.zero
    var isAffected = false
    for index in touches.indices { touches[index].previousPosition = touches[index].position }
    for number in moved.indices {
      let motion = moved[number]
      guard let index = touches.indices.first(where: { touches[$0].bit == motion.bit }) else { continue }
      isAffected = true
      sum += motion.position - touches[index].position
      touches[index].position = motion.position
      touches[index].pressure = motion.pressure
    }
    guard isAffected else { return false }
    self.time = time
    if isWatched { advance(by: sum) }
    return true
  }

  private mutating func advance(by sum: Vector) {
    travel += sum * (1 / Double(count))
    let spanBefore = span
    let centroidBefore = centroid
    measure()
    if measures.contains(.rotation) { rotation += rotation(from: centroidBefore) }
    if spanBefore > 0, span > 0 {
      spanChange += span - spanBefore
      scale *= span / spanBefore
    }
    estimator.add(travel, at: time)
    if measures.contains(.velocity) { latestVelocity = estimator.velocity() }
    lastMotion = time
  }

  /// Sets `peakCount` to `count`, so that a palm that was cancelled no longer counts as a finger.
  mutating func forgetPeak() { peakCount = count }

  /// Sets the position of a touch, which may have moved while motion was skipped.
  mutating func updatePosition(of touch: Touch) {
    guard let index = touches.firstIndex(where: { $0.bit == touch.bit }) else { return }
    touches[index].position = touch.position
    touches[index].previousPosition = touch.position
  }

  /// Marks touches as lifted or cancelled. Returns whether one of these touches is in the group.
  mutating func lift(_ lifted: [Touch], at time: Timestamp) -> Bool {
    guard lifted.contains(where: { !mask.isDisjoint(with: $0.bit) }) else { return false }
    self.time = time
    hasLifted = true
    for touch in lifted {
      guard let index = touches.firstIndex(where: { $0.bit == touch.bit }) else { continue }
      touches[index].phase = touch.phase == .cancelled ? .cancelled : .ended
      count -= 1
      if touch.phase != .cancelled { lifts.add(touches[index].position, at: time) }
    }
    return true
  }

  mutating func removeLifted() {
    touches.removeAll { $0.phase == .ended || $0.phase == .cancelled }
    mask = touches.reduce(into: []) { $0.formUnion($1.bit) }
    if !touches.isEmpty { measure() }
    estimator.clear()
    latestVelocity = .zero
    if !touches.isEmpty {
      estimator.add(travel, at: time)
      lastMotion = time
    }
  }

  private mutating func startSequence() {
    firstLanded = time
    peakCount = 0
    hasLifted = false
    travel = .zero
    spanChange = 0
    scale = 1
    rotation = 0
    strayed = 0
  }

  /// The rotation since the previous frame, in degrees, by least squares.
  private func rotation(from centroidBefore: Vector) -> Double {
    guard touches.count >= 2 else { return 0 }
    var along = 0.0
    var across = 0.0
    for touch in touches {
      let before = touch.previousPosition - centroidBefore
      let after = touch.position - centroid
      along += before.dot(after)
      across += before.cross(after)
    }
    return Double.atan2(y: across, x: along) * 180 / .pi
  }

  private mutating func measure() {
    var sum = Vector.zero
    var farthest = 0.0
    for touch in touches {
      sum += touch.position
      let offset = touch.position - touch.origin
      farthest = max(farthest, offset.dot(offset))
    }
    let share = 1 / Double(touches.count)
    centroid = sum * share
    strayed = farthest.squareRoot()
    guard touches.count >= 2 else { return span = 0 }
    var distances = 0.0
    for touch in touches { distances += (touch.position - centroid).length }
    span = 2 * distances * share
  }

  /// Removes all touches, but keeps the last lifts.
  mutating func removeAll() {
    touches.removeAll(keepingCapacity: true)
    count = 0
    removeLifted()
  }
}
