import GestureCore

/// Warns of conditions that can't hold for their gesture.
struct ConditionCheck {
  let book: CheckContext
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
    for kind in Conditions.kinds(in: place) {
      guard let range = section.keys[kind.key],
        let reason = kind.futility(of: section.condition, in: place, for: index, book)
      else { continue }
      problems.warning(at: range, .neverHolds(kind.key, for: reason, place))
    }
  }
}
