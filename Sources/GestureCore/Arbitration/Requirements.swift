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
    /// Open from when a touch is there that was born in one of these.
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

  /// The requirements that the rules state; those of edges come with `putFirst`.
  init(_ reader: RelationReader, count: Int, on device: Device, _ zones: ZoneMap) {
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
  mutating func putFirst(_ edge: ContenderID, before other: ContenderID, bornIn territory: [Rectangle]) {
    guard !requires(edge, other) else { return }
    gates.append(.bornIn(territory))
    ownGates[other].append(gates.count - 1)
    require(edge, before: other, gates.count - 1)
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
    var seen: Set<ContenderID> = [waiting]
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
  mutating func start(_ id: ContenderID, in home: ScopeID, _ router: inout TouchRouter) {
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
