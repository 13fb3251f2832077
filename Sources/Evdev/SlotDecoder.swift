import GestureCore

/// Turns the kernel's input events of one touch device into frames. A SYN_REPORT gives a frame if a touch or a button
/// has changed. The frame shares a buffer with the decoder: release the frame before the next event, or the buffer is
/// copied. Touches are numbered from 1 in the order in which they land.
public struct SlotDecoder: Sendable {
  package let axes: SurfaceAxes
  private let scheme: ContactScheme
  private let isPen: Bool
  private let palms: PalmRule?
  private let stillness: StillnessRule
  private var fingers: FingerCount
  private var slots: [ContactSlot] = []
  /// The number of the current slot; nil if that number is negative or not below `slotLimit`.
  private var current: Int? = 0
  private var packet: AnonymousPacket
  private var isDropping = false
  private var nextID: Int32 = 1
  private var lastTrackingID: Int32 = 0
  private var frame: Frame
  private let reportsButtons: Bool
  private var buttons: Buttons = []
  private var reportedButtons: Buttons = []
  /// The number of touches that were cancelled in the last frame because `stillness` found their contacts dead.
  package private(set) var deadTouches = 0

  /// The maximum number of slots of a device. A slot whose number isn't below this limit is ignored.
  private static let slotLimit = 64

  /// `isPen`: the device is a pen. `highestCount`: the greatest number of fingers that the device's keys can report.
  package init(
    device: DeviceID, axes: SurfaceAxes, scheme: ContactScheme = .slots, isPen: Bool = false, slotCount: Int? = nil,
    highestCount: Int = FingerCount.keys.count, palms: PalmRule? = nil, stillness: StillnessRule = .touchscreen,
    reportsButtons: Bool = false
  ) {
    self.axes = axes
    self.scheme = scheme
    self.isPen = isPen
    self.palms = palms
    self.reportsButtons = reportsButtons
    self.stillness = stillness
    fingers = FingerCount(slotCount: slotCount, highestCount: highestCount)
    packet = AnonymousPacket(axes)
    frame = Frame(device: device, time: Timestamp(microseconds: 0), touches: [])
    frame.touches.reserveCapacity(16)
    slots.reserveCapacity(16)
  }

  /// Handles an event. If the event completes a frame, returns the frame with the given `time`; otherwise nil. After
  /// SYN_DROPPED, events are discarded up to the next SYN_REPORT. Then every touch is cancelled. The caller can then
  /// pass the kernel's slots as events. Fingers that are still down then begin new touches.
  public mutating func decode(type: UInt16, code: UInt16, value: Int32, time: Timestamp) -> Frame? {
    switch type {
    case Codes.syn: return synchronise(code, time)
    case Codes.key where !isDropping:
      if scheme == .single { press(code, value != 0) }
      fingers.press(code, value != 0)
      if reportsButtons { buttons.set(code, value != 0) }
    case Codes.abs where !isDropping:
      switch scheme {
      case .slots: setSlot(code, value)
      case .anonymous: packet.set(code, value)
      case .single: setSingle(code, value)
      }
    default: break
    }
    return nil
  }

  /// Cancels every touch, and forgets all contacts and pressed buttons. Returns nil if no touch was down.
  public mutating func cancelAll(at time: Timestamp) -> Frame? {
    // Otherwise the next press of a button whose release was lost wouldn't be noticed.
    buttons = []
    startFrame(time)
    for index in slots.indices {
      slots[index].end(.cancelled, into: &frame.touches)
      slots[index].forget()
    }
    fingers.end(.cancelled, into: &frame.touches)
    return frame.touches.isEmpty ? nil : frame
  }

  /// Sets a slot's values to the non-nil results of `value`. If `isTouched`, the contact is ignored until it lifts.
  package mutating func seed(slot: Int, isTouched: Bool, _ value: (UInt16) -> Int32?) {
    guard (0..<Self.slotLimit).contains(slot) else { return }
    growSlots(to: slot + 1)
    let before = current
    current = slot
    for code in Codes.touchMajor...Codes.lastOfSlot where code != Codes.trackingID {
      if let value = value(code) { setSlot(code, value) }
    }
    slots[slot].occupant = isTouched ? .landedUnseen : .none
    current = before
  }

  package mutating func select(slot: Int32) { setSlot(Codes.slot, slot) }

  /// Cancels touches that are invalid, and ignores their contacts until they lift. Nil if no touch is cancelled.
  package mutating func ignore(at time: Timestamp, _ isInvalid: (Touch) -> Bool) -> Frame? {
    startFrame(time)
    for index in slots.indices {
      guard let touch = slots[index].reported?.touch, isInvalid(touch) else { continue }
      slots[index].end(.cancelled, into: &frame.touches)
      slots[index].ignoreContact()
    }
    return frame.touches.isEmpty ? nil : frame
  }

  /// Returns the contact to send to a clone for this slot; nil if no contact is to be sent.
  package func contact(inSlot slot: Int) -> SlotContact? {
    guard slots.indices.contains(slot), let id = slots[slot].forwardedID else { return nil }
    return SlotContact(trackingID: id, touch: slots[slot].reported?.touch.id, values: slots[slot].values)
  }

  /// Whether no contact is known to be on the surface. Contacts whose release the firmware has lost don't count.
  package var isUntouched: Bool { slots.allSatisfy(\.isEmpty) }

  /// The number of touches, including fingers that the device only counts. Nil if a tracked touch has moved.
  package var restingTouches: Int? {
    var count = fingers.untrackedCount
    for slot in slots where slot.reported != nil {
      if slot.hasMoved { return nil }
      count += 1
    }
    return count
  }

  public var isTouched: Bool { slots.contains { $0.reported != nil } }

  private mutating func synchronise(_ code: UInt16, _ time: Timestamp) -> Frame? {
    switch code {
    case Codes.synDropped:
      isDropping = true
      packet.discard()
      return nil
    case Codes.synMTReport where !isDropping:
      packet.endContact()
      return nil
    case Codes.synReport where isDropping:
      isDropping = false
      return cancelAll(at: time)
    case Codes.synReport: return report(time)
    default: return nil
    }
  }

  private mutating func report(_ time: Timestamp) -> Frame? {
    if scheme == .anonymous {
      growSlots(to: AnonymousPacket.contactLimit)
      packet.assign(to: &slots, newID: &lastTrackingID)
    }
    startFrame(time)
    if scheme == .slots { cancelDeadTouches(at: time) }
    // Several fingers that are all held still are a deliberate hold, not a thumb that rests while other fingers work.
    let mayRest = slots.count { $0.reported != nil } < 2 || slots.contains { $0.hasMoved }
    for index in slots.indices {
      slots[index].report(axes, palms, mayRest: mayRest, at: time, nextID: &nextID, into: &frame.touches)
    }
    fingers.report(slots, nextID: &nextID, into: &frame.touches)
    defer { reportedButtons = buttons }
    return frame.touches.isEmpty && buttons == reportedButtons ? nil : frame
  }

  /// Notes lifts in the slots. If a contact lands in this frame, cancels the touches whose contacts are dead.
  private mutating func cancelDeadTouches(at time: Timestamp) {
    if slots.contains(where: \.lifts) { for index in slots.indices { slots[index].noteLift(at: time) } }
    guard slots.contains(where: \.lands) else { return }
    let contacts = slots.count { $0.lands || $0.reported != nil && !$0.lifts }
    let countConfirms = fingers.confirms(contacts: contacts)
    for index in slots.indices where slots[index].isDead(stillness, countConfirms: countConfirms, at: time) {
      slots[index].cancelDead(isUnreleased: stillness.isOfFirmware, into: &frame.touches)
      deadTouches += 1
    }
  }

  private mutating func startFrame(_ time: Timestamp) {
    frame.touches.removeAll(keepingCapacity: true)
    frame.buttons = buttons
    frame.time = time
    deadTouches = 0
  }

  private mutating func setSlot(_ code: UInt16, _ value: Int32) {
    if code == Codes.slot {
      current = value >= 0 && value < Self.slotLimit ? Int(value) : nil
      return
    }
    guard let current, SlotValues.holds(code) else { return }
    growSlots(to: current + 1)
    switch code {
    case Codes.trackingID: slots[current].occupant = value < 0 ? .none : .contact(trackingID: value)
    default: slots[current].set(code, value)
    }
  }

  private mutating func press(_ key: UInt16, _ isDown: Bool) {
    growSlots(to: 1)
    switch key {
    case Codes.btnTouch:
      lastTrackingID &+= isDown ? 1 : 0
      slots[0].occupant = isDown ? .contact(trackingID: lastTrackingID) : .none
    case Codes.btnToolRubber, Codes.btnToolMouse, Codes.btnToolLens: if isPen { slots[0].doesNotWrite = isDown }
    default: break
    }
  }

  private mutating func setSingle(_ code: UInt16, _ value: Int32) {
    growSlots(to: 1)
    switch code {
    case Codes.absX: slots[0].values[Codes.positionX] = value
    case Codes.absY: slots[0].values[Codes.positionY] = value
    case Codes.absPressure: slots[0].values[Codes.pressure] = value
    default: break
    }
  }

  private mutating func growSlots(to count: Int) {
    while slots.count < count {
      slots.append(ContactSlot(scheme == .slots ? .unknown : .none))
      if isPen { slots[slots.count - 1].values[Codes.toolType] = Codes.toolPen }
    }
  }
}

extension Buttons {
  package static let keys: KeyValuePairs<UInt16, Buttons> = [
    Codes.btnLeft: .left, Codes.btnRight: .right, Codes.btnMiddle: .middle,
  ]

  fileprivate mutating func set(_ key: UInt16, _ isDown: Bool) {
    guard let button = Self.keys.first(where: { $0.key == key })?.value else { return }
    if isDown { formUnion(button) } else { subtract(button) }
  }
}
