import GestureCore

/// The touches that a gesture accepts on one class of device.
struct AcceptedTouches {
  let fingers: ClosedRange<Int>
  let directions: AllowedDirections
  let form: GestureForm
  let device: DeviceMatch
  /// The name of the gesture's zone; nil for the whole surface.
  let zone: String?
  /// The modes in which the gesture can be recognized; nil for all modes.
  let modes: Set<String>?
  private let receive: Condition
  private let beginIf: Condition
  private let exclusiveTouchType: Bool

  /// `settings` are the gesture's settings on a class of device. With `mayVary`, device sections can change `settings`.
  init(_ rule: GestureRule, _ settings: Settings, mayVary: Bool) {
    fingers = settings[CommonSettings.fingers]
    directions = AllowedDirections(rule.kind, settings) ?? .all
    form = GestureForm(rule, settings, mayVary: mayVary)
    zone = rule.receive.zone
    modes = rule.modes
    exclusiveTouchType = rule.exclusiveTouchType
    // If both the gesture and its `receive` have a device, the gesture's device is compared.
    device = rule.device == .any ? rule.receive.device : rule.device
    var (receive, beginIf) = (rule.receive, rule.beginIf)
    receive.zone = nil
    receive.modes = nil
    beginIf.modes = nil
    if rule.device == .any { receive.device = .any }
    (self.receive, self.beginIf) = (receive, beginIf)
  }

  /// Whether this gesture accepts all modes, numbers of fingers and, unless `inAnyDirection`, directions of `other`.
  private func includes(_ other: AcceptedTouches, inAnyDirection: Bool = false) -> Bool {
    guard fingers.includes(other.fingers), inAnyDirection || directions.isSuperset(of: other.directions) else {
      return false
    }
    guard let modes else { return true }
    return other.modes.map(modes.isSuperset) ?? false
  }

  /// Whether this gesture is possible whenever the other gesture is. With `inAnyDirection`, directions aren't compared.
  func isPresent(
    wherever other: AcceptedTouches, _ deviceClass: DeviceClass, _ zones: ZoneTree, inAnyDirection: Bool = false
  ) -> Bool {
    covers(other, deviceClass) && includes(other, inAnyDirection: inAnyDirection) && holds(whenever: other)
      && zones.shows(other.zone, to: zone)
  }

  /// Whether both gestures have the same `form` and zone, and this gesture accepts the other gesture's touches.
  func contains(_ other: AcceptedTouches, _ deviceClass: DeviceClass) -> Bool {
    zone == other.zone && covers(other, deviceClass) && includes(other) && holds(whenever: other) && form == other.form
  }

  func isSame(as other: AcceptedTouches) -> Bool {
    includes(other) && other.includes(self) && device == other.device && zone == other.zone
      && receive == other.receive && beginIf == other.beginIf && exclusiveTouchType == other.exclusiveTouchType
  }

  /// Whether this gesture accepts the devices that the other gesture accepts. Only devices of `deviceClass` count.
  private func covers(_ other: AcceptedTouches, _ deviceClass: DeviceClass) -> Bool {
    device == other.device || device == .any || device == .deviceClass(deviceClass)
  }

  /// Whether this gesture's `exclusive-touch-type`, and `receive` and `begin-if` unless empty, are equal in `other`.
  private func holds(whenever other: AcceptedTouches) -> Bool {
    (receive == Condition() || receive == other.receive) && (beginIf == Condition() || beginIf == other.beginIf)
      && exclusiveTouchType == other.exclusiveTouchType
  }
}

/// A gesture's kind, its drawing, and its effective settings except fingers and directions, for comparisons.
struct GestureForm: Equatable {
  private let kind: String
  /// The thresholds that can be loosened (see `Loosening`).
  private let thresholds: [String: SettingValue]
  private let others: [String: SettingValue]
  let drawing: DrawnFigure?
  /// The names of the rule's own settings. Empty if no device section changes a setting of the gesture's kind.
  private let own: Set<String>

  init(_ rule: GestureRule, _ settings: Settings, mayVary: Bool) {
    kind = rule.kind.name
    drawing = Stroke.figure(settings).map(DrawnFigure.init)
    own = mayVary ? rule.ownSettings : []
    let hasDirections = AllowedDirections(rule.kind, settings) != nil
    let idle = rule.kind.traits.ineffectiveSettings(settings)
    var (thresholds, others): ([String: SettingValue], [String: SettingValue]) = ([:], [:])
    for declaration in rule.kind.allSettings {
      let name = declaration.name
      let isCompared =
        name != CommonSettings.fingers.declaration.name && !rule.kind.traits.alternatives.contains(name)
        // A setting without effect is not compared.
        && idle[name] == nil && !(hasDirections && AllowedDirections.settings.contains(name))
      guard isCompared else { continue }
      if declaration.loosening == nil { others[name] = settings[name] } else { thresholds[name] = settings[name] }
    }
    (self.thresholds, self.others) = (thresholds, others)
  }

  func isSame(butForThresholdsAs other: GestureForm) -> Bool {
    kind == other.kind && others == other.others && drawing == other.drawing && own == other.own
      && thresholds.keys == other.thresholds.keys
  }
}

/// A drawing for comparisons, without the names of its templates.
struct DrawnFigure: Equatable {
  /// The text of the path; nil for templates.
  private let path: String?
  private let examples: [[Vector]]

  init(_ figure: StrokeFigure) {
    switch figure {
    case .path(let path): (self.path, examples) = (path.text, [])
    case .templates(let templates):
      path = nil
      examples = templates.sorted { $0.name < $1.name }.flatMap(\.strokes)
    }
  }
}

extension GestureRule {
  fileprivate var ownSettings: Set<String> {
    classSettings.values.reduce(into: Set(settings.keys)) { $0.formUnion($1.keys) }
  }
}

/// One value for each class of device.
struct ByClass<Value: Sendable>: Sendable {
  private var touchscreen: Value
  private var touchpad: Value

  init(_ value: (DeviceClass) -> Value) {
    touchscreen = value(.touchscreen)
    touchpad = value(.touchpad)
  }

  subscript(deviceClass: DeviceClass) -> Value {
    switch deviceClass {
    case .touchscreen: touchscreen
    case .touchpad: touchpad
    }
  }
}
