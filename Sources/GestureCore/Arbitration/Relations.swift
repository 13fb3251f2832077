/// Which contenders of a device must fail before which, may run beside which, and prevent which.
struct Relations: Sendable {
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

  let requirements: Requirements
  private let simultaneous: [Set<ContenderID>]
  private let prevents: [Set<ContenderID>]
  private let mayNotPrevent: [Set<ContenderID>]
  private let precedence: [Int]
  /// For each recognizer, the sequences it is a step of.
  private let sequences: [Set<ContenderID>]

  /// The relations of `rules` among `gestures`; what is not among them counts as failed, and names nobody.
  init(
    _ rules: RuleSet, among gestures: [GestureID], precedence: [Int], on device: Device, _ zones: ZoneMap, surface: Size
  ) {
    let reader = RelationReader(rules, gestures)
    var simultaneous = [Set<ContenderID>](repeating: [], count: gestures.count)
    var prevents = simultaneous
    var mayNotPrevent = simultaneous
    for id in reader.ids {
      let own = reader.rule(id).relations
      prevents[id].formUnion(reader.targets(own.prevents, of: id))
      mayNotPrevent[id].formUnion(reader.targets(own.cannotPrevent, of: id))
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
    self.requirements = requirements
    self.simultaneous = simultaneous
    self.prevents = prevents
    self.mayNotPrevent = mayNotPrevent
    self.precedence = precedence
    sequences = reader.sequences { rules.names(ofPartsOf: $0, rules.settings(of: $0, on: device)) }
  }

  /// What happens to `other`, which shares a touch, when `winner` begins or is recognized.
  func impact(of winner: ContenderID, on other: ContenderID) -> Impact {
    if mayNotPrevent[winner].contains(other) { return .none }
    if prevents[winner].contains(other) { return .isCancelled }
    if simultaneous[winner].contains(other) { return .none }
    if precedence[winner] > 0, precedence[other] > precedence[winner] { return .none }
    if sequences[winner].contains(other) { return .none }
    return .fails
  }

  /// Whether another one may go before it at the same instant whatever their order: hardly ever.
  func canBeOutranked(_ id: ContenderID) -> Bool { precedence[id] > 0 || !sequences[id].isEmpty }

  /// Whether `one` goes before `other` at the same instant, whatever their order.
  func outranks(_ one: ContenderID, _ other: ContenderID) -> Bool {
    precedence[other] > 0 && precedence[one] > precedence[other] || sequences[other].contains(one)
  }
}

/// Finds the recognizers of one device that the references of a rule are about.
struct RelationReader {
  private let rules: [GestureRule]
  private var named: [String: ContenderID] = [:]
  private var kinds: [String: [ContenderID]] = [:]
  private var tagged: [String: [ContenderID]] = [:]

  /// `gestures` are those that have a recognizer, in its order.
  init(_ rules: RuleSet, _ gestures: [GestureID]) {
    self.rules = gestures.map { rules.gestures[$0.rawValue] }
    // Gestures that only look on have no relations.
    for id in ids where !rule(id).kind.traits.isBystander {
      let rule = rule(id)
      named[rule.name] = named[rule.name] ?? id
      kinds[rule.kind.name, default: []].append(id)
      for tag in rule.tags { tagged[tag, default: []].append(id) }
    }
  }

  /// All recognizers, in order.
  var ids: [ContenderID] { rules.indices.map { ContenderID($0) } }

  func rule(_ id: ContenderID) -> GestureRule { rules[id] }

  /// The recognizers that `references` of one are about; an unknown name means none, and by kind or tag none means itself.
  func targets(_ references: [Reference], of id: ContenderID) -> [ContenderID] {
    guard !rules[id].kind.traits.isBystander else { return [] }
    return references.flatMap { reference in
      switch reference {
      case .gesture(let name): named[name].map { [$0] } ?? []
      case .kind(let kind): (kinds[kind] ?? []).filter { $0 != id }
      case .tag(let tag): (tagged[tag] ?? []).filter { $0 != id }
      }
    }
  }

  /// For each recognizer, those that are sequences with it as a step.
  func sequences(_ steps: (GestureRule) -> [String]) -> [Set<ContenderID>] {
    var sequences = [Set<ContenderID>](repeating: [], count: rules.count)
    for id in ids where rules[id].kind.fingers == nil {
      for name in steps(rules[id]) {
        if let step = named[name] { sequences[step].insert(id) }
      }
    }
    return sequences
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
    let reader = RelationReader(self, gestures.indices.map(GestureID.init))
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
