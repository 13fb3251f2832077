import Bindings
import GestureCore
import Glibc
import Runtime

/// Scrolling that continues after the fingers have lifted, and slows down as in `UIScrollView`.
public final class Glide: LoopPart {
  /// The time in seconds in which the speed falls to 1/e. `UIScrollView.DecelerationRate.normal` is 0.998 per ms.
  private static let timeConstant = -0.001 / log(0.998)
  private static let interval = TimeSpan(milliseconds: 8)
  /// The speed in pixels per second below which no glide begins, and a glide ends.
  private static let minimumSpeed = 25.0

  /// Called with each distance to scroll, in pixels. Called with nil at the end.
  var scroll: (Vector?) -> Void = { _ in }

  /// The gesture that scrolls, and its recent steps in pixels.
  private var holder: InputRequest.Holder?
  private var steps: [(time: Timestamp, distance: Vector)] = []
  private var landed = Timestamp(microseconds: 0)
  /// The glide's current speed in pixels per second, and the time of its last change; nil while nothing glides.
  private var motion: (velocity: Vector, time: Timestamp)?

  public var nextDeadline: Int64? { motion.map { ($0.time + Self.interval).microseconds } }

  public func advance(to now: Int64) {
    let now = Timestamp(microseconds: now)
    guard let (velocity, time) = motion, time + Self.interval <= now else { return }
    let kept = exp(-(now - time).seconds / Self.timeConstant)
    motion = (velocity * kept, now)
    scroll(velocity * ((1 - kept) * Self.timeConstant))
    if velocity.length * kept < Self.minimumSpeed { stop() }
  }

  /// Stops gliding. Fingers that lifted at or before `time` can't begin a glide any more.
  public func fingersLand(at time: Timestamp) {
    landed = time
    stop()
  }

  /// Stops gliding, and calls `scroll` with nil. Does nothing if nothing glides.
  public func stop() {
    guard motion != nil else { return }
    motion = nil
    scroll(nil)
  }

  /// Notes a step of the request's fingers. Forgets the steps of another gesture, and steps older than `span`.
  func follow(_ step: Vector, of request: InputRequest, within span: TimeSpan) {
    if holder != request.holder { steps.removeAll(keepingCapacity: true) }
    holder = request.holder
    steps.removeAll { $0.time + span < request.time }
    steps.append((request.time, step))
  }

  /// Begins a glide at the mean speed in the last `span`. False if steps are too slow or too few, or a finger landed.
  func begin(_ request: InputRequest, within span: TimeSpan) -> Bool {
    steps.removeAll { $0.time + span < request.time }
    defer { steps.removeAll(keepingCapacity: true) }
    guard holder == request.holder, landed < request.time, let first = steps.first, first.time < request.time else {
      return false
    }
    // The duration of the first step is unknown, so it doesn't count.
    let distance = steps.dropFirst().reduce(Vector.zero) { $0 + $1.distance }
    let velocity = distance * (1 / (request.time - first.time).seconds)
    guard velocity.length >= Self.minimumSpeed else { return false }
    motion = (velocity, request.time)
    return true
  }
}
