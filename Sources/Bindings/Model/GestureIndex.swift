import GestureCore

/// Finds the gestures that relations name, by name, kind and tag.
struct GestureIndex: Sendable {
  private let rules: [GestureRule]
  private var places: [String: Int] = [:]
  /// The gestures of each kind and tag.
  private var groups: [Reference: [Int]] = [:]
  /// The gestures that demand of a gesture, kind or tag to wait for them.
  private var demands: [Reference: [Int]] = [:]

  init(_ rules: [GestureRule]) {
    self.rules = rules
    for index in rules.indices {
      places[rules[index].name] = index
      // A kind or tag does not mean a gesture that only observes.
      guard !rules[index].kind.traits.onlyObserves else { continue }
      for group in rules[index].groups { groups[group, default: []].append(index) }
      for reference in Set(rules[index].relations.requiredToFailBy.map(\.reference)) {
        demands[reference, default: []].append(index)
      }
    }
  }

  func index(of name: String) -> Int? { places[name] }

  /// All gestures of that name, kind or tag, including the one that names it.
  func members(_ reference: Reference) -> [Int] {
    switch reference {
    case .gesture(let name): places[name].map { [$0] } ?? []
    case .kind, .tag: groups[reference] ?? []
    }
  }

  /// The gestures that a relation of this one names.
  func targets(_ reference: Reference, of index: Int) -> [Int] {
    switch reference {
    case .gesture: members(reference)
    case .kind, .tag: members(reference).filter { $0 != index }
    }
  }

  /// Whether any gesture names others in `required-to-fail-by`.
  var hasDemanders: Bool { !demands.isEmpty }

  /// The gestures that name this one, or the kind or tag, in `required-to-fail-by`.
  func demanders(_ reference: Reference) -> [Int] { demands[reference] ?? [] }

  /// The gestures for which this one must wait, whichever side says so, each once and in the order of the file.
  func requirements(of index: Int) -> [Int] {
    guard !rules[index].relations.requireToFail.isEmpty || hasDemanders else { return [] }
    let rule = rules[index]
    var found = Set(rule.relations.requireToFail.map(\.reference)).flatMap { targets($0, of: index) }
    found += demanders(.gesture(rule.name))
    for group in rule.groups { found += demanders(group).filter { $0 != index } }
    return Set(found).sorted()
  }

  /// Whether the other one is among its requirements.
  func requires(_ index: Int, _ other: Int) -> Bool {
    let (own, rule) = (rules[index], rules[other])
    func mayMean(_ reference: Reference, _ target: GestureRule) -> Bool {
      switch reference {
      case .gesture(let name): name == target.name
      case .kind, .tag: index != other && reference.names(target)
      }
    }
    let isAsked = own.relations.requireToFail.contains { requirement in
      switch requirement.reference {
      case .gesture: mayMean(requirement.reference, rule)
      // A kind or tag does not mean a gesture that only observes.
      case .kind, .tag: !rule.kind.traits.onlyObserves && mayMean(requirement.reference, rule)
      }
    }
    return isAsked
      || !rule.kind.traits.onlyObserves && rule.relations.requiredToFailBy.contains { mayMean($0.reference, own) }
  }
}

extension GestureRule {
  /// The kind and tags that may stand for it.
  var groups: [Reference] {
    tags.isEmpty ? [.kind(kind.name)] : [.kind(kind.name)] + tags.map(Reference.tag)
  }
}
