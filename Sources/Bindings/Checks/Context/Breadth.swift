import GestureCore

/// What a gesture accepts on one class of device, in a form that is quick to compare: all but its fingers are numbers in the
/// `BreadthTable`.
struct Breadth: Hashable {
  /// Where and when gestures are looked for, by one of their modes.
  struct Place: Hashable {
    let device: Int
    let scope: Int
    /// Nil for gestures that can fire in all modes.
    let mode: Int?
  }

  /// Gestures of one precision that may include each other.
  struct Group: Hashable {
    let precision: Int
    let place: Place
  }

  let fingers: ClosedRange<Int>
  fileprivate(set) var ways: Int
  let device: Int
  let precision: Int
  let scope: Int
  /// The modes it can fire in; nil for all.
  fileprivate let modes: Int?
}

/// Where and when a gesture is looked for, apart from its devices and its modes, by numbers of the `BreadthTable`.
private struct SearchScope: Hashable {
  /// Nil for the whole surface.
  var zone: Int?
  var receive: Int
  var beginIf: Int
  let exclusiveTouchType: Bool

  /// The scopes that hold whenever this one does, in the same zone, each once.
  var wider: [SearchScope] {
    var found = [self]
    if receive != BreadthTable.nothing {
      found.append(self)
      found[1].receive = BreadthTable.nothing
    }
    if beginIf != BreadthTable.nothing {
      for scope in found {
        found.append(scope)
        found[found.count - 1].beginIf = BreadthTable.nothing
      }
    }
    return found
  }

  /// Whether it holds whenever `other` does, if their zones are the same.
  func holds(whenever other: SearchScope) -> Bool {
    (receive == BreadthTable.nothing || receive == other.receive)
      && (beginIf == BreadthTable.nothing || beginIf == other.beginIf)
      && exclusiveTouchType == other.exclusiveTouchType
  }
}

/// What two gestures must share to be comparable.
private struct Precision: Hashable {
  private let kind: String
  /// The settings in their declared order, each as the bits of its value.
  private var values: [UInt64] = []
  /// The drawing, for kinds that have one.
  let drawing: DrawnFigure?
  /// The rule's own settings, where a device section may change the others.
  private let own: [String]
  /// The places of the thresholds among `values`.
  private var thresholds: [Int] = []

  /// `settings` are those of the rule on a class of device, `declared` those of its kind; `mayVary` says that a device section may
  /// change them.
  init(_ rule: GestureRule, _ settings: Settings, _ declared: [SettingDeclaration], mayVary: Bool) {
    kind = rule.kind.name
    drawing = rule.kind.figure(settings).map(DrawnFigure.init)
    own = mayVary ? rule.ownSettings.sorted() : []
    let ways = AllowedWays(rule.kind, settings)
    // A setting without effect counts as the same, whatever its value.
    let idle = rule.kind.traits.idle(settings)
    for declaration in declared where declaration.name != CommonSettings.fingers.declaration.name {
      if ways != nil, AllowedWays.settings.contains(declaration.name) { continue }
      if rule.kind.traits.alternatives.contains(declaration.name) { continue }
      guard let value = settings[declaration.name] else { continue }
      if declaration.loosening != nil { thresholds.append(values.count) }
      values.append(idle[declaration.name] == nil ? value.bits(in: declaration.shape) : 0)
    }
  }

  /// The same, whatever the thresholds are.
  var withoutThresholds: Precision {
    var other = self
    for place in thresholds { other.values[place] = 0 }
    return other
  }
}

/// The breadths of the gestures of a file, and what the numbers in them mean.
final class BreadthTable {
  /// The number of a condition that states nothing.
  fileprivate static let nothing = 0
  /// The numbers of what the gestures of one class of device may be for.
  private static let anyDevice = 0
  private static func number(of deviceClass: DeviceClass) -> Int { deviceClass == .touchscreen ? 1 : 2 }

  /// What the settings of a gesture say on one class of device.
  private struct Form {
    let fingers: ClosedRange<Int>
    let ways: Int
    let precision: Int
  }

  private var breadths: ByClass<[Breadth]>
  private var ways = NumberedValues<AllowedWays>([.all])
  private var precisions = NumberedValues<Precision>()
  private var devices = NumberedValues<DeviceMatch>([.any, .deviceClass(.touchscreen), .deviceClass(.touchpad)])
  private var zones = NumberedValues<String>()
  private var conditions = NumberedValues<ComparedCondition>([ComparedCondition(Condition())])
  private var scopes = NumberedValues<SearchScope>()
  /// For each of `scopes` the other scopes that hold whenever it does, in the same zone.
  private var widerScopes: [[Int]] = []
  /// For each of `precisions` a number that it shares with the precisions that differ in thresholds only.
  private var looseNumbers: [Int] = []
  private var modes = NumberedValues<String>()
  private var sets = NumberedValues<Set<Int>>()
  /// For each of `sets` the mode that the fewest gestures can fire in.
  private var rarest: [Int?] = []
  private let tree: ZoneTree
  let comparisons: Comparisons

  init(
    _ rules: RuleSet, _ settings: SettingsTable, _ tree: ZoneTree, _ comparisons: Comparisons
  ) {
    self.tree = tree
    self.comparisons = comparisons
    breadths = ByClass { _ in [] }
    let varying = Set(rules.devices.flatMap { $0.settings.keys })
    let forms = settings.examples.map { index in
      let rule = rules.gestures[index]
      let (declared, mayVary) = (rule.kind.allSettings, varying.contains(rule.kind.name))
      return ByClass { deviceClass in
        let settings = settings.settings(of: index, on: deviceClass)
        let precision = Precision(rule, settings, declared, mayVary: mayVary)
        return Form(
          fingers: settings[CommonSettings.fingers], ways: ways.number(of: AllowedWays(rule.kind, settings) ?? .all),
          precision: precisions.number(of: precision))
      }
    }
    let places = rules.gestures.indices.map { place(of: rules.gestures[$0]) }
    var counts: [Int: Int] = [:]
    for place in places {
      guard let set = place.modes else { continue }
      for mode in sets[set] { counts[mode, default: 0] += 1 }
    }
    widerScopes = scopes.all.map { $0.wider.compactMap(scopes.known) }
    var loose = NumberedValues<Precision>()
    looseNumbers = precisions.all.map { loose.number(of: $0.withoutThresholds) }
    rarest = sets.all.map { modes in modes.min { (counts[$0] ?? 0, $0) < (counts[$1] ?? 0, $1) } }
    breadths = ByClass { deviceClass in
      zip(settings.numbers, places).map { number, place in
        let form = forms[number][deviceClass]
        return Breadth(
          fingers: form.fingers, ways: form.ways, device: place.device, precision: form.precision, scope: place.scope,
          modes: place.modes)
      }
    }
  }

  private func place(of rule: GestureRule) -> (device: Int, scope: Int, modes: Int?) {
    var (receive, beginIf) = (rule.receive, rule.beginIf)
    receive.zone = nil
    receive.modes = nil
    beginIf.modes = nil
    // A device in both places is compared as the gesture's own.
    let device = rule.device == .any ? receive.device : rule.device
    if rule.device == .any { receive.device = .any }
    let scope = SearchScope(
      zone: rule.receive.zone.map { zones.number(of: $0) }, receive: conditions.number(of: ComparedCondition(receive)),
      beginIf: conditions.number(of: ComparedCondition(beginIf)), exclusiveTouchType: rule.exclusiveTouchType)
    let own = rule.modes.map { names in sets.number(of: Set(names.map { modes.number(of: $0) })) }
    return (devices.number(of: device), scopes.number(of: scope), own)
  }

  func breadth(of gesture: Int, on deviceClass: DeviceClass) -> Breadth { breadths[deviceClass][gesture] }

  func ways(of breadth: Breadth) -> AllowedWays { ways[breadth.ways] }

  /// Whether it is a drawing.
  func isDrawn(_ breadth: Breadth) -> Bool { precisions[breadth.precision].drawing != nil }

  /// The same number for breadths whose precisions differ in thresholds only.
  func looseNumber(of breadth: Breadth) -> Int { looseNumbers[breadth.precision] }

  /// The same, whichever way the fingers may go.
  func openToAllWays(_ breadth: Breadth) -> Breadth {
    var open = breadth
    open.ways = 0
    return open
  }

  // MARK: Comparing

  /// Whether one accepts the fingers and directions that the other accepts, in the same modes.
  func includes(_ wide: Breadth, _ narrow: Breadth) -> Bool {
    comparisons.count += 1
    return wide.fingers.includes(narrow.fingers)
      && (wide.ways == narrow.ways || ways[wide.ways].isSuperset(of: ways[narrow.ways]))
      && isSuperset(wide.modes, of: narrow.modes)
  }

  private func isSuperset(_ wide: Int?, of narrow: Int?) -> Bool {
    guard let wide, wide != narrow else { return true }
    return narrow.map { sets[$0].isSubset(of: sets[wide]) } ?? false
  }

  /// Whether one gesture is looked for wherever another one is, with all of its fingers and ways.
  func isPresent(_ wide: Breadth, wherever narrow: Breadth, _ deviceClass: DeviceClass) -> Bool {
    let covers =
      wide.device == narrow.device || wide.device == Self.anyDevice || wide.device == Self.number(of: deviceClass)
    guard covers, includes(wide, narrow) else { return false }
    let (own, other) = (scopes[wide.scope], scopes[narrow.scope])
    return own.holds(whenever: other) && shows(other.zone, to: own.zone)
  }

  private func shows(_ inner: Int?, to outer: Int?) -> Bool {
    inner == outer || tree.shows(inner.map { zones[$0] }, to: outer.map { zones[$0] })
  }

  // MARK: Finding others

  /// The places it stands at itself: one for each of its modes.
  func homes(of breadth: Breadth) -> [Breadth.Place] {
    guard let modes = breadth.modes else {
      return [Breadth.Place(device: breadth.device, scope: breadth.scope, mode: nil)]
    }
    return sets[modes].map { Breadth.Place(device: breadth.device, scope: breadth.scope, mode: $0) }
  }

  /// The places of gestures that may include it: for all of its devices, under no further conditions, in the same zone.
  func widerPlaces(of breadth: Breadth, on deviceClass: DeviceClass) -> [Breadth.Place] {
    places(breadth, in: widerScopes[breadth.scope], deviceClass)
  }

  /// The same in its own zone and in those around it that see its touches.
  func surroundings(of breadth: Breadth, on deviceClass: DeviceClass) -> [Breadth.Place] {
    guard let zone = scopes[breadth.scope].zone else { return widerPlaces(of: breadth, on: deviceClass) }
    let around = tree.reach(of: zones[zone]).flatMap { name -> [Int] in
      var scope = scopes[breadth.scope]
      // A zone that no gesture names has no gestures.
      if let name {
        guard let number = zones.known(name) else { return [] }
        scope.zone = number
      } else {
        scope.zone = nil
      }
      return scope.wider.compactMap(scopes.known)
    }
    return places(breadth, in: around, deviceClass)
  }

  private func places(_ breadth: Breadth, in scopes: [Int], _ deviceClass: DeviceClass) -> [Breadth.Place] {
    let (own, ofClass) = (breadth.device, Self.number(of: deviceClass))
    // A gesture that includes all of its modes includes this one.
    let mode = breadth.modes.flatMap { rarest[$0] }
    var found: [Breadth.Place] = []
    for scope in scopes {
      for device in own == Self.anyDevice || own == ofClass
        ? [Self.anyDevice, ofClass] : [Self.anyDevice, ofClass, own]
      {
        found.append(Breadth.Place(device: device, scope: scope, mode: nil))
        if let mode { found.append(Breadth.Place(device: device, scope: scope, mode: mode)) }
      }
    }
    return found
  }
}

extension RuleSet {
  /// Whether two gestures accept the same, wherever and whenever they are looked for.
  func mayHoldTwins(_ settings: SettingsTable) -> Bool {
    guard settings.examples.count == gestures.count else { return true }
    let varying = Set(devices.flatMap { $0.settings.keys })
    let kinds = Dictionary(grouping: gestures.indices) { gestures[$0].kind.name }
    return kinds.contains { kind, alike in
      alike.count > 1
        && DeviceClass.allCases.contains { mayHoldTwins(alike, on: $0, settings, mayVary: varying.contains(kind)) }
    }
  }

  /// The same for gestures of one kind on a class of device.
  private func mayHoldTwins(
    _ places: [Int], on deviceClass: DeviceClass, _ settings: SettingsTable, mayVary: Bool
  ) -> Bool {
    let groups = Dictionary(grouping: places) { index in
      let own = settings.settings(of: index, on: deviceClass)
      return TwinKey(fingers: own[CommonSettings.fingers], ways: AllowedWays(gestures[index].kind, own) ?? .all)
    }
    return groups.values.contains { alike in
      guard alike.count > 1 else { return false }
      let precisions = alike.map { index in
        Precision(
          gestures[index], settings.settings(of: index, on: deviceClass), gestures[index].kind.allSettings,
          mayVary: mayVary)
      }
      return Set(precisions).count < precisions.count
    }
  }
}

/// What two gestures of one kind that accept the same share, and few others do.
private struct TwinKey: Hashable {
  let fingers: ClosedRange<Int>
  let ways: AllowedWays
}

/// Values that are told apart by numbers, from 0 in the order in which they come up.
private struct NumberedValues<Value: Hashable> {
  private var values: [Value] = []
  private var numbers: [Value: Int] = [:]

  init(_ values: [Value] = []) {
    for value in values { _ = number(of: value) }
  }

  var all: [Value] { values }

  subscript(number: Int) -> Value { values[number] }

  mutating func number(of value: Value) -> Int {
    if let number = numbers[value] { return number }
    numbers[value] = values.count
    values.append(value)
    return values.count - 1
  }

  /// Nil for a value that has not come up.
  func known(_ value: Value) -> Int? { numbers[value] }
}

/// A condition that is one of many: thousands of gestures may share one that names thousands of applications, so not all of it goes
/// into the hash.
private struct ComparedCondition: Hashable {
  private let condition: Condition

  init(_ condition: Condition) { self.condition = condition }

  func hash(into hasher: inout Hasher) {
    hasher.combine(condition.device)
    for term in condition.terms { Self.hash(term, into: &hasher) }
    for exclusion in condition.exclusions { Self.hash(exclusion.term, into: &hasher) }
  }

  private static func hash(_ term: Condition.Term, into hasher: inout Hasher) {
    hasher.combine(term.fact)
    switch term.test {
    case .likeAny(let patterns):
      hasher.combine(patterns.count)
      hasher.combine(patterns.first)
      hasher.combine(patterns.last)
    case .like, .oneOf, .counts, .numbers, .flags: hasher.combine(term.test)
    }
  }
}

extension GestureRule {
  /// The names of all that it sets itself, on any class of device.
  fileprivate var ownSettings: Set<String> {
    classSettings.values.reduce(into: Set(settings.keys)) { $0.formUnion($1.keys) }
  }
}

extension SettingValue {
  /// A number that differs for different values of one setting.
  fileprivate func bits(in shape: SettingShape) -> UInt64 {
    switch self {
    case .quantity(let value): return value.bitPattern
    case .count(let count): return UInt64(bitPattern: Int64(count))
    case .countRange(let range): return UInt64(range.lowerBound) << 32 | UInt64(range.upperBound)
    case .choice(let name):
      guard case .choice(let names) = shape else { return 0 }
      return UInt64(names.firstIndex(of: name) ?? names.count)
    case .flag(let flag): return flag ? 1 : 0
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
