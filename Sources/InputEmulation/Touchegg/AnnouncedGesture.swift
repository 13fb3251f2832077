import Bindings
import GestureCore

/// A gesture for touchegg's clients. The first movement fixes the direction, and cancelling resets the progress to 0 %.
struct AnnouncedGesture {
  enum Signal: String {
    case begin = "OnGestureBegin"
    case update = "OnGestureUpdate"
    case end = "OnGestureEnd"
  }

  /// A D-Bus signal with its values. `type` and `direction` are touchegg's numbers.
  struct Report: Equatable {
    let signal: Signal
    let type: UInt32
    let direction: UInt32
    let percentage: Double
    let fingers: Int32
    /// The time since the gesture began, in ms.
    let elapsed: UInt64

    /// touchegg's number for a touchpad: clients expect gestures from a touchpad.
    static let device: UInt32 = 1
  }

  private enum Direction: UInt32 {
    case up = 1, down, left, right, closer, apart
  }

  /// The movement that counts as 100 %, in mm. For comparison: GNOME needs 28 mm for the next workspace.
  private static let whole = 25.0
  /// A swipe's direction is known after this distance in mm, a pinch's direction after this change of the scale.
  private static let least = (distance: 1.0, scale: 0.02)

  let holder: InputRequest.Holder
  private let kind: NativeGestureKind
  private let fingers: Int32
  private let began: Int64
  private var movement: Vector
  private var scale: Double
  private var direction: Direction?

  /// `now` is the time at which the gesture begins, in microseconds.
  init(_ gesture: NativeGesture, _ request: InputRequest, at now: Int64) {
    holder = request.holder
    kind = gesture.kind
    fingers = Int32(clamping: gesture.fingers(of: request.fingers))
    (movement, scale) = (request.movement, request.scale)
    began = now
  }

  /// Adds a movement; returns the gesture's new report. Nil for an unknown direction, or if a value isn't finite.
  mutating func move(_ request: InputRequest, at now: Int64) -> Report? {
    guard request.movement.isFinite, request.scale.isFinite else { return nil }
    movement += request.movement
    scale *= request.scale
    if direction != nil { return report(.update, percentage, at: now) }
    direction = firstDirection
    return direction == nil ? nil : report(.begin, percentage, at: now)
  }

  /// Returns the signals that end the gesture; empty if its direction was never known.
  func end(isCancelled: Bool, at now: Int64) -> [Report] {
    guard isCancelled else { return [report(.end, percentage, at: now)].compactMap(\.self) }
    return [report(.update, 0, at: now), report(.end, 0, at: now)].compactMap(\.self)
  }

  private var firstDirection: Direction? {
    switch kind {
    case .swipe:
      guard movement.length >= Self.least.distance else { return nil }
      return abs(movement.x) > abs(movement.y) ? (movement.x > 0 ? .right : .left) : (movement.y > 0 ? .down : .up)
    case .pinch:
      guard abs(scale - 1) >= Self.least.scale else { return nil }
      return scale > 1 ? .apart : .closer
    case .hold: return nil
    }
  }

  private var percentage: Double {
    let share =
      switch direction {
      case .up: -movement.y / Self.whole
      case .down: movement.y / Self.whole
      case .left: -movement.x / Self.whole
      case .right: movement.x / Self.whole
      case .closer: 1 - scale
      case .apart: scale - 1
      case nil: 0.0
      }
    return min(max(share, 0), 1) * 100
  }

  private func report(_ signal: Signal, _ percentage: Double, at now: Int64) -> Report? {
    guard let direction else { return nil }
    return Report(
      signal: signal, type: kind == .pinch ? 2 : 1, direction: direction.rawValue, percentage: percentage,
      fingers: fingers, elapsed: UInt64(max(0, now - began) / 1000))
  }
}
