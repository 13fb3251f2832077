import GestureCore

/// A touch that counts for no gesture of its own, by a setting of `[accommodations]`, or because it bounced.
public struct IgnoredTouch: Equatable, Sendable {
  public enum Reason: Equatable, Sendable {
    /// It was down for only so long.
    case short(TimeSpan)
    /// Another one had lifted near it only so long before, and goes on with its finger.
    case repeated(TimeSpan)
    /// The same, while fingers were held: the sensor had lost the finger for a moment.
    case bounced(TimeSpan)
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

  public var setting: String {
    switch reason {
    case .short: Accommodations.hold.declaration.name
    case .repeated: Accommodations.ignoreRepeats.declaration.name
    case .bounced: LongPress.bounceName
    }
  }
}

/// Leaves touches of one device out, joins others, and steadies others, before any recognizer sees them.
///
///     lands --hold--> waiting --still down--> counting --lifts--> lifted --its time is over--> ended
///                     waiting --lifts--> ignored          lifted --another lands there--> counting
///
/// A touch that has lifted may go on with the next finger that lands there: so a finger that bounces makes one touch, as in iOS. Until it is known
/// whether it does, recognizers don't see its end. If no other finger is down then, the time of the device stands still, so that the end comes at
/// its own time: a tap is no longer for that.
///
/// A touch that is steadied stays where it landed until its finger is farther away than `steady`, and then follows at that distance, as on
/// a leash. So a hand that shakes less than that moves nothing, whatever its pace, and a movement is never late, only shorter.
struct TouchFilter: Sendable {
  private enum Life: Equatable, Sendable {
    case waiting(until: Timestamp)
    case counting, ignored
  }

  private struct Contact: Sendable {
    /// The device's number for it.
    let id: Int32
    let landed: Timestamp
    let start: Vector
    var life: Life
    /// As the recognizers have it, but for a touch that waits.
    var touch: Touch
    /// From the finger to the touch: a finger that comes back moves nothing.
    var offset = Vector.zero
  }

  /// A touch without a finger, whose end the recognizers have not seen.
  private struct LiftedTouch: Sendable {
    var touch: Touch
    let offset: Vector
    let time: Timestamp
    /// How long its finger may take to come back.
    let patience: TimeSpan
    let isHeld: Bool

    var deadline: Timestamp { time + patience }
  }

  /// A bouncing finger comes back within two fingertips, in mm.
  static let near = 20.0
  private static let mostContacts = 32

  let device: DeviceID
  private let settings: Accommodations
  private var contacts: [Contact] = []
  /// In the order in which they lifted.
  private var lifted: [LiftedTouch] = []
  /// What counts of the last frame, or of the last deadline.
  private(set) var frame: Frame
  /// What was found out with it; the owner takes them.
  private(set) var ignored: [IgnoredTouch] = []
  /// What applications may have of touches, since the owner last took it.
  private var changes: [DeliveryChange] = []
  private var buttons: Buttons = []
  /// How long fingers that are held may be off the surface, in the frame at hand.
  private var bounce = TimeSpan(microseconds: 0)

  init(_ settings: Accommodations, on device: DeviceID) {
    self.settings = settings
    self.device = device
    frame = Frame(device: device, time: .never, touches: [])
    frame.touches.reserveCapacity(Self.mostContacts)
    contacts.reserveCapacity(Self.mostContacts)
    lifted.reserveCapacity(Self.mostContacts)
    changes.reserveCapacity(Self.mostContacts)
  }

  /// When a touch that waits counts, or one that has lifted ends; `.never` where none does.
  var deadline: Timestamp {
    var next = Timestamp.never
    for index in lifted.indices { next = min(next, lifted[index].deadline) }
    for index in contacts.indices {
      if case .waiting(let until) = contacts[index].life { next = min(next, until) }
    }
    return next
  }

  /// Whether nothing is down that may still count.
  var isAtRest: Bool { deadline == .never }

  /// Whether the time of the device stands still: all fingers have lifted, and it is not known yet whether one of them comes back.
  var holdsTime: Bool { contacts.isEmpty && !lifted.isEmpty }

  /// Whether touches that have lifted end before a frame: another finger lands elsewhere.
  func endsLifted(before frame: Frame) -> Bool {
    guard !lifted.isEmpty else { return false }
    return frame.touches.contains { $0.phase == .began && $0.tool != .palm && returned($0, at: frame.time) == nil }
  }

  /// Makes `frame` the end of all touches that have lifted.
  mutating func endLifted(at time: Timestamp) { endLifted(at: time) { _ in true } }

  /// Makes `frame` what counts of another frame; returns whether that is anything. Fingers that are held may be off the surface for `bounce`.
  mutating func take(_ other: Frame, bounce: TimeSpan = TimeSpan(microseconds: 0)) -> Bool {
    begin(at: other.time)
    self.bounce = bounce
    let isPressed = other.buttons != buttons
    buttons = other.buttons
    frame.buttons = buttons
    for touch in other.touches { take(touch, at: other.time) }
    if bounce.microseconds > 0 { keepHeld(at: other.time) }
    return isPressed || !frame.touches.isEmpty
  }

  /// Makes `frame` what counts from now on.
  mutating func advance(to time: Timestamp) {
    endLifted(at: time) { $0.deadline <= time }
    for index in contacts.indices {
      guard case .waiting(let until) = contacts[index].life, until <= time else { continue }
      contacts[index].life = .counting
      deliver(contacts[index].id, .passes)
      append(contacts[index].touch, .began)
    }
  }

  private mutating func endLifted(at time: Timestamp, _ isOver: (LiftedTouch) -> Bool) {
    begin(at: holdsTime ? lifted.last?.time ?? time : time)
    frame.buttons = buttons
    for index in lifted.indices where isOver(lifted[index]) { append(lifted[index].touch, .ended) }
    lifted.removeAll(where: isOver)
  }

  /// Nothing that is down counts any more.
  mutating func cancelAll() {
    for index in contacts.indices {
      if case .waiting = contacts[index].life { deliver(contacts[index].id, .taken) }
      contacts[index].life = .ignored
    }
    lifted.removeAll(keepingCapacity: true)
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

  private mutating func deliver(_ id: Int32, _ delivery: Delivery) {
    changes.append(DeliveryChange(touch: id, delivery: delivery))
  }

  // MARK: One touch

  private mutating func take(_ touch: Touch, at time: Timestamp) {
    let known = contacts.firstIndex { $0.id == touch.id }
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
    if let index = returned(touch, at: time) { return join(touch, to: index, at: time) }
    for ended in lifted { append(ended.touch, .ended) }
    lifted.removeAll(keepingCapacity: true)
    var contact = Contact(id: touch.id, landed: time, start: touch.position, life: .counting, touch: touch)
    // A touch that has been joined may still have the number that the device gives to another one now.
    while contacts.contains(where: { $0.touch.id == contact.touch.id }) {
      contact.touch.id &+= Int32(Self.mostContacts)
    }
    if settings.hold.microseconds > 0 {
      contact.life = .waiting(until: time + settings.hold)
      deliver(touch.id, .withheld)
    } else {
      append(contact.touch, .began)
    }
    contacts.append(contact)
  }

  /// The place of the touch, the nearest one, whose finger has come back with this landing.
  private func returned(_ touch: Touch, at time: Timestamp) -> Int? {
    func distance(_ index: Int) -> Double {
      (lifted[index].touch.position - lifted[index].offset - touch.position).length
    }
    return lifted.indices.filter { time < lifted[$0].deadline && distance($0) <= Self.near }
      .min { distance($0) < distance($1) }
  }

  /// The finger of a touch is back.
  private mutating func join(_ touch: Touch, to index: Int, at time: Timestamp) {
    let before = lifted.remove(at: index)
    let pause = time - before.time
    ignored.append(
      IgnoredTouch(
        device: device, touch: touch.id, time: time, place: touch.position,
        reason: before.isHeld ? .bounced(pause) : .repeated(pause), limit: before.patience))
    deliver(touch.id, .taken)
    var contact = Contact(id: touch.id, landed: time, start: touch.position, life: .counting, touch: before.touch)
    contact.offset = before.touch.position - touch.position
    contacts.append(contact)
    move(contacts.count - 1, touch)
  }

  private mutating func move(_ index: Int, _ touch: Touch) {
    let before = contacts[index].touch
    contacts[index].touch = touch
    contacts[index].touch.id = before.id
    contacts[index].touch.position = before.position.following(
      touch.position + contacts[index].offset, within: settings.steady)
    guard contacts[index].life == .counting else { return }
    // A finger that presses harder need not move.
    let isNews =
      contacts[index].touch.position != before.position || touch.pressure != before.pressure
      || touch.tool != before.tool
      || settings.steady == 0
    if isNews { append(contacts[index].touch, touch.phase == .began ? .moved : touch.phase) }
  }

  private mutating func lift(_ index: Int, _ touch: Touch, at time: Timestamp) {
    var contact = contacts.remove(at: index)
    switch contact.life {
    case .counting:
      contact.touch.isUnreleased = touch.isUnreleased
      guard touch.phase == .ended, settings.ignoreRepeats.microseconds > 0 || bounce.microseconds > 0 else {
        return append(contact.touch, touch.phase)
      }
      lifted.append(
        LiftedTouch(
          touch: contact.touch, offset: contact.offset, time: time, patience: max(settings.ignoreRepeats, bounce),
          isHeld: settings.ignoreRepeats < bounce))
    case .waiting:
      deliver(contact.id, .taken)
      guard touch.phase == .ended else { return }
      ignored.append(
        IgnoredTouch(
          device: device, touch: touch.id, time: time, place: contact.start, reason: .short(time - contact.landed),
          limit: settings.hold))
    case .ignored: break
    }
  }

  /// Fingers that are held bounce together: as long as others stay, the gesture itself waits for one that is lost.
  private mutating func keepHeld(at time: Timestamp) {
    guard !contacts.isEmpty else { return }
    for index in lifted.indices where lifted[index].isHeld { append(lifted[index].touch, .ended) }
    lifted.removeAll(where: \.isHeld)
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
