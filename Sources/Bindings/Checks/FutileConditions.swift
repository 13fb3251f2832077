import GestureCore

/// Warns of conditions that can't hold for the gesture they are about.
struct FutileConditions {
  /// Why a condition never holds.
  enum Reason {
    case fingers(ClosedRange<Int>)
    case deviceClasses([DeviceClass])
    /// Touchpads tell no places.
    case placeless
    case zoneElsewhere
    case modes(Set<String>)
    /// None for a kind that has no direction.
    case directions(Set<Direction>)
  }

  let book: RuleBook
  let problems: Problems

  func check(_ bindings: [BindingSection]) {
    for (index, gesture) in book.gestures.enumerated() {
      check(gesture.beginIf, .beginIf, of: index)
      for mention in gesture.relations.mentions(.requireToFail) { check(mention.condition, .requirement, of: index) }
    }
    for binding in bindings {
      guard let index = book.roster.index(of: binding.gesture.value) else { continue }
      check(binding.when, .binding, of: index)
    }
  }

  private func check(_ section: ConditionSection, _ place: ConditionPlace, of index: Int) {
    let asked = section.condition
    warn(.mode, asked.modes.flatMap { modes($0, place, of: index) }, section, place, index)
    warn(.fingers, asked.fingers.flatMap { fingers($0, of: index) }, section, place, index)
    warn(.device, device(asked.device, of: index), section, place, index)
    warn(.direction, asked.directions.flatMap { directions($0, of: index) }, section, place, index)
    // Of `begin-if` it is said that touchpads tell no places already.
    if place != .beginIf {
      warn(.zone, asked.zone.flatMap { zone($0, of: index) }, section, place, index)
    }
  }

  private func warn(
    _ key: ConditionKey, _ reason: Reason?, _ section: ConditionSection, _ place: ConditionPlace, _ index: Int
  ) {
    guard let reason, let range = section.keys[key] else { return }
    problems.warning(at: range, .neverHolds(key, for: book.rule(index), reason, place))
  }

  private func modes(_ asked: Set<String>, _ place: ConditionPlace, of index: Int) -> Reason? {
    let rule = book.rule(index)
    let own =
      switch place {
      case .receive: rule.beginIf.modes
      case .beginIf, .requirement: rule.receive.modes
      case .binding: rule.modes
      }
    guard let own, !own.isEmpty, own.isDisjoint(with: asked) else { return nil }
    return .modes(own)
  }

  private func fingers(_ asked: ClosedRange<Int>, of index: Int) -> Reason? {
    guard book.rule(index).kind.fingers != nil else { return nil }
    let own = book.classes(of: index).map { book.breadth(of: index, on: $0).fingers }
    guard let first = own.first, own.allSatisfy({ !$0.overlaps(asked) }) else { return nil }
    return .fingers(first)
  }

  private func device(_ asked: DeviceMatch, of index: Int) -> Reason? {
    let own = book.classes(of: index)
    return own.isEmpty || own.contains(where: asked.classes.contains) ? nil : .deviceClasses(own)
  }

  private func zone(_ asked: String, of index: Int) -> Reason? {
    let own = book.classes(of: index)
    if own == [.touchpad], !book.readsSlots { return .placeless }
    let zone = book.zones.classes(of: asked)
    return own.isEmpty || own.contains(where: zone.contains) ? nil : .zoneElsewhere
  }

  private func directions(_ asked: Set<Direction>, of index: Int) -> Reason? {
    let kind = book.rule(index).kind
    guard kind.fingers != nil else { return nil }
    var own: Set<Direction> = []
    for deviceClass in book.classes(of: index) {
      let settings = book.settings(of: index, on: deviceClass)
      guard
        kind.reports.contains(.direction) || kind.reports.contains(.translation) && kind.traits.travel(settings) != nil
      else { continue }
      guard let some = kind.traits.directions(settings) else { return nil }
      own.formUnion(some)
    }
    // What is held until others have failed may have turned by then.
    if !kind.reports.contains(.direction), !own.isEmpty, waits(index) { return nil }
    return own.isDisjoint(with: asked) ? .directions(own) : nil
  }

  private func waits(_ index: Int) -> Bool {
    !book.roster.requirements(of: index).isEmpty || book.rule(index).kind.traits.yieldsToEdges && book.hasEdges
  }
}
