import Evdev
import GestureCore

/// A task for which a clone makes contacts of its own: a drag with a button, or a gesture.
package enum CloneTask: Sendable {
  /// Drags with the button down. After the lift the button stays down for `lock`.
  case drag(DragButton, fingers: Int, lock: TimeSpan)
  case gesture(CloneGestureKind, contacts: Int)
}

package enum CloneTaskChange: Sendable {
  case begins(CloneTask)
  /// The fingers have lifted.
  case ends
  case isCancelled
}

package enum CloneTaskObstacle: Equatable, Sendable {
  case noButton
  /// The device has only this many slots, fewer than the task needs.
  case slots(Int)
}

/// The area for the clone's own contacts, in the device's units.
package struct CloneSurface: Sendable {
  private let x: ClosedRange<Double>
  private let y: ClosedRange<Double>
  let unitsPerMM: Vector
  /// Whether the whole surface is the touchpad's only button.
  let isClickpad: Bool
  let buttons: Set<UInt16>

  package init(
    x: ClosedRange<Int32>, y: ClosedRange<Int32>, unitsPerMM: Vector, isClickpad: Bool, keys: Set<UInt16>
  ) {
    self.x = Double(x.lowerBound)...Double(x.upperBound)
    self.y = Double(y.lowerBound)...Double(y.upperBound)
    (self.unitsPerMM, self.isClickpad) = (unitsPerMM, isClickpad)
    buttons = keys.intersection([Codes.btnLeft, Codes.btnMiddle, Codes.btnRight])
  }

  /// The position at `share.x` of the width and `share.y` of the height, in the device's units.
  func place(at share: Vector) -> Vector { Vector(Self.point(of: x, share.x), Self.point(of: y, share.y)) }

  private static func point(of range: ClosedRange<Double>, _ share: Double) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * share
  }

  /// The landing position nearest to `place`, with `reach` device units of room to the left and right, or horizontally
  /// centred if the room is too small. libinput expects palms along the borders, and thumbs at the bottom.
  func landing(near place: Vector, reach: Double = 0) -> Vector {
    let (first, last) = (self.place(at: Vector(0.15, 0.15)), self.place(at: Vector(0.85, 0.7)))
    let middle = (first.x + last.x) / 2
    return Vector(
      min(max(place.x, min(first.x + reach, middle)), max(last.x - reach, middle)), min(max(place.y, first.y), last.y))
  }

  func contains(_ place: Vector) -> Bool { x.contains(place.x) && y.contains(place.y) }

  func nearest(to place: Vector) -> Vector {
    Vector(min(max(place.x, x.lowerBound), x.upperBound), min(max(place.y, y.lowerBound), y.upperBound))
  }

  /// The distance in mm from `place` to the nearest border, forwards or backwards along the unit vector `direction`.
  func room(around place: Vector, along direction: Vector) -> Double {
    min(Self.room(x, place.x, direction.x * unitsPerMM.x), Self.room(y, place.y, direction.y * unitsPerMM.y))
  }

  private static func room(_ range: ClosedRange<Double>, _ place: Double, _ step: Double) -> Double {
    step == 0 ? .infinity : max(0, min(place - range.lowerBound, range.upperBound - place)) / abs(step)
  }
}
