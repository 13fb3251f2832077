import Evdev
import GestureCore
import Text

/// Writes the touches of one device to an evemu file. A millimetre is 1000 coordinate units.
///
/// A cancelled touch becomes a palm that lifts 1 µs later. Only gesture-bridge reads `# gesture-bridge` comments.
struct EvemuWriter: RecordingWriter {
  private var text = ""
  private var devices: [DeviceID: EvemuDevice] = [:]
  /// The only device in the file: the device of the first frame. Nil before the first frame.
  private var recordedDevice: EvemuDevice?
  private var slots = EvemuSlots()
  private var buttons: Buttons = []
  private let remarks: [String]

  init(remarks: [String] = []) { self.remarks = remarks }

  mutating func drainText() -> String {
    defer { text = "" }
    return text
  }

  mutating func add(_ device: Device, rotation: Rotation?) {
    devices[device.id] = EvemuDevice(device: device, rotation: rotation)
  }

  /// Whether frames of `device` are written to the file. Before the first frame, true for every known device.
  func includes(_ device: DeviceID) -> Bool {
    guard let candidate = devices[device] else { return false }
    return recordedDevice.map(candidate.isSame) ?? true
  }

  mutating func write(_ frame: Frame) {
    guard let device = devices[frame.device], includes(frame.device) else { return }
    if recordedDevice == nil {
      recordedDevice = device
      text += device.header(remarks)
    }
    let fingers = slots.count
    for touch in frame.touches { slots.apply(touch, hasPressure: device.hasPressure) }
    flush(at: frame.time.microseconds, device, before: fingers, updateButtons(frame.buttons))
    liftPalms(at: frame.time.microseconds + 1, device)
  }

  /// Writes that all touches are cancelled. Ignores interruptions before the first frame, and the unplugging of a
  /// device that isn't the device in the file.
  mutating func write(_ interruption: Interruption) {
    guard let recordedDevice else { return }
    if case .unplugged(let removed) = interruption.extent {
      guard let device = devices.removeValue(forKey: removed), device.isSame(recordedDevice) else { return }
    }
    let time = interruption.time.microseconds
    text += "\(EvemuComment.reset)\(EvemuLine.seconds(time))\n"
    let fingers = slots.count
    slots.cancelAll()
    guard slots.hasChanges else { return }
    flush(at: time + 1, recordedDevice, before: fingers)
    liftPalms(at: time + 2, recordedDevice)
  }

  /// Does nothing, because an evemu file can't express the state of the session.
  mutating func write(_ change: ContextChange) {}

  private mutating func liftPalms(at time: Int64, _ device: EvemuDevice) {
    guard slots.hasPalms else { return }
    let fingers = slots.count
    slots.liftPalms()
    flush(at: time, device, before: fingers)
  }

  private mutating func updateButtons(_ now: Buttons) -> [EvemuEvent] {
    let changed = buttons.symmetricDifference(now)
    buttons = now
    return Buttons.keys.filter { changed.contains($0.value) }.map { key, button in
      (Codes.key, key, now.contains(button) ? 1 : 0)
    }
  }

  private mutating func flush(at time: Int64, _ device: EvemuDevice, before: Int, _ pressed: [EvemuEvent] = []) {
    let events = slots.drainEvents() + device.fingerKeys(before, slots.count) + pressed + slots.movePointer()
    for event in events + [(Codes.syn, Codes.synReport, 0)] { text += EvemuLine.event(event, at: time) }
  }
}

private struct EvemuDevice: Sendable {
  let device: Device
  let rotation: Rotation?

  fileprivate var hasPressure: Bool { device.capabilities.contains(.pressure) }

  /// Whether `other` can be this device, plugged in again: both have the same name, class, size and rotation.
  fileprivate func isSame(_ other: EvemuDevice) -> Bool {
    device.name == other.device.name && device.deviceClass == other.device.deviceClass
      && device.size == other.device.size && rotation == other.rotation
  }

  fileprivate func header(_ remarks: [String]) -> String {
    let deviceLine =
      "\(EvemuComment.mark)\(DeviceLine.text(device, alias: device.deviceClass.rawValue, rotation: rotation))"
    var lines = ["# EVEMU 1.3"] + remarks.map { "# \($0)" }
    if !device.capabilities.contains(.contacts) { lines.append("# \(RecordingRemark.virtualTouches)") }
    // The name follows `N:` without quotes, so a line break in it would begin a new line.
    lines += [deviceLine.oneLine, "N: \(device.name.oneLine)", "I: \(Self.identity)"]
    lines += Self.lines("P:", Self.bytes(of: properties, count: Self.groupSize))
    lines += Self.lines("B: 00", Self.bytes(of: Self.types, count: Self.groupSize))
    lines += Self.lines("B: 01", Self.bytes(of: keys, count: Self.keyBytes))
    lines += Self.lines("B: 03", Self.bytes(of: axes.map { Int($0.code) }, count: Self.groupSize))
    lines += axes.map { axis in
      "A: \(hexadecimal(axis.code, digits: 2)) 0 \(axis.maximum) 0 0 \(axis.resolution)"
    }
    return lines.joined(separator: "\n") + "\n"
  }

  fileprivate func fingerKeys(_ before: Int, _ now: Int) -> [EvemuEvent] {
    guard before != now else { return [] }
    var events: [EvemuEvent] = []
    if device.deviceClass == .touchpad {
      let tools = FingerCount.keys
      let old = before > 0 ? tools[min(before, tools.count) - 1] : nil
      let new = now > 0 ? tools[min(now, tools.count) - 1] : nil
      if old != new {
        if let old { events.append((Codes.key, old, 0)) }
        if let new { events.append((Codes.key, new, 1)) }
      }
    }
    if before == 0 || now == 0 { events.append((Codes.key, Codes.btnTouch, now > 0 ? 1 : 0)) }
    return events
  }

  /// The device's identity: bus BUS_VIRTUAL, vendor 0, product 0, version 1.
  private static let identity = "0006 0000 0000 0001"
  private static let groupSize = 8
  private static let keyBytes = 96
  private static let propButtonPad = 2
  private static let types = [Codes.syn, Codes.key, Codes.abs].map(Int.init)

  private var properties: [Int] {
    switch device.deviceClass {
    case .touchscreen: [Codes.propDirect]
    case .touchpad: [Codes.propPointer, Self.propButtonPad]
    }
  }

  private var keys: [Int] {
    switch device.deviceClass {
    case .touchscreen: [Int(Codes.btnTouch)]
    case .touchpad: [Int(Codes.btnTouch), Int(Codes.btnLeft)] + FingerCount.keys.map(Int.init)
    }
  }

  private var axes: [(code: UInt16, maximum: Int32, resolution: Int)] {
    let (width, height) = (EvemuSlots.units(device.size.width), EvemuSlots.units(device.size.height))
    let resolution = EvemuSlots.unitsPerMM
    return [
      (Codes.absX, width, resolution), (Codes.absY, height, resolution),
      (Codes.slot, Int32(clamping: device.fingers.upperBound - 1), 0), (Codes.positionX, width, resolution),
      (Codes.positionY, height, resolution), (Codes.toolType, Codes.toolPalm, 0),
      (Codes.trackingID, EvemuSlots.greatestID, 0),
    ] + (hasPressure ? [(Codes.pressure, EvemuSlots.unitsOfPressure, 0)] : [])
  }

  private static func bytes(of bits: [Int], count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    for bit in bits { bytes[bit / 8] |= 1 << UInt8(bit % 8) }
    return bytes
  }

  private static func lines(_ tag: String, _ bytes: [UInt8]) -> [String] {
    stride(from: 0, to: bytes.count, by: groupSize).map { start in
      "\(tag) \(bytes[start..<start + groupSize].map { hexadecimal($0, digits: 2) }.joined(separator: " "))"
    }
  }
}

private enum EvemuLine {
  private static let microsecondsPerSecond: Int64 = 1_000_000

  static func event(_ event: EvemuEvent, at time: Int64) -> String {
    let value = (event.value < 0 ? "-" : "") + zeroPadded("\(event.value.magnitude)", event.value < 0 ? 3 : 4)
    let codes = "\(hexadecimal(event.type, digits: 4)) \(hexadecimal(event.code, digits: 4))"
    return "E: \(seconds(time)) \(codes) \(value)\n"
  }

  fileprivate static func seconds(_ microseconds: Int64) -> String {
    "\(microseconds / microsecondsPerSecond).\(zeroPadded("\(microseconds % microsecondsPerSecond)", 6))"
  }
}

extension String {
  /// The text with a blank for each character that `visible` would replace, such as a line break.
  fileprivate var oneLine: String {
    String(String.UnicodeScalarView(unicodeScalars.map { $0.visible == $0 ? $0 : " " }))
  }
}

private typealias EvemuEvent = (type: UInt16, code: UInt16, value: Int32)

/// Assigns the touches to slots, and collects the events of a frame.
private struct EvemuSlots: Sendable {
  fileprivate static let unitsPerMM = 1000
  fileprivate static let unitsOfPressure: Int32 = 10_000
  /// The greatest tracking ID. ID 0 follows, as in the kernel.
  fileprivate static let greatestID: Int32 = 65_535
  private static let slotLimit = 64
  private static let toolFinger: Int32 = 0

  private var slots: [Int32: Int] = [:]
  /// The slots of cancelled touches. The palms in these slots lift a microsecond later.
  private var palms: [Int] = []
  /// The slots of touches that lift in this frame. The next frame can use these slots again.
  private var lifted: Set<Int> = []
  private var nextID: Int32 = 0
  /// The last written tool of each slot.
  private var tools: [Int: Int32] = [:]
  private var pressures: [Int: Int32] = [:]
  private var positions: [Int: (x: Int32, y: Int32)] = [:]
  private var current = 0
  private var lastPointer: (x: Int32, y: Int32)?
  /// The events of the current frame by slot. Lower slots are written first.
  private var changes: [Int: [EvemuEvent]] = [:]

  var count: Int { slots.count + palms.count }
  fileprivate var hasChanges: Bool { !changes.isEmpty }
  fileprivate var hasPalms: Bool { !palms.isEmpty }

  mutating func apply(_ touch: Touch, hasPressure: Bool) {
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
    case .cancelled: if let slot = slots.removeValue(forKey: touch.id) { turnIntoPalm(slot) }
    }
  }

  fileprivate mutating func cancelAll() {
    for slot in slots.values.sorted() { turnIntoPalm(slot) }
    slots = [:]
  }

  fileprivate mutating func liftPalms() {
    for slot in palms { lift(slot) }
    palms = []
  }

  fileprivate mutating func drainEvents() -> [EvemuEvent] {
    var events: [EvemuEvent] = []
    for (slot, own) in changes.sorted(by: { $0.key < $1.key }) {
      if slot != current { events.append((Codes.abs, Codes.slot, Int32(slot))) }
      current = slot
      events += own
    }
    changes = [:]
    lifted = []
    return events
  }

  /// Returns the events that move the pointer to the finger in the lowest slot. Empty if the pointer doesn't move.
  fileprivate mutating func movePointer() -> [EvemuEvent] {
    guard let first = slots.values.min(), let position = positions[first] else { return [] }
    defer { lastPointer = position }
    var events: [EvemuEvent] = []
    if lastPointer?.x != position.x { events.append((Codes.abs, Codes.absX, position.x)) }
    if lastPointer?.y != position.y { events.append((Codes.abs, Codes.absY, position.y)) }
    return events
  }

  /// Returns the slot with the number `id` if it is free, otherwise the first free slot. Nil if all slots are in use.
  private func freeSlot(_ id: Int32) -> Int? {
    let used = lifted.union(slots.values).union(palms)
    let own = Int(id)
    if (0..<Self.slotLimit).contains(own), !used.contains(own) { return own }
    return (0..<Self.slotLimit).first { !used.contains($0) }
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
    let position = (Self.units(touch.position.x), Self.units(touch.position.y))
    add(slot, Codes.positionX, position.0)
    add(slot, Codes.positionY, position.1)
    positions[slot] = position
    guard hasPressure else { return }
    // A new finger without a pressure gets 0: readers would otherwise use the pressure of the slot's previous finger.
    guard let reported = touch.pressure ?? (touch.phase == .began ? 0 : nil) else { return }
    let pressure = Int32((reported * Double(Self.unitsOfPressure)).rounded())
    if pressures[slot, default: 0] != pressure { add(slot, Codes.pressure, pressure) }
    pressures[slot] = pressure
  }

  private mutating func lift(_ slot: Int) {
    add(slot, Codes.trackingID, -1)
    lifted.insert(slot)
  }

  private mutating func turnIntoPalm(_ slot: Int) {
    if tools[slot] != Codes.toolPalm { add(slot, Codes.toolType, Codes.toolPalm) }
    tools[slot] = Codes.toolPalm
    palms.append(slot)
  }

  private mutating func add(_ slot: Int, _ code: UInt16, _ value: Int32) {
    changes[slot, default: []].append((Codes.abs, code, value))
  }

  fileprivate static func units(_ mm: Double) -> Int32 { Int32(clamping: Int((mm * Double(unitsPerMM)).rounded())) }
}
