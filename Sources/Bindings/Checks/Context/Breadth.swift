import GestureCore

/// What a gesture accepts on one class of device, in a form that is quick to compare.
struct Breadth: Hashable {
  /// What two gestures must share to be comparable.
  struct Precision: Hashable {
    let kind: String
    /// The settings in their declared order, each as the bits of its value.
    let values: [UInt64]
    /// The gestures it is made of.
    let parts: [String]
    /// The drawing, for kinds that have one.
    let drawing: DrawnFigure?
    /// The rule's own settings, where a device section may change the others.
    let own: [String]
    /// The places of the thresholds among `values`.
    private let thresholds: [Int]

    fileprivate init(
      kind: String, values: [UInt64], thresholds: [Int], parts: [String], drawing: DrawnFigure?, own: [String]
    ) {
      self.kind = kind
      self.values = values
      self.thresholds = thresholds
      self.parts = parts
      self.drawing = drawing
      self.own = own
    }

    /// The same, whatever the thresholds are.
    var withoutThresholds: Precision {
      var values = values
      for place in thresholds { values[place] = 0 }
      return Precision(
        kind: kind, values: values, thresholds: thresholds, parts: parts, drawing: drawing, own: own)
    }
  }

  /// Gestures that may include each other, judging by their devices and their scopes.
  struct Group: Hashable {
    let precision: Precision
    let device: DeviceMatch
    let scope: SearchScope
    /// One of the modes it can fire in; nil if it can fire in all.
    let mode: String?
  }

  let fingers: ClosedRange<Int>
  var ways: AllowedWays
  let device: DeviceMatch
  let precision: Precision
  let scope: SearchScope
  /// The modes it can fire in; nil for all.
  let modes: Set<String>?

  /// `settings` are those of the rule on a class of device; `mayVary` says that a device section may change them.
  init(_ rule: GestureRule, _ settings: Settings, mayVary: Bool) {
    let ways = AllowedWays(rule.kind, settings)
    var values: [UInt64] = []
    var parts: [String] = []
    var thresholds: [Int] = []
    // A setting without effect counts as the same, whatever its value.
    let idle = rule.kind.traits.idle(settings)
    for declaration in rule.kind.allSettings where declaration.name != CommonSettings.fingers.declaration.name {
      if ways != nil, AllowedWays.settings.contains(declaration.name) { continue }
      if rule.kind.traits.alternatives.contains(declaration.name) { continue }
      guard let value = settings.values[declaration.name] else { continue }
      if declaration.loosening != nil { thresholds.append(values.count) }
      values.append(idle[declaration.name] == nil ? value.bits(in: declaration.shape) : 0)
      if case .gestures(let names) = value { parts += names }
    }
    fingers = settings[CommonSettings.fingers]
    self.ways = ways ?? .all
    device = rule.device == .any ? rule.receive.device : rule.device
    precision = Precision(
      kind: rule.kind.name, values: values, thresholds: thresholds, parts: parts,
      drawing: rule.kind.figure(settings).map(DrawnFigure.init), own: mayVary ? rule.ownSettings.sorted() : [])
    scope = SearchScope(rule)
    modes = rule.modes
  }

  /// Its own groups: one for each of its modes.
  var homes: [Group] {
    let modes = modes.map { $0.map(Optional.some) } ?? [nil]
    return modes.map { Group(precision: precision, device: device, scope: scope, mode: $0) }
  }

  /// Whether it accepts the fingers and directions that `other` accepts, in the same modes.
  func includes(_ other: Breadth) -> Bool {
    fingers.includes(other.fingers) && ways.isSuperset(of: other.ways)
      && (modes.map { modes in other.modes?.isSubset(of: modes) ?? false } ?? true)
  }

  /// The groups of gestures of the same precision for all of its devices, under no further conditions.
  func groups(on deviceClass: DeviceClass) -> [Group] {
    var devices: Set<DeviceMatch> = [.any, .deviceClass(deviceClass)]
    if case .name = device { devices.insert(device) }
    // A gesture that includes all of its modes includes this one.
    let modes = Set([nil, modes?.min()])
    return devices.flatMap { device in
      scope.wider.flatMap { scope in
        modes.map { Group(precision: precision, device: device, scope: scope, mode: $0) }
      }
    }
  }
}

extension GestureRule {
  /// The names of all that it sets itself, on any class of device.
  fileprivate var ownSettings: Set<String> {
    classSettings.values.reduce(into: Set(settings.keys)) { $0.formUnion($1.keys) }
  }
}

/// Where and when a gesture is looked for, apart from its devices and its modes.
struct SearchScope: Hashable {
  let zone: String?
  private var receive: Condition
  private var beginIf: Condition
  private let exclusiveTouchType: Bool

  init(_ rule: GestureRule) {
    zone = rule.receive.zone
    receive = rule.receive
    receive.zone = nil
    receive.modes = nil
    // A device in both places is compared as the gesture's own.
    if rule.device == .any { receive.device = .any }
    beginIf = rule.beginIf
    beginIf.modes = nil
    exclusiveTouchType = rule.exclusiveTouchType
  }

  /// The scopes that hold whenever this one does, in the same zone.
  var wider: Set<SearchScope> {
    var free = self
    free.receive = Condition()
    var certain = self
    certain.beginIf = Condition()
    var both = free
    both.beginIf = Condition()
    return [self, free, certain, both]
  }

  /// Whether it holds whenever `other` does, if their zones are the same.
  func holds(whenever other: SearchScope) -> Bool {
    (receive.isEmpty || receive == other.receive) && (beginIf.isEmpty || beginIf == other.beginIf)
      && exclusiveTouchType == other.exclusiveTouchType
  }
}

extension SettingValue {
  /// A number that differs for different values of one setting; names of gestures are compared separately.
  fileprivate func bits(in shape: SettingShape) -> UInt64 {
    switch self {
    case .quantity(let value): return value.bitPattern
    case .count(let count): return UInt64(bitPattern: Int64(count))
    case .countRange(let range): return UInt64(range.lowerBound) << 32 | UInt64(range.upperBound)
    case .choice(let name):
      guard case .choice(let names) = shape else { return 0 }
      return UInt64(names.firstIndex(of: name) ?? names.count)
    case .flag(let flag): return flag ? 1 : 0
    case .gestures(let names): return UInt64(names.count)
    case .start(let start): return start.bits
    // The drawing is compared as a whole.
    case .path, .templates: return 0
    case .none: return 0
    }
  }
}

extension StrokeStart {
  /// The time of the rest; for the other starts, numbers that are no such times.
  fileprivate var bits: UInt64 {
    switch self {
    case .atOnce: .max
    case .forcePress: .max - 1
    case .rest(let span): UInt64(bitPattern: span.microseconds)
    }
  }
}

extension ClosedRange<Int> {
  func includes(_ other: ClosedRange<Int>) -> Bool {
    lowerBound <= other.lowerBound && other.upperBound <= upperBound
  }
}
