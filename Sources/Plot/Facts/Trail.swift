import Analysis
import GestureCore

/// The way of one finger, from down to up.
struct Trail: Equatable, Sendable {
  struct Point: Equatable, Sendable {
    /// In ms.
    let time: Double
    /// In mm, as the user sees the surface.
    let place: Vector
  }

  enum End: String, Sendable { case lifted, cancelled }

  /// From 0: the least number that no other finger had that was down when this one landed.
  let finger: Int
  var points: [Point]
  var end: End
  var isPalm: Bool

  var span: Interval { Interval(from: points.first?.time ?? 0, to: points.last?.time ?? 0) }

  var hasMoved: Bool {
    points.contains { point in points.first.map { (point.place - $0.place).length > Self.still } ?? false }
  }

  /// In mm: how far a finger sways as it lifts.
  private static let still = 1.0
}

struct TrailBuilder {
  private let surface: Surface
  private(set) var trails: [Trail] = []
  /// The place in `trails` of each touch that is down.
  private var down: [Int32: Int] = [:]

  /// In ms: a source reports nothing of a finger that rests, so after a longer gap it has not been gliding.
  private static let rest = 40.0
  /// How long before it moves on a finger that rested is still where it was, in ms: a frame of most sensors.
  private static let frame = 8.0
  /// What is nearer than that, in mm, to where it would be drawn anyway can't be seen.
  private static let visible = 0.05

  init(_ surface: Surface) { self.surface = surface }

  mutating func add(_ frame: Frame) {
    let time = frame.time.milliseconds
    for touch in frame.touches {
      switch touch.phase {
      case .began: land(touch, at: time)
      case .moved, .stationary: move(touch, at: time)
      case .ended: lift(touch, .lifted, at: time)
      case .cancelled: lift(touch, .cancelled, at: time)
      }
    }
  }

  /// The trails with no more points than can be seen, also as to when a finger was where; what was down at `end` stays
  /// there.
  mutating func finish(at end: Double) -> [Trail] {
    for place in down.values.sorted() { close(place, at: end) }
    down = [:]
    return trails.map { trail in
      var thinned = trail
      thinned.points = TrailSimplifier.thinned(trail.points, within: Self.visible)
      return thinned
    }
  }

  private mutating func land(_ touch: Touch, at time: Double) {
    let point = Trail.Point(time: time, place: surface.place(touch.position))
    guard point.place.isFinite else { return }
    let taken = Set(down.values.map { trails[$0].finger })
    let finger = (0...taken.count).first { !taken.contains($0) } ?? 0
    down[touch.id] = trails.count
    trails.append(Trail(finger: finger, points: [point], end: .lifted, isPalm: touch.tool == .palm))
  }

  private mutating func move(_ touch: Touch, at time: Double) {
    guard let place = down[touch.id], let last = trails[place].points.last else { return }
    if touch.tool == .palm { trails[place].isPalm = true }
    let there = surface.place(touch.position)
    guard there.isFinite else { return }
    if time - last.time > Self.rest {
      trails[place].points.append(Trail.Point(time: time - Self.frame, place: last.place))
    }
    trails[place].points.append(Trail.Point(time: time, place: there))
  }

  private mutating func lift(_ touch: Touch, _ end: Trail.End, at time: Double) {
    guard let place = down.removeValue(forKey: touch.id) else { return }
    if touch.tool == .palm { trails[place].isPalm = true }
    trails[place].end = end
    close(place, at: time)
  }

  private mutating func close(_ place: Int, at time: Double) {
    guard let last = trails[place].points.last, time > last.time else { return }
    trails[place].points.append(Trail.Point(time: time, place: last.place))
  }
}

/// Leaves out points of a trail whose absence can't be seen.
///
/// A point's distance is that to where the finger would have been at the point's own time: so the moments stay right as well as the shape.
enum TrailSimplifier {
  private static let piece = 512

  /// A part of the points whose straight connections are never farther than `distance` mm from the others.
  static func thinned(_ points: [Trail.Point], within distance: Double) -> [Trail.Point] {
    simplified(points, within: distance, piece: piece) { point, a, b in
      let share = b.time > a.time ? (point.time - a.time) / (b.time - a.time) : 0
      return (point.place - (a.place + (b.place - a.place) * share)).length
    }
  }
}
