/// A kind of gesture. Validation, help, the manual and the live view are derived from its declaration.
public struct Kind: Sendable {
  /// Facts about a frame that are only computed if a recognizer needs them, because they are expensive.
  public struct Facts: OptionSet, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    public static let velocity = Facts(rawValue: 1)
    public static let rotation = Facts(rawValue: 2)
  }

  public let name: String
  /// One sentence for the manual.
  public let summary: String
  public let isDiscrete: Bool
  /// The settings that this kind has in addition to the common ones; see also ``allSettings``.
  public let settings: [SettingDeclaration]
  public let allSettings: [SettingDeclaration]
  public let reports: ReportedValues
  /// The capabilities that a device needs for every gesture of this kind; see also ``needs(_:)``.
  public let needs: Capabilities
  /// The numbers of fingers that a gesture of this kind can have.
  public let fingers: ClosedRange<Int>
  public let facts: Facts
  public let traits: Traits
  private let makeRecognizer: @Sendable (Settings) -> any Recognizer

  /// Declares a kind; `make` creates a recognizer from the settings of a gesture.
  public init(
    name: String, summary: String, isDiscrete: Bool, settings: [any DeclaredSetting], reports: ReportedValues = [],
    needs: Capabilities = [], fingers: ClosedRange<Int> = 1...10, facts: Facts = [], traits: Traits = Traits(),
    make: @escaping @Sendable (Settings) -> any Recognizer
  ) {
    self.name = name
    self.summary = summary
    self.isDiscrete = isDiscrete
    self.settings = settings.map(\.declaration)
    self.reports = reports
    self.needs = needs
    self.fingers = fingers
    self.facts = facts
    self.traits = traits
    let common = CommonSettings.all(for: fingers, isDiscrete: isDiscrete, traits)
    allSettings = (common + settings).map(\.declaration)
    makeRecognizer = make
  }

  /// The capabilities that a device needs for a gesture with these settings.
  public func needs(_ settings: Settings) -> Capabilities { needs.union(traits.needs(settings)) }

  public func make(_ settings: Settings) -> any Recognizer { makeRecognizer(settings) }

  /// The properties of a kind that arbitration and the checks of a rules file need in advance.
  public struct Traits: Sendable {
    /// Whether the gesture is only recognized when its fingers lift.
    public var isMadeByLifting: @Sendable (Settings) -> Bool = { _ in false }
    /// Whether the fingers may land one after another. The gesture is ready again once its own fingers have lifted.
    public var landsSeparately = false
    /// Whether attempts start when a button is pressed, with the fingers that are down, and are decided at once.
    public var isMadeByButton = false
    /// Whether a gesture whose touches land at an edge waits until the gestures of that edge have failed.
    public var yieldsToEdges = false
    /// The moment at which the drawing is complete. The gesture waits for longer drawings. Nil for other kinds.
    public var drawingCompletion: (@Sendable (Settings) -> DrawingCompletion?)?
    /// The time for which the gesture can stay possible.
    public var timeout: @Sendable (Settings) -> Timeout = { _ in .untilLift }
    /// The distance in mm after which a gesture of moving fingers is decided; nil for other gestures.
    public var travel: @Sendable (Settings) -> Double? = { _ in nil }
    /// The areas in which this gesture has precedence over others; its fingers must land there. Empty for most kinds.
    public var startAreas: @Sendable (Settings, Size) -> [Rectangle] = { _, _ in [] }
    /// The least number of fingers that the gesture needs, even if its setting `fingers` allows fewer.
    public var fewestFingers: @Sendable (Settings) -> Int = { _ in 1 }
    /// The directions that the gesture can report; nil for all directions.
    public var directions: @Sendable (Settings) -> Set<Direction>? = { _ in nil }
    /// Plus for fingers that must move apart or turn clockwise, minus for the opposite; nil if neither is required.
    public var sense: @Sendable (Settings) -> FloatingPointSign? = { _ in nil }
    /// Whether the gesture takes no touch and delays no gesture; it ends once a gesture wins or no gesture is possible.
    public var onlyObserves = false
    /// Whether the fingers may be off the surface for the time of the setting `bounce`, once the gesture has begun.
    public var outlastsBounces = false
    /// The names of alternative settings: a rule must give exactly one of these. Empty for most kinds.
    public var alternatives: [String] = []
    /// The settings that have no effect because of another setting, each with the name of this other setting.
    public var ineffectiveSettings: @Sendable (Settings) -> [String: String] = { _ in [:] }
    /// The capabilities that a device needs because of the settings.
    public var needs: @Sendable (Settings) -> Capabilities = { _ in [] }

    /// Creates the traits of most kinds: recognized before the fingers lift, possible while the fingers are down.
    public init() {}

    /// Creates the traits of most kinds, and then changes them with `set`.
    public init(_ set: (inout Traits) -> Void) { set(&self) }
  }

  /// The time for which a gesture can stay possible, while other gestures wait for it.
  public enum Timeout: Hashable, Sendable {
    /// The time for this number of taps, with the longest duration of each tap and of each pause between taps.
    case taps(Int, each: TimeSpan, pause: TimeSpan)
    /// This time after the fingers have landed; by then the gesture has begun or failed.
    case resting(TimeSpan)
    /// This time after the first movement; while the fingers rest, there is no limit.
    case moving(TimeSpan)
    case untilLift
    /// As long as the fingers are down, and also after they lift, since they may land again soon.
    case beyondLift
  }
}
