/// A kind of gesture as it declares itself; validation, help, the manual and the debug view derive from this.
public struct Kind: Sendable {
  /// Facts about a frame that cost something to compute, and so only are where a recognizer looks at them.
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
  /// Its own settings; see also `allSettings`.
  public let settings: [SettingDeclaration]
  public let allSettings: [SettingDeclaration]
  public let reports: ReportedValues
  /// What a device must be able to tell, whatever the settings; see also `needs(_:)`.
  public let needs: Capabilities
  /// The numbers of fingers it makes sense with.
  public let fingers: ClosedRange<Int>
  public let facts: Facts
  public let traits: Traits
  private let makeRecognizer: @Sendable (Settings) -> any Recognizer

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

  /// What a device must be able to tell for a gesture with these settings.
  public func needs(_ settings: Settings) -> Capabilities { needs.union(traits.needs(settings)) }

  public func make(_ settings: Settings) -> any Recognizer { makeRecognizer(settings) }

  /// What arbitration and the checks of a rules file have to know of a kind beforehand.
  public struct Traits: Sendable {
    /// Whether it is recognized when its fingers lift, not before.
    public var isMadeByLifting: @Sendable (Settings) -> Bool = { _ in false }
    /// Its fingers may land one after another at any time, and it is ready again as soon as those that are part of it
    /// are gone, though others rest on.
    public var landsSeparately = false
    /// It takes part only at the moment at which a button is pressed, with the fingers that are down then, and is decided
    /// at once. It is ready again at the next press, though fingers stay down.
    public var isMadeByButton = false
    /// For touches born at an edge it waits until the gestures of that edge have failed.
    public var yieldsToEdges = false
    /// What is drawn, for a kind that draws: it waits for others that may go on from it. Nil for others.
    public var drawnWay: (@Sendable (Settings) -> DrawnWay?)?
    /// How long it can stay possible.
    public var patience: @Sendable (Settings) -> Patience = { _ in .untilLift }
    /// The way in mm after which a gesture of moving fingers is decided; nil for others.
    public var travel: @Sendable (Settings) -> Double? = { _ in nil }
    /// The parts of a surface in which its fingers must land, where it goes before what others see there.
    public var territory: @Sendable (Settings, Size) -> [Rectangle] = { _, _ in [] }
    /// The fewest fingers it can be made with, whatever its `fingers` say.
    public var fewestFingers: @Sendable (Settings) -> Int = { _ in 1 }
    /// The directions it can report; nil for any.
    public var directions: @Sendable (Settings) -> Set<Direction>? = { _ in nil }
    /// Whether its fingers must part or turn clockwise (plus), or come together or turn counterclockwise (minus); nil for
    /// either, and for what does not measure that.
    public var sense: @Sendable (Settings) -> FloatingPointSign? = { _ in nil }
    /// It takes no touch from other gestures, and no gesture waits for it or for its fingers. It begins while other
    /// gestures are possible on its touches, and is over as soon as one of them wins or none is left.
    public var onlyObserves = false
    /// Once it has begun its fingers may be off the surface for its `bounce`.
    public var outlastsBounces = false
    /// A rule must give exactly one of these settings; most kinds have none.
    public var alternatives: [String] = []
    /// Settings that mean nothing as the others are, each with the one that makes it so.
    public var idle: @Sendable (Settings) -> [String: String] = { _ in [:] }
    /// What a device must be able to tell because of the settings.
    public var needs: @Sendable (Settings) -> Capabilities = { _ in [] }

    /// What most kinds are: made before the fingers lift, possible as long as these are down.
    public init() {}

    /// The usual traits, but for what `set` changes.
    public init(_ set: (inout Traits) -> Void) { set(&self) }
  }

  /// How long a gesture can stay possible, and so hold others that wait for it.
  public enum Patience: Hashable, Sendable {
    /// Taps, each of this length, with pauses between them.
    case taps(Int, each: TimeSpan, pause: TimeSpan)
    /// From the moment its fingers have landed: by then it has begun or failed.
    case resting(TimeSpan)
    /// From its first movement; fingers that rest do not make it give up.
    case moving(TimeSpan)
    /// As long as the fingers are down.
    case untilLift
    /// As long as the fingers are down, and on when they have lifted: they may land again soon.
    case beyondLift
  }
}
