import GestureCore

/// A touch that counts for no gesture, by a setting of `[accommodations]`.
public struct IgnoredTouch: Equatable, Sendable {
  public enum Reason: Equatable, Sendable {
    /// It was down for only so long.
    case short(TimeSpan)
    /// Another one had lifted near it only so long before.
    case repeated(TimeSpan)
  }

  public let device: DeviceID
  /// The device's number for it.
  public let touch: Int32
  public let time: Timestamp
  /// Where it landed, in mm on the surface before it is turned.
  public let place: Vector
  public let reason: Reason
  /// What the setting asks for.
  public let limit: TimeSpan

  /// The setting.
  public var setting: String {
    switch reason {
    case .short: Accommodations.hold.declaration.name
    case .repeated: Accommodations.ignoreRepeats.declaration.name
    }
  }
}

/// Leaves touches of one device out, and steadies others, before any recognizer sees them.
///
///     lands --too soon after another--> ignored
///     lands --hold--> waiting --still down--> counting
///                     waiting --lifts--> ignored
///
/// A touch that is steadied stays where it landed until its finger is farther away than `steady`, and then follows at that distance, as on
/// a leash. So a hand that shakes less than that moves nothing, whatever its pace, and a movement is never late, only shorter.
struct TouchFilter: Sendable {
  private enum Life: Equatable, Sendable {
    case waiting(until: Timestamp)
    case counting, ignored
  }

  private struct Contact: Sendable {
    let landed: Timestamp
    let start: Vector
    var life: Life
    /// As the recognizers have it, but for a touch that waits.
    var touch: Touch
  }

  private struct Lift: Sendable {
    var place: Vector
    var time: Timestamp
  }

  /// A bouncing finger comes back within two fingertips, in mm.
  static let near = 20.0
  /// The touches that lifted last, one for each finger of a hand.
  private static let mostLifts = 5
  private static let mostContacts = 32

  let device: DeviceID
  private let settings: Accommodations
  private var contacts: [Contact] = []
  private var lifts: [Lift] = []
  /// What counts of the last frame, or of the last deadline.
  private(set) var frame: Frame
  /// What was found out with it; the owner takes them.
  private(set) var ignored: [IgnoredTouch] = []
  /// What applications may have of touches, since the owner last took it.
  private var changes: [DeliveryChange] = []
  private var buttons: Buttons = []

  init(_ settings: Accommodations, on device: DeviceID) {
    self.settings = settings
    self.device = device
    frame = Frame(device: device, time: .never, touches: [])
    frame.touches.reserveCapacity(Self.mostContacts)
    contacts.reserveCapacity(Self.mostContacts)
    lifts.reserveCapacity(Self.mostLifts)
    changes.reserveCapacity(Self.mostContacts)
  }

  /// When a touch that waits counts; `.never` where none does.
  var deadline: Timestamp {
    var next = Timestamp.never
    for index in contacts.indices {
      if case .waiting(let until) = contacts[index].life { next = min(next, until) }
    }
    return next
  }

  /// Whether nothing is down that may still count.
  var isAtRest: Bool { deadline == .never }

  /// Makes `frame` what counts of another frame; returns whether that is anything.
  mutating func take(_ other: Frame) -> Bool {
    begin(at: other.time)
    let isPressed = other.buttons != buttons
    buttons = other.buttons
    frame.buttons = buttons
    for touch in other.touches { take(touch, at: other.time) }
    return isPressed || !frame.touches.isEmpty
  }

  /// Makes `frame` what counts from now on.
  mutating func advance(to time: Timestamp) {
    begin(at: time)
    frame.buttons = buttons
    for index in contacts.indices {
      guard case .waiting(let until) = contacts[index].life, until <= time else { continue }
      contacts[index].life = .counting
      deliver(contacts[index].touch, .passes)
      append(contacts[index].touch, .began)
    }
  }

  /// Nothing that is down counts any more.
  mutating func cancelAll() {
    for index in contacts.indices {
      if case .waiting = contacts[index].life { deliver(contacts[index].touch, .taken) }
      contacts[index].life = .ignored
    }
  }

  /// Appends what applications may have of touches that wait or are ignored.
  mutating func appendChanges(to changes: inout [DeliveryChange]) {
    guard !self.changes.isEmpty else { return }
    changes += self.changes
    self.changes.removeAll(keepingCapacity: true)
  }

  private mutating func begin(at time: Timestamp) {
    frame.time = time
    frame.touches.removeAll(keepingCapacity: true)
    if !ignored.isEmpty { ignored.removeAll() }
  }

  private mutating func append(_ touch: Touch, _ phase: Touch.Phase) {
    var touch = touch
    touch.phase = phase
    frame.touches.append(touch)
  }

  private mutating func deliver(_ touch: Touch, _ delivery: Delivery) {
    changes.append(DeliveryChange(touch: touch.id, delivery: delivery))
  }

  // MARK: One touch

  private mutating func take(_ touch: Touch, at time: Timestamp) {
    let known = contacts.firstIndex { $0.touch.id == touch.id }
    switch touch.phase {
    case .began:
      if let known { contacts.remove(at: known) }
      land(touch, at: time)
    case .moved, .stationary:
      guard let known else { return frame.touches.append(touch) }
      move(known, touch)
    case .ended, .cancelled:
      guard let known else { return frame.touches.append(touch) }
      lift(known, touch, at: time)
    }
  }

  private mutating func land(_ touch: Touch, at time: Timestamp) {
    // A palm, or more than any hand has, is for others to leave out.
    guard touch.tool != .palm, contacts.count < Self.mostContacts else { return frame.touches.append(touch) }
    var contact = Contact(landed: time, start: touch.position, life: .counting, touch: touch)
    if let pause = pauseBefore(touch, at: time) {
      contact.life = .ignored
      ignored.append(
        IgnoredTouch(
          device: device, touch: touch.id, time: time, place: touch.position, reason: .repeated(pause),
          limit: settings.ignoreRepeats))
      deliver(touch, .taken)
    } else if settings.hold.microseconds > 0 {
      contact.life = .waiting(until: time + settings.hold)
      deliver(touch, .withheld)
    } else {
      frame.touches.append(touch)
    }
    contacts.append(contact)
  }

  /// How long ago a touch lifted that this one repeats.
  private func pauseBefore(_ touch: Touch, at time: Timestamp) -> TimeSpan? {
    guard settings.ignoreRepeats.microseconds > 0 else { return nil }
    var shortest: TimeSpan?
    for lift in lifts where (lift.place - touch.position).length <= Self.near {
      let pause = time - lift.time
      guard pause < settings.ignoreRepeats else { continue }
      shortest = shortest.map { min($0, pause) } ?? pause
    }
    return shortest
  }

  private mutating func move(_ index: Int, _ touch: Touch) {
    let before = contacts[index].touch
    contacts[index].touch = touch
    contacts[index].touch.position = before.position.following(touch.position, within: settings.steady)
    guard contacts[index].life == .counting else { return }
    // A finger that presses harder need not move.
    let isNews =
      contacts[index].touch.position != before.position || touch.pressure != before.pressure
      || touch.tool != before.tool
      || settings.steady == 0
    if isNews { append(contacts[index].touch, touch.phase) }
  }

  private mutating func lift(_ index: Int, _ touch: Touch, at time: Timestamp) {
    let contact = contacts.remove(at: index)
    switch contact.life {
    case .counting:
      append(contact.touch, touch.phase)
      if touch.phase == .ended { remember(contact.touch.position, at: time) }
    case .waiting:
      deliver(contact.touch, .taken)
      guard touch.phase == .ended else { return }
      ignored.append(
        IgnoredTouch(
          device: device, touch: touch.id, time: time, place: contact.start, reason: .short(time - contact.landed),
          limit: settings.hold))
    case .ignored: break
    }
  }

  private mutating func remember(_ place: Vector, at time: Timestamp) {
    if lifts.count == Self.mostLifts { lifts.removeFirst() }
    lifts.append(Lift(place: place, time: time))
  }
}

extension Vector {
  /// Where something on a leash of this length is once its end is at `end`.
  package func following(_ end: Vector, within length: Double) -> Vector {
    let way = end - self
    guard length > 0 else { return end }
    return way.length > length ? end - way * (length / way.length) : self
  }
}
