/// A kind of gesture. The checks, the manual and the live view use its declaration.
public struct Kind: Sendable {
  /// Expensive facts about touches. Each fact is computed only if a recognizer needs the fact.
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
  /// The settings of this kind without the common settings. See also ``allSettings``.
  public let settings: [SettingDeclaration]
  public let allSettings: [SettingDeclaration]
  public let reports: ReportedValues
  /// The capabilities that every gesture of this kind needs. See also ``needs(_:)``.
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

  /// Returns a new recognizer with these settings.
  public func make(_ settings: Settings) -> any Recognizer { makeRecognizer(settings) }

  /// The properties of a kind for arbitration and for the checks of rules.
  public struct Traits: Sendable {
    /// Whether the gesture is only recognized when its fingers lift.
    public var isMadeByLifting: @Sendable (Settings) -> Bool = { _ in false }
    /// Whether the fingers may land one after another, without a time limit.
    public var landsSeparately = false
    /// Whether the gesture is made by pressing a button. It is recognized or fails at the moment of the press.
    public var isMadeByButton = false
    /// Whether the gesture waits for edge gestures if its fingers land in a start area of an edge gesture.
    public var yieldsToEdges = false
    /// Whether the gesture can begin only at an edge or in a corner. Can be true even if `startAreas` gives no areas.
    public var beginsAtEdges = false
    /// The event that completes the drawing; returns nil if the rule gives no drawing. Nil for kinds without drawings.
    public var drawingCompletion: (@Sendable (Settings) -> DrawingCompletion?)?
    /// The time for which the gesture can stay possible.
    public var timeout: @Sendable (Settings) -> Timeout = { _ in .untilLift }
    /// The least movement of the fingers' centre, in mm, to recognize or begin the gesture. Nil without a minimum.
    public var travel: @Sendable (Settings) -> Double? = { _ in nil }
    /// The start areas on a surface. Gestures with `yieldsToEdges` that start in such an area wait for this gesture.
    public var startAreas: @Sendable (Settings, Size) -> [Rectangle] = { _, _ in [] }
    /// The least number of fingers, even if the setting `fingers` allows fewer.
    public var fewestFingers: @Sendable (Settings) -> Int = { _ in 1 }
    /// The directions in which the gesture can be recognized or begin; nil for all directions.
    public var directions: @Sendable (Settings) -> Set<Direction>? = { _ in nil }
    /// The direction of a pinch or a rotation: plus for fingers that move apart or clockwise, minus for the opposite.
    /// Nil if both are allowed, and for other kinds.
    public var sense: @Sendable (Settings) -> FloatingPointSign? = { _ in nil }
    /// Whether the gesture takes no touch and delays no gesture.
    public var onlyObserves = false
    /// Whether a begun gesture continues without fingers for the time that its setting `bounce` gives.
    public var outlastsBounces = false
    /// The names of alternative settings. A rule must give exactly one alternative. Empty for most kinds.
    public var alternatives: [String] = []
    /// For each setting without effect, the setting that is the reason.
    public var ineffectiveSettings: @Sendable (Settings) -> [String: String] = { _ in [:] }
    /// The capabilities that a device needs because of the settings.
    public var needs: @Sendable (Settings) -> Capabilities = { _ in [] }

    /// Creates the default traits.
    public init() {}

    /// Creates the default traits, changed by `set`.
    public init(_ set: (inout Traits) -> Void) { set(&self) }
  }

  /// The longest time for which a gesture can stay possible.
  public enum Timeout: Hashable, Sendable {
    /// The time for this number of taps, with their longest durations and pauses.
    case taps(Int, each: TimeSpan, pause: TimeSpan)
    /// The gesture has begun, been recognized or failed when this time has passed since the landing.
    case resting(TimeSpan)
    /// The gesture can stay possible for this time after the first movement. Before that movement, there is no limit.
    case moving(TimeSpan)
    case untilLift
    /// The gesture can stay possible even after the fingers lift, because the fingers can land again soon.
    case beyondLift
  }
}
