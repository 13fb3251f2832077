import CLinux
import Evdev
import GestureCore

/// How far a touchpad's fingers have moved since a finger last landed or lifted.
struct FingerTravel {
  private struct Contact {
    /// The tracking ID; negative if the slot is empty.
    var id: Int32 = -1
    var start = Vector.zero
  }

  private let kernel: any SlotQuery
  private let x: Double
  private let y: Double
  private var contacts: [Contact]
  private var ids = Self.blank
  private var columns = Self.blank
  private var rows = Self.blank

  private static let blank = [Int32](repeating: -1, count: GB_SLOTS)

  /// Nil if the device has no slots, or if the resolution of a position axis is unknown.
  init?(_ kernel: any SlotQuery) {
    guard let slot = kernel.axis(Codes.slot),
      let x = kernel.axis(Codes.positionX)?.unitsPerMM,
      let y = kernel.axis(Codes.positionY)?.unitsPerMM
    else { return nil }
    (self.kernel, self.x, self.y) = (kernel, x, y)
    contacts = Array(repeating: Contact(), count: min(max(Int(slot.maximum) + 1, 0), GB_SLOTS))
  }

  /// If a finger has landed or lifted, starts to measure again from the fingers' current positions.
  mutating func look() {
    guard kernel.slots(Codes.trackingID, into: &ids) else { return }
    guard contacts.indices.contains(where: { contacts[$0].id != ids[$0] }), findPlaces() else { return }
    for slot in contacts.indices { contacts[slot] = Contact(id: ids[slot], start: place(slot)) }
  }

  /// Returns the movement of the fingers' centre in mm. Nil if `count` is 0 or wrong, or if the device was removed.
  mutating func meanMovement(ofFingers count: Int) -> Vector? {
    guard count > 0, contacts.count(where: { $0.id >= 0 }) == count, findPlaces() else { return nil }
    var sum = Vector.zero
    for slot in contacts.indices where contacts[slot].id >= 0 { sum += place(slot) - contacts[slot].start }
    return sum * (1 / Double(count))
  }

  private func place(_ slot: Int) -> Vector { Vector(Double(columns[slot]) / x, Double(rows[slot]) / y) }

  private mutating func findPlaces() -> Bool {
    kernel.slots(Codes.positionX, into: &columns) && kernel.slots(Codes.positionY, into: &rows)
  }
}

/// Reads the kernel's current state of a touch device without reading events.
protocol SlotQuery {
  func axis(_ code: UInt16) -> AxisDescription?
  /// Writes the value of the axis `code` for each existing slot into `values`. False if the device was removed.
  func slots(_ code: UInt16, into values: inout [Int32]) -> Bool
}

/// The kernel's state of a device. Reads the range of each axis only once.
final class KernelSlots: SlotQuery {
  /// The device's descriptor. This class reads no events from the descriptor.
  let descriptor: Int32
  private var axes: [UInt16: AxisDescription?] = [:]

  init(descriptor: Int32) { self.descriptor = descriptor }

  func axis(_ code: UInt16) -> AxisDescription? {
    if let known = axes[code] { return known }
    var info = input_absinfo()
    let isThere = gb_axis(descriptor, Int32(code), &info) >= 0
    let axis =
      isThere ? AxisDescription(minimum: info.minimum, maximum: info.maximum, resolution: info.resolution) : nil
    axes[code] = .some(axis)
    return axis
  }

  func slots(_ code: UInt16, into values: inout [Int32]) -> Bool { gb_slots(descriptor, Int32(code), &values) == 0 }
}

/// The movement of a swipe's fingers before libinput begins the swipe.
struct SwipeLead {
  /// The movement in mm before the first motion that libinput reports.
  let distance: Vector
  /// The time from the landing of the fingers to the beginning of the swipe, estimated from the first motion's speed.
  let duration: TimeSpan

  /// Returns the least movement of the fingers' centre, in mm, before libinput begins a swipe. libinput's `min_move`
  /// (evdev-mt-touchpad-gestures.c) is for the slower finger; in recordings, the centre moved a tenth farther.
  private static func least(_ fingers: Int) -> Double { 1.1 * (1.5 + 0.5 * Double(max(fingers, 2) - 2)) }
  /// The average number of scans whose movement libinput drops, in addition to the movement `least`.
  private static let lostScans = 0.5
  /// The longest duration of a lead. libinput watches the fingers for this time before a gesture.
  private static let longest = TimeSpan(milliseconds: 80)

  /// `movement` is the fingers' movement including `firstMotion`; nil if unknown. `after` is the time from the swipe's
  /// beginning to `firstMotion`; if `after` is 0, `scan` (the time between scans) counts as `firstMotion`'s duration.
  init(fingers: Int, movement: Vector?, firstMotion: Vector, after: TimeSpan, scan: TimeSpan) {
    let length = firstMotion.isFinite ? firstMotion.length : 0
    let guess = length > 0 ? firstMotion * (Self.least(fingers) / length + Self.lostScans) : .zero
    distance = movement.map { firstMotion.isFinite ? $0 - firstMotion : $0 } ?? guess
    // The fingers are assumed to have moved before the first motion as fast as during it.
    let isAtOnce = after.microseconds == 0
    let gone = distance.length + (isAtOnce ? length : 0)
    let microseconds = length > 0 ? Double((isAtOnce ? scan : after).microseconds) * gone / length : 0
    duration = min(TimeSpan(microseconds: Int64(min(microseconds, 1e9))), Self.longest)
  }
}
