import Bindings
import GestureCore
import Glibc
import Runtime

/// Scrolling that goes on after the fingers have lifted, and becomes slower as in `UIScrollView`.
public final class Glide: LoopPart {
  /// `UIScrollView.DecelerationRate.normal` keeps 0.998 of the speed in each millisecond: in this time, in seconds, 1/e of it.
  private static let timeConstant = -0.001 / log(0.998)
  private static let interval = TimeSpan(milliseconds: 8)
  /// Scrolling that is slower stops, in pixels a second.
  private static let leastSpeed = 25.0

  /// Called with each distance to scroll by, in pixels, and with nil at the end.
  var scroll: (Vector?) -> Void = { _ in }

  /// Who scrolls, and how, in pixels.
  private var holder: InputRequest.Holder?
  private var steps: [(time: Timestamp, way: Vector)] = []
  /// When a finger last landed.
  private var landed = Timestamp(microseconds: 0)
  /// The speed in pixels a second at this time; nil while nothing glides.
  private var motion: (velocity: Vector, time: Timestamp)?

  public var nextDeadline: Int64? { motion.map { ($0.time + Self.interval).microseconds } }

  public func advance(to now: Int64) {
    let now = Timestamp(microseconds: now)
    guard let (velocity, time) = motion, time + Self.interval <= now else { return }
    let kept = exp(-(now - time).seconds / Self.timeConstant)
    motion = (velocity * kept, now)
    scroll(velocity * ((1 - kept) * Self.timeConstant))
    if velocity.length * kept < Self.leastSpeed { stop() }
  }

  /// Ends it, and keeps fingers that have lifted before from beginning one: orders are performed when all frames have been read.
  public func fingersLand(at time: Timestamp) {
    landed = time
    stop()
  }

  /// Ends it, as any other input does.
  public func stop() {
    guard motion != nil else { return }
    motion = nil
    scroll(nil)
  }

  /// Fingers have scrolled by `step`.
  func follow(_ step: Vector, of request: InputRequest, within span: TimeSpan) {
    if holder != request.holder { steps.removeAll(keepingCapacity: true) }
    holder = request.holder
    steps.removeAll { $0.time + span < request.time }
    steps.append((request.time, step))
  }

  /// The fingers have lifted. Returns whether scrolling goes on, as fast as they moved within `span`.
  func begin(_ request: InputRequest, within span: TimeSpan) -> Bool {
    steps.removeAll { $0.time + span < request.time }
    defer { steps.removeAll(keepingCapacity: true) }
    guard holder == request.holder, landed < request.time, let first = steps.first, first.time < request.time else {
      return false
    }
    // Nothing says in which time the first step was made.
    let way = steps.dropFirst().reduce(Vector.zero) { $0 + $1.way }
    let velocity = way * (1 / (request.time - first.time).seconds)
    guard velocity.length >= Self.leastSpeed else { return false }
    motion = (velocity, request.time)
    return true
  }
}
