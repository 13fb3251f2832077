/// Names the gestures a relation is about.
public enum Reference: Hashable, Sendable {
  case gesture(String)
  /// Every gesture of this kind but the one that says so.
  case kind(String)
}

/// One `[gesture.NAME]` of the rules: what to look for, where, and how it relates to others.
public struct GestureRule: Sendable {
  public var name: String
  public var kind: Kind
  public var device: DeviceMatch
  /// The greater goes first at the same instant.
  public var priority: Int
  /// What the rule itself sets; all else comes from device sections, defaults and the kind.
  public var settings: [String: SettingValue]
  public var requireToFail: [Reference]
  public var simultaneousWith: [Reference]

  public init(
    name: String, kind: Kind, device: DeviceMatch = .any, priority: Int = 0, settings: [String: SettingValue] = [:],
    requireToFail: [Reference] = [], simultaneousWith: [Reference] = []
  ) {
    self.name = name
    self.kind = kind
    self.device = device
    self.priority = priority
    self.settings = settings
    self.requireToFail = requireToFail
    self.simultaneousWith = simultaneousWith
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

  public init(
    gestures: [GestureRule] = [], defaults: SettingOverrides = [:],
    classDefaults: [DeviceClass: SettingOverrides] = [:], devices: [DeviceSection] = []
  ) {
    self.gestures = gestures
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
}

extension RuleSet {
  /// Why `rule` can never be recognized on `device`; nil when it can.
  public func obstacle(to rule: GestureRule, on device: Device) -> Obstacle? {
    guard rule.device.matches(device) else { return .otherDevice }
    let missing = rule.kind.needs.subtracting(device.capabilities)
    guard missing.isEmpty else { return .lacks(missing) }
    let wanted = settings(of: rule, on: device)[CommonSettings.fingers]
    guard wanted.overlaps(device.fingers) else { return .fingers(device.fingers) }
    return nil
  }
}
