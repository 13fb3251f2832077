/// A kind of gesture. Validation, help, the manual and the debug view are derived from its declaration.
public struct Kind: Sendable {
  /// Facts about a frame that are expensive to compute, so that they are only computed if a recognizer needs them.
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
  /// The settings of this kind only; see also ``allSettings``.
  public let settings: [SettingDeclaration]
  public let allSettings: [SettingDeclaration]
  public let reports: ReportedValues
  /// The capabilities that a device needs whatever the settings; see also ``needs(_:)``.
  public let needs: Capabilities
  /// The numbers of fingers with which the kind can be used.
  public let fingers: ClosedRange<Int>
  public let facts: Facts
  public let traits: Traits
  private let makeRecognizer: @Sendable (Settings) -> any Recognizer

  /// Declares a kind; `make` makes a recognizer of it.
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

  /// Makes a recognizer with these settings.
  public func make(_ settings: Settings) -> any Recognizer { makeRecognizer(settings) }

  /// The properties of a kind that arbitration and the checks of a rules file need in advance.
  public struct Traits: Sendable {
    /// Whether it is recognized when its fingers lift, not before.
    public var isMadeByLifting: @Sendable (Settings) -> Bool = { _ in false }
    /// Whether its fingers may land one after another at any time. It is ready again as soon as the fingers that are part of it have
    /// lifted, although others rest.
    public var landsSeparately = false
    /// Whether it takes part only when a button is pressed, with the fingers that are down then, and is decided at once. It is
    /// ready again at the next press, although fingers stay down.
    public var isMadeByButton = false
    /// Whether it waits, for touches that land at an edge, until the gestures of that edge have failed.
    public var yieldsToEdges = false
    /// The drawing, for a kind that draws; it waits for other drawings that can continue it. Nil for other kinds.
    public var drawingCompletion: (@Sendable (Settings) -> DrawingCompletion?)?
    /// The time for which it can stay possible.
    public var timeout: @Sendable (Settings) -> Timeout = { _ in .untilLift }
    /// The distance in mm after which a gesture of moving fingers is decided; nil for others.
    public var travel: @Sendable (Settings) -> Double? = { _ in nil }
    /// The parts of a surface in which its fingers must land, if it goes before other gestures there.
    public var startAreas: @Sendable (Settings, Size) -> [Rectangle] = { _, _ in [] }
    /// The least number of fingers with which it can be made, whatever its `fingers` are.
    public var fewestFingers: @Sendable (Settings) -> Int = { _ in 1 }
    /// The directions that it can report; nil for all.
    public var directions: @Sendable (Settings) -> Set<Direction>? = { _ in nil }
    /// Plus if its fingers must move apart or turn clockwise, minus if they must move together or turn counterclockwise; nil if
    /// either is allowed or neither is measured.
    public var sense: @Sendable (Settings) -> FloatingPointSign? = { _ in nil }
    /// Whether it takes no touch from other gestures, and no gesture waits for it or its fingers. It begins while other gestures
    /// are possible on its touches, and ends as soon as one of them wins or none is possible.
    public var onlyObserves = false
    /// Whether, once it has begun, its fingers may be off the surface for the time of its `bounce`.
    public var outlastsBounces = false
    /// Alternative settings, exactly one of which a rule must give; empty for most kinds.
    public var alternatives: [String] = []
    /// The settings that have no effect because of another setting, each with the name of that one.
    public var ineffectiveSettings: @Sendable (Settings) -> [String: String] = { _ in [:] }
    /// The capabilities that a device needs because of the settings.
    public var needs: @Sendable (Settings) -> Capabilities = { _ in [] }

    /// The traits of most kinds: recognized before the fingers lift, possible while they are down.
    public init() {}

    /// The usual traits with the changes of `set`.
    public init(_ set: (inout Traits) -> Void) { set(&self) }
  }

  /// The time for which a gesture can stay possible, while other gestures wait for it.
  public enum Timeout: Hashable, Sendable {
    /// This number of taps, with the longest duration of each and of the pauses between them.
    case taps(Int, each: TimeSpan, pause: TimeSpan)
    /// This long after its fingers have landed; by then it has begun or failed.
    case resting(TimeSpan)
    /// This long after its first movement; resting fingers have no limit.
    case moving(TimeSpan)
    /// As long as the fingers are down.
    case untilLift
    /// As long as the fingers are down, and longer, since they may land again soon.
    case beyondLift
  }
}
