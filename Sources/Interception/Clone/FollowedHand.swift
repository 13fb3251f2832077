import Evdev
import GestureCore

/// How the fingers that a gesture has have moved since they were last followed, as one hand.
struct FollowedHand: Sendable {
  /// The centre of the fingers, in the device's units.
  private(set) var place = Vector.zero
  /// From where they landed to where they are, on average, in the device's units.
  private(set) var way = Vector.zero
  /// How far they have gone on average, in the device's units: fingers that join or lift move nothing.
  private(set) var step = Vector.zero
  /// How much farther they are from each other.
  private(set) var scale = 1.0
  /// By which angle they have turned: its cosine and its sine, which is positive clockwise on a surface whose y goes down.
  private(set) var turn = Vector(1, 0)
  /// What one of the fingers says besides its place.
  private(set) var values: SlotValues

  /// A hand on another surface, in the units of the device whose contacts follow it.
  init(at place: Vector, way: Vector, step: Vector, scale: Double, turn: Vector) {
    (self.place, self.way, self.step, self.scale, self.turn) = (place, way, step, scale, turn)
    values = SlotValues()
  }

  /// Follows the fingers up to where they are; nil without fingers.
  init?(following contacts: inout [ForwardedContact], unitsPerMM: Vector) {
    guard let first = contacts.first(where: \.isDragging) else { return nil }
    values = first.latest
    var count = 0.0
    for contact in contacts where contact.isDragging {
      place += contact.place
      way += contact.place - contact.landingPlace
      step += contact.place - contact.followed
      count += 1
    }
    (place, way, step) = (place * (1 / count), way * (1 / count), step * (1 / count))
    compare(contacts, unitsPerMM)
    for index in contacts.indices where contacts[index].isDragging { contacts[index].followed = contacts[index].place }
  }

  /// The similarity that fits best between where the fingers were, seen from their centre, and where they are (Umeyama, 1991).
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
    // One finger alone, or several that are nearly at one place, tell no scale.
    guard min(old, new) > 1 else { return }
    scale = (new / old).squareRoot()
    turn = Vector(along, across).direction ?? turn
  }
}

extension Vector {
  /// The same way, 1 long; nil if it has no length.
  var direction: Vector? { length > 0 ? self * (1 / length) : nil }

  fileprivate func inMM(_ unitsPerMM: Vector) -> Vector { Vector(x / unitsPerMM.x, y / unitsPerMM.y) }
}
