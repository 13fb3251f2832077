/// Finds gestures among some rules by the references of relations.
///
/// A kind or tag does not mean the gesture that names it, and no reference means a gesture that only observes.
package struct GestureIndex: Sendable {
  package let rules: [GestureRule]
  private var places: [String: Int] = [:]
  /// The gestures of each kind and tag.
  private var groups: [Reference: [Int]] = [:]
  /// The gestures that name a gesture, kind or tag in `required-to-fail-by`.
  private var demands: [Reference: [Int]] = [:]

  package init(_ rules: [GestureRule]) {
    self.rules = rules
    for (place, rule) in rules.enumerated() {
      places[rule.name] = places[rule.name] ?? place
      guard !rule.kind.traits.onlyObserves else { continue }
      for group in rule.groups { groups[group, default: []].append(place) }
      for reference in Set(rule.relations.requiredToFailBy.map(\.reference)) {
        demands[reference, default: []].append(place)
      }
    }
  }

  /// The gesture of that name, also one that only observes.
  package func index(of name: String) -> Int? { places[name] }

  /// All gestures of that name, kind or tag, including the one that names it.
  package func members(_ reference: Reference) -> [Int] {
    switch reference {
    case .gesture(let name): places[name].map { rules[$0].kind.traits.onlyObserves ? [] : [$0] } ?? []
    case .kind, .tag: groups[reference] ?? []
    }
  }

  /// The gestures that a relation of `gesture` names.
  package func targets(_ reference: Reference, of gesture: Int) -> [Int] {
    if rules[gesture].kind.traits.onlyObserves { return [] }
    return switch reference {
    case .gesture: members(reference)
    case .kind, .tag: members(reference).filter { $0 != gesture }
    }
  }

  /// Whether any gesture names others in `required-to-fail-by`.
  package var hasDemanders: Bool { !demands.isEmpty }

  /// The gestures that name this one, or the kind or tag, in `required-to-fail-by`.
  package func demanders(_ reference: Reference) -> [Int] { demands[reference] ?? [] }

  /// The gestures for which `gesture` must wait, whichever of the two says so, each once and in order.
  package func requirements(of gesture: Int) -> [Int] {
    let rule = rules[gesture]
    guard !rule.relations.requireToFail.isEmpty || hasDemanders else { return [] }
    let asked = Set(rule.relations.requireToFail.map(\.reference)).flatMap { targets($0, of: gesture) }
    let demanding = ([.gesture(rule.name)] + rule.groups).flatMap(demanders).filter { $0 != gesture }
    return Set(asked + demanding).sorted()
  }
}

extension GestureRule {
  /// The kind and tags that may stand for it.
  package var groups: [Reference] {
    tags.isEmpty ? [.kind(kind.name)] : [.kind(kind.name)] + tags.map(Reference.tag)
  }
}

/// A gesture that goes before another one although no relation says so.
package struct Precedence {
  package enum Reason {
    /// Fingers land where the first one has its territory.
    case edge([Rectangle])
    /// The drawing of the first one may go on from that of the other.
    case drawing
  }

  /// Both by their place among the gestures.
  package let first: Int
  package let other: Int
  package let reason: Reason
}

extension RuleSet {
  /// The precedences among some gestures on a device whose surface has this size.
  package func precedences(among rules: [GestureRule], on device: Device, surface: Size) -> [Precedence] {
    var found: [Precedence] = []
    for (first, rule) in rules.enumerated() {
      let territory = rule.kind.traits.territory(settings(of: rule, on: device), surface)
      guard !territory.isEmpty else { continue }
      for (other, waiting) in rules.enumerated() where waiting.kind.traits.yieldsToEdges && other != first {
        guard !waiting.mayGoOut(beside: rule) else { continue }
        found.append(Precedence(first: first, other: other, reason: .edge(territory)))
      }
    }
    let drawings = rules.indices.compactMap { place -> (place: Int, way: DrawnWay, fingers: ClosedRange<Int>)? in
      guard let drawnWay = rules[place].kind.traits.drawnWay else { return nil }
      let settings = settings(of: rules[place], on: device)
      return drawnWay(settings).map { (place, $0, settings[CommonSettings.fingers]) }
    }
    for longer in drawings {
      for other in drawings where other.way.leads(to: longer.way) && other.fingers.overlaps(longer.fingers) {
        guard !rules[other.place].mayGoOut(beside: rules[longer.place]) else { continue }
        found.append(Precedence(first: longer.place, other: other.place, reason: .drawing))
      }
    }
    return found
  }
}

extension GestureRule {
  /// Whether relations let it go out although `other` is possible or recognized.
  fileprivate func mayGoOut(beside other: GestureRule) -> Bool {
    relations.simultaneousWith.contains { $0.names(other) }
      || other.relations.simultaneousWith.contains { $0.names(self) }
      || relations.cannotBePreventedBy.contains { $0.names(other) }
      || other.relations.cannotPrevent.contains { $0.names(self) }
  }
}

extension Reference {
  /// Whether it stands for `rule`.
  package func names(_ rule: GestureRule) -> Bool {
    switch self {
    case .gesture(let name): rule.name == name
    case .kind(let kind): rule.kind.name == kind
    case .tag(let tag): rule.tags.contains(tag)
    }
  }
}
