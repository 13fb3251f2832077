/// What the engine says to the world: a gesture began, changed, ended, was recognized or cancelled.
public struct GestureEvent: Equatable, Sendable {
  /// When it goes out.
  public let time: Timestamp
  /// When the gesture was recognized or would have begun: earlier than `time` if a requirement held it.
  public let since: Timestamp
  public let device: DeviceID
  public let gesture: GestureID
  public let state: RecognizerState
  /// From the first touch of the gesture to now.
  public let duration: TimeSpan
  /// What the first of its touches is made with.
  public let tool: Touch.Tool
  public let values: GestureValues

  /// An event as the engine sends it; also for events that are made up.
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

/// A gesture's number: its place in the rule set.
public struct GestureID: Hashable, Comparable, Sendable {
  public let rawValue: Int
  /// The gesture at this place in `RuleSet.gestures`, from 0.
  public init(_ rawValue: Int) { self.rawValue = rawValue }
  public static func < (a: GestureID, b: GestureID) -> Bool { a.rawValue < b.rawValue }
}

/// What a gesture says about itself; a kind states which of these it reports.
public struct GestureValues: Equatable, Sendable {
  public var fingers: Int
  public var taps = 0
  /// Centre of the fingers, in mm.
  public var location: Vector
  /// Movement in mm: of a pan from where it left its slop, of a long press or an edge pan from where it began, of a swipe
  /// from where its fingers landed, of a drawing from where it began.
  public var translation = Vector.zero
  /// In mm/s.
  public var velocity = Vector.zero
  /// How far the fingers are apart against where a pinch left its slop.
  public var scale = 1.0
  /// By how many degrees the fingers have turned since they landed, clockwise.
  public var rotation = 0.0
  /// The rotation at which the fingers left the slop: what steps are counted from.
  public var rotationAtSlop = 0.0
  /// 0 to 1.
  public var pressure: Double?
  public var direction: Direction?
  public var button: Buttons = []
  /// Where a drawing turned from one part to the next, in mm.
  public var corners: [Vector] = []
  /// The gestures that are possible from here, in the order that decides at the same instant.
  public var hints: [GestureID] = []

  /// No movement, a scale of 1; `location` in mm.
  public init(fingers: Int = 0, location: Vector = .zero) {
    self.fingers = fingers
    self.location = location
  }
}

/// Which values a kind of gesture reports beside its fingers and its location.
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
