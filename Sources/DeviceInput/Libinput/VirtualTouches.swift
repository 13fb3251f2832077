import GestureCore
import Glibc

/// Touches made from libinput's touchpad gestures. A gesture's fingers are spread on a circle. The gesture moves,
/// resizes and turns the circle.
///
///     idle --begin--> down --end--> idle                      touches end, or are cancelled
///                     down --hold cancelled--> between        the fingers have started to do something else
///                     between --swipe or pinch--> down        as many fingers as the hold: touches continue
///                     down, between --any other begin--> down touches are cancelled, new touches begin
///                     between --leave, handover over--> idle  touches are cancelled
///     any --cancel--> idle                                    touches are cancelled
///
/// A swipe is `starting` until its first motion or its end, for at most `handover`. The first motion shows the
/// direction of the fingers' earlier movement.
struct VirtualTouches {
  private enum State {
    case idle
    case down(TouchpadGesture, FingerCircle)
    case between(FingerCircle, until: Timestamp)
    /// `isDown` is true if the swipe continues a hold's touches. `movement` is the argument of `begin`.
    case starting(FingerCircle, at: Timestamp, isDown: Bool, movement: Vector?)
  }

  /// How long a cancelled hold's touches wait for a swipe or pinch, and how long a swipe waits for its first motion.
  /// Two scans at 60 Hz take 33 ms; the rest is a reserve.
  private static let handover = TimeSpan(milliseconds: 50)

  /// The possible numbers of fingers. Other numbers from libinput are clamped.
  private static let fingerLimit = 1...10
  /// Possible times between touchpad scans (60 Hz or more). Updates are farther apart around a scan without movement.
  private static let scans = TimeSpan(milliseconds: 1)...TimeSpan(milliseconds: 17)

  private let origin: Vector
  /// The last measured time between two scans; at first the longest possible time.
  private var scan = scans.upperBound
  private var state = State.idle
  private var frame: Frame

  /// The fingers of each gesture start around `centre`, in mm.
  init(device: DeviceID, centre: Vector) {
    origin = centre
    frame = Frame(device: device, time: Timestamp(microseconds: 0), touches: [])
    frame.touches.reserveCapacity(Self.fingerLimit.upperBound)
  }

  /// Whether a pinch, or a swipe that is no longer `starting`, is in progress.
  var isMoving: Bool {
    switch state {
    case .down(.swipe, _), .down(.pinch, _): true
    case .down(.hold, _), .idle, .between, .starting: false
    }
  }

  var deadline: Timestamp? {
    switch state {
    case .idle, .down: nil
    case .between(_, let until): until
    case .starting(_, let began, _, _): began + Self.handover
    }
  }

  /// Begins a gesture. `movement` is the mean movement (mm) from landing through the first `update`; nil if unknown.
  mutating func begin(
    _ gesture: TouchpadGesture, fingers: Int, movement: Vector? = nil, at time: Timestamp, into frames: inout FrameQueue
  ) {
    let fingers = min(max(fingers, Self.fingerLimit.lowerBound), Self.fingerLimit.upperBound)
    advance(to: time, into: &frames)
    switch state {
    case .between(let hand, _) where hand.fingers == fingers && gesture != .hold:
      state = gesture == .swipe ? .starting(hand, at: time, isDown: true, movement: movement) : .down(gesture, hand)
      return
    case .between(let hand, _), .down(_, let hand), .starting(let hand, _, isDown: true, _):
      send(hand, .cancelled, at: time, into: &frames)
    case .idle, .starting: break
    }
    let hand = FingerCircle(fingers: fingers, centre: origin)
    if gesture == .swipe { return state = .starting(hand, at: time, isDown: false, movement: movement) }
    state = .down(gesture, hand)
    send(hand, .began, at: time, into: &frames)
  }

  /// Moves the fingers by `delta` (mm) and `turn` (degrees clockwise). `scale` is relative to the gesture's beginning.
  mutating func update(
    by delta: Vector, scale: Double = 1, turn: Double = 0, at time: Timestamp, into frames: inout FrameQueue
  ) {
    start(delta, at: time, into: &frames)
    guard case .down(let gesture, var hand) = state else { return }
    if Self.scans.contains(time - frame.time) { scan = time - frame.time }
    guard hand.move(by: delta, scale: scale, turn: turn) else { return }
    state = .down(gesture, hand)
    send(hand, .moved, at: time, into: &frames)
  }

  /// Sends the beginning of a `starting` swipe. `delta` is the swipe's first motion in mm, or zero without a motion.
  private mutating func start(_ delta: Vector, at time: Timestamp, into frames: inout FrameQueue) {
    guard case .starting(var hand, let began, let isDown, let movement) = state else { return }
    let lead = SwipeLead(fingers: hand.fingers, movement: movement, firstMotion: delta, after: time - began, scan: scan)
    if !isDown {
      let landed = Timestamp(microseconds: began.microseconds - lead.duration.microseconds)
      send(hand, .began, at: landed < frame.time ? began : landed, into: &frames)
    } else if lead.distance != .zero {
      // It is unknown when the fingers began to move, so they rest until the swipe begins.
      send(hand, .moved, at: began, into: &frames)
    }
    hand.centre += lead.distance
    state = .down(.swipe, hand)
    if lead.distance != .zero { send(hand, .moved, at: began, into: &frames) }
  }

  mutating func end(cancelled: Bool, at time: Timestamp, into frames: inout FrameQueue) {
    start(.zero, at: time, into: &frames)
    guard case .down(let gesture, let hand) = state else { return }
    if cancelled && gesture == .hold {
      state = .between(hand, until: time + Self.handover)
    } else {
      state = .idle
      send(hand, cancelled ? .cancelled : .ended, at: time, into: &frames)
    }
  }

  /// Cancels the touches that wait after a cancelled hold.
  mutating func leave(at time: Timestamp, into frames: inout FrameQueue) {
    guard case .between(let hand, let until) = state else { return }
    state = .idle
    send(hand, .cancelled, at: min(time, until), into: &frames)
  }

  /// Cancels the touches; the rest of the gesture makes no touches.
  mutating func cancel(into frames: inout FrameQueue) {
    switch state {
    case .between(let hand, _), .down(_, let hand), .starting(let hand, _, isDown: true, _):
      state = .idle
      send(hand, .cancelled, at: frame.time, into: &frames)
    case .idle, .starting: state = .idle
    }
  }

  /// After `handover`, cancels a hold's touches that no gesture continues, and begins a swipe that hasn't moved.
  mutating func advance(to time: Timestamp, into frames: inout FrameQueue) {
    if case .starting(_, let began, _, _) = state, began + Self.handover <= time {
      start(.zero, at: time, into: &frames)
    }
    guard case .between(_, let until) = state, until <= time else { return }
    leave(at: time, into: &frames)
  }

  private mutating func send(
    _ hand: FingerCircle, _ phase: Touch.Phase, at time: Timestamp, into frames: inout FrameQueue
  ) {
    frame.time = time
    for finger in 0..<hand.fingers {
      frame.touches.append(Touch(id: Int32(finger), phase: phase, position: hand.place(of: finger)))
    }
    frames.take(&frame)
  }
}

private struct FingerCircle {
  /// The assumed diameter of the circle at scale 1, in mm. libinput doesn't report the distance between fingers.
  private static let span = 50.0
  /// The pinch factors that a hand can make; other factors are clamped.
  private static let scaleLimit = 0.01...100.0

  let fingers: Int
  var centre: Vector
  private var scale = 1.0
  /// The turn of the circle in degrees, clockwise as seen by the user.
  private var angle = 0.0

  init(fingers: Int, centre: Vector) { (self.fingers, self.centre) = (fingers, centre) }

  func place(of finger: Int) -> Vector {
    let radians = (angle + 360 * Double(finger) / Double(fingers)) * .pi / 180
    return centre + Vector(cos(radians), sin(radians)) * (fingers > 1 ? Self.span / 2 * scale : 0)
  }

  /// Moves the circle by `delta` mm, turns it by `turn` degrees, and sets its scale. False if a value isn't finite.
  mutating func move(by delta: Vector, scale: Double, turn: Double) -> Bool {
    guard delta.isFinite, scale.isFinite, turn.isFinite else { return false }
    centre += delta
    self.scale = min(max(scale, Self.scaleLimit.lowerBound), Self.scaleLimit.upperBound)
    if turn != 0 { angle = (angle + turn).truncatingRemainder(dividingBy: 360) }
    return true
  }
}
