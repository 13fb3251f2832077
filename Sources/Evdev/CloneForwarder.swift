import GestureCore

/// Forwards the contacts of an intercepted device to its clone, as far as gestures let them pass.
///
/// A contact that may pass at once is forwarded as it comes. A contact that was withheld is replayed later: on a
/// touchscreen from where it landed, then where it is now; on a touchpad from where it is, because a jump would move
/// the pointer. A contact that a gesture has taken becomes a palm, which compositors cancel, and lifts, unless
/// `Retraction` says otherwise. Late events are sent in the order in which they happened, each in a frame of its own.
///
///     free --lands--> withheld --may pass--> due --sent--> delivered --lifts, and may end--> taken
///                     any --a gesture takes it--> taken;  taken, lifted and gone from the clone --> free
///     delivered --its end has to wait, touchpad--> withheld     it is taken back, and sent anew if it may pass
///
/// For each frame of the device the owner calls `hear` for events without a slot, `take` once the decoder has the
/// frame, `deliver` for the decisions of gestures, and `forward`.
package struct CloneForwarder: Sendable {
  /// How a contact that was delivered is taken back.
  package enum Retraction: Sendable {
    /// As a palm that lifts at once: on a touchscreen.
    case palm
    /// As an ordinary lift: on a touchscreen where applications get no cancel, so that a palm would stay down for them.
    case lift
    /// On a touchpad: as a palm that lifts so long after the last landing that no reader sees a tap, whether or not it
    /// knows palms, and without motion, so that nothing is flung. One of several fingers lifts first: libinput cancels
    /// a swipe or a pinch that loses one finger, and ends one that loses all at once.
    case stillPalm
  }

  /// A contact on its way from the device to the clone.
  private struct Contact: Sendable {
    /// The contact that is still in the clone after it was taken back.
    struct Remnant: Sendable {
      var slot: Int
      /// When it becomes a palm; nil once it is one.
      var palmAt: Timestamp?
      var liftAt: Timestamp
    }

    enum Life: Sendable {
      case free
      /// The clone does not have it, or its tap was taken back because its end has to wait.
      case withheld(Remnant?)
      /// It may pass, and is not sent to the clone yet.
      case due(Remnant?)
      /// If it ends in the clone before `noTapBefore`, a reader could take it for a tap that it is not.
      case delivered(slot: Int, noTapBefore: Timestamp)
      /// A gesture has it, or its end was sent.
      case taken(Remnant?)
    }

    var life = Life.free
    /// The number of its touch; nil while it is none.
    var touch: Int32?
    /// The last decision of the gestures.
    var decision = Delivery.passes
    /// A button was pressed meanwhile: the contact moves the pointer, whatever else it does.
    var isPointing = false
    var trackingID: Int32 = -1
    var slot = 0
    var landed = Timestamp(microseconds: 0)
    /// When it lifted from the device.
    var lifted: Timestamp?
    var landing = SlotValues()
    var latest = SlotValues()

    var isInUse: Bool { if case .free = life { false } else { true } }

    /// Whether decisions of gestures still change its life.
    var isUndecided: Bool {
      switch life {
      case .withheld, .due, .delivered: true
      case .free, .taken: false
      }
    }

    /// What applications may get of it.
    var delivery: Delivery { isPointing && decision != .taken ? .passes : decision }

    /// Its slot in the clone.
    var cloneSlot: Int? {
      switch life {
      case .free: nil
      case .delivered(let slot, _): slot
      case .withheld(let remnant), .due(let remnant), .taken(let remnant): remnant?.slot
      }
    }

    var remnant: Remnant? {
      get {
        switch life {
        case .free, .delivered: nil
        case .withheld(let remnant), .due(let remnant), .taken(let remnant): remnant
        }
      }
      set {
        switch life {
        case .free, .delivered: break
        case .withheld: life = .withheld(newValue)
        case .due: life = .due(newValue)
        case .taken: life = .taken(newValue)
        }
      }
    }

    /// When the change that is to be passed on happened; nil if there is none.
    var dueTime: Timestamp? {
      switch life {
      case .due: landed
      case .delivered: delivery == .passes ? lifted : nil
      case .free, .withheld, .taken: nil
      }
    }

    var isDue: Bool { if case .due = life { true } else { false } }

    /// Whether nothing more follows from it.
    var isFinished: Bool { if case .taken(nil) = life { lifted != nil } else { false } }
  }

  /// libinput's taps last 180 ms at most, and toolkits fling by the motion of the last 150 ms.
  private static let stillTime = TimeSpan(milliseconds: 200)
  /// The longest time of a libinput tap; `tapWay` is its longest distance in mm.
  private static let tapTime = TimeSpan(milliseconds: 180)
  package static let tapWay = 1.3
  /// libinput accepts a changed number of fingers after 100 ms.
  private static let firstTime = TimeSpan(milliseconds: 120)

  private var retraction: Retraction
  /// How far a finger may move in a tap, in the device's units, by axis.
  private let tapReach: [UInt16: Int32]
  private var contacts: [Contact]
  /// The index in `contacts` of each device slot's contact.
  private var followed: [Int?]
  private var isUntouched = true
  private var clone: CloneState
  /// The device's events that belong to no contact.
  private var others: [CloneEvent] = []
  private var isPressing = false
  /// When a contact last began in the clone.
  private var lastBegan = Timestamp(microseconds: 0)
  private var now = Timestamp(microseconds: 0)

  /// For a device with this number of slots; `axes` are the axes of each slot without its tracking id, and `keys` all
  /// keys of the clone. `single` are the axes for a single contact, for readers without slots; `tapReach` is the length
  /// of `tapWay` on each axis.
  package init(
    slots: Int, axes: [UInt16], keys: Set<UInt16>, single: Set<UInt16>, retraction: Retraction,
    tapReach: [UInt16: Int32] = [:]
  ) {
    self.retraction = retraction
    self.tapReach = tapReach
    clone = CloneState(slots: slots, axes: axes, keys: keys, single: single)
    // Contacts that have lifted may still be withheld.
    contacts = Array(repeating: Contact(), count: slots * 4)
    followed = Array(repeating: nil, count: slots)
    others.reserveCapacity(16)
  }

  /// Whether a decision or a time may still change what the clone gets.
  package var isHolding: Bool { contacts.contains { $0.isUndecided || $0.remnant != nil } }

  /// When `settle` has something to do although no event came.
  package var deadline: Timestamp? {
    var next: Timestamp?
    for contact in contacts {
      guard let remnant = contact.remnant else { continue }
      next = min(next ?? .never, remnant.palmAt ?? .never, remnant.liftAt)
    }
    return next
  }

  // MARK: Events of the device

  /// The clone's slots begin with the values of the device's slots.
  package mutating func seed(_ decoder: SlotDecoder) {
    for slot in followed.indices { clone.seed(slot, decoder.values(ofSlot: slot)) }
  }

  /// Takes an event that belongs to no slot, except SYN.
  package mutating func hear(_ type: UInt16, _ code: UInt16, _ value: Int32) {
    switch type {
    case Codes.syn: break
    case Codes.key where clone.countsByItself(code), Codes.abs where clone.placesByItself(code): clone.hear(code, value)
    default:
      if type == Codes.key, value == 1 { isPressing = true }
      others.append(CloneEvent(type, code, value))
    }
  }

  /// Takes a whole frame of this time from the decoder.
  package mutating func take(_ decoder: SlotDecoder, at time: Timestamp) {
    isUntouched = decoder.isUntouched
    for slot in followed.indices { follow(slot, decoder.contact(inSlot: slot), at: time) }
    // A button press is the pointer's, so the pointer must be where the fingers are.
    if isPressing { for index in contacts.indices { contacts[index].isPointing = true } }
    isPressing = false
  }

  private mutating func follow(_ slot: Int, _ contact: SlotContact?, at time: Timestamp) {
    if let index = followed[slot], contacts[index].trackingID != contact?.trackingID {
      contacts[index].lifted = time
      followed[slot] = nil
    }
    guard let contact else { return }
    if followed[slot] == nil { begin(contact, in: slot, at: time) }
    guard let index = followed[slot] else { return }
    contacts[index].latest = contact.values
    guard let touch = contact.touch, touch != contacts[index].touch else { return }
    contacts[index].touch = touch
    contacts[index].decision = .passes
  }

  private mutating func begin(_ contact: SlotContact, in slot: Int, at time: Timestamp) {
    // If too many are withheld, a contact that has lifted is dropped.
    let index =
      contacts.firstIndex { !$0.isInUse } ?? contacts.firstIndex { $0.lifted != nil && $0.cloneSlot == nil }
    guard let index else { return }
    contacts[index] = Contact(
      life: .withheld(nil), trackingID: contact.trackingID, slot: slot, landed: time, landing: contact.values,
      latest: contact.values)
    followed[slot] = index
  }

  // MARK: Decisions

  /// Takes contacts back in this way from now on.
  package mutating func retract(as retraction: Retraction) { self.retraction = retraction }

  /// Takes a gesture's decision about a touch; `forward` or `settle` acts on it.
  package mutating func deliver(_ change: DeliveryChange) {
    for index in contacts.indices where contacts[index].isInUse && contacts[index].touch == change.touch {
      contacts[index].decision = change.delivery
    }
  }

  /// Gestures have seen the frame: what may pass goes to the clone. `time` is the frame's, `now` the time of the
  /// clone's events.
  package mutating func forward(at time: Timestamp, now: Timestamp) {
    self.now = max(self.now, now)
    decide()
    tell(before: time)
    for index in contacts.indices { moveClone(index) }
    tellDue(at: time)
    for other in others where other.type != Codes.msc { clone.say(other) }
    // The device's timestamp says nothing about a frame that is kept back.
    if clone.isNews { for other in others where other.type == Codes.msc { clone.say(other) } }
    others.removeAll(keepingCapacity: true)
    clone.flush()
    forgetFinished()
  }

  /// Acts on a decision or a deadline.
  package mutating func settle(at time: Timestamp) {
    now = max(now, time)
    decide()
    tell(before: .never)
    for index in contacts.indices { moveClone(index) }
    clone.flush()
    forgetFinished()
  }

  /// Events were lost: all delivered contacts are taken back. The owner seeds decoder and forwarder anew.
  package mutating func dropAll(at now: Timestamp) {
    self.now = max(self.now, now)
    for index in contacts.indices { retract(index) }
    for index in contacts.indices {
      guard let remnant = contacts[index].remnant else { continue }
      contacts[index].remnant?.palmAt = remnant.palmAt.map { min($0, now) }
      contacts[index].remnant?.liftAt = now
    }
    liftRetracted()
    for index in contacts.indices { contacts[index].life = .free }
    for slot in followed.indices { followed[slot] = nil }
    // The owner has asked for the present state of the buttons.
    for other in others where other.type != Codes.msc { clone.say(other) }
    others.removeAll(keepingCapacity: true)
    isPressing = false
    clone.flush()
  }

  /// Hands over the events to write to the clone.
  package mutating func write(_ write: ([CloneEvent]) -> Void) { clone.take(write) }

  private mutating func decide() {
    var retracted = 0
    for index in contacts.indices where contacts[index].isUndecided {
      switch contacts[index].delivery {
      case .passes: pass(index)
      case .withoutEnd:
        if retraction == .stillPalm, contacts[index].lifted != nil { withhold(index) } else { pass(index) }
      case .withheld: break
      case .taken:
        if contacts[index].cloneSlot != nil { retracted += 1 }
        retract(index, isFirst: retracted == 1)
      }
    }
    liftRetracted()
  }

  private mutating func pass(_ index: Int) {
    guard case .withheld(let remnant) = contacts[index].life else { return }
    // On a touchpad there is nothing left to send of a motion that is over.
    let isOver = retraction == .stillPalm && contacts[index].lifted != nil
    contacts[index].life = isOver && !isTap(index) ? .taken(remnant) : .due(remnant)
  }

  /// Whether a contact that has lifted was a tap by itself, and can be sent as one: nothing else is down.
  private func isTap(_ index: Int) -> Bool {
    guard let lifted = contacts[index].lifted else { return false }
    return lifted - contacts[index].landed <= Self.tapTime && isUntouched && !hasMoved(index)
  }

  /// Whether a contact has moved farther from where it landed than a tap may.
  private func hasMoved(_ index: Int) -> Bool {
    for axis in clone.axes {
      guard let reach = tapReach[axis] else { continue }
      if abs(Int(contacts[index].latest[axis]) - Int(contacts[index].landing[axis])) > reach { return true }
    }
    return false
  }

  /// A tap that lasts too long is no tap to a touchpad. A tap whose end must wait is taken back, and sent anew if it
  /// may pass.
  private mutating func withhold(_ index: Int) {
    guard case .delivered = contacts[index].life else { return }
    retract(index)
    contacts[index].life = .withheld(contacts[index].remnant)
  }

  private mutating func retract(_ index: Int, isFirst: Bool = true) {
    switch contacts[index].life {
    case .free, .taken: break
    case .withheld(let remnant), .due(let remnant): contacts[index].life = .taken(remnant)
    case .delivered(let slot, _):
      switch retraction {
      case .palm: contacts[index].life = .taken(Contact.Remnant(slot: slot, palmAt: now, liftAt: now))
      case .lift: contacts[index].life = .taken(Contact.Remnant(slot: slot, palmAt: nil, liftAt: now))
      case .stillPalm:
        let palmAt = isFirst ? now : now + Self.firstTime
        contacts[index].life = .taken(
          Contact.Remnant(slot: slot, palmAt: palmAt, liftAt: max(palmAt, lastBegan + Self.stillTime)))
      }
    }
  }

  private mutating func liftRetracted() {
    // First all become palms, then they lift.
    for index in contacts.indices {
      guard let remnant = contacts[index].remnant, let palmAt = remnant.palmAt, palmAt <= now else { continue }
      contacts[index].remnant?.palmAt = nil
      clone.set(remnant.slot, Codes.toolType, Codes.toolPalm)
    }
    clone.flush()
    for index in contacts.indices {
      guard let remnant = contacts[index].remnant, remnant.liftAt <= now else { continue }
      contacts[index].remnant = nil
      clone.end(remnant.slot)
    }
    clone.flush()
  }

  private mutating func forgetFinished() {
    for index in contacts.indices where contacts[index].isFinished { contacts[index].life = .free }
  }

  // MARK: Events to the clone

  /// Sends what is due since before `time`, in the order in which it happened.
  private mutating func tell(before time: Timestamp) {
    while let next = earliestDue(), next < time {
      for index in contacts.indices where contacts[index].dueTime == next { moveClone(index) }
      clone.flush()
      tellDue(at: next)
      clone.flush()
    }
  }

  private func earliestDue() -> Timestamp? {
    var earliest: Timestamp?
    for contact in contacts {
      if let due = contact.dueTime { earliest = min(earliest ?? .never, due) }
    }
    return earliest
  }

  private mutating func tellDue(at time: Timestamp) {
    var isEnding = false
    var isRetracting = false
    for index in contacts.indices where contacts[index].dueTime == time {
      guard case .delivered(let slot, let noTapBefore) = contacts[index].life else { continue }
      if noTapBefore > now {
        retract(index, isFirst: !isRetracting)
        isRetracting = true
      } else {
        clone.end(slot)
        contacts[index].life = .taken(nil)
        isEnding = true
      }
    }
    if isRetracting { liftRetracted() }
    for index in contacts.indices where contacts[index].isDue && contacts[index].dueTime == time {
      // A slot can't end and begin in one frame.
      if isEnding { clone.flush() }
      isEnding = false
      beginInClone(index)
    }
  }

  private mutating func beginInClone(_ index: Int) {
    if let remnant = contacts[index].remnant {
      // It is sent anew.
      contacts[index].remnant = nil
      clone.end(remnant.slot)
      clone.flush()
    }
    guard let slot = clone.freeSlot(likely: contacts[index].slot) ?? freeEndedSlot() else {
      // More contacts are down than the device has slots, which can't happen.
      contacts[index].life = .taken(nil)
      return
    }
    lastBegan = now
    switch retraction {
    case .palm, .lift:
      clone.begin(slot, contacts[index].landing)
      contacts[index].life = .delivered(slot: slot, noTapBefore: Timestamp(microseconds: 0))
    case .stillPalm:
      clone.begin(slot, contacts[index].latest)
      // A reader that does not see its motion could take it for a tap.
      let noTapBefore = hasMoved(index) ? now + Self.stillTime : Timestamp(microseconds: 0)
      contacts[index].life = .delivered(slot: slot, noTapBefore: noTapBefore)
    }
  }

  /// The slot of a contact whose end is only withheld; the contact that lifted first gives way.
  private mutating func freeEndedSlot() -> Int? {
    var oldest: (index: Int, slot: Int, lifted: Timestamp)?
    for index in contacts.indices {
      guard let lifted = contacts[index].lifted, let slot = contacts[index].cloneSlot else { continue }
      if oldest.map({ lifted < $0.lifted }) ?? true { oldest = (index, slot, lifted) }
    }
    guard let oldest else { return nil }
    contacts[oldest.index].life = .taken(nil)
    clone.end(oldest.slot)
    clone.flush()
    return oldest.slot
  }

  private mutating func moveClone(_ index: Int) {
    if case .delivered(let slot, _) = contacts[index].life { clone.move(slot, contacts[index].latest) }
  }
}
