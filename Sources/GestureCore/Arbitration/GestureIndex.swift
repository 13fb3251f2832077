/// The gestures by name, kind and tag, as indices into `rules`. Gestures that only observe have no relations.
package struct GestureIndex: Sendable {
  package let rules: [GestureRule]
  private var positions: [String: Int] = [:]
  private var groups: [Reference: [Int]] = [:]
  /// For each reference, the gestures that have it in `required-to-fail-by`.
  private var demands: [Reference: [Int]] = [:]

  package init(_ rules: [GestureRule]) {
    self.rules = rules
    for (position, rule) in rules.enumerated() {
      positions[rule.name] = positions[rule.name] ?? position
      guard !rule.kind.traits.onlyObserves else { continue }
      for group in rule.groups { groups[group, default: []].append(position) }
      for reference in Set(rule.relations.requiredToFailBy.map(\.reference)) {
        demands[reference, default: []].append(position)
      }
    }
  }

  /// The index of the first gesture with this name, even if the gesture only observes. Nil if no gesture has the name.
  package func index(of name: String) -> Int? { positions[name] }

  /// The first gesture with this name, or all gestures of this kind or tag. Excludes gestures that only observe.
  package func members(_ reference: Reference) -> [Int] {
    switch reference {
    case .gesture(let name): positions[name].map { rules[$0].kind.traits.onlyObserves ? [] : [$0] } ?? []
    case .kind, .tag: groups[reference] ?? []
    }
  }

  /// The gestures that `reference` names in a relation of `gesture`. A kind or tag excludes `gesture` itself.
  package func targets(_ reference: Reference, of gesture: Int) -> [Int] {
    if rules[gesture].kind.traits.onlyObserves { return [] }
    return switch reference {
    case .gesture: members(reference)
    case .kind, .tag: members(reference).filter { $0 != gesture }
    }
  }

  package var hasDemanders: Bool { !demands.isEmpty }

  package func demanders(_ reference: Reference) -> [Int] { demands[reference] ?? [] }

  /// The gestures that the rules require to fail before `gesture` can be recognized, each once, in the rules' order.
  package func requirements(of gesture: Int) -> [Int] {
    let rule = rules[gesture]
    guard !rule.relations.requireToFail.isEmpty || hasDemanders else { return [] }
    let asked = Set(rule.relations.requireToFail.map(\.reference)).flatMap { targets($0, of: gesture) }
    let demanding = ([.gesture(rule.name)] + rule.groups).flatMap(demanders).filter { $0 != gesture }
    return Set(asked + demanding).sorted()
  }
}

extension GestureRule {
  package var groups: [Reference] { tags.isEmpty ? [.kind(kind.name)] : [.kind(kind.name)] + tags.map(Reference.tag) }
}

/// A requirement that follows from the kinds and settings of two gestures: `first` must fail before `other` is
/// recognized. Relations in the rules can prevent the requirement.
package struct Precedence {
  package enum Reason {
    /// Fingers land in a start area of the first gesture, such as an edge.
    case edge([Rectangle])
    /// The other gesture's drawing can be complete while the first gesture's drawing is still being drawn.
    case drawing
  }

  /// The index of the gesture that must fail first. `other` is the index of the gesture that waits.
  package let first: Int
  package let other: Int
  package let reason: Reason
}

extension RuleSet {
  package func precedences(among rules: [GestureRule], on device: Device, surface: Size) -> [Precedence] {
    var found: [Precedence] = []
    for (first, rule) in rules.enumerated() {
      let startAreas = rule.kind.traits.startAreas(settings(of: rule, on: device), surface)
      guard !startAreas.isEmpty else { continue }
      for (other, waiting) in rules.enumerated() where waiting.kind.traits.yieldsToEdges && other != first {
        guard !waiting.maySucceed(with: rule) else { continue }
        found.append(Precedence(first: first, other: other, reason: .edge(startAreas)))
      }
    }
    let drawings = rules.indices.compactMap {
      position -> (position: Int, completion: DrawingCompletion, fingers: ClosedRange<Int>)? in
      guard let drawingCompletion = rules[position].kind.traits.drawingCompletion else { return nil }
      let settings = settings(of: rules[position], on: device)
      return drawingCompletion(settings).map { (position, $0, settings[CommonSettings.fingers]) }
    }
    for longer in drawings {
      for other in drawings
      where other.completion.isBeginning(of: longer.completion) && other.fingers.overlaps(longer.fingers) {
        guard !rules[other.position].maySucceed(with: rules[longer.position]) else { continue }
        found.append(Precedence(first: longer.position, other: other.position, reason: .drawing))
      }
    }
    return found
  }
}

extension GestureRule {
  /// Whether relations let this gesture succeed while `other` is possible or recognized.
  fileprivate func maySucceed(with other: GestureRule) -> Bool {
    relations.simultaneousWith.contains { $0.names(other) }
      || other.relations.simultaneousWith.contains { $0.names(self) }
      || relations.cannotBePreventedBy.contains { $0.names(other) }
      || other.relations.cannotPrevent.contains { $0.names(self) }
  }
}

extension Reference {
  package func names(_ rule: GestureRule) -> Bool {
    switch self {
    case .gesture(let name): rule.name == name
    case .kind(let kind): rule.kind.name == kind
    case .tag(let tag): rule.tags.contains(tag)
    }
  }
}
