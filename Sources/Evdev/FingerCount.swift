import GestureCore

/// The fingers that a device counts but doesn't track. Each becomes a touch that moves along with the tracked fingers.
package struct FingerCount: Sendable {
  /// Untracked fingers form a row to the right of the tracked fingers' centre, at multiples of this distance, in mm.
  private static let distance = 15.0
  /// The keys that report 1 to 5 fingers, in this order.
  package static let keys = [
    Codes.btnToolFinger, Codes.btnToolDoubleTap, Codes.btnToolTripleTap, Codes.btnToolQuadTap, Codes.btnToolQuintTap,
  ]

  /// The number of slots; nil if unknown, or if at least 5.
  private let slotCount: Int?
  /// Whether the device itself counts fingers. Otherwise the kernel counts used slots.
  private let isOwn: Bool
  private var counted = 0
  private var reported: [Touch] = []

  init(slotCount: Int?, highestCount: Int) {
    self.slotCount = slotCount.flatMap { $0 < Self.keys.count ? $0 : nil }
    isOwn = slotCount.map { $0 < highestCount } ?? false
  }

  /// Whether the device's own count of fingers is at least `contacts`. Nil if the count is 0 or comes from the kernel.
  func confirms(contacts: Int) -> Bool? { isOwn && counted > 0 ? counted >= contacts : nil }

  package static func highestCount(_ hasKey: (UInt16) -> Bool) -> Int {
    keys.indices.last { hasKey(keys[$0]) }.map { $0 + 1 } ?? 0
  }

  var untrackedCount: Int { reported.count }

  mutating func press(_ key: UInt16, _ isDown: Bool) { if slotCount != nil { Self.apply(key, isDown, &counted) } }

  /// Updates `counted` when one of `keys` is pressed or released; other keys change nothing.
  package static func apply(_ key: UInt16, _ isDown: Bool, _ counted: inout Int) {
    guard let index = keys.firstIndex(of: key) else { return }
    if isDown {
      counted = index + 1
    } else if counted == index + 1 {
      counted = 0
    }
  }

  /// Appends the changes of untracked fingers to `touches`. Untracked fingers land only if every slot has a finger.
  /// They lift when the count falls, or when the last tracked finger lifts.
  mutating func report(_ slots: [ContactSlot], nextID: inout Int32, into touches: inout [Touch]) {
    guard let slotCount else { return }
    var centre = Vector.zero
    var trackedFingers = 0
    for slot in slots {
      guard let touch = slot.reported?.touch, touch.tool == .finger else { continue }
      centre += touch.position
      trackedFingers += 1
    }
    // The count may fall before or after a slot becomes empty. Until both have changed, no new finger lands.
    let wanted = trackedFingers == 0 ? 0 : max(counted - slotCount, 0)
    while reported.count > wanted { lift(.ended, &touches) }
    guard trackedFingers > 0 else { return }
    centre = centre * (1 / Double(trackedFingers))
    for index in reported.indices where reported[index].position != position(index, centre) {
      reported[index].position = position(index, centre)
      reported[index].phase = .moved
      touches.append(reported[index])
    }
    while reported.count < wanted, trackedFingers == slotCount {
      var touch = Touch(id: nextID, phase: .began, position: position(reported.count, centre))
      touch.isCountedOnly = true
      nextID = nextID == .max ? 1 : nextID + 1
      reported.append(touch)
      touches.append(touch)
    }
  }

  mutating func end(_ phase: Touch.Phase, into touches: inout [Touch]) {
    while !reported.isEmpty { lift(phase, &touches) }
    counted = 0
  }

  private mutating func lift(_ phase: Touch.Phase, _ touches: inout [Touch]) {
    guard var touch = reported.popLast() else { return }
    touch.phase = phase
    touches.append(touch)
  }

  private func position(_ index: Int, _ centre: Vector) -> Vector {
    centre + Vector(Self.distance * Double(index + 1), 0)
  }
}
