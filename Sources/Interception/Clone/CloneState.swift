import Evdev
import GestureCore

/// A clone's state as its readers know it; only changes are sent. At first all values are 0, with no slot selected.
struct CloneState: Sendable {
  private struct Slot: Sendable {
    var values = SlotValues()
    var isTouched = false
    var order: UInt32 = 0
  }

  /// The axes of a slot, without its tracking ID.
  let axes: [UInt16]
  private let keys: Set<UInt16>
  private let single: Set<UInt16>
  private var slots: [Slot]
  private var current: Int?
  private var trackingID: Int32 = 0
  private var landings: UInt32 = 0
  /// The device's values for a single contact. Each value is passed on if the slots have no such value.
  private var deviceValues: [UInt16: Int32] = [:]
  private var sentValues: [UInt16: Int32] = [:]
  /// The number of fingers that the device counts; 0 without a count.
  private var counted = 0
  private var count = 0
  private var events: [CloneEvent] = []
  private var frame = 0
  /// Whether the unfinished frame has an event other than the selection of a slot.
  private(set) var hasChanges = false

  /// The maximum number of events in a frame, including its SYN_REPORT. libinput 1.31 reads only 64 events of a frame.
  static let mostEvents = 48

  private static let places = [Codes.absX, Codes.absY, Codes.absPressure, Codes.absToolWidth]

  init(slots: Int, axes: [UInt16], keys: Set<UInt16>, single: Set<UInt16>) {
    (self.axes, self.keys, self.single) = (axes, keys, single)
    self.slots = Array(repeating: Slot(), count: slots)
    events.reserveCapacity(256)
    for code in Self.places { deviceValues[code] = 0 }
    for code in Self.places { sentValues[code] = 0 }
  }

  func countsByItself(_ key: UInt16) -> Bool { key == Codes.btnTouch || FingerCount.keys.contains(key) }

  func placesByItself(_ code: UInt16) -> Bool { Self.places.contains(code) }

  /// Applies an event outside the slots: the value of a single-touch axis, or a key that counts contacts.
  mutating func read(_ code: UInt16, _ value: Int32) {
    if placesByItself(code) { deviceValues[code] = value } else { FingerCount.apply(code, value != 0, &counted) }
  }

  func freeSlot(likely: Int) -> Int? {
    if !slots[likely].isTouched { return likely }
    return slots.firstIndex { !$0.isTouched }
  }

  var freeSlotCount: Int { slots.count { !$0.isTouched } }

  mutating func begin(_ slot: Int, _ values: SlotValues) {
    trackingID = trackingID == 0xffff ? 1 : trackingID + 1
    landings &+= 1
    slots[slot].isTouched = true
    slots[slot].order = landings
    // libinput uses the slot's tool type when the contact begins, so it is set first.
    set(slot, Codes.toolType, values[Codes.toolType])
    select(slot)
    append(CloneEvent(Codes.abs, Codes.trackingID, trackingID))
    move(slot, values)
  }

  mutating func move(_ slot: Int, _ values: SlotValues) { for code in axes { set(slot, code, values[code]) } }

  mutating func set(_ slot: Int, _ code: UInt16, _ value: Int32) {
    guard slots[slot].values[code] != value, axes.contains(code) else { return }
    slots[slot].values[code] = value
    select(slot)
    append(CloneEvent(Codes.abs, code, value))
  }

  mutating func end(_ slot: Int) {
    guard slots[slot].isTouched else { return }
    slots[slot].isTouched = false
    select(slot)
    append(CloneEvent(Codes.abs, Codes.trackingID, -1))
    // The tool type is reset, so that the slot's next contact isn't a palm.
    set(slot, Codes.toolType, Codes.toolFinger)
  }

  mutating func append(_ event: CloneEvent) {
    events.append(event)
    hasChanges = true
  }

  mutating func flush() {
    sendCount()
    sendPosition()
    guard hasChanges else { return }
    if events.count - frame >= Self.mostEvents { split() }
    events.append(.report)
    frame = events.count
    hasChanges = false
  }

  /// Splits a long frame into several. The values of a slot stay together.
  private mutating func split() {
    let whole = Array(events[frame...])
    events.removeSubrange(frame...)
    var groups = whole.indices.filter { whole[$0].type == Codes.abs && whole[$0].code == Codes.slot }
    if groups.first != whole.startIndex { groups.insert(whole.startIndex, at: 0) }
    var length = 0
    for (start, end) in zip(groups, groups.dropFirst() + [whole.endIndex]) {
      if length > 0, length + end - start >= Self.mostEvents {
        events.append(.report)
        length = 0
      }
      events += whole[start..<end]
      length += end - start
    }
  }

  mutating func take(_ write: ([CloneEvent]) -> Void) {
    guard !events.isEmpty else { return }
    write(events)
    events.removeAll(keepingCapacity: true)
    frame = 0
  }

  private mutating func select(_ slot: Int) {
    guard current != slot else { return }
    current = slot
    events.append(CloneEvent(Codes.abs, Codes.slot, Int32(slot)))
  }

  // MARK: The single contact

  private mutating func sendCount() {
    let touched = slots.count { $0.isTouched }
    // Fingers beyond the slots count only while all slots of the clone are in use too.
    let now = touched == slots.count ? max(touched, counted) : touched
    guard now != count else { return }
    press(Self.key(for: count), 0)
    press(Self.key(for: now), 1)
    if (count == 0) != (now == 0) { press(Codes.btnTouch, now == 0 ? 0 : 1) }
    count = now
  }

  private static func key(for count: Int) -> UInt16? {
    FingerCount.keys.indices.contains(count - 1) ? FingerCount.keys[count - 1] : nil
  }

  private mutating func press(_ key: UInt16?, _ value: Int32) {
    guard let key, keys.contains(key) else { return }
    append(CloneEvent(Codes.key, key, value))
  }

  private mutating func sendPosition() {
    var oldest: Int?
    for slot in slots.indices where slots[slot].isTouched {
      if oldest.map({ slots[slot].order < slots[$0].order }) ?? true { oldest = slot }
    }
    guard let oldest else { return send(Codes.absPressure, 0) }
    send(Codes.absX, value(oldest, Codes.positionX) ?? deviceValues[Codes.absX] ?? 0)
    send(Codes.absY, value(oldest, Codes.positionY) ?? deviceValues[Codes.absY] ?? 0)
    send(Codes.absPressure, value(oldest, Codes.pressure) ?? deviceValues[Codes.absPressure] ?? 0)
    send(Codes.absToolWidth, deviceValues[Codes.absToolWidth] ?? 0)
  }

  private func value(_ slot: Int, _ code: UInt16) -> Int32? { axes.contains(code) ? slots[slot].values[code] : nil }

  private mutating func send(_ code: UInt16, _ value: Int32) {
    guard single.contains(code), sentValues[code] != value else { return }
    sentValues[code] = value
    append(CloneEvent(Codes.abs, code, value))
  }
}

/// An input event for a clone; the kernel adds the time.
package struct CloneEvent: Equatable, Sendable {
  package let type: UInt16
  package let code: UInt16
  package let value: Int32

  package init(_ type: UInt16, _ code: UInt16, _ value: Int32) {
    (self.type, self.code, self.value) = (type, code, value)
  }

  fileprivate static let report = CloneEvent(Codes.syn, Codes.synReport, 0)
}
