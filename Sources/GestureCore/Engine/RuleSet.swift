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
    guard !references.isEmpty else { return [] }
    let reader = RelationReader(self, gestures.indices.map(GestureID.init))
    return Set(reader.places(references, of: rule.rawValue)).sorted().map(GestureID.init)
  }
}
