import GestureCore

/// A slot in the kernel's list of contacts: the kernel's values, and the touch last reported for the slot.
struct ContactSlot: Sendable {
  /// The state of the slot's contact.
  enum Occupant: Equatable, Sendable {
    /// The state at first and after lost events, until both coordinates or a tracking ID have been received.
    case unknown
    case none
    case contact(trackingID: Int32)
    /// The contact's landing was not seen. The contact is ignored until it lifts.
    case landedUnseen
    /// The contact can't be a finger. It isn't reported as a touch, but a clone gets it.
    case implausible(trackingID: Int32)
    /// The firmware hasn't reported that the contact lifted. The contact isn't a touch until the slot changes.
    case unreleased(trackingID: Int32)
  }

  private struct History: Sendable {
    var position: Vector
    var landed: Timestamp
    var lastChanged: Timestamp
    /// Whether the touch has been more than `PalmRule.restDistance` away from its landing position.
    var hasMoved = false
    var isPalm = false
    /// Whether the touch last changed at most `StillnessRule.scan` before another contact lifted.
    var stoppedWithLift = false
  }

  var occupant: Occupant
  /// The slot's values. A new contact inherits them, because the kernel sends only changes.
  var values = SlotValues()
  /// Whether the pen's current tool doesn't write, such as an eraser.
  var doesNotWrite = false
  private var hasChanged = false
  /// `hasX` and `hasY`: whether this coordinate has been received since the occupant became unknown.
  private var hasX = false
  private var hasY = false
  private(set) var reported: (touch: Touch, trackingID: Int32)?
  private var history: History?

  init(_ occupant: Occupant) { self.occupant = occupant }

  mutating func set(_ code: UInt16, _ value: Int32) {
    if values[code] != value {
      hasChanged = true
      if case .unreleased(let id) = occupant { occupant = .contact(trackingID: id) }
    }
    values[code] = value
    guard occupant == .unknown else { return }
    if code == Codes.positionX { hasX = true }
    if code == Codes.positionY { hasY = true }
    // A contact that landed before the first event begins once its position is known.
    if hasX, hasY { occupant = .contact(trackingID: -1) }
  }

  /// Makes the occupant unknown after events were lost.
  mutating func forget() {
    occupant = .unknown
    hasX = false
    hasY = false
  }

  var hasMoved: Bool { reported != nil && history?.hasMoved ?? false }

  /// Whether a contact lands with the next report.
  var lands: Bool { contactID.map { reported?.trackingID != $0 } ?? false }

  /// Whether the reported touch ends with the next report.
  var lifts: Bool { reported.map { $0.trackingID != contactID } ?? false }

  /// Notes that another contact lifts. If this contact stopped changing shortly before, its release may be lost.
  mutating func noteLift(at time: Timestamp) {
    guard reported != nil, !hasChanged, let lastChanged = history?.lastChanged, time - lastChanged <= StillnessRule.scan
    else { return }
    history?.stoppedWithLift = true
  }

  /// Whether the touch has been unchanged for too long. Called when another contact lands.
  func isDead(_ rule: StillnessRule, countConfirms: Bool?, at time: Timestamp) -> Bool {
    guard reported != nil, !lifts, !hasChanged, let history else { return false }
    return time - history.lastChanged
      > rule.limit(countConfirms: countConfirms, stoppedWithLift: history.stoppedWithLift)
  }

  mutating func report(
    _ axes: SurfaceAxes, _ palms: PalmRule?, mayRest: Bool, at time: Timestamp, nextID: inout Int32,
    into touches: inout [Touch]
  ) {
    let contact = contactID
    if let reported, reported.trackingID != contact { end(.ended, into: &touches) }
    guard let contact else { return }
    var touch = Touch(
      id: reported?.touch.id ?? nextID, phase: .moved,
      position: axes.position(values[Codes.positionX], values[Codes.positionY]),
      pressure: axes.pressure(values[Codes.pressure]))
    touch.tool = tool(at: touch.position, palms, mayRest: mayRest, time)
    if hasChanged {
      hasChanged = false
      history?.lastChanged = time
      history?.stoppedWithLift = false
    }
    if let last = reported?.touch {
      guard touch.position != last.position || touch.tool != last.tool || touch.pressure != last.pressure else {
        return
      }
    } else {
      touch.phase = .began
      nextID = nextID == .max ? 1 : nextID + 1
    }
    touches.append(touch)
    reported = (touch, contact)
  }

  mutating func end(_ phase: Touch.Phase, into touches: inout [Touch]) {
    history = nil
    guard var touch = reported?.touch else { return }
    touch.phase = phase
    touches.append(touch)
    reported = nil
  }

  mutating func ignoreContact() {
    if case .contact(let id) = occupant { occupant = .implausible(trackingID: id) } else { occupant = .landedUnseen }
  }

  /// Cancels the reported touch. `isUnreleased`: the firmware has lost the contact's release.
  mutating func cancelDead(isUnreleased: Bool, into touches: inout [Touch]) {
    let count = touches.count
    end(.cancelled, into: &touches)
    guard touches.count > count else { return }
    touches[count].isUnreleased = isUnreleased
    if isUnreleased, case .contact(let id) = occupant {
      occupant = .unreleased(trackingID: id)
    } else {
      ignoreContact()
    }
  }

  /// The contact's tracking ID for a clone. Nil if the clone doesn't get the contact.
  var forwardedID: Int32? {
    switch occupant {
    case .contact(let id), .implausible(let id): id
    case .unknown, .none, .landedUnseen, .unreleased: nil
    }
  }

  var isEmpty: Bool {
    switch occupant {
    case .unknown, .none, .unreleased: true
    case .contact, .landedUnseen, .implausible: false
    }
  }

  /// The tracking ID; nil if the contact doesn't count as a touch.
  private var contactID: Int32? {
    guard case .contact(let id) = occupant, values[Codes.distance] <= 0, !doesNotWrite else { return nil }
    return id
  }

  private mutating func tool(
    at position: Vector, _ palms: PalmRule?, mayRest: Bool, _ time: Timestamp
  ) -> Touch.Tool {
    var history = self.history ?? History(position: position, landed: time, lastChanged: time)
    defer { self.history = history }
    if (position - history.position).length > PalmRule.restDistance { history.hasMoved = true }
    switch values[Codes.toolType] {
    case Codes.toolPen: return .stylus
    case Codes.toolPalm: return .palm
    default: break
    }
    guard let palms else { return .finger }
    let isStill = !history.hasMoved && time - history.landed >= PalmRule.restTime
    let rests = mayRest && isStill && palms.isAtBorder(history.position)
    if rests || palms.isLong(values[Codes.touchMajor]) || palms.isHard(values[Codes.pressure]) { history.isPalm = true }
    return history.isPalm ? .palm : .finger
  }
}

/// The kernel's values of a slot, by the code of the axis.
package struct SlotValues: Sendable {
  /// One value for each axis from ABS_MT_TOUCH_MAJOR to ABS_MT_TOOL_Y.
  private var values = InlineArray<14, Int32>(repeating: 0)

  package init() {}

  /// The value of an axis; 0 if the slot has no such axis.
  package subscript(code: UInt16) -> Int32 {
    get { Self.holds(code) ? values[Int(code - Codes.touchMajor)] : 0 }
    set { if Self.holds(code) { values[Int(code - Codes.touchMajor)] = newValue } }
  }

  static func holds(_ code: UInt16) -> Bool { code >= Codes.touchMajor && code <= Codes.lastOfSlot }
}

/// A slot's contact in the form that a `CloneForwarder` needs.
package struct SlotContact: Sendable {
  package var trackingID: Int32
  /// The ID of the contact's touch; nil if the contact isn't a touch.
  package var touch: Int32?
  package var values: SlotValues
}
