import GestureCore

/// The contacts of a packet of multitouch protocol A. A tracking ID matches a contact with an earlier touch. Contacts
/// without an ID are matched by position, the nearest pairs first. An empty packet means that all fingers are up.
struct AnonymousPacket: Sendable {
  private struct Contact: Sendable {
    var values = SlotValues()
    var trackingID: Int32?
    var hasPosition = false
    /// Whether the contact touches the surface. False if the device reports an ABS_MT_TOUCH_MAJOR of 0.
    var isTouching = true
  }

  /// The greatest number of contacts that are kept from a packet. Further contacts are discarded.
  static let contactLimit = 16

  /// The longest distance in mm that a contact without an ID can move between two packets; a contact farther away is a
  /// new finger. At 80 packets a second this is 2.4 m/s.
  private static let longestMovement = 30.0

  private let axes: SurfaceAxes
  private var contacts: [Contact] = []
  private var current = Contact()

  init(_ axes: SurfaceAxes) {
    self.axes = axes
    contacts.reserveCapacity(Self.contactLimit)
  }

  mutating func set(_ code: UInt16, _ value: Int32) {
    switch code {
    case Codes.trackingID: current.trackingID = value
    case Codes.touchMajor: current.isTouching = value > 0
    default:
      current.values[code] = value
      if code == Codes.positionX || code == Codes.positionY { current.hasPosition = true }
    }
  }

  /// Ends the contact at SYN_MT_REPORT. Discards it if it has no position or isn't touching, or if the packet is full.
  mutating func endContact() {
    if current.hasPosition, current.isTouching, contacts.count < Self.contactLimit { contacts.append(current) }
    current = Contact()
  }

  mutating func discard() {
    contacts.removeAll(keepingCapacity: true)
    current = Contact()
  }

  /// Moves the packet's contacts into their touches' slots, or into free slots. Empties all other slots.
  mutating func assign(to slots: inout [ContactSlot], newID: inout Int32) {
    var isFree = InlineArray<16, Bool>(repeating: true)
    assignTracked(&slots, &isFree)
    assignNearest(&slots, &isFree)
    for index in slots.indices where index < Self.contactLimit && isFree[index] { slots[index].occupant = .none }
    for contact in contacts {
      guard let index = slots.indices.first(where: { $0 < Self.contactLimit && isFree[$0] }) else { break }
      isFree[index] = false
      newID = newID == .max ? 1 : newID + 1
      place(contact, into: &slots[index], trackingID: contact.trackingID ?? newID)
    }
    discard()
  }

  private mutating func assignTracked(_ slots: inout [ContactSlot], _ isFree: inout InlineArray<16, Bool>) {
    for number in contacts.indices.reversed() {
      guard let id = contacts[number].trackingID,
        let index = slots.indices.first(where: {
          $0 < Self.contactLimit && isFree[$0] && slots[$0].occupant == .contact(trackingID: id)
        })
      else { continue }
      place(contacts[number], into: &slots[index], trackingID: id)
      isFree[index] = false
      contacts.remove(at: number)
    }
  }

  private mutating func assignNearest(_ slots: inout [ContactSlot], _ isFree: inout InlineArray<16, Bool>) {
    while let pair = nearestPair(slots, isFree), case .contact(let id) = slots[pair.slot].occupant {
      place(contacts[pair.contact], into: &slots[pair.slot], trackingID: id)
      isFree[pair.slot] = false
      contacts.remove(at: pair.contact)
    }
  }

  private func nearestPair(_ slots: [ContactSlot], _ isFree: InlineArray<16, Bool>) -> (slot: Int, contact: Int)? {
    var best: (slot: Int, contact: Int)?
    var shortest = Self.longestMovement
    for (slot, old) in slots.prefix(Self.contactLimit).enumerated() {
      guard isFree[slot], case .contact = old.occupant else { continue }
      let position = axes.position(old.values[Codes.positionX], old.values[Codes.positionY])
      for (number, new) in contacts.enumerated() where new.trackingID == nil {
        let distance = (axes.position(new.values[Codes.positionX], new.values[Codes.positionY]) - position).length
        guard distance < shortest else { continue }
        shortest = distance
        best = (slot, number)
      }
    }
    return best
  }

  private func place(_ contact: Contact, into slot: inout ContactSlot, trackingID: Int32) {
    slot.occupant = .contact(trackingID: trackingID)
    slot.values = contact.values
  }
}
