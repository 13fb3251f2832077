import GestureCore

/// The gestures of a file, with answers that several checks need.
struct CheckContext {
  /// All sections, in the order of the file.
  let sections: [GestureSection]
  /// The sections with a known kind, in the order of the file: the index is the gesture's number.
  let gestures: [GestureSection]
  let rules: RuleSet
  let roster: GestureIndex
  let zones: ZoneTree
  /// The names of all gestures, including those that could not be read.
  let names: [String]
  /// The tags of all gestures, each once.
  let tags: Set<String>
  private let known: Set<String>
  private let settings: [DeviceClass: [Settings]]
  private let breadths: [DeviceClass: [Breadth]]
  private let classes: [[DeviceClass]]
  private let naming: [Naming]
  /// Whether gestures of edges may hold others back.
  let hasEdges: Bool
  /// Whether a gesture is made of taps, and the kinds and tags with other gestures too.
  private let isOfTaps: [Bool]
  private let mixedGroups: Set<Reference>
  private let source: SourceSpace

  /// `rules` are those of the sections that have one.
  init(_ sections: [GestureSection], _ zones: [ZoneSection], _ rules: RuleSet, _ problems: Problems) {
    self.sections = sections
    gestures = sections.filter { $0.rule != nil }
    self.rules = rules
    let zones = ZoneTree(zones)
    self.zones = zones
    roster = GestureIndex(rules.gestures)
    settings = Dictionary(uniqueKeysWithValues: DeviceClass.allCases.map { ($0, Self.settings(rules, on: $0)) })
    let varying = Set(rules.devices.flatMap(\.settings.keys))
    breadths = settings.mapValues { values in
      zip(rules.gestures, values).map { Breadth($0, $1, mayVary: varying.contains($0.kind.name)) }
    }
    let classes = rules.gestures.map { $0.classes(in: $0.receive.zone.map(zones.classes)) }
    self.classes = classes
    let settings = settings
    isOfTaps = rules.gestures.indices.map { index in
      let patience = rules.gestures[index].kind.traits.patience
      return classes[index].allSatisfy { settings[$0].map { patience($0[index]).isOfTaps } ?? true }
    }
    mixedGroups = Set(zip(rules.gestures, isOfTaps).lazy.filter { !$1 }.flatMap { $0.0.groups })
    naming = rules.gestures.map(Naming.init)
    hasEdges = !Rules.edges(in: rules).isEmpty
    names = sections.map(\.name.value)
    tags = Set(sections.flatMap(\.tags).map(\.value))
    known = Set(names)
    source = problems.source
  }

  private static func settings(_ rules: RuleSet, on deviceClass: DeviceClass) -> [Settings] {
    let device = Device.some(deviceClass)
    return rules.gestures.map { rules.settings(of: $0, on: device) }
  }

  func isKnown(_ name: String) -> Bool { known.contains(name) }

  func rule(_ index: Int) -> GestureRule { rules.gestures[index] }

  /// Whether it only observes, and so affects no other gesture.
  func onlyObserves(_ index: Int) -> Bool { rules.gestures[index].kind.traits.onlyObserves }

  func settings(of index: Int, on deviceClass: DeviceClass) -> Settings {
    settings[deviceClass]?[index] ?? Settings(rules.gestures[index].kind, for: deviceClass)
  }

  func breadth(of index: Int, on deviceClass: DeviceClass) -> Breadth {
    breadths[deviceClass]?[index]
      ?? Breadth(rules.gestures[index], settings(of: index, on: deviceClass), mayVary: false)
  }

  /// Whether the slots of some device of a class may be read, which report what libinput does not.
  func readsSlots(of deviceClass: DeviceClass) -> Bool { rules.mayReadSlots(of: deviceClass) }

  /// The classes of device on which it can be made.
  func classes(of index: Int) -> [DeviceClass] { classes[index] }

  /// Whether it is looked for on devices of a class: on touchpads few fingers point and scroll, unless a rule names these.
  func isMeant(_ index: Int, on deviceClass: DeviceClass) -> Bool {
    guard classes[index].contains(deviceClass) else { return false }
    guard deviceClass == .touchpad, readsSlots(of: .touchpad) else { return true }
    return rules.obstacle(to: rules.gestures[index], on: .pointingPad) != .pointing
  }

  func patience(of index: Int, on deviceClass: DeviceClass) -> Kind.Patience {
    rules.gestures[index].kind.traits.patience(settings(of: index, on: deviceClass))
  }

  /// Whether it waits for taps only, whichever gesture has the requirement.
  func waitsOnlyForTaps(_ index: Int) -> Bool {
    let rule = rules.gestures[index]
    let own = rule.relations.requireToFail.allSatisfy { requirement in
      switch requirement.reference {
      case .gesture(let name): roster.index(of: name).map { isOfTaps[$0] } ?? true
      case .kind, .tag: !mixedGroups.contains(requirement.reference)
      }
    }
    return own && ([.gesture(rule.name)] + rule.groups).allSatisfy { roster.demanders($0).allSatisfy { isOfTaps[$0] } }
  }

  /// The line of a gesture, for a message at `range`.
  func line(of index: Int, from range: Range<Int>) -> LineReference {
    source.line(of: gestures[index].header, from: range)
  }

  /// Whether one of the two names the other in a relation that lets both happen.
  func areRelated(_ a: Int, _ b: Int) -> Bool {
    naming[a].names(rules.gestures[b]) || naming[b].names(rules.gestures[a])
  }

  /// Its own kind and tags that it names in such a relation.
  func ownGroups(of index: Int) -> Set<Reference> { naming[index].groups.intersection(rules.gestures[index].groups) }

  /// Whether it has such a relation to any of these kinds and tags, or belongs to one of them.
  func isRelated(_ index: Int, toAny groups: Set<Reference>) -> Bool {
    guard !groups.isEmpty else { return false }
    return !naming[index].groups.isDisjoint(with: groups)
      || rules.gestures[index].groups.contains(where: groups.contains)
  }
}

/// The gestures that a gesture names so that both can happen; gestures that it only prevents are not among them.
private struct Naming {
  private var gestures: Set<String> = []
  private(set) var groups: Set<Reference> = []

  init(_ rule: GestureRule) {
    var relations = rule.relations
    relations.prevents = []
    for reference in relations.references {
      switch reference {
      case .gesture(let name): gestures.insert(name)
      case .kind, .tag: groups.insert(reference)
      }
    }
  }

  func names(_ rule: GestureRule) -> Bool {
    gestures.contains(rule.name) || !groups.isEmpty && rule.groups.contains(where: groups.contains)
  }
}

extension Device {
  /// The assumed size of a surface while it is unknown, in mm.
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

extension DeviceMatch {
  /// The classes of device it may mean; a name may belong to either.
  var classes: [DeviceClass] {
    switch self {
    case .any, .name: DeviceClass.allCases
    case .deviceClass(let one): [one]
    }
  }

  /// Whether it means every device that `other` means in the class.
  func covers(_ other: DeviceMatch, on deviceClass: DeviceClass) -> Bool {
    switch self {
    case .any: true
    case .deviceClass(let one): one == deviceClass
    case .name: self == other
    }
  }
}

extension GestureRule {
  /// The classes of device on which it can be made, if its zone is on these.
  func classes(in zone: [DeviceClass]?) -> [DeviceClass] {
    device.classes.filter {
      receive.device.classes.contains($0) && zone?.contains($0) ?? true
        && (receive.tool != .stylus || $0 == Pen.deviceClass)
    }
  }
}

/// A pen as libinput reports it: one touch of a stylus, with its place and pressure.
enum Pen {
  /// The class of pens.
  static let deviceClass = DeviceClass.touchscreen
  static let fingers = 1...1
}

extension CheckContext {
  /// Whether a pen can make the gesture.
  func admitsPen(_ index: Int) -> Bool {
    rule(index).receive.tool != .finger && classes(of: index).contains(Pen.deviceClass) && !wantsMoreThanPen(index)
  }

  /// Whether it needs more fingers than a pen counts for.
  func wantsMoreThanPen(_ index: Int) -> Bool {
    rule(index).kind.fingers != nil && !breadth(of: index, on: Pen.deviceClass).fingers.overlaps(Pen.fingers)
  }
}

/// The ways that fingers may move to make a gesture, by its `direction` or `axis`.
enum AllowedWays: Hashable {
  static let settings = ["direction", "axis"]

  case all
  case some(Set<String>)

  /// All ways for a kind without such a setting; nil if a setting holds something other than a way.
  init?(_ kind: Kind, _ settings: Settings) {
    guard let setting = kind.waySetting else {
      self = .all
      return
    }
    guard case .choice(let name)? = settings.values[setting.name] else { return nil }
    self = Self.everything.contains(name) ? .all : .some(Self.ways(name))
  }

  func isSuperset(of other: AllowedWays) -> Bool {
    switch (self, other) {
    case (.all, _): true
    case (.some, .all): false
    case (.some(let own), .some(let ways)): own.isSuperset(of: ways)
    }
  }

  /// The choices that allow every way.
  private static let everything: Set = ["any", "both"]

  /// The choices that stand for several ways; every other choice is a way of its own.
  private static let unions: [String: Set<String>] = [
    "horizontal": ["left", "right"], "vertical": ["up", "down"], "4": ["left", "right", "up", "down"],
    // With eight directions the straight ones are narrower than alone, so they don't include those.
    "8": Set(Direction.allCases.map { $0.isDiagonal ? $0.rawValue : "narrow \($0.rawValue)" }),
  ]

  fileprivate static func ways(_ name: String) -> Set<String> { unions[name] ?? [name] }

  /// Whether gestures of these two kinds can go different ways: only then does one fail by the other's way.
  static func areComparable(_ a: Kind, _ b: Kind) -> Bool {
    !a.allWays.isDisjoint(with: b.allWays)
  }
}

extension Kind {
  /// The setting for the way of its fingers.
  var waySetting: SettingDeclaration? {
    allSettings.first { AllowedWays.settings.contains($0.name) }
  }

  /// Every way that its setting can have.
  fileprivate var allWays: Set<String> {
    guard case .choice(let names)? = waySetting?.shape else { return [] }
    return names.reduce(into: []) { $0.formUnion(AllowedWays.ways($1)) }
  }
}

/// The zones of a file by name, and the zones that contain them.
struct ZoneTree {
  let sections: [ZoneSection]
  private var places: [String: Int] = [:]
  private var classes: [[DeviceClass]?]

  init(_ sections: [ZoneSection]) {
    self.sections = sections
    classes = [[DeviceClass]?](repeating: nil, count: sections.count)
    for (place, section) in sections.enumerated() { places[section.name.value] = place }
    for place in sections.indices { findClasses(of: place) }
  }

  var names: [String] { sections.map(\.name.value) }

  func place(of name: String) -> Int? { places[name] }

  /// The zone that contains this one.
  func outer(of place: Int) -> Int? { sections[place].inside.flatMap { places[$0.value] } }

  /// A zone and those around it, from the inside; each once if they form a circle.
  func chain(from name: String) -> [ZoneSection] {
    var chain: [ZoneSection] = []
    var seen: Set<Int> = []
    var next = places[name]
    while let place = next, seen.insert(place).inserted {
      chain.append(sections[place])
      next = outer(of: place)
    }
    return chain
  }

  /// The classes of device that have the zone and all zones around it; all for an unknown zone.
  func classes(of name: String) -> [DeviceClass] { places[name].flatMap { classes[$0] } ?? DeviceClass.allCases }

  private mutating func findClasses(of place: Int) {
    var unknown: [Int] = []
    var next: Int? = place
    while let here = next, classes[here] == nil {
      // Filled in below, from the outside; until then it ends a circle.
      classes[here] = DeviceClass.allCases
      unknown.append(here)
      next = outer(of: here)
    }
    var left = next.flatMap { classes[$0] } ?? DeviceClass.allCases
    for here in unknown.reversed() {
      let own = sections[here].zone?.device.classes ?? DeviceClass.allCases
      left = left.filter(own.contains)
      classes[here] = left
    }
  }

  /// Whether touches that begin in `inner` also reach the zone `outer`, or, if it is nil, the whole surface.
  func shows(_ inner: String?, to outer: String?) -> Bool {
    guard inner != outer else { return true }
    guard let inner else { return false }
    for section in chain(from: inner) {
      if section.name.value == outer { return true }
      guard let zone = section.zone, !zone.isExclusive, !zone.isIgnored else { return false }
    }
    return outer == nil
  }
}
