/// Finds the recognizers of one device that the references of a rule are about.
struct RelationReader {
  private let rules: [GestureRule]
  private var named: [String: Int] = [:]
  private var kinds: [String: [Int]] = [:]
  private var tagged: [String: [Int]] = [:]

  /// `gestures` are those that have a recognizer, in its order.
  init(_ rules: RuleSet, _ gestures: [GestureID]) {
    self.rules = gestures.map { rules.gestures[$0.rawValue] }
    // Nobody has anything to do with who only looks on.
    for (place, rule) in self.rules.enumerated() where !rule.kind.traits.isBystander {
      named[rule.name] = named[rule.name] ?? place
      kinds[rule.kind.name, default: []].append(place)
      for tag in rule.tags { tagged[tag, default: []].append(place) }
    }
  }

  func rule(_ place: Int) -> GestureRule { rules[place] }

  /// What `references` of the recognizer at `place` are about; unknown names are nobody, and by kind or tag nobody means
  /// itself.
  func places(_ references: [Reference], of place: Int) -> [Int] {
    guard !rules[place].kind.traits.isBystander else { return [] }
    return references.flatMap { reference in
      switch reference {
      case .gesture(let name): named[name].map { [$0] } ?? []
      case .kind(let kind): (kinds[kind] ?? []).filter { $0 != place }
      case .tag(let tag): (tagged[tag] ?? []).filter { $0 != place }
      }
    }
  }

  /// For each recognizer, those that are sequences with it as a step.
  func sequences(_ steps: (GestureRule) -> [String]) -> [Set<Int>] {
    var sequences = [Set<Int>](repeating: [], count: rules.count)
    for place in rules.indices where rules[place].kind.fingers == nil {
      for name in steps(rules[place]) {
        if let step = named[name] { sequences[step].insert(place) }
      }
    }
    return sequences
  }
}
