import GestureCore

/// The touches that a gesture accepts on one class of device, and where and when it is looked for.
struct Breadth {
  let fingers: ClosedRange<Int>
  /// The directions in which its fingers may move.
  let ways: AllowedWays
  let form: GestureForm
  let device: DeviceMatch
  /// Nil for the whole surface.
  let zone: String?
  /// The modes it can fire in; nil for all.
  let modes: Set<String>?
  private let receive: Condition
  private let beginIf: Condition
  private let exclusiveTouchType: Bool

  /// `settings` are those of the rule on the class of device; `mayVary` says that a device section may change them.
  init(_ rule: GestureRule, _ settings: Settings, mayVary: Bool) {
    fingers = settings[CommonSettings.fingers]
    ways = AllowedWays(rule.kind, settings) ?? .all
    form = GestureForm(rule, settings, mayVary: mayVary)
    zone = rule.receive.zone
    modes = rule.modes
    exclusiveTouchType = rule.exclusiveTouchType
    // A device in both places is compared as the gesture's own.
    device = rule.device == .any ? rule.receive.device : rule.device
    var (receive, beginIf) = (rule.receive, rule.beginIf)
    receive.zone = nil
    receive.modes = nil
    beginIf.modes = nil
    if rule.device == .any { receive.device = .any }
    (self.receive, self.beginIf) = (receive, beginIf)
  }

  /// Whether it accepts the fingers and directions that the other one accepts, in the same modes.
  private func includes(_ other: Breadth, goingAnyWay: Bool = false) -> Bool {
    guard fingers.includes(other.fingers), goingAnyWay || ways.isSuperset(of: other.ways) else { return false }
    guard let modes else { return true }
    return other.modes.map(modes.isSuperset) ?? false
  }

  /// Whether it is looked for wherever the other one is, with all of its fingers and directions; `goingAnyWay` if any direction counts
  /// as accepted.
  func isPresent(
    wherever other: Breadth, _ deviceClass: DeviceClass, _ zones: ZoneTree, goingAnyWay: Bool = false
  ) -> Bool {
    covers(other, deviceClass) && includes(other, goingAnyWay: goingAnyWay) && holds(whenever: other)
      && zones.shows(other.zone, to: zone)
  }

  /// Whether it is of the same form, and accepts in the same zone all that the other one accepts.
  func takes(_ other: Breadth, _ deviceClass: DeviceClass) -> Bool {
    zone == other.zone && covers(other, deviceClass) && includes(other) && holds(whenever: other) && form == other.form
  }

  /// Whether the two accept the same.
  func isSame(as other: Breadth) -> Bool {
    includes(other) && other.includes(self) && device == other.device && zone == other.zone
      && receive == other.receive && beginIf == other.beginIf && exclusiveTouchType == other.exclusiveTouchType
  }

  /// Whether it is looked for on all devices of a class on which the other one is.
  private func covers(_ other: Breadth, _ deviceClass: DeviceClass) -> Bool {
    device == other.device || device == .any || device == .deviceClass(deviceClass)
  }

  /// Whether its conditions hold whenever those of the other one do.
  private func holds(whenever other: Breadth) -> Bool {
    (receive == Condition() || receive == other.receive) && (beginIf == Condition() || beginIf == other.beginIf)
      && exclusiveTouchType == other.exclusiveTouchType
  }
}

/// The kind and the settings that two gestures must share to be comparable: all but the fingers and their directions.
struct GestureForm: Equatable {
  private let kind: String
  /// The thresholds that can be loosened (see `Loosening`).
  private let thresholds: [String: SettingValue]
  /// All other settings.
  private let others: [String: SettingValue]
  /// The drawing, for kinds that have one.
  let drawing: DrawnFigure?
  /// The rule's own settings, where a device section may change the others.
  private let own: Set<String>

  init(_ rule: GestureRule, _ settings: Settings, mayVary: Bool) {
    kind = rule.kind.name
    drawing = Stroke.figure(settings).map(DrawnFigure.init)
    own = mayVary ? rule.ownSettings : []
    let hasWays = AllowedWays(rule.kind, settings) != nil
    let idle = rule.kind.traits.idle(settings)
    var (thresholds, others): ([String: SettingValue], [String: SettingValue]) = ([:], [:])
    for declaration in rule.kind.allSettings {
      let name = declaration.name
      let isCompared =
        name != CommonSettings.fingers.declaration.name && !rule.kind.traits.alternatives.contains(name)
        // A setting without effect counts as the same, whatever its value.
        && idle[name] == nil && !(hasWays && AllowedWays.settings.contains(name))
      guard isCompared else { continue }
      if declaration.loosening == nil { others[name] = settings[name] } else { thresholds[name] = settings[name] }
    }
    (self.thresholds, self.others) = (thresholds, others)
  }

  /// Whether the two differ in nothing but thresholds.
  func isSame(butForThresholdsAs other: GestureForm) -> Bool {
    kind == other.kind && others == other.others && drawing == other.drawing && own == other.own
      && thresholds.keys == other.thresholds.keys
  }
}

/// A drawing, comparable so that equal drawings are found under any name.
struct DrawnFigure: Equatable {
  /// Nil for examples.
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
  /// The names of all that it sets itself, on any class of device.
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
