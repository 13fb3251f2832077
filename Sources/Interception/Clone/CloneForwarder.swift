import Evdev
import GestureCore

/// Forwards the contacts of an intercepted device to its clone, if gestures permit.
///
/// A contact that may pass is forwarded at once. A withheld contact is replayed later, if it may pass then. On a
/// touchscreen it is replayed from its landing position. On a touchpad only its current position is sent, because a
/// jump would move the pointer. If a gesture takes a delivered contact, the contact becomes a palm and lifts;
/// `Retraction` has other cases. Late events are sent in their order, a frame for each time. No other contact begins
/// while the clone makes contacts itself (`CloneDrag`, `CloneGesture`).
///
///    free --lands--> withheld --may pass--> pending --sent--> delivered --lifts, and may end--> taken
///                    any --a gesture takes it--> taken;  taken, lifted and no longer in the clone --> free
///    withheld --may pass only after its lift, touchpad--> taken     a tap becomes pending
///    delivered --its end has to wait, touchpad--> withheld     it is taken back, and sent again if it may pass
///
/// The owner makes these calls for each frame of the device, in this order. `read` gets the events that belong to no
/// slot. `take` follows when the decoder has the frame. `deliver` gets gestures' decisions. `forward` is last.
package struct CloneForwarder: Sendable {
  /// How a delivered contact is taken back.
  package enum Retraction: Sendable {
    /// On a touchscreen: as a palm that lifts at once.
    case palm
    /// On a touchscreen: as an ordinary lift. Used if the compositor doesn't report cancelled touches to applications.
    case lift
    /// On a touchpad: as a palm without motion, so scrolling doesn't continue. The palm lifts so late that no reader
    /// sees a tap. One contact becomes a palm first, so that libinput cancels a swipe or a pinch, and doesn't end it.
    case stillPalm
  }

  /// A contact that doesn't move for this long doesn't cause a tap or a fling when it lifts. libinput's taps take at
  /// most 180 ms, and toolkits measure a fling in the last 150 ms.
  static let stillTime = TimeSpan(milliseconds: 200)
  /// The longest duration of a tap in libinput. `tapDistance` is how far a finger may move during a tap, in mm.
  private static let tapTime = TimeSpan(milliseconds: 180)
  package static let tapDistance = 1.3
  /// When several contacts are taken back on a touchpad, the first becomes a palm this much earlier than the others.
  /// libinput notices after 100 ms that fewer fingers are down.
  static let firstTime = TimeSpan(milliseconds: 120)
  /// The longest time from a frame to the landing of a swipe or pinch. For libinput, over 7 mm in 12 ms are a jump.
  private static let frameTime = TimeSpan(milliseconds: 3)

  private var retraction: Retraction
  private let tapReach: [UInt16: Int32]
  private var contacts: [ForwardedContact]
  /// For each slot of the device, the index of its contact in `contacts`; nil if the slot has no contact.
  private var followed: [Int?]
  private var isUntouched = true
  private var clone: CloneState
  /// `drag` and `gesture` make the clone's own contacts. Both are nil without a `surface`, as on a touchscreen.
  private var drag: CloneDrag?
  private var gesture: CloneGesture?
  /// The distance that a contact may lag behind its finger, in device units per axis; 0 if contacts aren't steadied.
  private var steadiness = Vector.zero
  /// Changes two-finger scrolling by a factor; nil without a `surface`, as on a touchscreen.
  private var scroll: CloneScroll?
  /// The pending events of the device that belong to no contact.
  private var others: [CloneEvent] = []
  private var isPressing = false
  private var lastBegan = Timestamp(microseconds: 0)
  private var now = Timestamp(microseconds: 0)
  private var framed = Timestamp(microseconds: 0)

  /// `axes` are each slot's axes without its tracking ID. `single` are the axes for readers that don't know slots.
  /// `tapReach` is `tapDistance` in units of each axis. With a `surface`, the clone may make contacts.
  package init(
    slots: Int, axes: [UInt16], keys: Set<UInt16>, single: Set<UInt16>, retraction: Retraction,
    tapReach: [UInt16: Int32] = [:], surface: CloneSurface? = nil
  ) {
    (self.retraction, self.tapReach) = (retraction, tapReach)
    drag = surface.map(CloneDrag.init)
    gesture = surface.map(CloneGesture.init)
    scroll = surface.map { _ in CloneScroll() }
    clone = CloneState(slots: slots, axes: axes, keys: keys, single: single)
    // Contacts that have lifted may still be withheld.
    contacts = Array(repeating: ForwardedContact(), count: slots * 4)
    followed = Array(repeating: nil, count: slots)
    others.reserveCapacity(16)
  }

  /// The time at which `advance` must be called even if no event arrives. Nil if no call is needed.
  package var deadline: Timestamp? {
    // After the lock's time only a finger that moves or lifts ends the drag, so the drag has no deadline then.
    var next = drag?.lockedUntil.flatMap { $0 > now ? $0 : nil }
    for contact in contacts {
      guard let remnant = contact.remnant else { continue }
      next = min(next ?? .never, remnant.palmAt ?? .never, remnant.liftAt)
    }
    return next
  }

  // MARK: Events of the device

  package mutating func read(_ type: UInt16, _ code: UInt16, _ value: Int32) {
    switch type {
    case Codes.syn: break
    case Codes.key where clone.countsByItself(code), Codes.abs where clone.placesByItself(code): clone.read(code, value)
    default:
      if type == Codes.key, value == 1 { isPressing = true }
      others.append(CloneEvent(type, code, value))
    }
  }

  package mutating func take(_ decoder: SlotDecoder, at time: Timestamp) {
    isUntouched = decoder.isUntouched
    for slot in followed.indices { follow(slot, decoder.contact(inSlot: slot), at: time) }
    // A button press belongs to the pointer, so the pointer must follow the fingers, and their contacts pass.
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
    contacts[index].steady(within: steadiness)
    guard let touch = contact.touch, touch != contacts[index].touch else { return }
    contacts[index].touch = touch
    contacts[index].decision = .passes
  }

  private mutating func begin(_ contact: SlotContact, in slot: Int, at time: Timestamp) {
    // If too many contacts are withheld, one that has lifted is dropped.
    let index = contacts.firstIndex { !$0.isInUse } ?? contacts.firstIndex { $0.lifted != nil && $0.cloneSlot == nil }
    guard let index else { return }
    contacts[index] = ForwardedContact(
      life: .withheld(nil), trackingID: contact.trackingID, slot: slot, landed: time, landing: contact.values,
      latest: contact.values)
    contacts[index].followed = contacts[index].place
    followed[slot] = index
  }

  // MARK: Decisions

  package mutating func retract(as retraction: Retraction) { self.retraction = retraction }

  /// Notes a gesture's decision about a touch; `forward` or `advance` applies it.
  package mutating func deliver(_ change: DeliveryChange) {
    for index in contacts.indices where contacts[index].isInUse && contacts[index].touch == change.touch {
      contacts[index].decision = change.delivery
    }
  }

  /// Sends the contacts that may pass, and the frame's other events. Gestures must have seen the frame of `time`.
  package mutating func forward(at time: Timestamp, now: Timestamp) {
    self.now = max(self.now, now)
    framed = self.now
    act()
    let isLate = contacts.contains { $0.isPending && $0.landed < time }
    sendPending(before: time)
    for index in contacts.indices { moveClone(index) }
    // If a contact lifts in this frame, readers that get its motion and its lift in one frame ignore the motion.
    if isLate { clone.flush() }
    sendPending(at: time)
    for other in others where other.type != Codes.msc { clone.append(other) }
    // The device's timestamp is meaningless for a frame that is withheld, so it is sent only with other events.
    if clone.hasChanges { for other in others where other.type == Codes.msc { clone.append(other) } }
    others.removeAll(keepingCapacity: true)
    clone.flush()
    forgetFinished()
  }

  /// Applies pending decisions, and does work whose deadline has passed.
  package mutating func advance(to time: Timestamp) {
    now = max(now, time)
    act()
    sendPending(before: .never)
    for index in contacts.indices { moveClone(index) }
    clone.flush()
    forgetFinished()
  }

  /// Takes back delivered contacts and forgets the others, at the start and after lost events. Before this call, the
  /// owner must give the decoder the current values of the slots.
  package mutating func dropAll(at now: Timestamp) {
    self.now = max(self.now, now)
    cancelTasks()
    for index in contacts.indices { retract(index) }
    for index in contacts.indices {
      guard let remnant = contacts[index].remnant else { continue }
      contacts[index].remnant?.palmAt = remnant.palmAt.map { min($0, now) }
      contacts[index].remnant?.liftAt = now
    }
    liftRetracted()
    for index in contacts.indices { contacts[index].life = .free }
    for slot in followed.indices { followed[slot] = nil }
    // These are the buttons' current states, which the owner has just requested.
    for other in others where other.type != Codes.msc { clone.append(other) }
    others.removeAll(keepingCapacity: true)
    isPressing = false
    clone.flush()
  }

  package mutating func write(_ write: ([CloneEvent]) -> Void) { clone.take(write) }

  private mutating func act() {
    endLock()
    decide()
    followFingers()
    scroll?.follow(&contacts)
  }

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
    if isActing {
      if contacts[index].lifted != nil { contacts[index].life = .taken(remnant) }
      return
    }
    // On a touchpad a motion that has ended isn't sent late.
    let isOver = retraction == .stillPalm && contacts[index].lifted != nil
    contacts[index].life = isOver && !isTap(index) ? .taken(remnant) : .pending(remnant)
  }

  /// Whether a lifted contact can be sent as a tap: it was briefly down, hardly moved, and no other finger is down.
  private func isTap(_ index: Int) -> Bool {
    guard let lifted = contacts[index].lifted else { return false }
    return lifted - contacts[index].landed <= Self.tapTime && isUntouched && !hasMoved(index)
  }

  private func hasMoved(_ index: Int) -> Bool {
    for axis in clone.axes {
      guard let reach = tapReach[axis] else { continue }
      if abs(Int(contacts[index].latest[axis]) - Int(contacts[index].landing[axis])) > reach { return true }
    }
    return false
  }

  /// Takes back a contact whose lift must wait. libinput ignores taps that lift late, so a tap is sent again later.
  private mutating func withhold(_ index: Int) {
    guard case .delivered = contacts[index].life else { return }
    retract(index)
    contacts[index].life = .withheld(contacts[index].remnant)
  }

  private mutating func retract(_ index: Int, isFirst: Bool = true) {
    switch contacts[index].life {
    case .free, .taken: break
    case .withheld(let remnant), .pending(let remnant): contacts[index].life = .taken(remnant)
    case .delivered(let slot, _):
      switch retraction {
      case .palm: contacts[index].life = .taken(ForwardedContact.Remnant(slot: slot, palmAt: now, liftAt: now))
      case .lift: contacts[index].life = .taken(ForwardedContact.Remnant(slot: slot, palmAt: nil, liftAt: now))
      case .stillPalm:
        let palmAt = isFirst ? now : now + Self.firstTime
        contacts[index].life = .taken(
          ForwardedContact.Remnant(slot: slot, palmAt: palmAt, liftAt: max(palmAt, lastBegan + Self.stillTime)))
      }
    }
  }

  private mutating func liftRetracted() {
    // All contacts become palms before any of them lifts.
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

  // MARK: Contacts that the clone makes

  private var isActing: Bool { drag?.isOn ?? false || gesture?.isOn ?? false }

  /// Why the clone can't do the task; nil if it can.
  package func obstacle(to task: CloneTask) -> CloneTaskObstacle? {
    switch task {
    case .drag(let button, _, _): drag?.surface.has(button) ?? false ? nil : .noButton
    case .gesture(_, let contacts): contacts <= followed.count ? nil : .slots(followed.count)
    }
  }

  /// Begins, ends or cancels a task. When a task begins, its contacts land in a later `advance` or `forward`.
  package mutating func perform(_ change: CloneTaskChange, at time: Timestamp) {
    now = max(now, time)
    switch change {
    case .begins(.drag(let button, let fingers, let lock)):
      cancelGesture()
      drag?.begin(button, fingers: fingers, lock: lock, &clone, at: now)
    case .begins(.gesture(let kind, let contacts)):
      cancelTasks()
      gesture?.begin(kind, contacts: contacts)
    case .ends:
      drag?.end(&clone, at: now)
      gesture?.end(&clone, at: now)
    case .isCancelled: cancelTasks()
    }
  }

  private mutating func cancelTasks() {
    drag?.finish(&clone, at: now)
    cancelGesture()
  }

  private mutating func cancelGesture() {
    let isKnown = gesture?.isKnown(at: now) ?? false
    for (number, slot) in (gesture?.leave() ?? []).enumerated() {
      guard let index = contacts.firstIndex(where: { !$0.isInUse }) else {
        clone.end(slot)
        continue
      }
      let past = Timestamp(microseconds: 0)
      contacts[index] = ForwardedContact(life: .delivered(slot: slot, noTapBefore: past), lifted: now)
      retract(index, isFirst: number == 0 || !isKnown)
    }
    liftRetracted()
  }

  /// Ends a locked drag if a new finger lifts; with fewer than `drag.fingers` new fingers, if one moves or time is up.
  private mutating func endLock() {
    guard let drag, let until = drag.lockedUntil else { return }
    var (waiting, hasLifted, hasMoved) = (0, false, false)
    for index in contacts.indices where contacts[index].awaitsDrag {
      if contacts[index].lifted == nil { waiting += 1 } else { hasLifted = true }
      if self.hasMoved(index) { hasMoved = true }
    }
    let isTooFew = waiting < drag.fingers
    if hasLifted || isTooFew && (hasMoved || until <= now) { self.drag?.finish(&clone, at: now) }
  }

  private mutating func followFingers() {
    guard let drag, let gesture, drag.isOn || gesture.isOn,
      let movement = CommonMovement(following: &contacts, unitsPerMM: drag.surface.unitsPerMM)
    else { return }
    if !drag.isPending, !gesture.isPending {
      if drag.isOn { self.drag?.move(by: movement.step, &clone) } else { self.gesture?.follow(movement, &clone) }
    } else if drag.isPending, mayReplaceRemnants(asPalms: drag.replacesPalms) {
      let old = takeRemnants()
      self.drag?.land(at: movement.place, like: movement.values, inPlaceOf: old, &clone, at: now)
    } else if gesture.isPending, !gesture.moves || now - framed < Self.frameTime, mayReplaceRemnants(asPalms: true) {
      let old = takeRemnants()
      self.gesture?.land(movement, inPlaceOf: old, &clone, at: now)
      lastBegan = now
    }
  }

  /// Whether the clone has no contact that was taken back. With `asPalms`, such a contact may remain if it is a palm.
  private func mayReplaceRemnants(asPalms: Bool) -> Bool {
    contacts.allSatisfy { $0.remnant == nil || asPalms && $0.remnant?.palmAt == nil }
  }

  /// Forgets the clone's contacts that were taken back, and returns their slots. The caller must lift these contacts.
  private mutating func takeRemnants() -> [Int] {
    var slots: [Int] = []
    for index in contacts.indices {
      guard let remnant = contacts[index].remnant else { continue }
      slots.append(remnant.slot)
      contacts[index].remnant = nil
    }
    return slots
  }

  // MARK: Steadying and scrolling

  /// Steadies contacts: a contact moves only if its finger is farther away than `reach`, in device units for each axis.
  package mutating func steady(within reach: [UInt16: Int32]) {
    steadiness = Vector(Double(reach[Codes.positionX] ?? 0), Double(reach[Codes.positionY] ?? 0))
  }

  /// Multiplies the distance of two-finger scrolling by `factor`. A negative factor reverses the direction.
  package mutating func scroll(by factor: Double) { scroll?.factor = factor }

  // MARK: Events to the clone

  /// Sends all pending changes older than `time`, in the order in which they happened.
  private mutating func sendPending(before time: Timestamp) {
    while let next = earliestPending(), next < time {
      for index in contacts.indices where contacts[index].pendingTime == next { moveClone(index) }
      clone.flush()
      sendPending(at: next)
      clone.flush()
    }
  }

  private func earliestPending() -> Timestamp? {
    var earliest: Timestamp?
    for contact in contacts {
      if let time = contact.pendingTime { earliest = min(earliest ?? .never, time) }
    }
    return earliest
  }

  private mutating func sendPending(at time: Timestamp) {
    var isEnding = false
    var isRetracting = false
    for index in contacts.indices where contacts[index].pendingTime == time {
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
    for index in contacts.indices where contacts[index].isPending && contacts[index].pendingTime == time {
      // A slot can't end one contact and begin another in one frame.
      if isEnding { clone.flush() }
      isEnding = false
      beginInClone(index)
    }
  }

  private mutating func beginInClone(_ index: Int) {
    if let remnant = contacts[index].remnant {
      // The tap that was taken back is sent again.
      contacts[index].remnant = nil
      clone.end(remnant.slot)
      clone.flush()
    }
    guard let slot = clone.freeSlot(likely: contacts[index].slot) ?? freeEndedSlot() else {
      // All slots are in use, which can't happen: the device has no more contacts than slots.
      contacts[index].life = .taken(nil)
      return
    }
    lastBegan = now
    switch retraction {
    case .palm, .lift:
      clone.begin(slot, contacts[index].landing)
      contacts[index].life = .delivered(slot: slot, noTapBefore: Timestamp(microseconds: 0))
    case .stillPalm:
      contacts[index].shift = .zero
      contacts[index].followScroll()
      clone.begin(slot, contacts[index].cloneValues)
      // A reader that doesn't get the contact's earlier motion could see a tap.
      let noTapBefore = hasMoved(index) ? now + Self.stillTime : Timestamp(microseconds: 0)
      contacts[index].life = .delivered(slot: slot, noTapBefore: noTapBefore)
    }
  }

  /// Ends the clone's contact whose finger lifted first, and returns the slot. Nil if no contact's finger has lifted.
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
    if case .delivered(let slot, _) = contacts[index].life { clone.move(slot, contacts[index].cloneValues) }
  }
}
