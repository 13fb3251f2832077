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
    for (index, rule) in rules.enumerated() {
      places[rule.name] = index
      // A kind or tag does not mean a gesture that only observes.
      guard !rule.kind.traits.onlyObserves else { continue }
      for group in rule.groups { groups[group, default: []].append(index) }
      for reference in Set(rule.relations.requiredToFailBy.map(\.reference)) {
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

  /// The gestures that name this one, or the kind or tag, in `required-to-fail-by`.
  func demanders(_ reference: Reference) -> [Int] { demands[reference] ?? [] }

  /// The gestures for which this one must wait, whichever side says so, each once and in the order of the file.
  func requirements(of index: Int) -> [Int] {
    let rule = rules[index]
    var found = Set(rule.relations.requireToFail.map(\.reference)).flatMap { targets($0, of: index) }
    found += demanders(.gesture(rule.name))
    for group in rule.groups { found += demanders(group).filter { $0 != index } }
    return Set(found).sorted()
  }
}

extension GestureRule {
  /// The kind and tags that may stand for it.
  var groups: [Reference] { [.kind(kind.name)] + tags.map(Reference.tag) }
}
