import Analysis
import GestureCore

/// The points through which one finger moves, from its landing until it lifts or is cancelled.
struct Trail: Equatable, Sendable {
  struct Point: Equatable, Sendable {
    /// The time in ms from the recording's beginning.
    let time: Double
    /// The position in mm, on the surface as the user sees it.
    let position: Vector
  }

  enum End: String, Sendable { case lifted, cancelled }

  /// The finger's number: the smallest number from 0 that no other finger had when this finger landed.
  let finger: Int
  var points: [Point]
  var end: End
  var isPalm: Bool

  var span: Interval { Interval(from: points.first?.time ?? 0, to: points.last?.time ?? 0) }

  var hasMoved: Bool {
    points.contains { point in
      points.first.map { (point.position - $0.position).length > Self.restingDistance } ?? false
    }
  }

  /// The greatest distance of a resting finger from its first point, in mm. Fingers sway as they lift.
  private static let restingDistance = 1.0
}

struct TrailBuilder {
  private let surface: Surface
  private(set) var trails: [Trail] = []
  private var down: [Int32: Int] = [:]

  /// The longest time between reports of a moving finger, in ms.
  private static let longestGap = 40.0
  /// The usual time between frames, in ms. After a rest, a movement is assumed to begin this long before its report.
  private static let frameTime = 8.0
  /// The least visible distance between a point and the simplified path, in mm.
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

  /// Returns the simplified trails. The trail of a finger that is still down ends at `end`, in ms.
  mutating func finish(at end: Double) -> [Trail] {
    for index in down.values.sorted() { close(index, at: end) }
    down = [:]
    return trails.map { trail in
      var thinned = trail
      thinned.points = TrailSimplifier.thinned(trail.points, within: Self.visible)
      return thinned
    }
  }

  private mutating func land(_ touch: Touch, at time: Double) {
    let point = Trail.Point(time: time, position: surface.rotated(touch.position))
    guard point.position.isFinite else { return }
    let usedFingers = Set(down.values.map { trails[$0].finger })
    let finger = (0...usedFingers.count).first { !usedFingers.contains($0) } ?? 0
    down[touch.id] = trails.count
    trails.append(Trail(finger: finger, points: [point], end: .lifted, isPalm: touch.tool == .palm))
  }

  private mutating func move(_ touch: Touch, at time: Double) {
    guard let index = down[touch.id], let last = trails[index].points.last else { return }
    if touch.tool == .palm { trails[index].isPalm = true }
    let position = surface.rotated(touch.position)
    guard position.isFinite else { return }
    if time - last.time > Self.longestGap {
      trails[index].points.append(Trail.Point(time: time - Self.frameTime, position: last.position))
    }
    trails[index].points.append(Trail.Point(time: time, position: position))
  }

  private mutating func lift(_ touch: Touch, _ end: Trail.End, at time: Double) {
    guard let index = down.removeValue(forKey: touch.id) else { return }
    if touch.tool == .palm { trails[index].isPalm = true }
    trails[index].end = end
    close(index, at: time)
  }

  private mutating func close(_ index: Int, at time: Double) {
    guard let last = trails[index].points.last, time > last.time else { return }
    trails[index].points.append(Trail.Point(time: time, position: last.position))
  }
}

/// Removes points with no visible effect. Compares each point with the simplified path's position at the point's time.
enum TrailSimplifier {
  private static let piece = 512

  static func thinned(_ points: [Trail.Point], within distance: Double) -> [Trail.Point] {
    simplified(points, within: distance, piece: piece) { point, a, b in
      let share = b.time > a.time ? (point.time - a.time) / (b.time - a.time) : 0
      return (point.position - (a.position + (b.position - a.position) * share)).length
    }
  }
}
