import GestureCore

/// A slot of a device whose contacts are passed on.
struct SourceSlot: Sendable {
  var values: [Int32]
  var trackingID: Int32 = -1
  /// Its contact was there before anybody looked.
  var isLeftOut = false
  /// Where its contact is followed.
  var contact: Int?

  init(axes: Int) { values = Array(repeating: 0, count: axes) }
}

/// A contact on its way from a device to a clone of it.
struct Contact: Sendable {
  enum Stage: Sendable {
    case withheld
    /// It may pass, and has not yet.
    case due
    case delivered
    /// A gesture has it, or it has ended.
    case taken
  }

  var isInUse = false
  var stage = Stage.withheld
  /// The number of the touch it is, once it is one.
  var touch: Int32?
  var trackingID: Int32 = -1
  var sourceSlot = 0
  /// Where it is in the clone, while it is there.
  var cloneSlot: Int?
  var landed = Timestamp(microseconds: 0)
  /// When it lifted from the device.
  var lifted = Timestamp.never
  var mayEnd = false
  /// A button was pressed meanwhile: it points, whatever else it may be.
  var isPointing = false
  /// If it ends in the clone before, nobody may take it for a tap.
  var noTapBefore = Timestamp(microseconds: 0)
  /// When it is called a palm in the clone as it is taken back, and when it lifts from there.
  var palmAt = Timestamp.never
  var liftAt = Timestamp.never
  var landing: [Int32]
  var latest: [Int32]

  init(axes: Int) {
    landing = Array(repeating: 0, count: axes)
    latest = landing
  }

  /// Copies value by value: the room for them is there.
  mutating func begin(_ values: [Int32], _ trackingID: Int32, _ slot: Int, at time: Timestamp) {
    for place in values.indices {
      landing[place] = values[place]
      latest[place] = values[place]
    }
    isInUse = true
    stage = .withheld
    touch = nil
    self.trackingID = trackingID
    sourceSlot = slot
    cloneSlot = nil
    landed = time
    lifted = .never
    mayEnd = false
    isPointing = false
    noTapBefore = Timestamp(microseconds: 0)
    palmAt = .never
    liftAt = .never
  }

  /// Since when something is to be told of it.
  var dueTime: Timestamp? {
    switch stage {
    case .due: landed
    case .delivered: mayEnd && lifted < .never ? lifted : nil
    case .withheld, .taken: nil
    }
  }

  /// Gestures may still decide about it, or something will have to be done.
  var isOpen: Bool { stage != .taken || liftAt < .never }

  /// Nothing more is to come of it.
  var isFinished: Bool { stage == .taken && lifted < .never && cloneSlot == nil }
}

/// An input event for a clone; the kernel gives it its time.
package struct CloneEvent: Equatable, Sendable {
  package let type: UInt16
  package let code: UInt16
  package let value: Int32

  package init(_ type: UInt16, _ code: UInt16, _ value: Int32) {
    self.type = type
    self.code = code
    self.value = value
  }

  static let report = CloneEvent(Codes.syn, Codes.synReport, 0)
}
