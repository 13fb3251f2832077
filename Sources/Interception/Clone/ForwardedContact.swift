import Evdev
import GestureCore

/// A contact on its way from the device to the clone.
struct ForwardedContact: Sendable {
  /// The contact that is still in the clone after it was taken back.
  struct Remnant: Sendable {
    var slot: Int
    /// When it becomes a palm; nil once it is one.
    var palmAt: Timestamp?
    var liftAt: Timestamp
  }

  enum Life: Sendable {
    case free
    /// The clone does not have it, or its tap was taken back because its end has to wait.
    case withheld(Remnant?)
    /// It may pass, and is not sent to the clone yet.
    case due(Remnant?)
    /// If it ends in the clone before `noTapBefore`, a reader could take it for a tap that it is not.
    case delivered(slot: Int, noTapBefore: Timestamp)
    /// A gesture has it, or its end was sent.
    case taken(Remnant?)
  }

  var life = Life.free
  /// The number of its touch; nil while it is none.
  var touch: Int32?
  /// The last decision of the gestures.
  var decision = Delivery.passes
  /// A button was pressed meanwhile: the contact moves the pointer, whatever else it does.
  var isPointing = false
  var trackingID: Int32 = -1
  var slot = 0
  var landed = Timestamp(microseconds: 0)
  /// When it lifted from the device.
  var lifted: Timestamp?
  var landing = SlotValues()
  var latest = SlotValues()
  /// Where it was when the clone's own contacts last followed it.
  var followed = Vector.zero

  /// How far the clone's contact is from it, in the device's units, and where it was when that was last worked out.
  var shift = Vector.zero
  var scrolled = Vector.zero

  /// How far it has gone since its shift was last worked out.
  var scrollStep: Vector { place - scrolled }

  /// Its shift is worked out.
  mutating func followScroll() { scrolled = place }

  /// Where the clone's contact is, and all that it says.
  var toldPlace: Vector { place + shift }
  var told: SlotValues { shift == .zero && steadied == nil ? latest : latest.at(toldPlace) }

  /// Its place if it is steadied: it follows the finger as on a leash.
  var steadied: Vector?

  /// Where it is, in the device's units.
  var place: Vector { steadied ?? finger }
  private var finger: Vector { latest.place }
  /// Where it landed.
  var landingPlace: Vector { landing.place }

  /// It follows its finger at this distance, in units of each axis; at none where they are 0.
  mutating func steady(within reach: Vector) {
    guard reach.x > 0, reach.y > 0 else { return }
    // The distance may be set only after the frame of the landing.
    let before = steadied ?? landingPlace
    steadied = before
    let way = Vector((finger.x - before.x) / reach.x, (finger.y - before.y) / reach.y)
    guard way.length > 1 else { return }
    let rest = way * (1 / way.length)
    steadied = Vector(finger.x - rest.x * reach.x, finger.y - rest.y * reach.y)
  }

  /// Whether a gesture has it, and it is down.
  var isDragging: Bool { decision == .taken && lifted == nil && isInUse }

  /// Whether it landed while a drag was on, and may be something else.
  var awaitsDrag: Bool { if case .withheld = life { decision != .taken } else { false } }

  var isDelivered: Bool { if case .delivered = life { true } else { false } }

  var isInUse: Bool { if case .free = life { false } else { true } }

  /// Whether decisions of gestures still change its life.
  var isUndecided: Bool {
    switch life {
    case .withheld, .due, .delivered: true
    case .free, .taken: false
    }
  }

  /// What applications may get of it.
  var delivery: Delivery { isPointing && decision != .taken ? .passes : decision }

  var cloneSlot: Int? {
    switch life {
    case .free: nil
    case .delivered(let slot, _): slot
    case .withheld(let remnant), .due(let remnant), .taken(let remnant): remnant?.slot
    }
  }

  var remnant: Remnant? {
    get {
      switch life {
      case .free, .delivered: nil
      case .withheld(let remnant), .due(let remnant), .taken(let remnant): remnant
      }
    }
    set {
      switch life {
      case .free, .delivered: break
      case .withheld: life = .withheld(newValue)
      case .due: life = .due(newValue)
      case .taken: life = .taken(newValue)
      }
    }
  }

  /// When the change that is to be passed on happened; nil if there is none.
  var dueTime: Timestamp? {
    switch life {
    case .due: landed
    case .delivered: delivery == .passes ? lifted : nil
    case .free, .withheld, .taken: nil
    }
  }

  var isDue: Bool { if case .due = life { true } else { false } }

  /// Whether nothing more follows from it.
  var isFinished: Bool { if case .taken(nil) = life { lifted != nil } else { false } }
}

extension SlotValues {
  fileprivate var place: Vector { Vector(Double(self[Codes.positionX]), Double(self[Codes.positionY])) }

  /// The same contact at another place, in whole units.
  func at(_ place: Vector) -> SlotValues {
    var values = self
    values[Codes.positionX] = Int32(place.x.rounded())
    values[Codes.positionY] = Int32(place.y.rounded())
    return values
  }
}
