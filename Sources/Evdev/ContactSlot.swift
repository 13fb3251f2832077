import GestureCore

/// One slot as the kernel keeps it, and the touch that was last told of it.
struct ContactSlot: Sendable {
  /// What is known of the slot's contact.
  enum Occupant: Equatable, Sendable {
    /// Before the first event, or after dropped ones: a position that comes means there is a contact.
    case unknown
    case none
    case contact(trackingID: Int32)
    /// One that is left out until it lifts: it was there before anybody looked, or can't be a finger.
    case leftOut
  }

  /// Where and when a touch landed, and when it was last heard of.
  private struct Course: Sendable {
    var place: Vector
    var landed: Timestamp
    var heard: Timestamp
    /// It has moved away from where it landed, so it does not rest.
    var hasMoved = false
    var isPalm = false
  }

  var occupant: Occupant
  // The kernel does not repeat a value, not even for the slot's next contact: all of these outlive a contact.
  var x: Int32 = 0
  var y: Int32 = 0
  var pressure: Int32 = 0
  var distance: Int32 = 0
  var toolType: Int32 = 0
  var length: Int32 = 0
  /// Of a pen's surface: what is on it does not write.
  var doesNotWrite = false
  /// Which coordinates came since the occupant is unknown.
  private var seenX = false
  private var seenY = false
  /// The touch as last told, and the contact it stood for.
  private(set) var told: (touch: Touch, trackingID: Int32)?
  private var course: Course?

  init(_ occupant: Occupant) { self.occupant = occupant }

  mutating func setX(_ value: Int32) {
    x = value
    seenX = true
    appear()
  }

  mutating func setY(_ value: Int32) {
    y = value
    seenY = true
    appear()
  }

  /// Events were lost: the contact may have been lifted, or replaced by another.
  mutating func forget() {
    occupant = .unknown
    seenX = false
    seenY = false
  }

  /// A contact that was there before its first event begins once it is known where it is.
  private mutating func appear() {
    guard occupant == .unknown, seenX, seenY else { return }
    occupant = .contact(trackingID: -1)
  }

  /// Whether a touch is about to begin.
  var isNew: Bool { contactID.map { $0 != told?.trackingID } ?? false }

  /// Whether the touch that was told has moved away from where it landed.
  var hasMoved: Bool { told != nil && course?.hasMoved ?? false }

  /// When the touch that was told was last heard of.
  var heard: Timestamp? { told == nil ? nil : course?.heard }

  /// Appends to `touches` what has changed since this was last asked.
  mutating func report(
    _ axes: SurfaceAxes, _ palms: PalmRule?, mayRest: Bool, at time: Timestamp, nextID: inout Int32,
    into touches: inout [Touch]
  ) {
    let contact = contactID
    if let told, told.trackingID != contact {
      end(.ended, into: &touches)
    }
    guard let contact else { return }
    var touch = Touch(
      id: told?.touch.id ?? nextID, phase: .moved, position: axes.position(x, y), pressure: axes.pressure(pressure))
    touch.tool = tool(at: touch.position, palms, mayRest: mayRest, time)
    if let last = told?.touch {
      guard touch.position != last.position || touch.tool != last.tool || touch.pressure != last.pressure else {
        return
      }
    } else {
      touch.phase = .began
      nextID = nextID == .max ? 1 : nextID + 1
    }
    course?.heard = time
    touches.append(touch)
    told = (touch, contact)
  }

  /// Appends the end of the touch that was told, if there is one.
  mutating func end(_ phase: Touch.Phase, into touches: inout [Touch]) {
    course = nil
    guard var touch = told?.touch else { return }
    touch.phase = phase
    touches.append(touch)
    told = nil
  }

  /// Nil when nothing touches the surface; a finger that hovers does not, nor does an eraser.
  private var contactID: Int32? {
    guard case .contact(let id) = occupant, distance <= 0, !doesNotWrite else { return nil }
    return id
  }

  private mutating func tool(
    at place: Vector, _ palms: PalmRule?, mayRest: Bool, _ time: Timestamp
  ) -> Touch.Tool {
    var course = self.course ?? Course(place: place, landed: time, heard: time)
    defer { self.course = course }
    if (place - course.place).length > PalmRule.restDistance { course.hasMoved = true }
    switch toolType {
    case Codes.toolPen: return .stylus
    case Codes.toolPalm: return .palm
    default: break
    }
    guard let palms else { return .finger }
    let isStill = !course.hasMoved && time - course.landed >= PalmRule.restTime
    let rests = mayRest && isStill && palms.isAtBorder(course.place)
    if rests || palms.isLong(length) || palms.isHard(pressure) { course.isPalm = true }
    return course.isPalm ? .palm : .finger
  }
}
