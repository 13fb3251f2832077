/// An event of a gesture: it began, changed, ended, was recognized or was cancelled.
public struct GestureEvent: Equatable, Sendable {
  /// The time at which the event is sent.
  public let time: Timestamp
  /// The time when the gesture was complete or could begin, after a wait for fingers. Held gestures send events later.
  public let since: Timestamp
  public let device: DeviceID
  public let gesture: GestureID
  public let state: RecognizerState
  /// The time up to this event since the first finger landed or, if fingers land separately, since enough were down.
  public let duration: TimeSpan
  /// The tool of the gesture's first touch.
  public let tool: Touch.Tool
  public let values: GestureValues

  /// An event that is sent at `time` for a gesture that was complete or could begin at `since`.
  public init(
    time: Timestamp, since: Timestamp, device: DeviceID, gesture: GestureID, state: RecognizerState, duration: TimeSpan,
    tool: Touch.Tool, values: GestureValues
  ) {
    self.time = time
    self.since = since
    self.device = device
    self.gesture = gesture
    self.state = state
    self.duration = duration
    self.tool = tool
    self.values = values
  }
}

/// A gesture's number: its index in the rule set.
public struct GestureID: Hashable, Comparable, Sendable {
  public let rawValue: Int
  /// The gesture at this index of ``RuleSet/gestures``.
  public init(_ rawValue: Int) { self.rawValue = rawValue }
  public static func < (a: GestureID, b: GestureID) -> Bool { a.rawValue < b.rawValue }
}

/// The values that a gesture reports. Each kind of gesture uses some of these values.
public struct GestureValues: Equatable, Sendable {
  public var fingers: Int
  public var taps = 0
  /// The centre of the fingers, in mm.
  public var location: Vector
  /// The movement in mm. Each kind defines where the movement starts.
  public var translation = Vector.zero
  /// The velocity in mm/s.
  public var velocity = Vector.zero
  /// The distance between the fingers, relative to their distance when they left the slop.
  public var scale = 1.0
  /// The clockwise rotation of the fingers, in degrees.
  public var rotation = 0.0
  /// The `rotation` when the fingers left the slop. Steps are counted from this value.
  public var rotationAtSlop = 0.0
  /// The pressure, 0 to 1; nil if the gesture doesn't report it.
  public var pressure: Double?
  public var direction: Direction?
  public var button: Buttons = []
  /// The positions where a drawing turned from one part to the next, in mm.
  public var corners: [Vector] = []
  /// The gestures that are possible now, starting with the greatest priority.
  public var hints: [GestureID] = []

  /// Creates values without movement, with a scale of 1; `location` is in mm.
  public init(fingers: Int = 0, location: Vector = .zero) { (self.fingers, self.location) = (fingers, location) }
}

/// The values that a kind reports in addition to fingers and location.
public struct ReportedValues: OptionSet, Sendable {
  public let rawValue: UInt16
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  public static let taps = ReportedValues(rawValue: 1)
  public static let translation = ReportedValues(rawValue: 2)
  public static let velocity = ReportedValues(rawValue: 4)
  public static let scale = ReportedValues(rawValue: 8)
  public static let rotation = ReportedValues(rawValue: 16)
  public static let pressure = ReportedValues(rawValue: 32)
  public static let direction = ReportedValues(rawValue: 64)
  public static let corners = ReportedValues(rawValue: 128)
  public static let hints = ReportedValues(rawValue: 256)
  public static let button = ReportedValues(rawValue: 512)
}
