import Evdev
import GestureCore

/// A virtual touchpad that makes gestures of the desktop. Its contacts follow the fingers of a touchscreen gesture.
///
///     free --begins--> led by a touchscreen gesture --ends, is cancelled, or another gesture begins--> free
///
/// The contacts move as far in mm as the fingers. If the touchscreen is too large for the touchpad, the contacts move
/// less. libinput detects no palms on an external touchpad, so the pad can't cancel a gesture by turning contacts into
/// palms. Instead, it lifts one contact before the others. Contacts lift late if they could be seen as a tap. The next
/// gesture waits until these contacts have lifted.
package struct GesturePad: Sendable {
  private struct Remnant: Sendable {
    let slot: Int
    let liftAt: Timestamp
  }

  /// The touchscreen gesture whose fingers lead the contacts.
  private struct Leader: Sendable {
    let device: DeviceID
    let gesture: GestureID
    let isSwipe: Bool
    let screen: Size
    var values: GestureValues

    func leads(_ event: GestureEvent) -> Bool { device == event.device && gesture == event.gesture }
  }

  /// The size in mm: large enough for a movement across most touchscreens.
  package static let size = Size(width: 400, height: 300)
  package static let unitsPerMM: Int32 = 40
  /// The number of slots: the greatest number of fingers that a key in `keys` can report.
  package static let slots: Int32 = 5
  /// The touchpad's keys. The two buttons are never pressed. With one button, libinput would see a clickpad.
  package static let keys = [Codes.btnLeft, Codes.btnRight, Codes.btnTouch] + FingerCount.keys
  package static let x: ClosedRange<Int32> = 0...Int32(size.width) * unitsPerMM
  package static let y: ClosedRange<Int32> = 0...Int32(size.height) * unitsPerMM

  /// The shares of the touchpad's width and height that a movement can use after landing; see `CloneSurface.landing`.
  private static let room = Size(width: 0.85, height: 0.7)

  private var clone = CloneState(
    slots: Int(slots), axes: [Codes.positionX, Codes.positionY], keys: Set(keys), single: [Codes.absX, Codes.absY])
  private var gesture = CloneGesture(
    CloneSurface(
      x: x, y: y, unitsPerMM: Vector(Double(unitsPerMM), Double(unitsPerMM)), isClickpad: false, keys: Set(keys)))
  private var leader: Leader?
  private var remnants: [Remnant] = []
  private var landed = Timestamp(microseconds: 0)

  package init() { remnants.reserveCapacity(8) }

  // MARK: Calls of the owner, each followed by `write`

  /// Begins, ends or cancels a gesture of the desktop. Ignores drags. `screen` is the rotated touchscreen's size in mm.
  package mutating func perform(
    _ change: CloneTaskChange, by event: GestureEvent, on screen: Size, at now: Timestamp
  ) {
    switch change {
    case .begins(.drag): break
    case .begins(.gesture(let kind, let contacts)):
      cancel(at: now)
      gesture.begin(kind, contacts: contacts)
      let isSwipe = if case .swipe = kind { true } else { false }
      leader = Leader(
        device: event.device, gesture: event.gesture, isSwipe: isSwipe, screen: screen, values: event.values)
      landIfPossible(at: now)
    case .ends where isLed(by: event): end(at: now)
    case .isCancelled where isLed(by: event): cancel(at: now)
    case .ends, .isCancelled: break
    }
  }

  package var isLed: Bool { leader != nil }

  package func isLed(by event: GestureEvent) -> Bool { leader?.leads(event) ?? false }

  package mutating func follow(_ event: GestureEvent, at now: Timestamp) {
    guard let leader, leader.leads(event) else { return }
    let movement = movement(of: leader, to: event.values)
    guard movement.step.isFinite, movement.scale.isFinite else { return }
    self.leader?.values = event.values
    if gesture.isPending { landIfPossible(at: now) } else { gesture.follow(movement, &clone) }
  }

  /// The time at which `advance` must be called even if no event arrives. Nil if no call is needed.
  package var deadline: Timestamp? {
    var next: Timestamp?
    for remnant in remnants { next = min(next ?? .never, remnant.liftAt) }
    return next
  }

  package mutating func advance(to now: Timestamp) {
    liftRemnants(at: now)
    // Moving contacts land with a frame of the movement; see `CloneForwarder`.
    if !gesture.moves { landIfPossible(at: now) }
  }

  package mutating func write(_ write: ([CloneEvent]) -> Void) { clone.take(write) }

  // MARK: Landing and lifting

  private mutating func landIfPossible(at now: Timestamp) {
    guard let leader, gesture.isPending, remnants.isEmpty else { return }
    gesture.land(movement(of: leader, to: leader.values), inPlaceOf: [], &clone, at: now)
    landed = now
  }

  /// Ends the gesture. Contacts lift later if lifting them now would be a tap.
  private mutating func end(at now: Timestamp) {
    leader = nil
    guard !gesture.isKnown(at: now) else { return gesture.end(&clone, at: now) }
    for slot in gesture.leave() { remnants.append(Remnant(slot: slot, liftAt: landed + CloneForwarder.stillTime)) }
  }

  private mutating func cancel(at now: Timestamp) {
    leader = nil
    let first = gesture.isKnown(at: now) ? now : landed + CloneForwarder.stillTime
    for (number, slot) in gesture.leave().enumerated() {
      remnants.append(Remnant(slot: slot, liftAt: number == 0 ? first : first + CloneForwarder.firstTime))
    }
    liftRemnants(at: now)
  }

  private mutating func liftRemnants(at now: Timestamp) {
    guard !remnants.isEmpty else { return }
    for remnant in remnants where remnant.liftAt <= now { clone.end(remnant.slot) }
    remnants.removeAll { $0.liftAt <= now }
    clone.flush()
  }

  // MARK: The movement

  /// The fingers' movement from the leader's last values to `values`, in the touchpad's units.
  private func movement(of leader: Leader, to values: GestureValues) -> CommonMovement {
    let (before, screen) = (leader.values, leader.screen)
    let factor =
      min(1, Self.size.width * Self.room.width / screen.width, Self.size.height * Self.room.height / screen.height)
      * Double(Self.unitsPerMM)
    // Other kinds than swipes report no translation, so the centre's movement is used, unless fingers join or lift.
    let step =
      leader.isSwipe
      ? values.translation - before.translation
      : values.fingers == before.fingers ? values.location - before.location : .zero
    return CommonMovement(
      at: gesture.surface.place(at: Vector(values.location.x / screen.width, values.location.y / screen.height)),
      sinceLanding: (values.translation == .zero ? values.velocity : values.translation) * factor, step: step * factor,
      scale: before.scale > 0 && values.scale > 0 ? values.scale / before.scale : 1,
      turn: Self.turn(by: values.rotation - before.rotation))
  }

  /// The cosine and the sine of an angle. For angles up to 20 degrees, the error is at most 0.003 degrees.
  private static func turn(by degrees: Double) -> Vector {
    let half = degrees * .pi / 360
    let tangent = half + half * half * half / 3
    return Vector(1 - tangent * tangent, 2 * tangent).direction ?? Vector(1, 0)
  }
}
