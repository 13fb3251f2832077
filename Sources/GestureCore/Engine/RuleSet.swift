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

  /// What a gesture says of others.
  public struct Relations: Sendable {
    public var requireToFail: [Requirement] = []
    public var requiredToFailBy: [Requirement] = []
    public var simultaneousWith: [Reference] = []
    public var prevents: [Reference] = []
    public var cannotPrevent: [Reference] = []
    public var cannotBePreventedBy: [Reference] = []

    public init() {}

    /// Everything it mentions.
    public var references: [Reference] {
      (requireToFail + requiredToFailBy).map(\.reference) + simultaneousWith + prevents + cannotPrevent
        + cannotBePreventedBy
    }
  }

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

/// Settings by kind and name: what `[defaults]` and `[device."…"]` say.
public typealias SettingOverrides = [String: [String: SettingValue]]

/// One `[device."PATTERN"]` of the rules.
public struct DeviceSection: Sendable {
  public var pattern: String
  /// For hardware that reports none.
  public var size: Size?
  public var rotation: Rotation?
  public var settings: SettingOverrides

  public init(pattern: String, size: Size? = nil, rotation: Rotation? = nil, settings: SettingOverrides = [:]) {
    self.pattern = pattern
    self.size = size
    self.rotation = rotation
    self.settings = settings
  }
}

/// All the rules, in the order of the file.
public struct RuleSet: Sendable {
  public var gestures: [GestureRule]
  /// For every class of device.
  public var defaults: SettingOverrides
  public var classDefaults: [DeviceClass: SettingOverrides]
  public var devices: [DeviceSection]
  /// Where two overlap and neither is inside the other, the later one lies on top.
  public var zones: [Zone]

  public init(
    gestures: [GestureRule] = [], defaults: SettingOverrides = [:],
    classDefaults: [DeviceClass: SettingOverrides] = [:], devices: [DeviceSection] = [], zones: [Zone] = []
  ) {
    self.gestures = gestures
    self.zones = zones
    self.defaults = defaults
    self.classDefaults = classDefaults
    self.devices = devices
  }

  /// The settings of `rule` on `device`: the rule's own, else the device section's, else the class's defaults, else the
  /// general defaults, else the kind's. Of several matching device sections the last one is strongest.
  public func settings(of rule: GestureRule, on device: Device) -> Settings {
    let kind = rule.kind.name
    var layers = [defaults[kind] ?? [:], classDefaults[device.deviceClass]?[kind] ?? [:]]
    layers += sections(for: device.name).map { $0.settings[kind] ?? [:] }
    layers.append(rule.settings)
    return Settings(rule.kind, for: device.deviceClass, layers: layers)
  }

  /// The size the rules give to a device of this name.
  public func size(ofDevice name: String) -> Size? {
    sections(for: name).last { $0.size != nil }?.size
  }

  public func rotation(ofDevice name: String) -> Rotation {
    sections(for: name).last { $0.rotation != nil }?.rotation ?? .none
  }

  private func sections(for name: String) -> [DeviceSection] {
    devices.filter { glob($0.pattern, matches: name) }
  }

  /// The gestures a relation of `rule` is about; unknown names are none.
  public func gestures(_ references: [Reference], of rule: GestureID) -> [GestureID] {
    let found = references.flatMap { reference in
      gestures.indices.filter { index in
        switch reference {
        case .gesture(let name): gestures[index].name == name
        case .kind(let kind): gestures[index].kind.name == kind && index != rule.rawValue
        case .tag(let tag): gestures[index].tags.contains(tag) && index != rule.rawValue
        }
      }
    }
    return Set(found).sorted().map(GestureID.init)
  }
}

/// Why a rule has no part to play on a device.
public enum Obstacle: Equatable, Sendable {
  case otherDevice
  /// The source lacks what the kind needs.
  case lacks(Capabilities)
  /// The source tells of these fingers only.
  case fingers(ClosedRange<Int>)
  /// The device has no such zone.
  case noZone(String)
  /// A gesture it is made of is unknown, or is made of others itself.
  case noPart(String)
}

extension RuleSet {
  /// Why `rule` can never be recognized on `device`; nil when it can.
  public func obstacle(to rule: GestureRule, on device: Device) -> Obstacle? {
    guard rule.device.matches(device), rule.receive.device.matches(device) else { return .otherDevice }
    if let zone = rule.receive.zone {
      guard device.capabilities.contains(.places) else { return .lacks(.places) }
      guard zones.contains(where: { $0.name == zone && $0.device.matches(device) }) else { return .noZone(zone) }
    }
    let settings = settings(of: rule, on: device)
    guard rule.kind.fingers == nil else { return obstacle(to: rule.kind, settings, on: device) }
    for name in names(ofPartsOf: rule, settings) {
      guard let part = part(named: name) else { return .noPart(name) }
      if let obstacle = obstacle(to: part.kind, self.settings(of: part, on: device), on: device) { return obstacle }
    }
    return nil
  }

  private func obstacle(to kind: Kind, _ settings: Settings, on device: Device) -> Obstacle? {
    let missing = kind.needs(settings).subtracting(device.capabilities)
    guard missing.isEmpty else { return .lacks(missing) }
    guard settings[CommonSettings.fingers].overlaps(device.fingers) else { return .fingers(device.fingers) }
    return nil
  }

  /// The gestures that `rule` is made of, in order; of those only the kind and the settings count.
  func parts(of rule: GestureRule, on device: Device) -> [Kind.Part] {
    names(ofPartsOf: rule, settings(of: rule, on: device)).compactMap(part).map { part in
      let settings = settings(of: part, on: device)
      return Kind.Part(
        name: part.name, fingers: settings[CommonSettings.fingers], landWithin: settings[CommonSettings.landWithin],
        recognizer: part.kind.make(settings))
    }
  }

  /// The names of the gestures that `rule` is made of; none for a kind that looks at touches itself.
  public func names(ofPartsOf rule: GestureRule, _ settings: Settings) -> [String] {
    guard let setting = rule.kind.partsSetting, case .gestures(let names)? = settings.values[setting.name] else {
      return []
    }
    return names
  }

  private func part(named name: String) -> GestureRule? {
    gestures.first { $0.name == name && $0.kind.fingers != nil }
  }
}
