import CSystem
import Evdev
import GestureCore

/// How far the fingers on a touchpad have gone since the last of them landed or lifted: libinput tells nothing of what they
/// do before it begins a gesture, but the kernel has it in its slots.
///
/// It asks by libinput's own descriptor and reads nothing from it, so libinput misses nothing.
struct FingerTravel {
  private struct Contact {
    /// Of the tracking; negative where there is none.
    var id: Int32 = -1
    var start = Vector.zero
  }

  private let descriptor: Int32
  private let x: Double
  private let y: Double
  private var contacts: [Contact]
  /// Used again and again, so that to look costs no allocation.
  private var ids = Self.blank
  private var columns = Self.blank
  private var rows = Self.blank

  private static let blank = [Int32](repeating: -1, count: GB_SLOTS)

  /// Nil where a device does not tell its fingers apart, or not how long a mm is.
  init?(_ descriptor: Int32) {
    guard let slot = Self.axis(descriptor, Codes.slot),
      let x = Self.axis(descriptor, Codes.positionX)?.unitsPerMM,
      let y = Self.axis(descriptor, Codes.positionY)?.unitsPerMM
    else { return nil }
    self.descriptor = descriptor
    self.x = x
    self.y = y
    contacts = Array(repeating: Contact(), count: min(max(Int(slot.maximum) + 1, 0), GB_SLOTS))
  }

  /// Notes who has landed or lifted; to be called whenever the device has said something.
  mutating func look() {
    guard Self.ask(descriptor, Codes.trackingID, &ids) else { return }
    guard contacts.indices.contains(where: { contacts[$0].id != ids[$0] }), findPlaces() else { return }
    // What others have done before another one came is none of what they do together.
    for slot in contacts.indices { contacts[slot] = Contact(id: ids[slot], start: place(slot)) }
  }

  /// The way that the middle of the fingers has gone, in mm; nil where there are not so many.
  mutating func way(ofFingers count: Int) -> Vector? {
    guard count > 0, contacts.count(where: { $0.id >= 0 }) == count, findPlaces() else { return nil }
    var way = Vector.zero
    for slot in contacts.indices where contacts[slot].id >= 0 { way += place(slot) - contacts[slot].start }
    return way * (1 / Double(count))
  }

  private func place(_ slot: Int) -> Vector { Vector(Double(columns[slot]) / x, Double(rows[slot]) / y) }

  private mutating func findPlaces() -> Bool {
    Self.ask(descriptor, Codes.positionX, &columns) && Self.ask(descriptor, Codes.positionY, &rows)
  }

  /// By itself, so that it holds no other hand on what is filled.
  private static func ask(_ descriptor: Int32, _ code: UInt16, _ values: inout [Int32]) -> Bool {
    gb_slots(descriptor, Int32(code), &values) == 0
  }

  private static func axis(_ descriptor: Int32, _ code: UInt16) -> AxisDescription? {
    var info = input_absinfo()
    guard gb_axis(descriptor, Int32(code), &info) >= 0 else { return nil }
    return AxisDescription(minimum: info.minimum, maximum: info.maximum, resolution: info.resolution)
  }
}
