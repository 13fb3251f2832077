import Evdev
import GestureCore

/// A contact of the device, and its state in the clone.
struct ForwardedContact: Sendable {
  /// A contact that was taken back but is still in the clone. The contact doesn't move any more, and lifts at `liftAt`.
  struct Remnant: Sendable {
    var slot: Int
    /// When the contact becomes a palm; nil if it is already a palm, or lifts without becoming a palm.
    var palmAt: Timestamp?
    var liftAt: Timestamp
  }

  enum Life: Sendable {
    case free
    /// The contact is withheld from the clone. After a retraction, the clone's old contact remains until its `liftAt`.
    case withheld(Remnant?)
    /// The contact may pass, but hasn't been sent to the clone yet.
    case pending(Remnant?)
    /// The contact is in the clone. Programs that read the clone could mistake a lift before `noTapBefore` for a tap.
    case delivered(slot: Int, noTapBefore: Timestamp)
    /// The contact isn't forwarded any more, for example because a gesture has taken it or its end was sent.
    case taken(Remnant?)
  }

  var life = Life.free
  /// The ID of the contact's touch; nil before the touch begins.
  var touch: Int32?
  var decision = Delivery.passes
  /// Whether a button was pressed while the contact was down. The contact then moves the pointer.
  var isPointing = false
  var trackingID: Int32 = -1
  var slot = 0
  var landed = Timestamp(microseconds: 0)
  var lifted: Timestamp?
  var landing = SlotValues()
  var latest = SlotValues()
  /// The contact's position when `CommonMovement` last measured it, or at the landing if it hasn't been measured yet.
  var followed = Vector.zero

  /// The offset from `place` to the clone's contact, in device units. `scrolled` is `place` at the last `followScroll`.
  var shift = Vector.zero
  var scrolled = Vector.zero

  var scrollStep: Vector { place - scrolled }

  mutating func followScroll() { scrolled = place }

  var clonePosition: Vector { place + shift }
  var cloneValues: SlotValues { shift == .zero && steadied == nil ? latest : latest.at(clonePosition) }

  /// The position that lags behind the finger; nil if the contact isn't steadied.
  var steadied: Vector?

  var place: Vector { steadied ?? finger }
  private var finger: Vector { latest.place }
  var landingPlace: Vector { landing.place }

  /// Keeps the contact still until its finger is farther away than `reach`, in the device's units. Then the contact
  /// follows at this distance. Does nothing unless both parts of `reach` are positive.
  mutating func steady(within reach: Vector) {
    guard reach.x > 0, reach.y > 0 else { return }
    // The distance may be set only after the frame of the landing.
    let before = steadied ?? landingPlace
    steadied = before
    let lag = Vector((finger.x - before.x) / reach.x, (finger.y - before.y) / reach.y)
    guard lag.length > 1 else { return }
    let allowed = lag * (1 / lag.length)
    steadied = Vector(finger.x - allowed.x * reach.x, finger.y - allowed.y * reach.y)
  }

  var isDragging: Bool { decision == .taken && lifted == nil && isInUse }

  /// Whether the contact is withheld, and no gesture has taken it.
  var awaitsDrag: Bool { if case .withheld = life { decision != .taken } else { false } }

  var isDelivered: Bool { if case .delivered = life { true } else { false } }

  var isInUse: Bool { if case .free = life { false } else { true } }

  var isUndecided: Bool {
    switch life {
    case .withheld, .pending, .delivered: true
    case .free, .taken: false
    }
  }

  var delivery: Delivery { isPointing && decision != .taken ? .passes : decision }

  var cloneSlot: Int? {
    switch life {
    case .free: nil
    case .delivered(let slot, _): slot
    case .withheld(let remnant), .pending(let remnant), .taken(let remnant): remnant?.slot
    }
  }

  var remnant: Remnant? {
    get {
      switch life {
      case .free, .delivered: nil
      case .withheld(let remnant), .pending(let remnant), .taken(let remnant): remnant
      }
    }
    set {
      switch life {
      case .free, .delivered: break
      case .withheld: life = .withheld(newValue)
      case .pending: life = .pending(newValue)
      case .taken: life = .taken(newValue)
      }
    }
  }

  /// The time of the landing or lift that waits to be sent; nil if neither waits.
  var pendingTime: Timestamp? {
    switch life {
    case .pending: landed
    case .delivered: delivery == .passes ? lifted : nil
    case .free, .withheld, .taken: nil
    }
  }

  var isPending: Bool { if case .pending = life { true } else { false } }

  var isFinished: Bool { if case .taken(nil) = life { lifted != nil } else { false } }
}

extension SlotValues {
  fileprivate var place: Vector { Vector(Double(self[Codes.positionX]), Double(self[Codes.positionY])) }

  func at(_ place: Vector) -> SlotValues {
    var values = self
    values[Codes.positionX] = Int32(place.x.rounded())
    values[Codes.positionY] = Int32(place.y.rounded())
    return values
  }
}
