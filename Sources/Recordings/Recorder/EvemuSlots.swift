import Evdev
import GestureCore

/// One event to be written.
struct EvemuEvent: Equatable, Sendable {
  let type: UInt16
  let code: UInt16
  let value: Int32

  init(_ type: UInt16, _ code: UInt16, _ value: Int32) {
    self.type = type
    self.code = code
    self.value = value
  }
}

/// The slots that the touches of a recording in the kernel's events are in, and the events of a frame.
struct EvemuSlots: Sendable {
  static let unitsPerMM = 1000
  static let unitsOfPressure: Int32 = 10_000
  /// Tracking ids go round, as the kernel's do.
  static let greatestID: Int32 = 65_535
  private static let slotLimit = 64
  private static let toolFinger: Int32 = 0

  private var slots: [Int32: Int] = [:]
  /// Touches that are cancelled, and gone with the next frame.
  private var palms: [Int] = []
  /// Slots that stay taken until the frame is written.
  private var leaving: Set<Int> = []
  private var nextID: Int32 = 0
  /// What the kernel would remember of each slot and of the device.
  private var tools: [Int: Int32] = [:]
  private var pressures: [Int: Int32] = [:]
  private var places: [Int: (x: Int32, y: Int32)] = [:]
  private var current = 0
  private var told: (x: Int32, y: Int32)?
  /// By slot, so that a reader that goes by slots finds them in its own order.
  private var changes: [Int: [EvemuEvent]] = [:]

  /// How many touches are down.
  var count: Int { slots.count + palms.count }
  var hasChanges: Bool { !changes.isEmpty }
  var hasPalms: Bool { !palms.isEmpty }

  mutating func take(_ touch: Touch, hasPressure: Bool) {
    switch touch.phase {
    case .began:
      guard let slot = freeSlot(touch.id) else { return }
      slots[touch.id] = slot
      add(slot, Codes.trackingID, nextID)
      nextID = nextID == Self.greatestID ? 0 : nextID + 1
      describe(touch, slot, hasPressure)
    case .moved: if let slot = slots[touch.id] { describe(touch, slot, hasPressure) }
    case .stationary: break
    case .ended: if let slot = slots.removeValue(forKey: touch.id) { lift(slot) }
    case .cancelled: if let slot = slots.removeValue(forKey: touch.id) { becomePalm(slot) }
    }
  }

  mutating func cancelAll() {
    for slot in slots.values.sorted() { becomePalm(slot) }
    slots = [:]
  }

  mutating func liftPalms() {
    for slot in palms { lift(slot) }
    palms = []
  }

  /// What has changed since this was last asked.
  mutating func takeChanges() -> [EvemuEvent] {
    var events: [EvemuEvent] = []
    for (slot, own) in changes.sorted(by: { $0.key < $1.key }) {
      if slot != current { events.append(EvemuEvent(Codes.abs, Codes.slot, Int32(slot))) }
      current = slot
      events += own
    }
    changes = [:]
    leaving = []
    return events
  }

  /// Where the finger in the first slot is, for readers that know one touch only.
  mutating func pointer() -> [EvemuEvent] {
    guard let first = slots.values.min(), let place = places[first] else { return [] }
    defer { told = place }
    var events: [EvemuEvent] = []
    if told?.x != place.x { events.append(EvemuEvent(Codes.abs, Codes.absX, place.x)) }
    if told?.y != place.y { events.append(EvemuEvent(Codes.abs, Codes.absY, place.y)) }
    return events
  }

  /// The device's own slot where a touch is called by it.
  private func freeSlot(_ id: Int32) -> Int? {
    let taken = leaving.union(slots.values).union(palms)
    let own = Int(id)
    if (0..<Self.slotLimit).contains(own), !taken.contains(own) { return own }
    return (0..<Self.slotLimit).first { !taken.contains($0) }
  }

  private mutating func describe(_ touch: Touch, _ slot: Int, _ hasPressure: Bool) {
    let tool =
      switch touch.tool {
      case .finger: Self.toolFinger
      case .stylus: Codes.toolPen
      case .palm: Codes.toolPalm
      }
    if tools[slot, default: Self.toolFinger] != tool { add(slot, Codes.toolType, tool) }
    tools[slot] = tool
    let place = (Self.units(touch.position.x), Self.units(touch.position.y))
    add(slot, Codes.positionX, place.0)
    add(slot, Codes.positionY, place.1)
    places[slot] = place
    guard hasPressure else { return }
    // The kernel would give a finger that tells none what the one before it had.
    guard let told = touch.pressure ?? (touch.phase == .began ? 0 : nil) else { return }
    let pressure = Int32((told * Double(Self.unitsOfPressure)).rounded())
    if pressures[slot, default: 0] != pressure { add(slot, Codes.pressure, pressure) }
    pressures[slot] = pressure
  }

  private mutating func lift(_ slot: Int) {
    add(slot, Codes.trackingID, -1)
    leaving.insert(slot)
  }

  private mutating func becomePalm(_ slot: Int) {
    if tools[slot] != Codes.toolPalm { add(slot, Codes.toolType, Codes.toolPalm) }
    tools[slot] = Codes.toolPalm
    palms.append(slot)
  }

  private mutating func add(_ slot: Int, _ code: UInt16, _ value: Int32) {
    changes[slot, default: []].append(EvemuEvent(Codes.abs, code, value))
  }

  private static func units(_ mm: Double) -> Int32 { Int32((mm * Double(unitsPerMM)).rounded()) }
}
