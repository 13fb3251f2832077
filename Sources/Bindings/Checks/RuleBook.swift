import GestureCore

/// The gestures of a file, with the answers that checks ask for again and again.
struct RuleBook {
  /// Those whose kind is known, in the order of the file: the index is the gesture's number.
  let gestures: [GestureSection]
  let rules: RuleSet
  /// Of all gestures, also of those that could not be read.
  let names: [String]
  private let places: [String: Int]
  private let kinds: [String: [Int]]
  private let known: Set<String>
  private let settings: [DeviceClass: [[String: SettingValue]]]
  private let breadths: [DeviceClass: [Breadth]]
  private let relations: [Relations]
  private let source: Source

  init(
    _ sections: [GestureSection], defaults: SettingOverrides, classDefaults: [DeviceClass: SettingOverrides],
    devices: [DeviceSection], _ problems: Problems
  ) {
    var gestures: [GestureSection] = []
    var rules = RuleSet(defaults: defaults, classDefaults: classDefaults, devices: devices)
    var places: [String: Int] = [:]
    var kinds: [String: [Int]] = [:]
    for section in sections {
      guard let rule = section.rule else { continue }
      places[rule.name] = gestures.count
      kinds[rule.kind.name, default: []].append(gestures.count)
      gestures.append(section)
      rules.gestures.append(rule)
    }
    self.gestures = gestures
    self.rules = rules
    self.places = places
    self.kinds = kinds
    settings = Dictionary(uniqueKeysWithValues: DeviceClass.allCases.map { ($0, Self.settings(rules, on: $0)) })
    let varying = Set(devices.flatMap(\.settings.keys))
    breadths = settings.mapValues { values in
      zip(rules.gestures, values).map { Breadth($0, $1, mayVary: varying.contains($0.kind.name)) }
    }
    relations = rules.gestures.map(Relations.init)
    names = sections.map(\.name.value)
    known = Set(names)
    source = problems.source
  }

  private static func settings(_ rules: RuleSet, on deviceClass: DeviceClass) -> [[String: SettingValue]] {
    let device = Device.some(deviceClass)
    return rules.gestures.map { rules.settings(of: $0, on: device).values }
  }

  func isKnown(_ name: String) -> Bool { known.contains(name) }

  func index(of name: String) -> Int? { places[name] }

  func rule(_ index: Int) -> GestureRule { rules.gestures[index] }

  /// The gestures a relation of this one is about.
  func targets(_ reference: Reference, of index: Int) -> [Int] {
    switch reference {
    case .gesture(let name): places[name].map { [$0] } ?? []
    case .kind(let kind): (kinds[kind] ?? []).filter { $0 != index }
    case .tag(let tag): rules.gestures.indices.filter { $0 != index && rules.gestures[$0].tags.contains(tag) }
    }
  }

  func members(of kind: String) -> [Int] { kinds[kind] ?? [] }

  func settings(of index: Int, on deviceClass: DeviceClass) -> [String: SettingValue] {
    settings[deviceClass]?[index] ?? [:]
  }

  func breadth(of index: Int, on deviceClass: DeviceClass) -> Breadth {
    breadths[deviceClass]?[index] ?? Breadth(rules.gestures[index], [:], mayVary: false)
  }

  func line(of index: Int) -> Int { source.location(of: gestures[index].header.lowerBound).line }

  /// Whether one of the two names the other, as something to wait for or to run beside.
  func areRelated(_ a: Int, _ b: Int) -> Bool { mentions(a, b) || mentions(b, a) }

  private func mentions(_ a: Int, _ b: Int) -> Bool {
    relations[a].names.contains(rules.gestures[b].name) || relations[a].kinds.contains(rules.gestures[b].kind.name)
  }

  func mentions(_ index: Int, kind: String) -> Bool { relations[index].kinds.contains(kind) }

  /// Whether all that it requires to fail is of one kind.
  func waitsOnly(_ index: Int, forKind kind: String) -> Bool {
    rules.gestures[index].relations.requireToFail.map(\.reference).allSatisfy { reference in
      switch reference {
      case .gesture(let name): places[name].map { rules.gestures[$0].kind.name == kind } ?? true
      case .kind(let name): name == kind
      case .tag: false
      }
    }
  }
}

/// The names and kinds a gesture has a relation to.
private struct Relations {
  var names: Set<String> = []
  var kinds: Set<String> = []

  init(_ rule: GestureRule) {
    for reference in rule.relations.references {
      switch reference {
      case .gesture(let name): names.insert(name)
      case .kind(let kind): kinds.insert(kind)
      case .tag: break
      }
    }
  }
}

extension Device {
  /// Any device of a class, without a name: what is known before devices are there.
  static func some(_ deviceClass: DeviceClass) -> Device {
    Device(
      id: DeviceID(-1), name: "", deviceClass: deviceClass, size: Size(width: 0, height: 0),
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
