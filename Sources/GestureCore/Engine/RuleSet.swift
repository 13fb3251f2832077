/// All the rules, in the order of the file.
public struct RuleSet: Sendable {
  public var gestures: [GestureRule]
  /// For every class of device.
  public var defaults: SettingOverrides
  public var classDefaults: [DeviceClass: SettingOverrides]
  public var devices: [DeviceSection]
  /// Where two overlap and neither is inside the other, the later one lies on top.
  public var zones: [Zone]
  /// Whether applications learn that a touch was cancelled. That is the compositor's doing and stands in no file: the owner
  /// of intercepted devices sets it. If it is false, gestures delay touches by default; see `delivery`.
  public var passesCancel = true

  /// Rules in the order of the file; it decides at the same instant.
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

  /// The settings of `rule` on `device`: the rule's own for the class of the device, else its own for all, else those of the
  /// sections that match the device, else the class's defaults, else the general defaults, else the kind's. A section by name
  /// goes before one by class; of several by name the last one is strongest.
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

  /// The size the rules give to a device.
  public func size(of device: DeviceIdentity) -> Size? { sections(for: device).last { $0.size != nil }?.size }

  /// How the surface of a device is turned: as the rules say, else as the device itself does.
  public func rotation(of device: Device) -> Rotation {
    fixedRotation(of: device.identity) ?? device.rotation ?? .none
  }

  /// The rotation that the rules give to a device; nil where they leave it to the desktop.
  public func fixedRotation(of device: DeviceIdentity) -> Rotation? {
    sections(for: device).last { $0.rotation != nil }?.rotation
  }

  /// The output that the rules give to a device, with `*` and `?`.
  public func output(of device: DeviceIdentity) -> String? { sections(for: device).last { $0.output != nil }?.output }

  /// Whether applications are to get the touches of a device from us.
  public func intercepts(_ device: DeviceIdentity) -> Bool {
    sections(for: device).last { $0.intercept != nil }?.intercept ?? false
  }

  /// Whether a device that also has the keys of a keyboard may be read, without these. Only its name counts: anything may be connected
  /// where it was.
  public func allowsKeys(of device: DeviceIdentity) -> Bool {
    sections(for: DeviceIdentity(device.name, device.deviceClass)).last { $0.allowsKeys != nil }?.allowsKeys ?? false
  }

  /// Whether any device is intercepted.
  public var interceptsAny: Bool { devices.contains { $0.intercept == true } }

  /// Whether a device of a class may be intercepted.
  public func mayIntercept(_ deviceClass: DeviceClass) -> Bool {
    devices.contains { $0.intercept == true && $0.match.classes.contains(deviceClass) }
  }

  /// How a device is read. Interception needs the slots themselves, to pass touches on.
  public func source(of device: DeviceIdentity) -> SourceChoice {
    if intercepts(device) { return .raw }
    return sections(for: device).last { $0.source != nil }?.source ?? .auto
  }

  /// Whether the slots of some device of a class may be read, which report more than libinput does.
  public func mayReadSlots(of deviceClass: DeviceClass) -> Bool {
    let isPad = deviceClass == .touchpad
    let sections = devices.filter { $0.match.classes.contains(deviceClass) }
    let isAsked = sections.contains { $0.intercept == true || $0.source == .raw || isPad && $0.source == .auto }
    let isRefused = sections.contains { $0.isOfAll && $0.source == .libinput }
    return isAsked || isPad && !isRefused
  }

  /// Whether a gesture can be made on a device as its own slots report it, but not as libinput does.
  public func needs(raw: Device, besides listening: Device) -> Bool {
    gestures.contains { obstacle(to: $0, on: raw) == nil && !isSeen($0, on: listening) }
  }

  private func isSeen(_ rule: GestureRule, on device: Device) -> Bool {
    obstacle(to: rule, on: device) == nil && unreported(rule, on: device) == nil
  }

  /// The numbers of fingers that libinput reports for such a gesture, if none of them is one that the rule asks for.
  public func unreported(_ rule: GestureRule, on device: Device) -> ClosedRange<Int>? {
    guard !device.capabilities.contains(.contacts) else { return nil }
    let settings = settings(of: rule, on: device)
    let reported = LibinputTouchpad.fingers(for: rule.kind, settings)
    return settings[CommonSettings.fingers].overlaps(reported) ? nil : reported
  }

  /// The sections that match, the strongest last: those by class, then those by name.
  private func sections(for device: DeviceIdentity) -> [DeviceSection] {
    let matching = devices.filter { $0.match.matches(device) }
    return matching.filter { !$0.match.isByName } + matching.filter(\.match.isByName)
  }

  /// The gestures a relation of `rule` is about; unknown names are none.
  public func gestures(_ references: [Reference], of rule: GestureID) -> [GestureID] {
    guard !references.isEmpty else { return [] }
    let index = GestureIndex(gestures)
    return Set(references.flatMap { index.targets($0, of: rule.rawValue) }).sorted().map(GestureID.init)
  }
}

/// Settings by kind and name: what `[defaults]` and `[device."…"]` say.
public typealias SettingOverrides = [String: [String: SettingValue]]

/// How a device is read.
public enum SourceChoice: String, CaseIterable, Sendable {
  /// By libinput, as a compositor does: of a touchpad only the gestures that it recognizes itself.
  case libinput
  /// By its own slots: every touch from down to up.
  case raw
  /// A touchpad by its own slots as long as a gesture needs what libinput does not report; anything else by libinput. The
  /// default.
  case auto
}

/// One `[device.CLASS]` or `[device."PATTERN"]` of the rules.
public struct DeviceSection: Sendable {
  /// A class of devices, or a name or a connection with `*` and `?`.
  public let pattern: String
  public let match: DeviceMatch
  /// For hardware that reports none.
  public var size: Size?
  public var rotation: Rotation?
  /// The name of the output that a touchscreen lies on, with `*` and `?`.
  public var output: String?
  public var source: SourceChoice?
  /// Whether applications get its touches from us.
  public var intercept: Bool?
  /// Whether a device that also has the keys of a keyboard is read, without these.
  public var allowsKeys: Bool?
  public var settings: SettingOverrides

  /// What the devices of the class `pattern` are given, or those that it fits by name or connection; `size` in mm, before rotation.
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

  /// Whether it is for every device of some class.
  fileprivate var isOfAll: Bool { !match.isByName || pattern == "*" }
}

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
  /// What it sets on the devices of one class; this goes before `settings`.
  public var classSettings: [DeviceClass: [String: SettingValue]] = [:]
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
