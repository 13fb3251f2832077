/// Which contenders of a device must fail before which, may run beside which, and prevent which.
struct RelationTable: Sendable {
  /// What one that goes out does to another that shares a touch with it.
  enum Impact: Sendable {
    case none
    /// It fails, unless it has begun.
    case fails
    /// It fails, or is cancelled if it has begun.
    case isCancelled
    /// It fails, or ends if it has begun.
    case ends
  }

  /// A recognizer of drawings.
  private struct Drawn {
    let id: ContenderID
    let way: DrawnWay
    let fingers: ClosedRange<Int>
  }

  let requirements: Requirements
  private let simultaneous: [ContenderSet]
  private let prevents: [ContenderSet]
  private let mayNotPrevent: [ContenderSet]
  private let precedence: [Int]

  /// The relations of `rules` among `gestures`; a gesture that is not among them counts as failed, and its own relations
  /// do not count.
  init(
    _ rules: RuleSet, among gestures: [GestureID], precedence: [Int], on device: Device, _ zones: ZoneMap, surface: Size
  ) {
    let reader = RelationTargets(rules, gestures)
    var simultaneous = [ContenderSet](repeating: ContenderSet(), count: gestures.count)
    var prevents = simultaneous
    var mayNotPrevent = simultaneous
    for id in reader.ids {
      let own = reader.rule(id).relations
      for other in reader.targets(own.prevents, of: id) { prevents[id].insert(other) }
      for other in reader.targets(own.cannotPrevent, of: id) { mayNotPrevent[id].insert(other) }
      for other in reader.targets(own.cannotBePreventedBy, of: id) { mayNotPrevent[other].insert(id) }
      for other in reader.targets(own.simultaneousWith, of: id) {
        simultaneous[id].insert(other)
        simultaneous[other].insert(id)
      }
    }
    var requirements = Requirements(reader, count: gestures.count, on: device, zones)
    for edge in reader.ids {
      let rule = reader.rule(edge)
      let territory = rule.kind.traits.territory(rules.settings(of: rule, on: device), surface)
      guard !territory.isEmpty else { continue }
      for other in reader.ids where other != edge && reader.rule(other).kind.traits.yieldsToEdges {
        guard !simultaneous[edge].contains(other), !mayNotPrevent[edge].contains(other) else { continue }
        requirements.putFirst(edge, before: other, bornIn: territory)
      }
    }
    let drawings = reader.ids.compactMap { id -> Drawn? in
      guard let drawnWay = reader.rule(id).kind.traits.drawnWay else { return nil }
      let settings = rules.settings(of: reader.rule(id), on: device)
      return drawnWay(settings).map {
        Drawn(id: id, way: $0, fingers: settings[CommonSettings.fingers])
      }
    }
    for longer in drawings {
      for other in drawings where other.way.leads(to: longer.way) && other.fingers.overlaps(longer.fingers) {
        guard !simultaneous[longer.id].contains(other.id), !mayNotPrevent[longer.id].contains(other.id) else {
          continue
        }
        requirements.putFirst(longer.id, before: other.id)
      }
    }
    self.requirements = requirements
    self.simultaneous = simultaneous
    self.prevents = prevents
    self.mayNotPrevent = mayNotPrevent
    self.precedence = precedence
  }

  /// What happens to `other`, which shares a touch, when `winner` begins or is recognized.
  func impact(of winner: ContenderID, on other: ContenderID) -> Impact {
    if mayNotPrevent[winner].contains(other) { return .none }
    if prevents[winner].contains(other) { return .isCancelled }
    if simultaneous[winner].contains(other) { return .none }
    if precedence[winner] > 0, precedence[other] > precedence[winner] { return .none }
    return .fails
  }

  /// Whether another one may go before it at the same instant whatever their order: hardly ever.
  func canBeOutranked(_ id: ContenderID) -> Bool { precedence[id] > 0 }

  /// Whether `one` goes before `other` at the same instant, whatever their order.
  func outranks(_ one: ContenderID, _ other: ContenderID) -> Bool {
    precedence[other] > 0 && precedence[one] > precedence[other]
  }
}

/// Finds the recognizers of one device that the references of a rule are about.
struct RelationTargets {
  private let rules: [GestureRule]
  private var named: [String: ContenderID] = [:]
  private var kinds: [String: [ContenderID]] = [:]
  private var tagged: [String: [ContenderID]] = [:]

  /// `gestures` are those that have a recognizer, in its order.
  init(_ rules: RuleSet, _ gestures: [GestureID]) {
    self.rules = gestures.map { rules.gestures[$0.rawValue] }
    // Gestures that only look on have no relations.
    for id in ids where !rule(id).kind.traits.onlyObserves {
      let rule = rule(id)
      named[rule.name] = named[rule.name] ?? id
      kinds[rule.kind.name, default: []].append(id)
      for tag in rule.tags { tagged[tag, default: []].append(id) }
    }
  }

  /// All recognizers, in order.
  fileprivate var ids: [ContenderID] { rules.indices.map { ContenderID($0) } }

  func rule(_ id: ContenderID) -> GestureRule { rules[id] }

  /// The recognizers that the references of `id` are about. An unknown name means none; a kind or a tag never means `id`.
  func targets(_ references: [Reference], of id: ContenderID) -> [ContenderID] {
    guard !rules[id].kind.traits.onlyObserves else { return [] }
    return references.flatMap { reference in
      switch reference {
      case .gesture(let name): named[name].map { [$0] } ?? []
      case .kind(let kind): (kinds[kind] ?? []).filter { $0 != id }
      case .tag(let tag): (tagged[tag] ?? []).filter { $0 != id }
      }
    }
  }
}

/// Gestures that require one another to fail, each the next and the last the first.
public struct RequirementCycle: Error, Equatable, Sendable {
  public let gestures: [GestureID]
}

extension RuleSet {
  /// A circle in the failure requirements, whatever their conditions, each requiring the next and the last the first; nil
  /// if there is none.
  public func requirementCycle() -> [GestureID]? {
    let reader = RelationTargets(self, gestures.indices.map(GestureID.init))
    var requirements = [[Int]](repeating: [], count: gestures.count)
    for id in reader.ids {
      let relations = reader.rule(id).relations
      requirements[id] += reader.targets(relations.requireToFail.map(\.reference), of: id).map(\.rawValue)
      for other in reader.targets(relations.requiredToFailBy.map(\.reference), of: id) {
        requirements[other].append(id.rawValue)
      }
    }
    var finished = Set<Int>()
    for start in gestures.indices where !finished.contains(start) {
      if let cycle = Self.cycle(from: start, requirements, &finished) { return cycle.map(GestureID.init) }
    }
    return nil
  }

  /// Walks all ways from `start` without recursion, so that no rules file is too deep.
  private static func cycle(from start: Int, _ requirements: [[Int]], _ finished: inout Set<Int>) -> [Int]? {
    var path = [start]
    var next = [0]
    while let here = path.last, let choice = next.last {
      guard choice < requirements[here].count else {
        finished.insert(here)
        path.removeLast()
        next.removeLast()
        continue
      }
      next[next.count - 1] += 1
      let there = requirements[here][choice]
      if let back = path.firstIndex(of: there) { return Array(path[back...]) }
      guard !finished.contains(there) else { continue }
      path.append(there)
      next.append(0)
    }
    return nil
  }
}

/// Which contenders of a device must fail before which.
struct Requirements: Sendable {
  /// One failure requirement of a recognizer.
  struct Need: Sendable {
    /// The one that must fail.
    let requirement: ContenderID
    /// The gate that must be open for it to count; nil if it always does.
    let gate: Int?
  }

  /// Under which circumstances a requirement counts in an attempt.
  enum Gate: Sendable {
    /// Looked at once, when the attempt begins.
    case condition(DeviceCondition)
    /// Open as soon as a touch was born in one of them.
    case bornIn([Rectangle])
  }

  /// For each recognizer, those that must fail before it.
  private(set) var needs: [[Need]]
  private(set) var gates: [Gate] = []
  /// The gates that each recognizer's attempt opens and shuts.
  private(set) var ownGates: [[Int]]
  /// Recognizers tied by requirements, directly or through others, have the same component: they reset together.
  private(set) var component: [Int] = []
  /// Those that require others or are required: whether they are possible matters to others.
  private(set) var isTied: [Bool]

  /// The requirements that the rules state; those of edges and drawings come with `putFirst`.
  init(_ reader: RelationTargets, count: Int, on device: Device, _ zones: ZoneMap) {
    needs = Array(repeating: [], count: count)
    ownGates = Array(repeating: [], count: count)
    isTied = Array(repeating: false, count: count)
    for id in reader.ids {
      let relations = reader.rule(id).relations
      for requirement in relations.requireToFail {
        let others = reader.targets([requirement.reference], of: id)
        guard !others.isEmpty else { continue }
        let gate = gate(of: requirement, for: id, on: device, zones)
        for other in others { require(other, before: id, gate) }
      }
      for requirement in relations.requiredToFailBy {
        for other in reader.targets([requirement.reference], of: id) {
          require(id, before: other, gate(of: requirement, for: other, on: device, zones))
        }
      }
    }
    component = Self.components(needs)
  }

  /// `edge` must fail before `other` for touches born in `territory`, unless it waits for that one itself. These do not tie
  /// the two together: one that is decided need not wait to be ready again.
  fileprivate mutating func putFirst(_ edge: ContenderID, before other: ContenderID, bornIn territory: [Rectangle]) {
    guard !requires(edge, other) else { return }
    gates.append(.bornIn(territory))
    ownGates[other].append(gates.count - 1)
    require(edge, before: other, gates.count - 1)
  }

  /// `longer`, a drawing that may go on from `other`, must fail before it, unless it waits for that one itself. These do not
  /// tie the two together either.
  fileprivate mutating func putFirst(_ longer: ContenderID, before other: ContenderID) {
    if !requires(longer, other) { require(longer, before: other, nil) }
  }

  private mutating func require(_ requirement: ContenderID, before waiting: ContenderID, _ gate: Int?) {
    needs[waiting].append(Need(requirement: requirement, gate: gate))
    isTied[requirement] = true
    isTied[waiting] = true
  }

  private mutating func gate(
    of requirement: Requirement, for waiting: ContenderID, on device: Device, _ zones: ZoneMap
  ) -> Int? {
    guard !requirement.condition.isEmpty else { return nil }
    gates.append(.condition(DeviceCondition(requirement.condition, on: device, zones)))
    ownGates[waiting].append(gates.count - 1)
    return gates.count - 1
  }

  /// Whether `waiting` requires `other` to fail, directly or through others.
  private func requires(_ waiting: ContenderID, _ other: ContenderID) -> Bool {
    var seen = ContenderSet()
    seen.insert(waiting)
    var next = [waiting]
    while let one = next.popLast() {
      for need in needs[one] {
        if need.requirement == other { return true }
        if seen.insert(need.requirement) { next.append(need.requirement) }
      }
    }
    return false
  }

  private static func components(_ needs: [[Need]]) -> [Int] {
    var root = Array(needs.indices)
    func find(_ index: Int) -> Int {
      var index = index
      while root[index] != index { index = root[index] }
      return index
    }
    for (index, others) in needs.enumerated() {
      for other in others {
        let (a, b) = (find(index), find(other.requirement.rawValue))
        root[max(a, b)] = min(a, b)
      }
    }
    return needs.indices.map(find)
  }
}

/// Which failure requirements count in the present attempts: each of their gates is open or shut.
struct RequirementGates: Sendable {
  private let gates: [Requirements.Gate]
  private let ownGates: [[Int]]
  private var isOpen: [Bool]

  init(_ requirements: Requirements) {
    gates = requirements.gates
    ownGates = requirements.ownGates
    isOpen = Array(repeating: false, count: gates.count)
  }

  /// Whether a requirement counts now.
  func count(_ need: Requirements.Need) -> Bool { need.gate.map { isOpen[$0] } ?? true }

  /// The attempt of a contender begins: which of its requirements count?
  mutating func start(_ id: ContenderID, in home: ScopeID, _ router: TouchRouter) {
    for gate in ownGates[id] {
      switch gates[gate] {
      case .condition(let condition): isOpen[gate] = router.holds(condition, in: home)
      case .bornIn: isOpen[gate] = false
      }
    }
  }

  /// A touch that was born where others go first makes a contender wait for them.
  mutating func open(for id: ContenderID, by landed: [Touch], on surface: Size) {
    for gate in ownGates[id] {
      guard case .bornIn(let territory) = gates[gate] else { continue }
      if landed.contains(where: { touch in territory.contains { $0.contains(touch.start, on: surface) } }) {
        isOpen[gate] = true
      }
    }
  }
}
