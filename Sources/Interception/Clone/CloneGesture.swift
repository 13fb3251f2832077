import Evdev
import GestureCore

/// The kind of a multi-finger gesture that libinput reports to compositors.
package enum CloneGestureKind: Sendable {
  /// Contacts in a row that follow the hand's movement.
  case swipe
  /// Contacts on a line that moves with the hand. The length and the direction of the line follow the hand too.
  case pinch
  /// Contacts in a row that doesn't move.
  case hold
}

/// Contacts that the clone makes itself, so that the desktop sees a swipe, pinch or hold. The contacts of a swipe or a
/// pinch follow the fingers of a gesture.
///
///     idle --`begin`--> pending --`land`--> on --`end` or `leave`--> idle
///     pending --`end`, `leave`, or too few slots for `land`--> idle
///
/// The contacts land together. For a swipe or a pinch, they land with a frame of the device. By this time the fingers'
/// own contacts have become palms. The palms lift just before the landing.
///
/// The positions suit the heuristics of libinput 1.22 to 1.28. In a row shorter than 35 mm no contact is a thumb. Of
/// three or more contacts, libinput compares the topmost and the lowest. Both must move 1.5 mm, plus 0.5 mm for each
/// contact beyond two. If they move in the same direction, libinput sees a swipe, otherwise a pinch. So the contacts of
/// a swipe or a pinch move slightly farther than this distance right after they have landed, in a separate frame.
/// libinput doesn't report this movement. libinput may treat contacts less than 7 mm apart as a swipe. So the outer
/// contacts of a pinch land farther apart.
struct CloneGesture: Sendable {
  private enum Life: Sendable {
    case idle, pending, on
  }

  /// Contacts that lift within this time after their landing may count as a tap in libinput.
  private static let tapTime = TimeSpan(milliseconds: 200)
  /// The distance between neighbouring contacts in a row, in mm. It is small, so that the row has room to move.
  private static let spacing = 6.0
  /// The distance from a pinch's centre to its outer contacts when they land, in mm.
  private static let radius = 9.0
  /// The least distance from a pinch's centre to its outer contacts, in mm, so that the contacts never change sides.
  private static let leastRadius = 1.0
  /// The length of the first step in mm: the movement that libinput needs, and a margin.
  private static func firstStep(of contacts: Int) -> Double { 1.8 + 0.5 * Double(max(0, contacts - 2)) }

  let surface: CloneSurface
  private var life = Life.idle
  private var kind = CloneGestureKind.swipe
  private var count = 0
  private var slots: [Int] = []
  private var values = SlotValues()
  /// The contacts' centre, in the device's units. If the centre leaves the surface, `put` uses the nearest point.
  private var centre = Vector.zero
  /// The distance from `centre` to the outer contacts, in mm, before `put` limits it.
  private var reach = 0.0
  /// The direction from the centre to the second contact, as a vector of length 1. The first contact is opposite.
  private var line = Vector(1, 0)
  private var landed = Timestamp(microseconds: 0)

  init(_ surface: CloneSurface) {
    self.surface = surface
    slots.reserveCapacity(8)
  }

  var isOn: Bool { if case .idle = life { false } else { true } }
  var isPending: Bool { if case .pending = life { true } else { false } }

  /// Whether the clone's readers have seen the gesture. They see a hold only when it has lasted for `tapTime`.
  func isKnown(at now: Timestamp) -> Bool { kind != .hold || now - landed >= Self.tapTime }

  var moves: Bool { kind != .hold }

  mutating func begin(_ kind: CloneGestureKind, contacts: Int) {
    (self.kind, count) = (kind, contacts)
    life = .pending
  }

  /// Lands the contacts in place of the palms in `old`: a row near the hand, or a pinch in the middle of the surface.
  /// Ends the gesture if too few slots are free.
  mutating func land(_ movement: CommonMovement, inPlaceOf old: [Int], _ clone: inout CloneState, at now: Timestamp) {
    for slot in old { clone.end(slot) }
    clone.flush()
    guard clone.freeSlotCount >= count else { return forget() }
    values = movement.values
    values[Codes.toolType] = Codes.toolFinger
    landed = now
    life = .on
    place(near: movement)
    for number in 0..<count {
      guard let slot = clone.freeSlot(likely: number) else { continue }
      put(number)
      clone.begin(slot, values)
      slots.append(slot)
    }
    clone.flush()
    let step = Self.firstStep(of: count)
    switch kind {
    case .hold: return
    case .swipe: centre += firstDirection(movement) * step
    case .pinch: reach += step
    }
    moveContacts(&clone)
  }

  private mutating func place(near movement: CommonMovement) {
    switch kind {
    case .swipe, .hold:
      reach = Self.spacing * Double(count - 1) / 2
      line = Vector(1, 0)
      centre = surface.landing(near: movement.place, reach: reach * surface.unitsPerMM.x)
    case .pinch:
      reach = Self.radius
      line = Vector(0.5.squareRoot(), 0.5.squareRoot())
      // A pinch needs room on all sides, because it grows and turns.
      centre = surface.place(at: Vector(0.5, 0.45))
    }
  }

  /// A vector of 1 mm along the hand's movement, in the device's units. Points down if the hand hasn't moved.
  private func firstDirection(_ movement: CommonMovement) -> Vector {
    let inMM = Vector(movement.sinceLanding.x / surface.unitsPerMM.x, movement.sinceLanding.y / surface.unitsPerMM.y)
    let share = inMM.direction ?? Vector(0, 1)
    return Vector(share.x * surface.unitsPerMM.x, share.y * surface.unitsPerMM.y)
  }

  mutating func follow(_ movement: CommonMovement, _ clone: inout CloneState) {
    guard case .on = life else { return }
    switch kind {
    case .hold: return
    case .swipe: centre += movement.step
    case .pinch:
      centre += movement.step
      reach *= movement.scale
      let (cosine, sine) = (movement.turn.x, movement.turn.y)
      line = Vector(line.x * cosine - line.y * sine, line.x * sine + line.y * cosine).direction ?? line
    }
    moveContacts(&clone)
  }

  /// Ends the gesture. Its contacts lift together; they become palms first if readers could see a tap.
  mutating func end(_ clone: inout CloneState, at now: Timestamp) {
    if case .on = life {
      if !isKnown(at: now) {
        for slot in slots { clone.set(slot, Codes.toolType, Codes.toolPalm) }
        clone.flush()
      }
      for slot in slots { clone.end(slot) }
      clone.flush()
    }
    forget()
  }

  /// Ends the gesture, and returns the slots of its contacts. The owner must take these contacts back.
  mutating func leave() -> [Int] {
    defer { forget() }
    return slots
  }

  private mutating func forget() {
    life = .idle
    slots.removeAll(keepingCapacity: true)
  }

  // MARK: Places

  private mutating func moveContacts(_ clone: inout CloneState) {
    for (number, slot) in slots.enumerated() {
      put(number)
      clone.move(slot, values)
    }
    clone.flush()
  }

  /// A contact's place on the line, from -1 to 1. Contacts 0 and 1 are the ends: libinput looks at only four contacts.
  private func share(of number: Int) -> Double {
    switch number {
    case 0: -1
    case 1: 1
    default: -1 + 2 * Double(number - 1) / Double(count - 1)
    }
  }

  /// Sets a contact's position in `values`. The centre stays on the surface. The line is shorter near a border.
  private mutating func put(_ number: Int) {
    let centre = surface.nearest(to: self.centre)
    let shown = min(max(reach, kind == .pinch ? Self.leastRadius : 0), surface.room(around: centre, along: line))
    let offset = line * (shown * share(of: number))
    // The offset is rounded separately, so that all contacts of a row move by the same steps.
    let x = centre.x.rounded() + (offset.x * surface.unitsPerMM.x).rounded()
    let y = centre.y.rounded() + (offset.y * surface.unitsPerMM.y).rounded()
    let place = surface.nearest(to: Vector(x, y))
    values[Codes.positionX] = Int32(place.x)
    values[Codes.positionY] = Int32(place.y)
  }
}
