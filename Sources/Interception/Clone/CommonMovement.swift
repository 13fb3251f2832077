import Evdev
import GestureCore

/// The common movement of a gesture's fingers since the clone's contacts last followed the fingers.
struct CommonMovement: Sendable {
  /// The centre of the fingers, in the device's units.
  private(set) var place = Vector.zero
  /// The fingers' mean movement since they landed, in the device's units. `CloneGesture` uses only the direction.
  private(set) var sinceLanding = Vector.zero
  /// The mean movement since the contacts last followed the fingers, in the device's units. New fingers cause no jump.
  private(set) var step = Vector.zero
  /// The factor by which the distances between the fingers have changed since the contacts last followed the fingers. 1
  /// for a single finger, or for fingers that are close together.
  private(set) var scale = 1.0
  /// The cosine and the sine of the turn. If y points down, the sine is positive for a clockwise turn.
  private(set) var turn = Vector(1, 0)
  private(set) var values: SlotValues

  /// Makes a movement from known values in the clone's units, for example of a hand on a touchscreen.
  init(at place: Vector, sinceLanding: Vector, step: Vector, scale: Double, turn: Vector) {
    (self.place, self.sinceLanding, self.step, self.scale, self.turn) = (place, sinceLanding, step, scale, turn)
    values = SlotValues()
  }

  /// Measures the movement of fingers that a gesture has taken, and notes their positions. Nil without such fingers.
  init?(following contacts: inout [ForwardedContact], unitsPerMM: Vector) {
    guard let first = contacts.first(where: \.isDragging) else { return nil }
    values = first.latest
    var count = 0.0
    for contact in contacts where contact.isDragging {
      place += contact.place
      sinceLanding += contact.place - contact.landingPlace
      step += contact.place - contact.followed
      count += 1
    }
    (place, sinceLanding, step) = (place * (1 / count), sinceLanding * (1 / count), step * (1 / count))
    compare(contacts, unitsPerMM)
    for index in contacts.indices where contacts[index].isDragging { contacts[index].followed = contacts[index].place }
  }

  /// Finds the turn and the scale between the previous and the current positions. Source: Umeyama, 1991.
  private mutating func compare(_ contacts: [ForwardedContact], _ unitsPerMM: Vector) {
    let before = place - step
    var (old, new, along, across) = (0.0, 0.0, 0.0, 0.0)
    for contact in contacts where contact.isDragging {
      let (from, to) = ((contact.followed - before).inMM(unitsPerMM), (contact.place - place).inMM(unitsPerMM))
      old += from.dot(from)
      new += to.dot(to)
      along += from.dot(to)
      across += from.cross(to)
    }
    // One finger alone, or fingers that are close together, give no scale and no turn.
    guard min(old, new) > 1 else { return }
    scale = (new / old).squareRoot()
    turn = Vector(along, across).direction ?? turn
  }
}

extension Vector {
  /// The vector of length 1 in this direction; nil if the length is 0.
  var direction: Vector? { length > 0 ? self * (1 / length) : nil }

  fileprivate func inMM(_ unitsPerMM: Vector) -> Vector { Vector(x / unitsPerMM.x, y / unitsPerMM.y) }
}
