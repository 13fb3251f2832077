import RealModule

/// The touches a set of recognizers looks at, with the facts of the frame computed once for all of them.
///
/// Movement, spread and scale add up from frame to frame over the touches that are in both, so a finger that lands or
/// lifts changes none of them: recognizers remember where they started and subtract.
public struct TouchGroup: Sendable {
  /// The time of the frame, or of the deadline being served.
  public internal(set) var time = Timestamp(microseconds: 0)
  /// The touches down; while lifts are being told, the lifted ones are still among them.
  public internal(set) var touches: [Touch] = []
  /// How many touches are down.
  public internal(set) var count = 0
  /// The most that were down at once in this sequence.
  public internal(set) var peakCount = 0
  /// When the first touch of the sequence landed.
  public internal(set) var firstLanded = Timestamp(microseconds: 0)
  /// Whether a touch of the sequence has lifted.
  public internal(set) var hasLifted = false
  /// Centre of the touches, in mm.
  public internal(set) var centroid = Vector.zero
  /// Movement of the centre since the sequence began, in mm, without the jumps of fingers that land or lift.
  public internal(set) var travel = Vector.zero
  /// Twice the mean distance of the touches from their centre, in mm: for two touches, how far they are apart.
  public internal(set) var span = 0.0
  /// By how much `span` grew since the sequence began, in mm.
  public internal(set) var spanChange = 0.0
  /// By what factor `span` grew since the sequence began.
  public internal(set) var scale = 1.0
  /// By how many degrees the touches have turned around their centre since the sequence began, clockwise; only where a
  /// kind asks for `rotation` in its facts.
  public internal(set) var turned = 0.0
  /// How far the touch that strayed most is from where it landed, or was when the others landed much later, in mm.
  public internal(set) var strayed = 0.0
  /// The surface's size in mm, as the user sees it.
  public internal(set) var surface: Size

  /// The touches down; while lifts are being told, the lifted ones too.
  private(set) var mask: TouchMask = []
  /// The facts that a recognizer looks at.
  var measures: Kind.Facts = []
  /// The last lifts, also those of sequences before this one.
  private(set) var lifts = LastLifts()
  private var latestVelocity = Vector.zero
  private var lastMotion = Timestamp(microseconds: 0)
  private var estimator = VelocityEstimator()

  init(surface: Size) {
    self.surface = surface
    touches.reserveCapacity(16)
  }

  /// The pressure of the touch that presses hardest, 0 to 1; nil where none tells.
  public var pressure: Double? {
    var greatest: Double?
    for touch in touches {
      if let pressure = touch.pressure { greatest = max(greatest ?? 0, pressure) }
    }
    return greatest
  }

  /// Velocity of the centre in mm/s; zero once the touches have paused, and after a finger landed or lifted.
  public var velocity: Vector {
    time - lastMotion >= VelocityEstimator.pause ? .zero : latestVelocity
  }

  /// The least and the greatest distance between two touches whose places are known, in mm; nil with fewer than two.
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

  /// How far several touches have gone since the last one landed anew, in mm, and how far that way the touch that went least; nil of
  /// one.
  var commonWay: (length: Double, least: Double)? {
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

  /// `isAnew`: those that are down count as landed here too.
  mutating func land(_ landed: [Touch], at time: Timestamp, isAnew: Bool = false) {
    self.time = time
    if count == 0 { startSequence() }
    if isAnew { for index in touches.indices { touches[index].origin = touches[index].position } }
    touches.append(contentsOf: landed)
    count = touches.count
    peakCount = max(peakCount, count)
    settle()
  }

  /// Follows the touches; while no recognizer watches, only their positions. Returns whether a touch of the group moved.
  mutating func move(_ moved: ReusableBuffer<TouchTracker.Motion>, at time: Timestamp, isWatched: Bool) -> Bool {
    var sum = Vector.zero
    var isConcerned = false
    for index in touches.indices { touches[index].previousPosition = touches[index].position }
    for place in moved.indices {
      let motion = moved[place]
      guard let index = touches.indices.first(where: { touches[$0].bit == motion.bit }) else { continue }
      isConcerned = true
      sum += motion.position - touches[index].position
      touches[index].position = motion.position
      touches[index].pressure = motion.pressure
    }
    guard isConcerned else { return false }
    self.time = time
    if isWatched { advance(by: sum) }
    return true
  }

  /// The touches have moved, by so much in all.
  private mutating func advance(by sum: Vector) {
    travel += sum * (1 / Double(count))
    let spanBefore = span
    let centroidBefore = centroid
    measure()
    if measures.contains(.rotation) { turned += turn(from: centroidBefore) }
    if spanBefore > 0, span > 0 {
      spanChange += span - spanBefore
      scale *= span / spanBefore
    }
    estimator.add(travel, at: time)
    if measures.contains(.velocity) { latestVelocity = estimator.velocity() }
    lastMotion = time
  }

  /// A touch that was cancelled soon after it landed was no finger.
  mutating func forgetPeak() { peakCount = count }

  /// Takes over the place of a touch that moved while motion was left out.
  mutating func place(_ touch: Touch) {
    guard let index = touches.firstIndex(where: { $0.bit == touch.bit }) else { return }
    touches[index].position = touch.position
    touches[index].previousPosition = touch.position
  }

  /// Counts the lifted touches out, but keeps the geometry: recognizers ask what the hand was doing; `settle` follows.
  /// Returns whether a touch of the group has lifted.
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

  /// The set of touches has changed: measure those that are left, and start the velocity anew.
  mutating func settle() {
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
    turned = 0
    strayed = 0
  }

  /// By how much the touches turned in this frame, in degrees: the rotation that fits their movement around the centre
  /// best (least squares).
  private func turn(from centroidBefore: Vector) -> Double {
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

  /// The touches are of no interest any more; what has lifted is remembered.
  mutating func removeAll() {
    touches.removeAll(keepingCapacity: true)
    count = 0
    settle()
  }
}
