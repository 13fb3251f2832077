/// Sorts the touches of each frame into moved, ended, cancelled and landed touches.
///
/// Each resulting touch lands once and lifts or is cancelled at most once. Times never decrease. Positions are finite.
struct TouchTracker: Sendable {
  /// The doubted position of a touch: the jump to this position may be a sensor glitch.
  private struct Suspect {
    var position: Vector
    var framesLeft: Int
    var deadline: Timestamp
  }

  /// The new position and pressure of a touch that moved.
  struct Motion: Sendable {
    let bit: TouchMask
    let position: Vector
    let pressure: Double?
  }

  private struct Entry {
    var touch: Touch
    var suspect: Suspect?
  }

  /// The greatest distance between a sample and the last accepted position, in mm, at which the sample isn't doubted.
  private static let glitchDistance = 20.0
  /// The number of later frames after which a doubted sample is accepted.
  private static let glitchFrames = 2
  /// A jump is accepted if the next sample continues in the jump's direction by at least this share of the jump.
  private static let continuationShare = 0.5
  /// The time after which a doubted sample is accepted, even if no further frame arrives.
  private static let glitchTime = TimeSpan(milliseconds: 40)
  /// The greatest number of touches at once. Further touches are ignored.
  static let limit = 16
  /// The greatest accepted coordinate, in mm. Samples with greater coordinates are ignored: huge values overflow.
  private static let greatestCoordinate = 1e6

  private(set) var time = Timestamp(microseconds: 0)
  private(set) var moved: ReusableBuffer<Motion>
  private(set) var ended: [Touch] = []
  private(set) var cancelled: [Touch] = []
  private(set) var began: [Touch] = []

  private var entries: [Entry] = []
  private var landings: UInt64 = 0
  private let rotation: Rotation
  private let size: Size

  init(rotation: Rotation, size: Size) {
    (self.rotation, self.size) = (rotation, size)
    moved = ReusableBuffer(capacity: Self.limit)
    entries.reserveCapacity(Self.limit)
    ended.reserveCapacity(Self.limit)
    cancelled.reserveCapacity(Self.limit)
    began.reserveCapacity(Self.limit)
  }

  var isEmpty: Bool { entries.isEmpty }
  var count: Int { entries.count }

  /// The earliest of the deadlines at which doubted samples are accepted. `never` if no sample is doubted.
  var deadline: Timestamp {
    var earliest = Timestamp.never
    for index in entries.indices {
      if let suspect = entries[index].suspect { earliest = min(earliest, suspect.deadline) }
    }
    return earliest
  }

  /// Sorts a frame's touches. A frame older than `earliest` or than the previous frame gets the later of these times.
  mutating func process(_ frame: Frame, notBefore earliest: Timestamp) {
    startFrame(at: max(frame.time, earliest))
    for touch in frame.touches {
      let position = rotation.apply(touch.position, on: size)
      let index = entries.firstIndex { $0.touch.id == touch.id }
      switch touch.phase {
      case .began: land(touch, at: position, index)
      case .moved: if let index { move(index, touch, to: position) }
      case .stationary: if let index { setPosition(of: index, to: position) }
      case .ended: if let index { lift(index) }
      case .cancelled: if let index { cancel(index) }
      }
    }
    updateSuspects(after: frame)
  }

  var hasChanged: Bool { !began.isEmpty || !ended.isEmpty || !cancelled.isEmpty }

  func forEach(_ body: (Touch) -> Void) { for index in entries.indices { body(entries[index].touch) } }

  mutating func acceptSuspects(at time: Timestamp) {
    startFrame(at: time)
    for index in entries.indices {
      if let suspect = entries[index].suspect, suspect.deadline <= self.time { accept(index, suspect) }
    }
  }

  mutating func cancelAll(at time: Timestamp) {
    startFrame(at: time)
    for index in entries.indices.reversed() { cancel(index) }
  }

  /// Whether both coordinates are within `greatestCoordinate`; false for NaN.
  private static func isPossible(_ position: Vector) -> Bool {
    abs(position.x) <= greatestCoordinate && abs(position.y) <= greatestCoordinate
  }

  private mutating func startFrame(at time: Timestamp) {
    self.time = max(self.time, time)
    moved.removeAll()
    if !ended.isEmpty { ended.removeAll(keepingCapacity: true) }
    if !cancelled.isEmpty { cancelled.removeAll(keepingCapacity: true) }
    if !began.isEmpty { began.removeAll(keepingCapacity: true) }
  }

  private mutating func land(_ touch: Touch, at position: Vector, _ index: Int?) {
    if let index { cancel(index) }
    // A palm is ignored until it lifts, even if the device reports it as a finger later.
    guard touch.tool != .palm, Self.isPossible(position), entries.count < Self.limit else { return }
    var landed = touch
    landed.position = position
    landed.previousPosition = position
    landed.start = position
    landed.origin = position
    landed.began = time
    landed.bit = TouchMask(rawValue: 1 << (landings & 63))
    landings &+= 1
    entries.append(Entry(touch: landed))
    began.append(landed)
  }

  private mutating func setPosition(of index: Int, to position: Vector) {
    guard Self.isPossible(position) else { return }
    entries[index].suspect = nil
    entries[index].touch.position = position
    entries[index].touch.previousPosition = position
  }

  private mutating func move(_ index: Int, _ touch: Touch, to position: Vector) {
    guard touch.tool != .palm else { return cancel(index) }
    guard Self.isPossible(position) else { return }
    if Self.move(&entries[index], touch, to: position, at: time) { reportMotion(index) }
  }

  /// Moves the touch, or doubts a jump. Returns whether the touch moved.
  private static func move(_ entry: inout Entry, _ touch: Touch, to position: Vector, at time: Timestamp) -> Bool {
    entry.touch.pressure = touch.pressure
    if (position - entry.touch.position).length > glitchDistance {
      guard let suspect = entry.suspect else {
        entry.suspect = Suspect(position: position, framesLeft: glitchFrames, deadline: time + glitchTime)
        return false
      }
      guard continues(from: entry.touch.position, by: suspect.position, to: position) else {
        entry.suspect?.position = position
        return false
      }
    }
    entry.suspect = nil
    entry.touch.previousPosition = entry.touch.position
    entry.touch.position = position
    return true
  }

  /// Whether a sample continues a jump far enough in the jump's direction, as fast fingers do.
  private static func continues(from start: Vector, by doubted: Vector, to position: Vector) -> Bool {
    let jump = doubted - start
    return (position - doubted).dot(jump) >= continuationShare * jump.dot(jump)
  }

  private mutating func reportMotion(_ index: Int) {
    let touch = entries[index].touch
    moved.append(Motion(bit: touch.bit, position: touch.position, pressure: touch.pressure))
  }

  private mutating func accept(_ index: Int, _ suspect: Suspect) {
    entries[index].suspect = nil
    entries[index].touch.previousPosition = entries[index].touch.position
    entries[index].touch.position = suspect.position
    reportMotion(index)
  }

  private mutating func lift(_ index: Int) {
    // The touch jumped and did not return before it lifted, so the jump was a fast finger and not a glitch.
    if let suspect = entries[index].suspect { accept(index, suspect) }
    let touch = entries.remove(at: index).touch
    if !forget(touch) { ended.append(touch) }
  }

  private mutating func cancel(_ index: Int) {
    var touch = entries.remove(at: index).touch
    touch.phase = .cancelled
    if !forget(touch) { cancelled.append(touch) }
  }

  /// Removes the touch from `began`. Returns false if the touch isn't in `began`.
  private mutating func forget(_ touch: Touch) -> Bool {
    guard let index = began.firstIndex(where: { $0.bit == touch.bit }) else { return false }
    began.remove(at: index)
    return true
  }

  private mutating func updateSuspects(after frame: Frame) {
    for index in entries.indices {
      guard var suspect = entries[index].suspect else { continue }
      // The frame of the jump itself doesn't count.
      if suspect.deadline == time + Self.glitchTime, suspect.framesLeft == Self.glitchFrames { continue }
      suspect.framesLeft -= 1
      entries[index].suspect = suspect
      if suspect.framesLeft == 0 { accept(index, suspect) }
    }
  }
}
