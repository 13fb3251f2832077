/// A movement of the fingers, as another program's file describes it.
public struct ForeignMovement: Hashable, Sendable {
  /// The part of the device in which the fingers begin or end.
  public enum Place: Hashable, Sendable {
    /// A strip along a side, or a corner such as `top-left`; `width` is its width in mm.
    case edge(String, width: Double)
    /// A rectangle: `x` and `y` are percentages of the device's width and height.
    case area(x: ClosedRange<Double>, y: ClosedRange<Double>)
  }

  /// Limits in mm (swipe), percent (pinch), degrees (rotation) or ms (hold).
  public struct Measure: Sendable {
    /// The least amount with which the action runs. Nil without a threshold, or if gesture-bridge's default applies.
    public internal(set) var least: Double?
    /// The least amount on touchscreens; nil if `least` is for touchscreens too.
    public internal(set) var leastOnTouchscreen: Double?
    /// The amount from which another gesture is used instead. Nil if no other gesture is used.
    public internal(set) var most: Double?
    /// The amount after which the action repeats. Nil if the action doesn't repeat, or repeats with each event.
    public internal(set) var step: Double?
    /// The limit of the speed, in mm/s. If `isFast`, the movement must be faster; if not, slower. Nil for any speed.
    public internal(set) var speed: (limit: Double, isFast: Bool)?
  }

  public internal(set) var form: ImportedForm
  public internal(set) var fingers: ClosedRange<Int>
  /// `touchpad`, `touchscreen`, or a pattern for names of touchpads. Nil for both classes.
  public internal(set) var device: String?
  /// The direction, or the path of a stroke; nil for any direction.
  public internal(set) var direction: String?
  public internal(set) var start: Place?
  public internal(set) var end: Place?
  public internal(set) var taps = 1
}

/// The kinds of imported gestures. A `pan` is a swipe with actions that follow the fingers.
public enum ImportedForm: String, Sendable {
  case swipe, pan, pinch, rotation, tap, click, stroke
  case longPress = "long-press"
  case edgeSwipe = "edge-swipe"

  /// The numbers of fingers that libinput reports on touchpads. Source: libinput's documentation, "Gestures".
  var touchpadFingers: ClosedRange<Int> {
    switch self {
    case .swipe, .pan, .edgeSwipe, .tap, .click, .stroke: 3...4
    case .pinch, .rotation: 2...4
    case .longPress: 1...4
    }
  }

  /// The name of the form in the plural, for messages about touchpads.
  var plural: String {
    switch self {
    case .swipe, .pan, .edgeSwipe: "swipes"
    case .pinch: "pinches"
    case .rotation: "rotations"
    case .tap, .click, .stroke: "\(rawValue)s"
    case .longPress: "holds"
    }
  }

  /// Whether the gesture lasts, so that it can hold a key.
  var lasts: Bool { [.pan, .pinch, .rotation, .longPress].contains(self) }

  /// Returns `amount` as the length of a step in the rules file: a distance, an angle or a scale.
  func step(_ amount: Double) -> String {
    switch self {
    case .pinch: Quantity.share(amount)
    case .rotation: Quantity.degrees(amount)
    case .swipe, .pan, .edgeSwipe, .tap, .click, .stroke, .longPress: Quantity.step(amount)
    }
  }

  /// The setting for the least movement, or for the least duration of a hold. Nil if the form has no such setting.
  func threshold(_ amount: Double) -> TOMLValue.Pair? {
    switch self {
    case .swipe: .init("min-distance", Quantity.millimetres(amount))
    case .edgeSwipe: .init("min-travel", Quantity.millimetres(amount))
    case .pan: .init("slop", Quantity.slop(amount))
    case .pinch: .init("min-scale", Quantity.percent(amount))
    case .rotation: .init("min-angle", Quantity.turn(amount))
    case .longPress: .init("min-duration", Quantity.hold(amount))
    case .tap, .click, .stroke: nil
    }
  }
}

/// A gesture of another program's file, and the rules that it became.
public struct ForeignGesture: Sendable {
  public let line: Int
  public let words: String
  /// The reason why the gesture was not converted. Nil if there is a conversion.
  public let refusal: String?
  public let parts: [Part]

  /// One action of the gesture: its movement, moment and condition, and its place in the rules.
  public struct Part: Sendable {
    public let movement: ForeignMovement
    public let measure: ForeignMovement.Measure
    public let moment: ImportedAction.Slot
    public let condition: ImportedCondition
    /// The name of the rule. `line` is the line number of the action in the rules file.
    public let rule: String
    public let line: Int
  }
}
