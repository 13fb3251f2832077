import GestureCore

/// The gestures of a file, with the answers that checks ask for again and again.
struct CheckContext {
  /// All, in the order of the file.
  let sections: [GestureSection]
  /// Those whose kind is known, in the order of the file: the index is the gesture's number.
  let gestures: [GestureSection]
  let rules: RuleSet
  let roster: GestureIndex
  let zones: ZoneTree
  /// Of all gestures, also of those that could not be read.
  let names: [String]
  /// Of all gestures, each once.
  let tags: Set<String>
  private let known: Set<String>
  private let settings: [DeviceClass: [Settings]]
  private let breadths: [DeviceClass: [Breadth]]
  private let classes: [[DeviceClass]]
  private let naming: [Naming]
  /// Whether the slots of some touchpads are read, so that they tell what libinput does not.
  let readsSlots: Bool
  /// Whether gestures of edges may hold others back.
  let hasEdges: Bool
  /// Whether a gesture is one of taps, and the kinds and tags that have others too.
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
    readsSlots = rules.devices.contains { $0.source == .raw || $0.source == .auto || $0.intercept == true }
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

  /// Whether it only looks on, and so is in nobody's way.
  func isBystander(_ index: Int) -> Bool { rules.gestures[index].kind.traits.isBystander }

  func settings(of index: Int, on deviceClass: DeviceClass) -> Settings {
    settings[deviceClass]?[index] ?? Settings(rules.gestures[index].kind, for: deviceClass)
  }

  func breadth(of index: Int, on deviceClass: DeviceClass) -> Breadth {
    breadths[deviceClass]?[index]
      ?? Breadth(rules.gestures[index], settings(of: index, on: deviceClass), mayVary: false)
  }

  /// The classes of device it may be made on.
  func classes(of index: Int) -> [DeviceClass] { classes[index] }

  func patience(of index: Int, on deviceClass: DeviceClass) -> Kind.Patience {
    rules.gestures[index].kind.traits.patience(settings(of: index, on: deviceClass))
  }

  /// Whether all that it waits for are taps, whichever side says so.
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

  /// Where a gesture stands, for a message at `range`.
  func line(of index: Int, from range: Range<Int>) -> LineReference {
    source.line(of: gestures[index].header, from: range)
  }

  /// Whether one of the two says of the other that it waits for it, or lets it happen.
  func areRelated(_ a: Int, _ b: Int) -> Bool {
    naming[a].names(rules.gestures[b]) || naming[b].names(rules.gestures[a])
  }

  /// The kind and tags of its own that it has such a relation to.
  func ownGroups(of index: Int) -> Set<Reference> { naming[index].groups.intersection(rules.gestures[index].groups) }

  /// Whether it has such a relation to any of these kinds and tags, or belongs to one of them.
  func isRelated(_ index: Int, toAny groups: Set<Reference>) -> Bool {
    guard !groups.isEmpty else { return false }
    return !naming[index].groups.isDisjoint(with: groups)
      || rules.gestures[index].groups.contains(where: groups.contains)
  }
}

/// The gestures that one names so that both can happen; what it only prevents is not among them.
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
  /// What a surface is taken for while nothing is known of it, in mm.
  private static let assumedSize = Size(width: 300, height: 190)

  /// Any device of a class, without a name: what is known before devices are there.
  static func some(_ deviceClass: DeviceClass) -> Device {
    Device(
      id: DeviceID(-1), name: "", deviceClass: deviceClass, size: assumedSize,
      capabilities: deviceClass == .touchpad ? LibinputTouchpad.capabilities : [])
  }
}

extension DeviceMatch {
  /// The classes of device it may mean; a name may be that of either.
  var classes: [DeviceClass] {
    switch self {
    case .any, .name: DeviceClass.allCases
    case .deviceClass(let one): [one]
    }
  }

  /// Whether it means every device of the class that `other` means.
  func covers(_ other: DeviceMatch, on deviceClass: DeviceClass) -> Bool {
    switch self {
    case .any: true
    case .deviceClass(let one): one == deviceClass
    case .name: self == other
    }
  }
}

extension GestureRule {
  /// The classes of device it may be made on, if its zone is on these.
  func classes(in zone: [DeviceClass]?) -> [DeviceClass] {
    device.classes.filter {
      receive.device.classes.contains($0) && zone?.contains($0) ?? true
        && (receive.tool != .stylus || $0 == Pen.deviceClass)
    }
  }
}

/// What libinput tells of a pen: one touch of a stylus, at its place, with its pressure.
enum Pen {
  /// The class that pens are of.
  static let deviceClass = DeviceClass.touchscreen
  static let fingers = 1...1
}

extension CheckContext {
  /// Whether a pen may make the gesture.
  func admitsPen(_ index: Int) -> Bool {
    rule(index).receive.tool != .finger && classes(of: index).contains(Pen.deviceClass) && !wantsMoreThanPen(index)
  }

  /// Whether it takes more fingers than a pen can be.
  func wantsMoreThanPen(_ index: Int) -> Bool {
    rule(index).kind.fingers != nil && !breadth(of: index, on: Pen.deviceClass).fingers.overlaps(Pen.fingers)
  }
}
