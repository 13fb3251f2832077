import Glibc
import GestureCore

/// Touches made up from libinput's touchpad gestures, so that the recognizers for touches serve touchpads too.
///
/// The fingers of a gesture stand evenly on a circle; the gesture moves, widens and turns it.
///
///     idle --begin--> down --end--> idle                      touches end, or are cancelled
///                     down --hold cancelled--> between        the fingers have started to do something else
///                     between --swipe or pinch--> down        of as many fingers: the same touches go on
///                     between --anything else, handover over--> idle   touches are cancelled
///     A swipe is `starting` until it is known which way it goes, since it has gone some way already.
struct VirtualTouches {
  /// What libinput calls a gesture.
  enum Gesture { case hold, swipe, pinch }

  /// The fingers of a gesture, as a circle.
  private struct Hand {
    var fingers: Int
    var centre: Vector
    var scale = 1.0
    /// Degrees, clockwise as seen by the user.
    var angle = 0.0
  }

  private enum State {
    case idle
    case down(Gesture, Hand)
    case between(Hand, until: Timestamp)
    /// `isDown`: its touches were those of a hold. `way`: how far it has gone, where that is known.
    case starting(Hand, at: Timestamp, isDown: Bool, way: Vector?)
  }

  /// How far apart two virtual fingers are, in mm. libinput tells no distance, only its change, so this turns a factor into
  /// a length: 8 % of it are 4 mm, the touchpad's default `min-change` of a pinch.
  static let span = 50.0

  /// How long the touches of a cancelled hold wait for the swipe or pinch that the hold turns into. libinput 1.22 begins
  /// that with the first scan in which a finger moves after the one that cancelled the hold, so within two scans of a slow
  /// touchpad (60 Hz), with as much again to spare for a busy machine.
  static let handover = TimeSpan(milliseconds: 50)

  /// How far the fingers of a swipe have gone at least when libinput begins it: `min_move` of
  /// tp_gesture_detect_motion_gestures in its evdev-mt-touchpad-gestures.c.
  /// The slower of two fingers decides; on recordings of hands their middle has gone a tenth farther.
  private static func lead(_ fingers: Int) -> Double { 1.1 * (1.5 + 0.5 * Double(max(fingers, 2) - 2)) }
  /// It also loses what is beyond that in the scan in which it decides: half of one as a rule.
  private static let lostScans = 0.5
  /// That takes no longer than libinput takes to look at the fingers before it begins anything.
  private static let longestLead = TimeSpan(milliseconds: 80)

  /// No hand has more fingers, whatever a source says.
  private static let fingerLimit = 1...10
  /// A pinch factor beyond these is not of a hand.
  private static let scaleLimit = 0.01...100.0

  private let origin: Vector
  private var state = State.idle
  /// The directions of the fingers from their centre at the angle `turned`.
  private var spokes: [Vector] = []
  private var turned = 0.0
  /// Used again and again, so that a frame costs no allocation.
  private var frame: Frame

  /// The fingers of each gesture start around `centre`, in mm.
  init(device: DeviceID, centre: Vector) {
    origin = centre
    frame = Frame(device: device, time: Timestamp(microseconds: 0), touches: [])
    frame.touches.reserveCapacity(Self.fingerLimit.upperBound)
    spokes.reserveCapacity(Self.fingerLimit.upperBound)
  }

  /// Whether it waits to see which way a swipe goes.
  var isStarting: Bool { if case .starting = state { true } else { false } }

  /// When `advance` has something to do although no gesture event came.
  var deadline: Timestamp? {
    switch state {
    case .idle, .down: nil
    case .between(_, let until): until
    case .starting(_, let began, _, _): began + Self.handover
    }
  }

  /// `way`: what the fingers have gone before, with what the first update will tell; nil where nobody knows.
  mutating func begin(
    _ gesture: Gesture, fingers: Int, way: Vector? = nil, at time: Timestamp, _ emit: (Frame) -> Void
  ) {
    let fingers = min(max(fingers, Self.fingerLimit.lowerBound), Self.fingerLimit.upperBound)
    advance(to: time, emit)
    switch state {
    case .between(let hand, _) where hand.fingers == fingers && gesture != .hold:
      state = gesture == .swipe ? .starting(hand, at: time, isDown: true, way: way) : .down(gesture, hand)
      return
    case .between(let hand, _), .down(_, let hand), .starting(let hand, _, isDown: true, _):
      send(hand, .cancelled, at: time, emit)
    case .idle, .starting:
      break
    }
    let hand = Hand(fingers: fingers, centre: origin)
    if gesture == .swipe { return state = .starting(hand, at: time, isDown: false, way: way) }
    state = .down(gesture, hand)
    send(hand, .began, at: time, emit)
  }

  /// The fingers have moved by `delta` (mm) and turned by `turn` (degrees clockwise) since the last event; their span is
  /// `scale` times what it was at the beginning of the gesture.
  mutating func update(
    by delta: Vector, scale: Double = 1, turn: Double = 0, at time: Timestamp, _ emit: (Frame) -> Void
  ) {
    start(delta, at: time, emit)
    guard case .down(let gesture, var hand) = state else { return }
    guard delta.isFinite, scale.isFinite, turn.isFinite else { return }
    hand.centre += delta
    hand.scale = min(max(scale, Self.scaleLimit.lowerBound), Self.scaleLimit.upperBound)
    if turn != 0 { hand.angle = (hand.angle + turn).truncatingRemainder(dividingBy: 360) }
    state = .down(gesture, hand)
    send(hand, .moved, at: time, emit)
  }

  /// What has started goes that way, or goes nowhere: `delta` is how far since it began.
  private mutating func start(_ delta: Vector, at time: Timestamp, _ emit: (Frame) -> Void) {
    guard case .starting(var hand, let began, let isDown, let way) = state else { return }
    let length = delta.isFinite ? delta.length : 0
    let guess = length > 0 ? delta * (Self.lead(hand.fingers) / length + Self.lostScans) : .zero
    let lead = way.map { delta.isFinite ? $0 - delta : $0 } ?? guess
    if !isDown {
      // It went as fast before as it does now.
      let microseconds = length > 0 ? Double((time - began).microseconds) * lead.length / length : 0
      let took = min(TimeSpan(microseconds: Int64(min(microseconds, 1e9))), Self.longestLead)
      send(hand, .began, at: max(Timestamp(microseconds: began.microseconds - took.microseconds), frame.time), emit)
    }
    hand.centre += lead
    state = .down(.swipe, hand)
    if lead != .zero { send(hand, .moved, at: began, emit) }
  }

  mutating func end(cancelled: Bool, at time: Timestamp, _ emit: (Frame) -> Void) {
    start(.zero, at: time, emit)
    guard case .down(let gesture, let hand) = state else { return }
    if cancelled && gesture == .hold {
      state = .between(hand, until: time + Self.handover)
    } else {
      state = .idle
      send(hand, cancelled ? .cancelled : .ended, at: time, emit)
    }
  }

  /// The fingers move the pointer or scroll: what was a hold becomes no gesture.
  mutating func leave(at time: Timestamp, _ emit: (Frame) -> Void) {
    guard case .between(let hand, let until) = state else { return }
    state = .idle
    send(hand, .cancelled, at: min(time, until), emit)
  }

  /// Cancels the touches; the rest of the gesture makes none.
  mutating func cancel(_ emit: (Frame) -> Void) {
    switch state {
    case .between(let hand, _), .down(_, let hand), .starting(let hand, _, isDown: true, _):
      state = .idle
      send(hand, .cancelled, at: frame.time, emit)
    case .idle, .starting: state = .idle
    }
  }

  /// Cancels the touches of a hold that nothing has followed in time; a swipe that went nowhere so far just begins.
  mutating func advance(to time: Timestamp, _ emit: (Frame) -> Void) {
    if case .starting(_, let began, _, _) = state, began + Self.handover <= time { start(.zero, at: time, emit) }
    guard case .between(_, let until) = state, until <= time else { return }
    leave(at: time, emit)
  }

  private mutating func send(_ hand: Hand, _ phase: Touch.Phase, at time: Timestamp, _ emit: (Frame) -> Void) {
    frame.time = time
    frame.touches.removeAll(keepingCapacity: true)
    if hand.angle != turned || hand.fingers != spokes.count { turn(hand) }
    let radius = hand.fingers > 1 ? Self.span / 2 * hand.scale : 0
    for finger in 0..<hand.fingers {
      let position = hand.centre + spokes[finger] * radius
      frame.touches.append(Touch(id: Int32(finger), phase: phase, position: position))
    }
    emit(frame)
  }

  /// Finds anew in which directions from the centre the fingers are.
  private mutating func turn(_ hand: Hand) {
    turned = hand.angle
    spokes.removeAll(keepingCapacity: true)
    for finger in 0..<hand.fingers {
      let radians = (hand.angle + 360 * Double(finger) / Double(hand.fingers)) * .pi / 180
      spokes.append(Vector(cos(radians), sin(radians)))
    }
  }
}
