import GestureCore

/// Brings the contacts of a device to a clone of it, as far as gestures let them pass.
///
/// What is let through at once goes on slot by slot as it came. A contact that was withheld is told later: on a touchscreen
/// from where it landed, then where it is now, on a touchpad from where it is, as a leap would be one of the pointer. One that
/// a gesture has taken is called a palm, which compositors cancel, and lifted. Things that are told late come in the order in
/// which they happened, each in a frame of its own.
package struct Conveyor: Sendable {
  /// How what was delivered of a contact is taken back.
  package enum Retraction: Sendable {
    /// As a palm that lifts at once: of a touchscreen.
    case palm
    /// As a palm that lifts only so long after the last one landed that nobody takes it for a tap, whether or not he knows
    /// palms, and without motion, so that nothing is flung: of a touchpad. Of several fingers one goes first: libinput
    /// cancels a swipe or a pinch that loses a finger, and ends one that loses all at once.
    case stillPalm
  }

  /// libinput's taps last 180 ms at most, and what is flung by toolkits goes by the last 150 ms.
  static let stillTime = TimeSpan(milliseconds: 200)
  /// What libinput takes for a tap, at most: so long, and so far.
  static let tapTime = TimeSpan(milliseconds: 180)
  package static let tapWay = 1.3
  /// libinput believes in another number of fingers after 100 ms.
  static let firstTime = TimeSpan(milliseconds: 120)

  private var source: [SourceSlot]
  var contacts: [Contact]
  var clone: CloneState
  let retraction: Retraction
  /// How far a finger goes in a tap, in the device's units, by axis.
  private let tapReach: [UInt16: Int32]
  private var current: Int? = 0
  /// What the device says beside its contacts.
  private var others: [CloneEvent] = []
  private var isPressing = false
  /// When a contact last began in the clone.
  var lastBegan = Timestamp(microseconds: 0)
  var now = Timestamp(microseconds: 0)

  /// For a device with these slots; `axes` are those that each slot has a value of, without its tracking id, and `keys` all
  /// that the clone has. `single` are the coordinates of one contact alone, for those who know no slots; `tapReach` is how
  /// far `tapWay` is on an axis.
  package init(
    slots: Int, axes: [UInt16], keys: Set<UInt16>, single: Set<UInt16>, retraction: Retraction,
    tapReach: [UInt16: Int32] = [:]
  ) {
    self.retraction = retraction
    self.tapReach = tapReach
    source = Array(repeating: SourceSlot(axes: axes.count), count: slots)
    clone = CloneState(slots: slots, axes: axes, keys: keys, single: single)
    // Those that have lifted may still be withheld.
    contacts = Array(repeating: Contact(axes: axes.count), count: slots * 4)
    others.reserveCapacity(16)
  }

  /// What the kernel knows of a slot, whose values it does not repeat. A contact in it is left out until it lifts.
  package mutating func seed(slot: Int, _ value: (UInt16) -> Int32) {
    guard source.indices.contains(slot) else { return }
    for (place, code) in clone.axes.enumerated() { source[slot].values[place] = value(code) }
    source[slot].trackingID = value(Codes.trackingID)
    source[slot].isLeftOut = source[slot].trackingID >= 0
    clone.seed(slot, source[slot].values)
  }

  /// The slot that the next events are about.
  package mutating func select(slot: Int32) { current = source.indices.contains(Int(slot)) ? Int(slot) : nil }

  /// No contact is down, so nothing is torn apart when it begins or ends.
  package var isUntouched: Bool { source.allSatisfy { $0.trackingID < 0 } }

  /// Whether `settle` may have something to do once gestures have decided.
  package var isHolding: Bool { contacts.contains { $0.isInUse && $0.isOpen } }

  /// When `settle` has something to do although nothing came.
  package var deadline: Timestamp? {
    var next: Timestamp?
    for contact in contacts where contact.isInUse && contact.liftAt < .never {
      next = min(next ?? .never, contact.palmAt, contact.liftAt)
    }
    return next
  }

  /// One event of the device, but for its SYN_REPORT.
  package mutating func note(_ type: UInt16, _ code: UInt16, _ value: Int32) {
    switch type {
    case Codes.abs where code == Codes.slot: select(slot: value)
    case Codes.abs where code == Codes.trackingID:
      guard let current else { return }
      source[current].trackingID = value
      source[current].isLeftOut = false
    case Codes.abs where code > Codes.slot && code <= Codes.lastOfSlot:
      guard let current, let place = clone.axes.firstIndex(of: code) else { return }
      source[current].values[place] = value
    case Codes.key where clone.countsByItself(code), Codes.abs where clone.placesByItself(code): clone.hear(code, value)
    case Codes.syn: break
    default:
      if type == Codes.key, value == 1 { isPressing = true }
      others.append(CloneEvent(type, code, value))
    }
  }

  /// The frame is whole, and gestures have seen it: what may pass goes out by `clone`. `time` is the frame's, `now` when the
  /// clone speaks; `touch` gives the number of the touch in a slot, nil where it is none.
  package mutating func carry(
    at time: Timestamp, now: Timestamp, touch: (Int) -> Int32?, _ delivery: (Int32) -> Delivery
  ) {
    self.now = max(self.now, now)
    for slot in source.indices { follow(slot, at: time, touch(slot)) }
    // Who presses a button means the pointer: it is to be where the fingers are.
    if isPressing { for index in contacts.indices { contacts[index].isPointing = true } }
    isPressing = false
    decide(delivery)
    tell(before: time)
    tellNow(at: time)
    for other in others where other.type != Codes.msc { clone.say(other) }
    // The device's clock says nothing of a frame that is kept back.
    if clone.isNews { for other in others where other.type == Codes.msc { clone.say(other) } }
    others.removeAll(keepingCapacity: true)
    clone.flush()
    forgetFinished()
  }

  /// Gestures have decided something, or a time has come.
  package mutating func settle(at time: Timestamp, _ delivery: (Int32) -> Delivery) {
    now = max(now, time)
    decide(delivery)
    tell(before: .never)
    for index in contacts.indices where contacts[index].isInUse { moveClone(index) }
    clone.flush()
    forgetFinished()
  }

  /// Everything that was delivered is taken back, and what is down is left out until it lifts: events were lost.
  package mutating func dropAll(at now: Timestamp) {
    self.now = max(self.now, now)
    for index in contacts.indices where contacts[index].isInUse && contacts[index].stage != .taken { retract(index) }
    for index in contacts.indices where contacts[index].isInUse && contacts[index].liftAt < .never {
      contacts[index].palmAt = min(contacts[index].palmAt, now)
      contacts[index].liftAt = now
    }
    liftRetracted()
    for index in contacts.indices { contacts[index].isInUse = false }
    for slot in source.indices { source[slot].contact = nil }
    // How its buttons are now was asked for.
    for other in others where other.type != Codes.msc { clone.say(other) }
    others.removeAll(keepingCapacity: true)
    isPressing = false
    clone.flush()
  }

  /// Hands over what is to be written to the clone.
  package mutating func take(_ write: ([CloneEvent]) -> Void) { clone.take(write) }

  // MARK: What the device does

  private mutating func follow(_ slot: Int, at time: Timestamp, _ touch: Int32?) {
    let id = source[slot].trackingID
    if let index = source[slot].contact, contacts[index].trackingID != id {
      contacts[index].lifted = time
      source[slot].contact = nil
    }
    guard id >= 0, !source[slot].isLeftOut else { return }
    if source[slot].contact == nil { begin(slot, at: time) }
    guard let index = source[slot].contact else { return }
    if let touch { contacts[index].touch = touch }
    for place in source[slot].values.indices { contacts[index].latest[place] = source[slot].values[place] }
  }

  private mutating func begin(_ slot: Int, at time: Timestamp) {
    // With so many withheld, the one of which least more is to come is forgotten.
    let index =
      contacts.firstIndex { !$0.isInUse } ?? contacts.firstIndex { $0.lifted < .never && $0.cloneSlot == nil }
    guard let index else { return }
    contacts[index].begin(source[slot].values, source[slot].trackingID, slot, at: time)
    source[slot].contact = index
  }

  // MARK: What becomes of it

  private mutating func decide(_ delivery: (Int32) -> Delivery) {
    var retracted = 0
    for index in contacts.indices where contacts[index].isInUse && contacts[index].stage != .taken {
      let verdict = contacts[index].touch.map(delivery) ?? .passes
      switch contacts[index].isPointing && verdict != .taken ? .passes : verdict {
      case .passes:
        pass(index)
        contacts[index].mayEnd = true
      case .withoutEnd:
        contacts[index].mayEnd = false
        if retraction == .stillPalm, contacts[index].lifted < .never { withhold(index) } else { pass(index) }
      case .withheld: contacts[index].mayEnd = false
      case .taken:
        if contacts[index].cloneSlot != nil { retracted += 1 }
        retract(index, isFirst: retracted == 1)
      }
    }
    liftRetracted()
  }

  private mutating func pass(_ index: Int) {
    guard contacts[index].stage == .withheld else { return }
    // Of a way on a touchpad that is over nothing is left to be told.
    let isOver = retraction == .stillPalm && contacts[index].lifted < .never
    contacts[index].stage = isOver && !isTap(index) ? .taken : .due
  }

  /// Whether a contact that has lifted was a tap by itself, and can be told as one: nothing else is down.
  private func isTap(_ index: Int) -> Bool {
    let contact = contacts[index]
    return contact.lifted - contact.landed <= Self.tapTime && isUntouched && !hasMoved(index)
  }

  /// Whether a contact has gone farther from where it landed than in a tap.
  func hasMoved(_ index: Int) -> Bool {
    !clone.axes.indices.allSatisfy { place in
      let way = Int(contacts[index].latest[place]) - Int(contacts[index].landing[place])
      return tapReach[clone.axes[place]].map { abs(way) <= $0 } ?? true
    }
  }

  /// A tap that lasts too long is none to a touchpad. One whose end must wait is taken back, and told anew if it may pass.
  private mutating func withhold(_ index: Int) {
    guard contacts[index].stage == .delivered else { return }
    retract(index)
    contacts[index].stage = .withheld
  }

  mutating func retract(_ index: Int, isFirst: Bool = true) {
    contacts[index].stage = .taken
    guard contacts[index].cloneSlot != nil, contacts[index].liftAt == .never else { return }
    switch retraction {
    case .palm:
      contacts[index].palmAt = now
      contacts[index].liftAt = now
    case .stillPalm:
      contacts[index].palmAt = isFirst ? now : now + Self.firstTime
      contacts[index].liftAt = max(contacts[index].palmAt, lastBegan + Self.stillTime)
    }
  }

  mutating func liftRetracted() {
    // First all are palms, then they lift.
    for index in contacts.indices where contacts[index].isInUse && contacts[index].palmAt <= now {
      contacts[index].palmAt = .never
      if let slot = contacts[index].cloneSlot { clone.set(slot, Codes.toolType, Codes.toolPalm) }
    }
    clone.flush()
    for index in contacts.indices where contacts[index].isInUse && contacts[index].liftAt <= now {
      contacts[index].liftAt = .never
      endInClone(index)
    }
    clone.flush()
  }

  private mutating func forgetFinished() {
    for index in contacts.indices where contacts[index].isInUse && contacts[index].isFinished {
      contacts[index].isInUse = false
    }
  }
}
