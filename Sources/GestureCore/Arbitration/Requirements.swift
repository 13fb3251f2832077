/// Who must fail before whom, among the recognizers of one device.
struct Requirements: Sendable {
  /// One failure requirement of a recognizer.
  struct Need: Sendable {
    let place: Int
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
    for place in 0..<count {
      let relations = reader.rule(place).relations
      for requirement in relations.requireToFail {
        let others = reader.places([requirement.reference], of: place)
        guard !others.isEmpty else { continue }
        let gate = gate(of: requirement, for: place, on: device, zones)
        for other in others { require(other, before: place, gate) }
      }
      for requirement in relations.requiredToFailBy {
        for other in reader.places([requirement.reference], of: place) {
          require(place, before: other, gate(of: requirement, for: other, on: device, zones))
        }
      }
    }
    component = Self.components(needs)
  }

  /// `edge` must fail before `other` for touches born in `territory`, unless it waits for that one itself. These do not tie
  /// the two together: whoever is decided need not wait to be ready again.
  mutating func putFirst(_ edge: Int, before other: Int, bornIn territory: [Rectangle]) {
    guard !requires(edge, other) else { return }
    gates.append(.bornIn(territory))
    ownGates[other].append(gates.count - 1)
    require(edge, before: other, gates.count - 1)
  }

  private mutating func require(_ place: Int, before waiting: Int, _ gate: Int?) {
    needs[waiting].append(Need(place: place, gate: gate))
    isTied[place] = true
    isTied[waiting] = true
  }

  private mutating func gate(
    of requirement: Requirement, for waiting: Int, on device: Device, _ zones: ZoneMap
  ) -> Int? {
    guard !requirement.condition.isEmpty else { return nil }
    gates.append(.condition(DeviceCondition(requirement.condition, on: device, zones)))
    ownGates[waiting].append(gates.count - 1)
    return gates.count - 1
  }

  /// Whether `waiting` requires `place` to fail, directly or through others.
  private func requires(_ waiting: Int, _ place: Int) -> Bool {
    var seen: Set<Int> = [waiting]
    var next = [waiting]
    while let one = next.popLast() {
      for need in needs[one] {
        if need.place == place { return true }
        if seen.insert(need.place).inserted { next.append(need.place) }
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
        let (a, b) = (find(index), find(other.place))
        root[max(a, b)] = min(a, b)
      }
    }
    return needs.indices.map(find)
  }
}
