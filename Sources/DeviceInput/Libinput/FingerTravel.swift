import CSystem
import Evdev
import GestureCore

/// What the kernel knows of a touch device now, asked without reading from it.
protocol SlotQuery {
  func axis(_ code: UInt16) -> AxisDescription?
  /// Fills in what each slot has of `code`; slots that there are not are left as they are. False where the device is gone.
  func slots(_ code: UInt16, into values: inout [Int32]) -> Bool
}

/// The kernel's answers about the device of a descriptor.
struct KernelSlots: SlotQuery {
  /// libinput's own: nothing is read from it, so libinput misses nothing.
  let descriptor: Int32

  func axis(_ code: UInt16) -> AxisDescription? {
    var info = input_absinfo()
    guard gb_axis(descriptor, Int32(code), &info) >= 0 else { return nil }
    return AxisDescription(minimum: info.minimum, maximum: info.maximum, resolution: info.resolution)
  }

  func slots(_ code: UInt16, into values: inout [Int32]) -> Bool { gb_slots(descriptor, Int32(code), &values) == 0 }
}

/// How far the fingers on a touchpad have gone since the last of them landed or lifted: libinput reports nothing of what they
/// do before it begins a gesture, but the kernel has it in its slots.
struct FingerTravel {
  private struct Contact {
    /// Of the tracking; negative where there is none.
    var id: Int32 = -1
    var start = Vector.zero
  }

  private let kernel: any SlotQuery
  private let x: Double
  private let y: Double
  private var contacts: [Contact]
  /// Used again and again, so that to look costs no allocation.
  private var ids = Self.blank
  private var columns = Self.blank
  private var rows = Self.blank

  private static let blank = [Int32](repeating: -1, count: GB_SLOTS)

  /// Nil where a device does not tell its fingers apart, or not how long a mm is.
  init?(_ kernel: any SlotQuery) {
    guard let slot = kernel.axis(Codes.slot),
      let x = kernel.axis(Codes.positionX)?.unitsPerMM,
      let y = kernel.axis(Codes.positionY)?.unitsPerMM
    else { return nil }
    self.kernel = kernel
    self.x = x
    self.y = y
    contacts = Array(repeating: Contact(), count: min(max(Int(slot.maximum) + 1, 0), GB_SLOTS))
  }

  /// Notes which fingers have landed or lifted; to be called whenever the device has said something.
  mutating func look() {
    guard kernel.slots(Codes.trackingID, into: &ids) else { return }
    guard contacts.indices.contains(where: { contacts[$0].id != ids[$0] }), findPlaces() else { return }
    // What fingers have done before another one came is no part of what they do together.
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
    kernel.slots(Codes.positionX, into: &columns) && kernel.slots(Codes.positionY, into: &rows)
  }
}
