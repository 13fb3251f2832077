import GestureCore

/// The content of the rules files, with functions that several checks need.
struct CheckContext {
  let sections: [GestureSection]
  /// The sections that have a rule. The index of a section is the index of its gesture in `rules.gestures`.
  let gestures: [GestureSection]
  let bindings: [BindingSection]
  let rules: RuleSet
  let accommodations: AccommodationRules
  let kinds: [Kind]
  /// Whether all files were read completely. If not, checks don't report missing names: an unread part may define them.
  let isWhole: Bool
  let problems: Problems
  let references: GestureIndex
  let zones: ZoneTree
  private let settings: [ByClass<Settings>]
  private let acceptedTouches: [ByClass<AcceptedTouches>]
  private let classes: [[DeviceClass]]

  /// The largest number of gestures for which all pairs are compared.
  static let mostCompared = 200

  init(
    _ sections: [GestureSection], _ bindings: [BindingSection], _ zones: [ZoneSection], _ rules: RuleSet,
    _ accommodations: AccommodationRules, _ kinds: [Kind], isWhole: Bool, _ problems: Problems
  ) {
    (self.sections, self.bindings) = (sections, bindings)
    gestures = sections.filter { $0.rule != nil }
    self.rules = rules
    self.accommodations = accommodations
    self.kinds = kinds
    self.isWhole = isWhole
    self.problems = problems
    references = GestureIndex(rules.gestures)
    self.zones = ZoneTree(zones)
    let varying = Set(rules.devices.flatMap { $0.settings.keys })
    settings = rules.gestures.map { rule in ByClass { rules.settings(of: rule, on: .some($0)) } }
    acceptedTouches = zip(rules.gestures, settings).map { rule, settings in
      ByClass { AcceptedTouches(rule, settings[$0], mayVary: varying.contains(rule.kind.name)) }
    }
    classes = rules.gestures.map { [zones = self.zones] in $0.classes(in: $0.receive.zone.map(zones.classes)) }
  }

  var comparesPairs: Bool { gestures.count <= Self.mostCompared }

  func rule(_ index: Int) -> GestureRule { rules.gestures[index] }

  func onlyObserves(_ index: Int) -> Bool { rule(index).kind.traits.onlyObserves }

  func settings(of index: Int, on deviceClass: DeviceClass) -> Settings { settings[index][deviceClass] }

  func acceptedTouches(of index: Int, on deviceClass: DeviceClass) -> AcceptedTouches {
    acceptedTouches[index][deviceClass]
  }

  func isPresent(_ index: Int, wherever other: Int, on deviceClass: DeviceClass, inAnyDirection: Bool = false) -> Bool {
    acceptedTouches(of: index, on: deviceClass).isPresent(
      wherever: acceptedTouches(of: other, on: deviceClass), deviceClass, zones, inAnyDirection: inAnyDirection)
  }

  /// Whether gesture `index` precedes `other` if both become complete at once: by higher priority, then by lower index.
  func hasPrecedence(_ index: Int, before other: Int) -> Bool {
    (-rules.gestures[index].priority, index) < (-rules.gestures[other].priority, other)
  }

  /// Whether the rules can make the daemon read the slots of a device of this class. Slots report more than libinput.
  func readsSlots(of deviceClass: DeviceClass) -> Bool { rules.mayReadSlots(of: deviceClass) }

  func classes(of index: Int) -> [DeviceClass] { classes[index] }

  /// Whether a gesture is looked for on this class. On a touchpad whose slots are read, a gesture that pointing or
  /// scrolling fingers could make must name a `device`.
  func isMeant(_ index: Int, on deviceClass: DeviceClass) -> Bool {
    guard classes[index].contains(deviceClass) else { return false }
    return deviceClass != .touchpad || isMeantOnPads(index) || !readsSlots(of: .touchpad)
  }

  private func isMeantOnPads(_ index: Int) -> Bool {
    let rule = rule(index)
    if rule.device != .any || rule.receive.device != .any { return true }
    var anywhere = GestureRule(name: rule.name, kind: rule.kind, settings: rule.settings)
    anywhere.classSettings = rule.classSettings
    return rules.obstacle(to: anywhere, on: .pointingPad) != .pointing
  }

  func patience(of index: Int, on deviceClass: DeviceClass) -> Kind.Timeout {
    rules.gestures[index].kind.traits.timeout(settings(of: index, on: deviceClass))
  }

  /// Whether a gesture waits only for taps, or for no gesture.
  func waitsOnlyForTaps(_ index: Int) -> Bool {
    references.requirements(of: index).allSatisfy { other in
      classes(of: other).allSatisfy { patience(of: other, on: $0).isOfTaps }
    }
  }

  func line(of index: Int, from range: Range<Int>) -> String {
    problems.source.line(of: gestures[index].header, from: range)
  }

  /// Whether one gesture names the other in a relation. `prevents` doesn't count.
  func areRelated(_ a: Int, _ b: Int) -> Bool { names(a, b) || names(b, a) }

  private func names(_ one: Int, _ other: Int) -> Bool {
    var relations = rule(one).relations
    relations.prevents = []
    return relations.references.contains { $0.names(rule(other)) }
  }

  /// The least distance in mm that the fingers move before the gesture begins or is recognized. Nil without a minimum.
  func travel(of index: Int, on deviceClass: DeviceClass) -> Double? {
    rule(index).kind.traits.travel(settings(of: index, on: deviceClass))
  }

  /// Whether the gesture has start areas: parts of the surface in which other gestures wait until this gesture fails.
  func hasTerritory(_ index: Int, on deviceClass: DeviceClass) -> Bool {
    let settings = settings(of: index, on: deviceClass)
    return !rule(index).kind.traits.startAreas(settings, Device.some(deviceClass).size).isEmpty
  }

  func admitsPen(_ index: Int) -> Bool {
    rule(index).receive.tool != .finger && classes(of: index).contains(Pen.deviceClass) && !wantsMoreThanPen(index)
  }

  /// Whether a gesture needs more than one finger. A pen counts as one finger.
  func wantsMoreThanPen(_ index: Int) -> Bool {
    !acceptedTouches(of: index, on: Pen.deviceClass).fingers.overlaps(Pen.fingers)
  }
}

extension Device {
  /// The size in mm that is assumed while no device is known.
  private static let assumedSize = Size(width: 300, height: 190)

  /// A touchpad whose slots are read.
  static let pointingPad = Device(
    id: DeviceID(-1), name: "", deviceClass: .touchpad, size: assumedSize,
    capabilities: [.contacts, .places, .pointing])

  /// Any device of a class, without a name, for checks before devices are known.
  static func some(_ deviceClass: DeviceClass) -> Device {
    Device(
      id: DeviceID(-1), name: "", deviceClass: deviceClass, size: assumedSize,
      capabilities: deviceClass == .touchpad ? LibinputTouchpad.capabilities : [])
  }
}

extension GestureRule {
  /// The classes on which the gesture is possible. `zone` has the classes with the gesture's zone; nil without a zone.
  func classes(in zone: [DeviceClass]?) -> [DeviceClass] {
    device.classes.filter {
      receive.device.classes.contains($0) && zone?.contains($0) ?? true
        && (receive.tool != .stylus || $0 == Pen.deviceClass)
    }
  }
}

/// A pen, which counts as a touchscreen with one finger.
enum Pen {
  static let deviceClass = DeviceClass.touchscreen
  static let fingers = 1...1
}

/// The directions that the setting `direction` or `axis` of a gesture allows.
enum AllowedDirections: Hashable {
  static let settings = ["direction", "axis"]

  case all
  case some(Set<String>)

  /// Reads `direction` or `axis`. A kind without these settings allows all directions. Nil if the value isn't a choice.
  init?(_ kind: Kind, _ settings: Settings) {
    guard let setting = kind.directionSetting else {
      self = .all
      return
    }
    guard case .choice(let name)? = settings[setting.name] else { return nil }
    self = Self.everything.contains(name) ? .all : .some(Self.directions(name))
  }

  func isSuperset(of other: AllowedDirections) -> Bool {
    switch (self, other) {
    case (.all, _): true
    case (.some, .all): false
    case (.some(let own), .some(let directions)): own.isSuperset(of: directions)
    }
  }

  private static let everything: Set = ["any", "both"]

  /// The directions of each choice that allows several directions, except the choices in `everything`.
  private static let unions: [String: Set<String>] = [
    "horizontal": ["left", "right"], "vertical": ["up", "down"], "straight": ["left", "right", "up", "down"],
    // With eight directions, `left` covers a narrower angle than with four, so the set has `narrow left` instead.
    "any-of-8": Set(Direction.allCases.map { $0.isDiagonal ? $0.rawValue : "narrow \($0.rawValue)" }),
  ]

  fileprivate static func directions(_ name: String) -> Set<String> { unions[name] ?? [name] }

  /// Whether two kinds share a direction, so that their directions can be compared.
  static func areComparable(_ a: Kind, _ b: Kind) -> Bool { !a.allDirections.isDisjoint(with: b.allDirections) }
}

extension Kind {
  var directionSetting: SettingDeclaration? { allSettings.first { AllowedDirections.settings.contains($0.name) } }

  fileprivate var allDirections: Set<String> {
    guard case .choice(let names)? = directionSetting?.shape else { return [] }
    return names.reduce(into: []) { $0.formUnion(AllowedDirections.directions($1)) }
  }
}

/// The zones of all files. Each zone can be inside another zone.
struct ZoneTree {
  let sections: [ZoneSection]
  private let indices: [String: Int]

  init(_ sections: [ZoneSection]) {
    self.sections = sections
    indices = Dictionary(sections.enumerated().map { ($1.name.value, $0) }) { $1 }
  }

  func index(of name: String) -> Int? { indices[name] }

  func outer(of index: Int) -> Int? { sections[index].inside.flatMap { indices[$0.value] } }

  /// The classes of devices on which the zone and all its outer zones exist. For an unknown zone, all classes.
  func classes(of name: String) -> [DeviceClass] {
    chain(name).reduce(DeviceClass.allCases) { left, index in
      left.filter((sections[index].zone?.device.classes ?? DeviceClass.allCases).contains)
    }
  }

  /// Whether gestures of the zone `outer` also get the touches in the zone `inner`. Nil means the whole surface.
  func shows(_ inner: String?, to outer: String?) -> Bool {
    guard let inner, inner != outer else { return inner == outer }
    for index in chain(inner) {
      if sections[index].name.value == outer { return true }
      guard let zone = sections[index].zone, !zone.isExclusive, !zone.isIgnored else { return false }
    }
    return outer == nil
  }

  /// The indices of a zone and its outer zones, innermost first, each listed once. Empty for an unknown zone.
  private func chain(_ name: String) -> [Int] {
    var chain: [Int] = []
    var next = indices[name]
    while let index = next, !chain.contains(index) {
      chain.append(index)
      next = outer(of: index)
    }
    return chain
  }
}
