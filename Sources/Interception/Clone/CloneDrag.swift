import Evdev
import GestureCore

package enum DragButton: Sendable {
  case left, middle, right

  fileprivate var key: UInt16 {
    switch self {
    case .left: Codes.btnLeft
    case .middle: Codes.btnMiddle
    case .right: Codes.btnRight
    }
  }

  /// The places where contacts press a clickpad for this button, in shares of the clickpad's size. libinput then
  /// reports this button with both click methods: button areas, and the number of fingers. Nil for the left button.
  fileprivate var places: [Vector]? {
    switch self {
    case .left: nil
    case .middle: [Vector(0.2, 0.95), Vector(0.5, 0.95), Vector(0.8, 0.95)]
    case .right: [Vector(0.8, 0.95), Vector(0.7, 0.95)]
    }
  }
}

extension CloneSurface {
  func has(_ button: DragButton) -> Bool { buttons.contains(key(for: button)) }

  fileprivate func key(for button: DragButton) -> UInt16 { isClickpad ? Codes.btnLeft : button.key }
}

/// A contact that the clone makes itself, to drag with a button down. The contact follows the fingers of a gesture.
///
///    idle --begins--> pending --lands--> dragging --ends--> locked --after `lock`--> idle
///                                       ^------begins------/
///    dragging, or locked with another button --begins--> pending
///    pending --ends, or no slot is free--> idle;  dragging --ends, no `lock`--> idle;  any --is cancelled--> idle
///
/// The clone first takes back the fingers' own contacts. The drag's contact lands after these contacts have lifted. For
/// a clickpad's left button, the drag's contact may land as soon as they have become palms. libinput sees no taps while
/// a clickpad is pressed.
///
/// When a clickpad is pressed, libinput ignores each finger that is already down until this finger has moved 1.5 mm. So
/// one or more other contacts press the pad first. These contacts lift as soon as the drag's contact has landed, or
/// just before its landing if no slot is free.
struct CloneDrag: Sendable {
  private enum Life: Sendable {
    case idle
    case pending
    case dragging(slot: Int)
    /// The fingers have lifted, and the button is still down.
    case locked(slot: Int, until: Timestamp)
  }

  /// A contact that lifts within this time after its landing may count as a tap in libinput.
  private static let tapTime = TimeSpan(milliseconds: 200)

  let surface: CloneSurface
  private var life = Life.idle
  private var button = DragButton.left
  private var lock = TimeSpan(microseconds: 0)
  private(set) var fingers = 0
  private var values = SlotValues()
  /// The contact's position in the device's units; the clone gets whole units.
  private var place = Vector.zero
  private var landed = Timestamp(microseconds: 0)

  init(_ surface: CloneSurface) { self.surface = surface }

  /// Whether a drag is pending, follows the fingers, or is locked. Other contacts of the clone must then wait.
  var isOn: Bool { if case .idle = life { false } else { true } }
  var isPending: Bool { if case .pending = life { true } else { false } }
  /// Whether this contact may land while earlier contacts are still down as palms.
  var replacesPalms: Bool { surface.isClickpad && button.places == nil }
  /// The end of the lock's time; nil if the drag isn't locked. The button may stay down for longer.
  var lockedUntil: Timestamp? { if case .locked(_, let until) = life { until } else { nil } }

  /// Begins a drag, or continues a locked drag with the same button. The button stays down for `lock` after the lift.
  mutating func begin(
    _ button: DragButton, fingers: Int, lock: TimeSpan, _ clone: inout CloneState, at now: Timestamp
  ) {
    if case .locked(let slot, _) = life, button == self.button {
      life = .dragging(slot: slot)
    } else {
      finish(&clone, at: now)
      life = .pending
    }
    (self.button, self.fingers, self.lock) = (button, fingers, lock)
  }

  mutating func end(_ clone: inout CloneState, at now: Timestamp) {
    if case .dragging(let slot) = life, lock.microseconds > 0 {
      life = .locked(slot: slot, until: now + lock)
    } else {
      finish(&clone, at: now)
    }
  }

  /// Lands a pending drag's contact near `centre`, and presses the button. On a clickpad, also lifts the palms in the
  /// slots `old`. Ends the drag if no slot is free.
  mutating func land(
    at centre: Vector, like values: SlotValues, inPlaceOf old: [Int], _ clone: inout CloneState, at now: Timestamp
  ) {
    guard case .pending = life else { return }
    self.values = values
    self.values[Codes.toolType] = Codes.toolFinger
    let place = surface.landing(near: centre)
    guard surface.isClickpad else {
      guard let slot = put(at: place, &clone) else { return life = .idle }
      begin(slot, place, at: now)
      return press(true, &clone)
    }
    var old = old
    var pressing: [Int] = []
    for pressed in button.places?.map(surface.place) ?? [place] {
      if clone.freeSlot(likely: 0) == nil, let last = old.popLast() { withdraw([last], &clone) }
      if let slot = put(at: pressed, &clone) { pressing.append(slot) }
    }
    withdraw(old, &clone)
    press(true, &clone)
    // The contacts that press the touchpad may use all its slots.
    if clone.freeSlot(likely: 0) == nil {
      lift(pressing, &clone)
      pressing = []
    }
    let slot = put(at: place, &clone)
    lift(pressing, &clone)
    guard let slot else {
      life = .idle
      return press(false, &clone)
    }
    begin(slot, place, at: now)
  }

  private mutating func begin(_ slot: Int, _ place: Vector, at now: Timestamp) {
    life = .dragging(slot: slot)
    (self.place, landed) = (place, now)
  }

  /// Moves the contact by `step`, in device units. A contact that would leave the surface lands again near the middle.
  mutating func move(by step: Vector, _ clone: inout CloneState) {
    guard case .dragging(let slot) = life, step != .zero else { return }
    let next = place + step
    if surface.contains(next) {
      place = next
      set(place)
      clone.move(slot, values)
      return clone.flush()
    }
    place = surface.place(at: Vector(0.5, 0.4))
    if clone.freeSlot(likely: 0) == nil { lift([slot], &clone) }
    guard let other = put(at: place, &clone) else { return }
    lift([slot], &clone)
    life = .dragging(slot: other)
  }

  mutating func finish(_ clone: inout CloneState, at now: Timestamp) {
    switch life {
    case .idle: return
    case .pending: break
    case .dragging(let slot), .locked(let slot, _):
      // On a touchpad with separate buttons a short contact could be a tap, so the contact becomes a palm first.
      if !surface.isClickpad, now - landed < Self.tapTime {
        clone.set(slot, Codes.toolType, Codes.toolPalm)
        clone.flush()
      }
      lift([slot], &clone)
      press(false, &clone)
    }
    life = .idle
  }

  // MARK: Events to the clone, each in a frame of its own

  private mutating func put(at place: Vector, _ clone: inout CloneState) -> Int? {
    guard let slot = clone.freeSlot(likely: 0) else { return nil }
    set(place)
    clone.begin(slot, values)
    clone.flush()
    return slot
  }

  private mutating func set(_ place: Vector) {
    values[Codes.positionX] = Int32(place.x.rounded())
    values[Codes.positionY] = Int32(place.y.rounded())
  }

  /// Lifts contacts as palms, which don't tap or press anything.
  private func withdraw(_ slots: [Int], _ clone: inout CloneState) {
    for slot in slots { clone.set(slot, Codes.toolType, Codes.toolPalm) }
    clone.flush()
    lift(slots, &clone)
  }

  private func lift(_ slots: [Int], _ clone: inout CloneState) {
    for slot in slots {
      clone.end(slot)
      clone.flush()
    }
  }

  private func press(_ isDown: Bool, _ clone: inout CloneState) {
    clone.append(CloneEvent(Codes.key, surface.key(for: button), isDown ? 1 : 0))
    clone.flush()
  }
}
