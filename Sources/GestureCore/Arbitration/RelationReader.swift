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
