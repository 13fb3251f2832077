/// The gestures, settings, device sections and zones of the rules. The gestures are in the order of the rules file.
public struct RuleSet: Sendable {
  public var gestures: [GestureRule]
  /// The default settings for all devices.
  public var defaults: SettingOverrides
  public var classDefaults: [DeviceClass: SettingOverrides]
  public var devices: [DeviceSection]
  /// The zones. Of overlapping zones, the most deeply nested one is on top; of equally nested zones, the last one.
  public var zones: [Zone]
  /// Whether applications learn that a touch was cancelled. If false, a gesture that takes its touches on an
  /// intercepted touchscreen delays them by default.
  public var passesCancel = true

  /// Creates rules. If several gestures succeed and no other setting decides, the first one in `gestures` wins.
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

  /// The settings of `rule` on `device`. The rule overrides device sections. Sections override the defaults.
  public func settings(of rule: GestureRule, on device: Device) -> Settings {
    let kind = rule.kind.name
    var layers: [[String: SettingValue]] = []
    func add(_ layer: [String: SettingValue]?) {
      if let layer, !layer.isEmpty { layers.append(layer) }
    }
    add(defaults[kind])
    add(classDefaults[device.deviceClass]?[kind])
    for section in sections(for: device.identity) { add(section.settings[kind]) }
    add(rule.settings)
    add(rule.classSettings[device.deviceClass])
    return Settings(rule.kind, for: device.deviceClass, layers: layers)
  }

  /// The size in mm that the rules set for the device, before rotation. Nil if the rules set no size.
  public func size(of device: DeviceIdentity) -> Size? { sections(for: device).last { $0.size != nil }?.size }

  /// The rotation of a device's surface: set by the rules, otherwise reported by the device, otherwise `none`.
  public func rotation(of device: Device) -> Rotation { fixedRotation(of: device.identity) ?? device.rotation ?? .none }

  /// The rotation that the rules set for the device. Nil if they don't set one.
  public func fixedRotation(of device: DeviceIdentity) -> Rotation? {
    sections(for: device).last { $0.rotation != nil }?.rotation
  }

  /// The pattern with `*` and `?` that the rules set for the name of the device's output. Nil if they set no output.
  public func output(of device: DeviceIdentity) -> String? { sections(for: device).last { $0.output != nil }?.output }

  /// Whether the daemon intercepts the device: it takes all touches, and passes on the touches that no gesture takes.
  public func intercepts(_ device: DeviceIdentity) -> Bool {
    sections(for: device).last { $0.intercept != nil }?.intercept ?? false
  }

  /// Whether a device with the keys of a keyboard may be read. Sections for a connection can't allow this.
  public func allowsKeys(of device: DeviceIdentity) -> Bool {
    sections(for: DeviceIdentity(device.name, device.deviceClass)).last { $0.allowsKeys != nil }?.allowsKeys ?? false
  }

  /// Whether any section intercepts its devices.
  public var interceptsAny: Bool { devices.contains { $0.intercept == true } }

  /// Whether any section can intercept a device of this class.
  public func mayIntercept(_ deviceClass: DeviceClass) -> Bool {
    devices.contains { $0.intercept == true && $0.match.classes.contains(deviceClass) }
  }

  /// The source from which a device is read, `auto` by default. Intercepted devices always use `raw`.
  public func source(of device: DeviceIdentity) -> SourceChoice {
    if intercepts(device) { return .raw }
    return sections(for: device).last { $0.source != nil }?.source ?? .auto
  }

  /// Whether the rules can cause some device of this class to be read from its slots.
  public func mayReadSlots(of deviceClass: DeviceClass) -> Bool {
    let isPad = deviceClass == .touchpad
    let sections = devices.filter { $0.match.classes.contains(deviceClass) }
    let isAsked = sections.contains { $0.intercept == true || $0.source == .raw || isPad && $0.source == .auto }
    let isRefused = sections.contains { $0.matchesWholeClass && $0.source == .libinput }
    return isAsked || isPad && !isRefused
  }

  /// Whether any gesture is recognizable from the device's slots (`raw`), but not through libinput (`listening`).
  public func needs(raw: Device, insteadOf listening: Device) -> Bool {
    gestures.contains { obstacle(to: $0, on: raw) == nil && !isRecognizable($0, on: listening) }
  }

  private func isRecognizable(_ rule: GestureRule, on device: Device) -> Bool {
    obstacle(to: rule, on: device) == nil && unreported(rule, on: device) == nil
  }

  /// The finger counts that libinput reports for the kind; nil if a count suits the rule, or `device` has `contacts`.
  public func unreported(_ rule: GestureRule, on device: Device) -> ClosedRange<Int>? {
    guard !device.capabilities.contains(.contacts) else { return nil }
    let settings = settings(of: rule, on: device)
    let reported = LibinputTouchpad.fingers(for: rule.kind, settings)
    return settings[CommonSettings.fingers].overlaps(reported) ? nil : reported
  }

  /// The sections for the device, the strongest last. A section with a pattern is stronger than a section for a class.
  private func sections(for device: DeviceIdentity) -> [DeviceSection] {
    let matching = devices.filter { $0.match.matches(device) }
    return matching.filter { !$0.match.isByName } + matching.filter(\.match.isByName)
  }

  /// The gestures that `references` name in a relation of `rule`, in the rules' order. Ignores unknown names and hints.
  public func gestures(_ references: [Reference], of rule: GestureID) -> [GestureID] {
    guard !references.isEmpty else { return [] }
    let index = GestureIndex(gestures)
    return Set(references.flatMap { index.targets($0, of: rule.rawValue) }).sorted().map(GestureID.init)
  }
}

/// Settings by kind and name, as in `[defaults]` and `[device."…"]`.
public typealias SettingOverrides = [String: [String: SettingValue]]

/// The choice of the source from which a device is read.
public enum SourceChoice: String, CaseIterable, Sendable {
  /// libinput, as compositors use it. From a touchpad, libinput reports only the gestures that it recognizes itself.
  case libinput
  /// The device's slots: every touch from landing to lift.
  case raw
  /// The default: the slots of a touchpad if a gesture needs them, otherwise libinput.
  case auto
}

/// A section `[device.CLASS]` or `[device."PATTERN"]` of the rules. Unset values are nil.
public struct DeviceSection: Sendable {
  /// A class of devices, or a pattern for a name or a connection.
  public let pattern: String
  public let match: DeviceMatch
  /// The size in mm, for hardware that doesn't report its size.
  public var size: Size?
  public var rotation: Rotation?
  /// The touchscreen's output, as a pattern with `*` and `?` for its name.
  public var output: String?
  public var source: SourceChoice?
  /// Whether the daemon intercepts the device, so that applications get only the touches that no gesture takes.
  public var intercept: Bool?
  /// Whether a device with the keys of a keyboard is read. The keys are ignored.
  public var allowsKeys: Bool?
  public var settings: SettingOverrides

  /// Creates a section. `size` is in mm, before rotation.
  public init(
    pattern: String, size: Size? = nil, rotation: Rotation? = nil, output: String? = nil,
    source: SourceChoice? = nil, intercept: Bool? = nil, allowsKeys: Bool? = nil, settings: SettingOverrides = [:]
  ) {
    self.pattern = pattern
    match = DeviceMatch(section: pattern)
    self.size = size
    self.rotation = rotation
    self.output = output
    self.source = source
    self.intercept = intercept
    self.allowsKeys = allowsKeys
    self.settings = settings
  }

  fileprivate var matchesWholeClass: Bool { !match.isByName || pattern == "*" }
}

/// The gestures that a relation names.
public enum Reference: Hashable, Sendable {
  case gesture(String)
  /// Every gesture of this kind except the gesture that has the relation.
  case kind(String)
  /// Every gesture with this tag except the gesture that has the relation.
  case tag(String)
}

/// The gestures that a `require-to-fail` or `required-to-fail-by` names, and the condition for this requirement.
public struct Requirement: Hashable, Sendable {
  public var reference: Reference
  /// The condition, checked once when the attempt begins.
  public var condition: Condition

  /// Creates a requirement that applies if `condition` holds. Without `condition`, the requirement always applies.
  public init(_ reference: Reference, when condition: Condition = Condition()) {
    (self.reference, self.condition) = (reference, condition)
  }
}

/// A section `[gesture.NAME]` of the rules.
public struct GestureRule: Sendable {
  public var name: String
  public var kind: Kind
  public var device: DeviceMatch
  public var tags: Set<String>
  /// Of gestures that succeed at one instant, the greatest priority wins, unless `Recognizer.precedence` decides.
  public var priority: Int
  /// The settings in the rule itself. Other settings come from device sections, defaults and the kind.
  public var settings: [String: SettingValue]
  /// For each class, the settings for its devices. They override `settings`.
  public var classSettings: [DeviceClass: [String: SettingValue]] = [:]
  /// The condition that a touch must meet when it lands. The recognizer doesn't see touches that don't meet it.
  public var receive: Condition
  /// The condition that must hold when the gesture begins or is recognized. Otherwise the gesture fails.
  public var beginIf: Condition
  /// Whether touches are ignored if their tool isn't the first touch's tool. UIKit: `requiresExclusiveTouchType`.
  public var exclusiveTouchType: Bool
  public var relations: Relations
  /// The effect of the gesture on the delivery of its touches to applications.
  public var delivery = DeliverySettings()

  /// The relations of a gesture to others.
  public struct Relations: Sendable {
    public var requireToFail: [Requirement] = []
    public var requiredToFailBy: [Requirement] = []
    public var simultaneousWith: [Reference] = []
    public var prevents: [Reference] = []
    public var cannotPrevent: [Reference] = []
    public var cannotBePreventedBy: [Reference] = []

    /// Creates relations that name no gestures.
    public init() {}

    public var references: [Reference] {
      (requireToFail + requiredToFailBy).map(\.reference) + simultaneousWith + prevents + cannotPrevent
        + cannotBePreventedBy
    }
  }

  /// Creates a rule. Of the relations, only the two most common can be given: `requireToFail` and `simultaneousWith`.
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
