import GestureCore

/// A touch that is ignored or joined to an earlier touch.
public struct IgnoredTouch: Equatable, Sendable {
  public enum Reason: Equatable, Sendable {
    /// The finger lifted too early; the value is the time between landing and lift.
    case short(TimeSpan)
    /// The touch continues an earlier touch near it; the value is the time from the earlier lift to the new landing.
    case repeated(TimeSpan)
    /// Like `repeated`, but in a gesture that can continue without fingers: the sensor lost the finger for this time.
    case bounced(TimeSpan)
  }

  public let device: DeviceID
  public let touch: Int32
  public let time: Timestamp
  /// The position of the landing in mm, before the rotation of the surface is applied.
  public let position: Vector
  public let reason: Reason
  /// The limit that applied to the touch: the value of `setting`.
  public let limit: TimeSpan

  public var setting: String {
    switch reason {
    case .short: Accommodations.hold.declaration.name
    case .repeated: Accommodations.ignoreRepeats.declaration.name
    case .bounced: LongPress.bounceName
    }
  }
}

/// Removes, joins and steadies touches of one device before any recognizer gets them.
///
///    lands --hold--> waiting --still down--> counting --lifts--> lifted --time over or landing elsewhere--> ended
///                    waiting --lifts--> ignored          lifted --landing near the touch--> counting
///    lands --without hold--> counting --lifts, can't return--> ended  waiting, counting, lifted --cancelAll--> ignored
///
/// A lifted touch may continue with a finger that lands near it. A finger that bounces thus makes one touch, as in iOS.
/// Recognizers get the touch's end when its finger can't return any more. Until then, the device's time is stopped if
/// no other finger is down. In this case, the end has the time of the lift, and the duration of a tap doesn't increase.
///
/// A steadied touch stays until its finger is farther away than `steady`. The touch then follows the finger at that
/// distance. A hand that shakes less than `steady` moves no touch. Longer movements are shortened, but not delayed.
struct TouchFilter: Sendable {
  private enum Life: Equatable, Sendable {
    case waiting(until: Timestamp)
    case counting, ignored
  }

  private struct Contact: Sendable {
    let id: Int32
    let landed: Timestamp
    let start: Vector
    var life: Life
    /// The touch for recognizers: its number may differ from `id`; its position is steadied. Not sent while `waiting`.
    var touch: Touch
    /// The vector from the finger to the touch. The touch's position is the finger's position plus this vector.
    var offset = Vector.zero
  }

  /// A touch whose finger has lifted. The recognizers don't have the end of the touch yet.
  private struct LiftedTouch: Sendable {
    var touch: Touch
    let offset: Vector
    let time: Timestamp
    /// The time within which the finger may come back.
    let timeout: TimeSpan
    /// Whether `timeout` comes from a gesture that continues without fingers. Otherwise, `timeout` is `ignore-repeats`.
    let isBounce: Bool

    var deadline: Timestamp { time + timeout }
  }

  /// The largest distance in mm between a lifted touch and its continuation.
  static let nearDistance = 20.0
  private static let mostContacts = 32

  let device: DeviceID
  private let settings: Accommodations
  private var contacts: [Contact] = []
  private var lifted: [LiftedTouch] = []
  /// The touches that recognizers get for the last frame or deadline.
  private(set) var frame: Frame
  private(set) var ignored: [IgnoredTouch] = []
  /// The changes in the delivery of touches since the last call of `appendChanges`.
  private var changes: [DeliveryChange] = []
  private var buttons: Buttons = []
  /// The longest time that a begun gesture continues without fingers; 0 without such a gesture or if no finger lifts.
  private var bounce = TimeSpan(microseconds: 0)

  init(_ settings: Accommodations, on device: DeviceID) {
    (self.settings, self.device) = (settings, device)
    frame = Frame(device: device, time: .never, touches: [])
    frame.touches.reserveCapacity(Self.mostContacts)
    contacts.reserveCapacity(Self.mostContacts)
    lifted.reserveCapacity(Self.mostContacts)
    changes.reserveCapacity(Self.mostContacts)
  }

  /// The earliest time when a waiting touch begins to count or a lifted touch ends; `.never` without such a touch.
  var deadline: Timestamp {
    var next = Timestamp.never
    for index in lifted.indices { next = min(next, lifted[index].deadline) }
    for index in contacts.indices { if case .waiting(let until) = contacts[index].life { next = min(next, until) } }
    return next
  }

  var isIdle: Bool { deadline == .never }

  /// Whether the device's time is stopped, because no finger is down and a lifted finger may return.
  var holdsTime: Bool { contacts.isEmpty && !lifted.isEmpty }

  /// Whether lifted touches must end before `frame`, because a finger lands that doesn't continue a lifted touch.
  func endsLifted(before frame: Frame) -> Bool {
    guard !lifted.isEmpty else { return false }
    return frame.touches.contains { $0.phase == .began && $0.tool != .palm && returnedIndex($0, at: frame.time) == nil }
  }

  /// Ends all lifted touches, and sets `frame` to a frame with the ends of these touches.
  mutating func endLifted(at time: Timestamp) { endLifted(at: time) { _ in true } }

  /// Sets `frame` to the part of `other` that recognizers get. Returns whether the part has touches or changed buttons.
  mutating func filter(_ other: Frame, bounce: TimeSpan = TimeSpan(microseconds: 0)) -> Bool {
    begin(at: other.time)
    self.bounce = bounce
    let isPressed = other.buttons != buttons
    buttons = other.buttons
    frame.buttons = buttons
    for touch in other.touches { process(touch, at: other.time) }
    if bounce.microseconds > 0 { endBounces(at: other.time) }
    return isPressed || !frame.touches.isEmpty
  }

  /// Ends lifted touches and begins waiting touches whose deadline has passed at `time`. Sets `frame` to these touches.
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

  /// Ignores all touches that are down or have lifted.
  mutating func cancelAll() {
    for index in contacts.indices {
      if case .waiting = contacts[index].life { deliver(contacts[index].id, .taken) }
      contacts[index].life = .ignored
    }
    lifted.removeAll(keepingCapacity: true)
  }

  /// Appends to `changes` all changes in the delivery of touches since the last call.
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

  private mutating func process(_ touch: Touch, at time: Timestamp) {
    let index = contacts.firstIndex { $0.id == touch.id }
    switch touch.phase {
    case .began:
      if let index { contacts.remove(at: index) }
      land(touch, at: time)
    case .moved, .stationary:
      guard let index else { return frame.touches.append(touch) }
      move(index, touch)
    case .ended, .cancelled:
      guard let index else { return frame.touches.append(touch) }
      lift(index, touch, at: time)
    }
  }

  private mutating func land(_ touch: Touch, at time: Timestamp) {
    // Palms, and more contacts than any hand has, are passed on; other parts ignore them.
    guard touch.tool != .palm, contacts.count < Self.mostContacts else { return frame.touches.append(touch) }
    if let index = returnedIndex(touch, at: time) { return join(touch, to: index, at: time) }
    for ended in lifted { append(ended.touch, .ended) }
    lifted.removeAll(keepingCapacity: true)
    var contact = Contact(id: touch.id, landed: time, start: touch.position, life: .counting, touch: touch)
    // A joined touch may still have the number that the device now gives to another touch.
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

  /// The index of the nearest lifted touch that `touch` may continue, or nil.
  private func returnedIndex(_ touch: Touch, at time: Timestamp) -> Int? {
    func distance(_ index: Int) -> Double {
      (lifted[index].touch.position - lifted[index].offset - touch.position).length
    }
    return lifted.indices.filter { time < lifted[$0].deadline && distance($0) <= Self.nearDistance }
      .min { distance($0) < distance($1) }
  }

  /// Continues a lifted touch whose finger has come back.
  private mutating func join(_ touch: Touch, to index: Int, at time: Timestamp) {
    let before = lifted.remove(at: index)
    let pause = time - before.time
    ignored.append(
      IgnoredTouch(
        device: device, touch: touch.id, time: time, position: touch.position,
        reason: before.isBounce ? .bounced(pause) : .repeated(pause), limit: before.timeout))
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
    // A change of pressure counts even if the finger doesn't move.
    let hasChanged =
      contacts[index].touch.position != before.position || touch.pressure != before.pressure
      || touch.tool != before.tool
      || settings.steady == 0
    if hasChanged { append(contacts[index].touch, touch.phase == .began ? .moved : touch.phase) }
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
          touch: contact.touch, offset: contact.offset, time: time, timeout: max(settings.ignoreRepeats, bounce),
          isBounce: settings.ignoreRepeats < bounce))
    case .waiting:
      deliver(contact.id, .taken)
      guard touch.phase == .ended else { return }
      ignored.append(
        IgnoredTouch(
          device: device, touch: touch.id, time: time, position: contact.start, reason: .short(time - contact.landed),
          limit: settings.hold))
    // The watchers, such as the live view, still show the touch. All recognizers ignore its end.
    case .ignored: append(contact.touch, touch.phase)
    }
  }

  /// If other fingers are down, ends the lifted touches with `isBounce`. A finger that returns later makes a new touch.
  private mutating func endBounces(at time: Timestamp) {
    guard !contacts.isEmpty else { return }
    for index in lifted.indices where lifted[index].isBounce { append(lifted[index].touch, .ended) }
    lifted.removeAll(where: \.isBounce)
  }
}

extension Vector {
  /// Returns this point, moved towards `end` until `end` is at most `length` away. If `length` is 0, returns `end`.
  package func following(_ end: Vector, within length: Double) -> Vector {
    let offset = end - self
    guard length > 0 else { return end }
    return offset.length > length ? end - offset * (length / offset.length) : self
  }
}
