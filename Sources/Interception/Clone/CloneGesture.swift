import Evdev
import GestureCore

/// A gesture of several fingers that libinput tells compositors of.
package enum CloneGestureKind: Sendable {
  /// Contacts side by side, which go where the hand goes.
  case swipe
  /// Contacts on a line, whose length and slope follow the hand as well.
  case pinch
  /// Contacts side by side, which rest.
  case hold
}

/// Contacts of the clone's own that make a gesture of the desktop, as the fingers of another gesture move.
///
///     idle --begins--> due --land--> on --ends, or is left--> idle
///
/// They land at once, with a frame of the device, when what was taken back is palms for the clone's readers, and then gone.
///
/// libinput's (1.22 to 1.28) heuristics set their places. A row that is less than 35 mm long has no thumb in it. Of three and
/// more it compares the topmost with the lowest: if both have gone 1.5 mm, and 0.5 mm more for each beyond two, they make a swipe
/// if they went the same way, else a pinch. So they take that step in a frame of its own as they land, which it does not count, and the
/// gesture begins with the hand's next movement. Contacts of a pinch are more than 7 mm apart across the surface: others may be a swipe.
struct CloneGesture: Sendable {
  private enum Life: Sendable {
    case idle
    /// The contacts have not landed yet.
    case due
    case on
  }

  /// As long as libinput may take contacts for a tap.
  private static let tapTime = TimeSpan(milliseconds: 200)
  /// Between neighbours of a row, in mm. They need no room between them, and all the way to the borders.
  private static let spacing = 6.0
  /// From the centre of a pinch to its outer contacts, in mm, before their first step: it may become a quarter of that and twice
  /// that on most surfaces.
  private static let radius = 9.0
  /// The least distance between them, so that they don't change sides.
  private static let leastRadius = 1.0
  /// Which first step libinput decides by, in mm, with some more for its rounding.
  private static func firstStep(of contacts: Int) -> Double { 1.8 + 0.5 * Double(max(0, contacts - 2)) }

  let surface: CloneSurface
  private var life = Life.idle
  private var kind = CloneGestureKind.swipe
  private var count = 0
  private var slots: [Int] = []
  private var values = SlotValues()
  /// Where the contacts' centre would be on a surface without borders, in the device's units.
  private var centre = Vector.zero
  /// From the centre to the outer contacts, in mm.
  private var reach = 0.0
  /// The way from the centre to the lower or right outer contact, 1 mm long.
  private var line = Vector(1, 0)
  private var landed = Timestamp(microseconds: 0)

  init(_ surface: CloneSurface) {
    self.surface = surface
    slots.reserveCapacity(8)
  }

  /// Whether the clone's other contacts have to wait.
  var isOn: Bool { if case .idle = life { false } else { true } }
  var isDue: Bool { if case .due = life { true } else { false } }

  /// Whether readers can't take the contacts for a tap any more. Before that a hold has not begun for them, and there is nothing to cancel.
  func isKnown(at now: Timestamp) -> Bool { kind != .hold || now - landed >= Self.tapTime }

  /// Whether the contacts move with the hand.
  var moves: Bool { kind != .hold }

  mutating func begin(_ kind: CloneGestureKind, contacts: Int) {
    (self.kind, count) = (kind, contacts)
    life = .due
  }

  /// The contacts land where there is room near the hand, and `old`, slots of palms, lift. Nothing happens if there are too few slots.
  mutating func land(_ hand: FollowedHand, inPlaceOf old: [Int], _ clone: inout CloneState, at now: Timestamp) {
    for slot in old { clone.end(slot) }
    clone.flush()
    guard clone.freeSlotCount >= count else { return forget() }
    values = hand.values
    values[Codes.toolType] = Codes.toolFinger
    landed = now
    life = .on
    place(near: hand)
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
    case .swipe: centre += firstWay(hand) * step
    case .pinch: reach += step
    }
    tell(&clone)
  }

  private mutating func place(near hand: FollowedHand) {
    switch kind {
    case .swipe, .hold:
      reach = Self.spacing * Double(count - 1) / 2
      line = Vector(1, 0)
      centre = surface.landing(near: hand.place, reach: reach * surface.unitsPerMM.x)
    case .pinch:
      reach = Self.radius
      line = Vector(0.5.squareRoot(), 0.5.squareRoot())
      // It grows and turns to all sides.
      centre = surface.place(at: Vector(0.5, 0.45))
    }
  }

  /// The way of the hand so far, 1 mm long, in the device's units; down for a hand that has not moved.
  private func firstWay(_ hand: FollowedHand) -> Vector {
    let way = Vector(hand.way.x / surface.unitsPerMM.x, hand.way.y / surface.unitsPerMM.y)
    let share = way.direction ?? Vector(0, 1)
    return Vector(share.x * surface.unitsPerMM.x, share.y * surface.unitsPerMM.y)
  }

  mutating func follow(_ hand: FollowedHand, _ clone: inout CloneState) {
    guard case .on = life else { return }
    switch kind {
    case .hold: return
    case .swipe: centre += hand.step
    case .pinch:
      centre += hand.step
      reach *= hand.scale
      let (cosine, sine) = (hand.turn.x, hand.turn.y)
      line = Vector(line.x * cosine - line.y * sine, line.x * sine + line.y * cosine).direction ?? line
    }
    tell(&clone)
  }

  /// The contacts lift at once, and no reader takes them for a tap.
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

  /// Returns the slots of the contacts, which the owner takes back.
  mutating func leave() -> [Int] {
    defer { forget() }
    return slots
  }

  private mutating func forget() {
    life = .idle
    slots.removeAll(keepingCapacity: true)
  }

  // MARK: Places

  private mutating func tell(_ clone: inout CloneState) {
    for (number, slot) in slots.enumerated() {
      put(number)
      clone.move(slot, values)
    }
    clone.flush()
  }

  /// The outer ones come first: libinput looks at four contacts.
  private func share(of number: Int) -> Double {
    switch number {
    case 0: -1
    case 1: 1
    default: -1 + 2 * Double(number - 1) / Double(count - 1)
    }
  }

  /// The line's centre stays on the surface, and the line becomes shorter where it would not, so that the contacts go on average as
  /// far as the hand does.
  private mutating func put(_ number: Int) {
    let centre = surface.nearest(to: self.centre)
    let shown = min(max(reach, kind == .pinch ? Self.leastRadius : 0), surface.room(around: centre, along: line))
    let offset = line * (shown * share(of: number))
    // Each rounded by itself, so that all contacts of a row go by the same steps.
    let x = centre.x.rounded() + (offset.x * surface.unitsPerMM.x).rounded()
    let y = centre.y.rounded() + (offset.y * surface.unitsPerMM.y).rounded()
    let place = surface.nearest(to: Vector(x, y))
    values[Codes.positionX] = Int32(place.x)
    values[Codes.positionY] = Int32(place.y)
  }
}
