/// A kind of gesture as it declares itself; validation, help, the manual and the debug view derive from this.
public struct Kind: Sendable {
  /// Facts about a frame that cost something to compute, and so only are where a recognizer looks at them.
  public struct Facts: OptionSet, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    public static let velocity = Facts(rawValue: 1)
  }

  public let name: String
  /// One sentence for the manual.
  public let summary: String
  public let isDiscrete: Bool
  /// Its own settings; see also `allSettings`.
  public let settings: [SettingDeclaration]
  public let reports: ReportedValues
  /// What a device must be able to tell.
  public let needs: Capabilities
  /// How many fingers it makes sense with.
  public let fingers: ClosedRange<Int>
  public let facts: Facts
  public let make: @Sendable (Settings) -> any Recognizer

  public init(
    name: String, summary: String, isDiscrete: Bool, settings: [SettingDeclaration], reports: ReportedValues = [],
    needs: Capabilities = [], fingers: ClosedRange<Int> = 1...10, facts: Facts = [],
    make: @escaping @Sendable (Settings) -> any Recognizer
  ) {
    self.name = name
    self.summary = summary
    self.isDiscrete = isDiscrete
    self.settings = settings
    self.reports = reports
    self.needs = needs
    self.fingers = fingers
    self.facts = facts
    self.make = make
  }

  /// Its own settings and those every kind has.
  public var allSettings: [SettingDeclaration] {
    CommonSettings.declarations(fingers: fingers, isDiscrete: isDiscrete) + settings
  }
}
