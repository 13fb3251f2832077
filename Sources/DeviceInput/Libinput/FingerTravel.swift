import CLinux
import Evdev
import GestureCore

/// How far the fingers on a touchpad have gone since the last of them landed or lifted: libinput reports nothing of what they
/// do before it begins a gesture, but the kernel has it in its slots.
struct FingerTravel {
  private struct Contact {
    /// The tracking id; negative for none.
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

  /// The way that the middle of the fingers has gone, in mm; nil unless exactly `count` are down.
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

/// What the kernel knows of a touch device now, asked without reading from it.
protocol SlotQuery {
  func axis(_ code: UInt16) -> AxisDescription?
  /// Fills in what each slot has of `code`; slots that there are not are left as they are. False where the device is gone.
  func slots(_ code: UInt16, into values: inout [Int32]) -> Bool
}

/// The kernel's answers about the device of a descriptor. It is asked once for each axis.
final class KernelSlots: SlotQuery {
  /// libinput's own: nothing is read from it, so libinput misses nothing.
  let descriptor: Int32
  private var axes: [UInt16: AxisDescription?] = [:]

  init(descriptor: Int32) { self.descriptor = descriptor }

  func axis(_ code: UInt16) -> AxisDescription? {
    if let known = axes[code] { return known }
    var info = input_absinfo()
    let isThere = gb_axis(descriptor, Int32(code), &info) >= 0
    let axis =
      isThere
      ? AxisDescription(minimum: info.minimum, maximum: info.maximum, resolution: info.resolution) : nil
    axes[code] = .some(axis)
    return axis
  }

  func slots(_ code: UInt16, into values: inout [Int32]) -> Bool { gb_slots(descriptor, Int32(code), &values) == 0 }
}

/// What the fingers of a swipe have done before libinput begins it: it reports nothing of that, neither how far they have gone
/// nor how long it took.
struct SwipeLead {
  /// In mm, until the first motion.
  let distance: Vector
  /// From the landing to the beginning.
  let duration: TimeSpan

  /// How far the fingers of a swipe have gone at least when libinput begins it: `min_move` of
  /// tp_gesture_detect_motion_gestures in its evdev-mt-touchpad-gestures.c.
  /// The slower of two fingers decides; on recordings of hands their middle has gone a tenth farther.
  private static func least(_ fingers: Int) -> Double { 1.1 * (1.5 + 0.5 * Double(max(fingers, 2) - 2)) }
  /// It also loses what is beyond that in the scan in which it decides: half of one as a rule.
  private static let lostScans = 0.5
  /// That takes no longer than libinput takes to look at the fingers before it begins anything.
  private static let longest = TimeSpan(milliseconds: 80)

  /// `way` is how far the fingers have gone with `firstMotion`, where that is known; `firstMotion` is what libinput reports
  /// first, so long `after` it began the swipe. libinput 1.22 reports it at once: then it was made in the `scan` before.
  init(fingers: Int, way: Vector?, firstMotion: Vector, after: TimeSpan, scan: TimeSpan) {
    let length = firstMotion.isFinite ? firstMotion.length : 0
    let guess = length > 0 ? firstMotion * (Self.least(fingers) / length + Self.lostScans) : .zero
    distance = way.map { firstMotion.isFinite ? $0 - firstMotion : $0 } ?? guess
    // The fingers went as fast before as they do now.
    let isAtOnce = after.microseconds == 0
    let gone = distance.length + (isAtOnce ? length : 0)
    let microseconds = length > 0 ? Double((isAtOnce ? scan : after).microseconds) * gone / length : 0
    duration = min(TimeSpan(microseconds: Int64(min(microseconds, 1e9))), Self.longest)
  }
}
