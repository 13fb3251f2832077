import GestureCore

// What the clone is told: at once, or late.
extension Conveyor {
  /// What is due since before `time`, in the order in which it happened.
  mutating func tell(before time: Timestamp) {
    while let next = earliestDue(), next < time {
      for index in contacts.indices where contacts[index].dueTime == next && contacts[index].stage != .due {
        moveClone(index)
      }
      clone.flush()
      tellDue(at: next)
      clone.flush()
    }
  }

  mutating func tellNow(at time: Timestamp) {
    for index in contacts.indices where contacts[index].isInUse && contacts[index].stage != .due { moveClone(index) }
    tellDue(at: time)
  }

  private func earliestDue() -> Timestamp? {
    var earliest: Timestamp?
    for contact in contacts where contact.isInUse {
      if let due = contact.dueTime { earliest = min(earliest ?? .never, due) }
    }
    return earliest
  }

  private mutating func tellDue(at time: Timestamp) {
    var isEnding = false
    var isRetracting = false
    for index in contacts.indices where contacts[index].isInUse && contacts[index].dueTime == time {
      guard contacts[index].stage == .delivered else { continue }
      if contacts[index].noTapBefore > now {
        retract(index, isFirst: !isRetracting)
        isRetracting = true
      } else {
        endInClone(index)
        contacts[index].stage = .taken
        isEnding = true
      }
    }
    if isRetracting { liftRetracted() }
    for index in contacts.indices where contacts[index].isInUse && contacts[index].dueTime == time {
      guard contacts[index].stage == .due else { continue }
      // In one frame a slot does not end and begin.
      if isEnding { clone.flush() }
      isEnding = false
      beginInClone(index)
    }
  }

  private mutating func beginInClone(_ index: Int) {
    if contacts[index].cloneSlot != nil {
      // It is told anew.
      contacts[index].palmAt = .never
      contacts[index].liftAt = .never
      endInClone(index)
      clone.flush()
    }
    guard let slot = clone.freeSlot(likely: contacts[index].sourceSlot) ?? freeEndedSlot() else {
      // More are down than the device has slots for; it can't be.
      contacts[index].stage = .taken
      return
    }
    contacts[index].stage = .delivered
    contacts[index].cloneSlot = slot
    lastBegan = now
    if retraction == .stillPalm {
      clone.begin(slot, contacts[index].latest)
      // Whoever knows nothing of its way could take it for a tap.
      if hasMoved(index) { contacts[index].noTapBefore = now + Self.stillTime }
    } else {
      clone.begin(slot, contacts[index].landing)
    }
  }

  /// A contact whose end is only withheld gives way.
  private mutating func freeEndedSlot() -> Int? {
    let ended = contacts.indices.filter {
      contacts[$0].isInUse && contacts[$0].cloneSlot != nil && contacts[$0].lifted < .never
    }
    guard let index = ended.min(by: { contacts[$0].lifted < contacts[$1].lifted }) else { return nil }
    contacts[index].stage = .taken
    contacts[index].palmAt = .never
    contacts[index].liftAt = .never
    let slot = contacts[index].cloneSlot
    endInClone(index)
    clone.flush()
    return slot
  }

  mutating func endInClone(_ index: Int) {
    guard let slot = contacts[index].cloneSlot else { return }
    clone.end(slot)
    contacts[index].cloneSlot = nil
  }

  mutating func moveClone(_ index: Int) {
    guard contacts[index].stage == .delivered, let slot = contacts[index].cloneSlot else { return }
    clone.move(slot, contacts[index].latest)
  }
}
