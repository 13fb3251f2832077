/// The relations among a device's contenders.
struct RelationTable: Sendable {
  /// The effect of a success on another gesture that shares a touch.
  enum Impact: Sendable {
    case none
    /// The other gesture fails, unless it has begun.
    case fails
    /// The other gesture fails, or is cancelled if it has begun.
    case isCancelled
    /// The other gesture fails, or ends if it has begun.
    case ends
  }

  let requirements: Requirements
  private let simultaneous: [Set<ContenderID>]
  private let prevents: [Set<ContenderID>]
  private let mayNotPrevent: [Set<ContenderID>]
  private let precedence: [Int]

  /// Creates the relations of `rules` among `gestures`. Gestures of `rules` that aren't in `gestures` count as failed.
  init(
    _ rules: RuleSet, among gestures: [GestureID], precedence: [Int], on device: Device, _ zones: ZoneMap, surface: Size
  ) {
    let index = GestureIndex(gestures.map { rules.gestures[$0.rawValue] })
    var simultaneous = [Set<ContenderID>](repeating: [], count: gestures.count)
    var prevents = simultaneous
    var mayNotPrevent = simultaneous
    for id in gestures.indices.map(ContenderID.init) {
      func targets(_ references: [Reference]) -> [ContenderID] {
        references.flatMap { index.targets($0, of: id.rawValue).map(ContenderID.init) }
      }
      let own = index.rules[id.rawValue].relations
      for other in targets(own.prevents) { prevents[id].insert(other) }
      for other in targets(own.cannotPrevent) { mayNotPrevent[id].insert(other) }  // fault: cannot-prevent
      for other in targets(own.cannotBePreventedBy) { mayNotPrevent[other].insert(id) }  // fault: cannot-be-prevented
      for other in targets(own.simultaneousWith) {
        simultaneous[id].insert(other)
        simultaneous[other].insert(id)  // fault: simultaneous
      }
    }
    var requirements = Requirements(index, on: device, zones)
    for precedence in rules.precedences(among: index.rules, on: device, surface: surface) {
      requirements.add(precedence)
    }
    self.requirements = requirements
    self.simultaneous = simultaneous
    self.prevents = prevents
    self.mayNotPrevent = mayNotPrevent
    self.precedence = precedence
  }

  /// The effect of a success of `winner` on `other`, if the two contenders share a touch.
  func impact(of winner: ContenderID, on other: ContenderID) -> Impact {
    if mayNotPrevent[winner].contains(other) { return .none }
    if prevents[winner].contains(other) { return .isCancelled }  // fault: prevents
    if simultaneous[winner].contains(other) { return .none }
    if precedence[winner] > 0, precedence[other] > precedence[winner] { return .none }  // fault: more-taps
    return .fails
  }

  /// Whether contenders of greater precedence are decided before this contender. False for most kinds.
  func canBeOutranked(_ id: ContenderID) -> Bool { precedence[id] > 0 }

  /// Whether `one` is decided before `other` because of its greater precedence. False if `other` has precedence 0.
  func outranks(_ one: ContenderID, _ other: ContenderID) -> Bool {
    precedence[other] > 0 && precedence[one] > precedence[other]
  }
}

/// Thrown if gestures wait for one another in a cycle: each requires the next to fail, and the last requires the first.
public struct RequirementCycle: Error, Equatable, Sendable {
  public let gestures: [GestureID]
}

extension RuleSet {
  /// A cycle of gestures that require one another to fail; nil if none exists. Requirements with a condition count too.
  public func requirementCycle() -> [GestureID]? {
    var cycles = RequirementCycles(GestureIndex(gestures))
    return cycles.next()?.map(GestureID.init)
  }
}

/// The failure requirements among the contenders of a device.
struct Requirements: Sendable {
  /// One failure requirement of a recognizer.
  struct Need: Sendable {
    let requirement: ContenderID
    /// The index of the gate that must be open for the requirement to count. Nil if the requirement always counts.
    let gate: Int?
  }

  /// The test that decides in each attempt whether a requirement counts.
  enum Gate: Sendable {
    /// A condition, checked once when the attempt begins.
    case condition(DeviceCondition)
    /// Passes as soon as a touch has landed in one of these rectangles.
    case landedIn([Rectangle])
  }

  private(set) var needs: [[Need]]
  private(set) var gates: [Gate] = []
  /// For each recognizer, the indices of the gates that its attempt opens and shuts.
  private(set) var ownGates: [[Int]]
  /// For each recognizer, the ID of its component. Requirements, not precedences, tie recognizers, also indirectly.
  private(set) var component: [Int] = []
  /// For each recognizer, whether a requirement or a precedence exists between this recognizer and another one.
  private(set) var isTied: [Bool]

  /// Creates the requirements of the rules; precedences are added later.
  init(_ index: GestureIndex, on device: Device, _ zones: ZoneMap) {
    let count = index.rules.count
    needs = Array(repeating: [], count: count)
    ownGates = Array(repeating: [], count: count)
    isTied = Array(repeating: false, count: count)
    for id in index.rules.indices.map(ContenderID.init) {
      let relations = index.rules[id.rawValue].relations
      for requirement in relations.requireToFail {
        let others = index.targets(requirement.reference, of: id.rawValue).map(ContenderID.init)
        guard !others.isEmpty else { continue }
        let gate = gate(of: requirement, for: id, on: device, zones)
        for other in others { require(other, before: id, gate) }
      }
      for requirement in relations.requiredToFailBy {
        for other in index.targets(requirement.reference, of: id.rawValue).map(ContenderID.init) {
          require(id, before: other, gate(of: requirement, for: other, on: device, zones))  // fault: required-by
        }
      }
    }
    component = Self.components(needs)
  }

  /// Makes gesture `other` of the precedence wait for gesture `first`, unless `first` already waits for `other`.
  fileprivate mutating func add(_ precedence: Precedence) {
    let (first, other) = (ContenderID(precedence.first), ContenderID(precedence.other))
    guard !requires(first, other) else { return }  // fault: awaited-edge
    switch precedence.reason {
    case .drawing: require(first, before: other, nil)
    case .edge(let startAreas):
      gates.append(.landedIn(startAreas))
      ownGates[other].append(gates.count - 1)
      require(first, before: other, gates.count - 1)
    }
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

  /// Whether `waiting` requires `other` to fail, directly or through the requirements of further gestures.
  private func requires(_ waiting: ContenderID, _ other: ContenderID) -> Bool {
    var seen: Set = [waiting]
    var next = [waiting]
    while let one = next.popLast() {
      for need in needs[one] {
        if need.requirement == other { return true }
        if seen.insert(need.requirement).inserted { next.append(need.requirement) }
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

/// For each gate, whether it is open in the present attempt.
struct RequirementGates: Sendable {
  private let gates: [Requirements.Gate]
  private let ownGates: [[Int]]
  private var isOpen: [Bool]

  init(_ requirements: Requirements) {
    gates = requirements.gates
    ownGates = requirements.ownGates
    isOpen = Array(repeating: false, count: gates.count)
  }

  func counts(_ need: Requirements.Need) -> Bool { need.gate.map { isOpen[$0] } ?? true }

  mutating func start(_ id: ContenderID, in home: ScopeID, _ router: TouchRouter) {
    for gate in ownGates[id] {
      switch gates[gate] {
      case .condition(let condition): isOpen[gate] = router.holds(condition, in: home)
      case .landedIn: isOpen[gate] = false
      }
    }
  }

  /// Opens each gate of the contender `id` if a touch in `landed` started in one of the gate's start areas.
  mutating func open(for id: ContenderID, by landed: [Touch], on surface: Size) {
    for gate in ownGates[id] {
      guard case .landedIn(let startAreas) = gates[gate] else { continue }
      if landed.contains(where: { touch in startAreas.contains { $0.contains(touch.start, on: surface) } }) {
        isOpen[gate] = true
      }
    }
  }
}
