/// Names the gestures a relation is about.
public enum Reference: Hashable, Sendable {
  case gesture(String)
  /// Every gesture of this kind but the one that says so.
  case kind(String)
  /// Every gesture with this tag but the one that says so.
  case tag(String)
}

/// A failure requirement: what must fail first, and under which condition that is asked.
public struct Requirement: Hashable, Sendable {
  public var reference: Reference
  /// Looked at once, when the attempt begins.
  public var condition: Condition

  /// A requirement that always counts unless `condition` states something.
  public init(_ reference: Reference, when condition: Condition = Condition()) {
    self.reference = reference
    self.condition = condition
  }
}

/// One `[gesture.NAME]` of the rules: what to look for, where, and how it relates to others.
public struct GestureRule: Sendable {
  public var name: String
  public var kind: Kind
  public var device: DeviceMatch
  public var tags: Set<String>
  /// The greater goes first at the same instant.
  public var priority: Int
  /// What the rule itself sets; all else comes from device sections, defaults and the kind.
  public var settings: [String: SettingValue]
  /// Which touches its recognizer sees.
  public var receive: Condition
  /// Looked at when the gesture is about to begin or to be recognized; if it does not hold, the gesture fails.
  public var beginIf: Condition
  /// Whether touches of another tool than the first one's are left out, as by UIKit's `requiresExclusiveTouchType`.
  public var exclusiveTouchType: Bool
  public var relations: Relations
  /// What becomes of its touches where applications get them from us.
  public var delivery = DeliverySettings()

  /// What a gesture says of others.
  public struct Relations: Sendable {
    public var requireToFail: [Requirement] = []
    public var requiredToFailBy: [Requirement] = []
    public var simultaneousWith: [Reference] = []
    public var prevents: [Reference] = []
    public var cannotPrevent: [Reference] = []
    public var cannotBePreventedBy: [Reference] = []

    /// Nothing is said of any other gesture.
    public init() {}

    /// Everything it mentions.
    public var references: [Reference] {
      (requireToFail + requiredToFailBy).map(\.reference) + simultaneousWith + prevents + cannotPrevent
        + cannotBePreventedBy
    }
  }

  /// A rule with two of its relations; the others are set in `relations`.
  public init(
    name: String, kind: Kind, device: DeviceMatch = .any, tags: Set<String> = [], priority: Int = 0,
    settings: [String: SettingValue] = [:], receive: Condition = Condition(), beginIf: Condition = Condition(),
    exclusiveTouchType: Bool = true, requireToFail: [Reference] = [], simultaneousWith: [Reference] = []
  ) {
    self.name = name
    self.kind = kind
    self.device = device
    self.tags = tags
    self.priority = priority
    self.settings = settings
    self.receive = receive
    self.beginIf = beginIf
    self.exclusiveTouchType = exclusiveTouchType
    relations = Relations()
    relations.requireToFail = requireToFail.map { Requirement($0) }
    relations.simultaneousWith = simultaneousWith
  }
}
