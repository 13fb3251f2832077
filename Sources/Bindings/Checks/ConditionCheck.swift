import GestureCore

/// Warns of conditions that can't hold for their gesture.
struct ConditionCheck {
  let book: CheckContext
  let problems: Problems

  func check(_ bindings: [BindingSection]) {
    for index in book.gestures.indices {
      check(book.gestures[index].beginIf, .beginIf, of: index)
      for mention in book.gestures[index].relations.mentions where mention.key == .requireToFail {
        check(mention.condition, .requirement, of: index)
      }
    }
    for place in bindings.indices {
      guard let index = book.references.index(of: bindings[place].gesture.value) else { continue }
      check(bindings[place].when, .binding, of: index)
    }
  }

  private func check(_ section: ConditionSection, _ place: ConditionPlace, of index: Int) {
    guard !section.keys.isEmpty else { return }
    for kind in Conditions.kinds(in: place) {
      guard let range = section.keys[kind.key],
        let reason = kind.futility(of: section.condition, in: place, for: index, book)
      else { continue }
      problems.warning(at: range, .neverHolds(kind.key, for: reason, place))
    }
  }
}
