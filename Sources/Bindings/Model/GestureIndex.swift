import GestureCore

/// Finds the gestures that relations are about, by name, kind and tag.
struct GestureIndex: Sendable {
  private let rules: [GestureRule]
  private var places: [String: Int] = [:]
  /// By kind and by tag.
  private var groups: [Reference: [Int]] = [:]
  /// Who says that these must wait for it.
  private var demands: [Reference: [Int]] = [:]

  init(_ rules: [GestureRule]) {
    self.rules = rules
    for (index, rule) in rules.enumerated() {
      places[rule.name] = index
      // Among others who only looks on is passed over.
      guard !rule.kind.traits.isBystander else { continue }
      for group in rule.groups { groups[group, default: []].append(index) }
      for reference in Set(rule.relations.requiredToFailBy.map(\.reference)) {
        demands[reference, default: []].append(index)
      }
    }
  }

  func index(of name: String) -> Int? { places[name] }

  /// All that are named so; of a kind or tag also the one that says it.
  func members(_ reference: Reference) -> [Int] {
    switch reference {
    case .gesture(let name): places[name].map { [$0] } ?? []
    case .kind, .tag: groups[reference] ?? []
    }
  }

  /// The gestures a relation of this one is about.
  func targets(_ reference: Reference, of index: Int) -> [Int] {
    switch reference {
    case .gesture: members(reference)
    case .kind, .tag: members(reference).filter { $0 != index }
    }
  }

  /// Those that name this one, or the kind or tag, in `required-to-fail-by`.
  func demanders(_ reference: Reference) -> [Int] { demands[reference] ?? [] }

  /// Those for which this one must wait, whichever side says so, each once and in the order of the file.
  func requirements(of index: Int) -> [Int] {
    let rule = rules[index]
    var found = Set(rule.relations.requireToFail.map(\.reference)).flatMap { targets($0, of: index) }
    found += demanders(.gesture(rule.name))
    for group in rule.groups { found += demanders(group).filter { $0 != index } }
    return Set(found).sorted()
  }
}

extension GestureRule {
  /// What may stand for it and for others.
  var groups: [Reference] { [.kind(kind.name)] + tags.map(Reference.tag) }
}
