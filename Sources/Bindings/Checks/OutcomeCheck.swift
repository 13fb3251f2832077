import GestureCore

/// Warns of gestures that do nothing and of bindings that are never chosen.
struct OutcomeCheck {
  let book: RuleBook
  let problems: Problems

  func check(_ bindings: [BindingSection]) {
    if book.names.isEmpty, !problems.hasErrors { problems.warning(at: 0..<0, .noGestures) }
    warnOfIdleGestures(bindings)
    var replacements = Replacements(book: book, problems: problems)
    replacements.check(bindings)
  }

  /// A gesture that another one waits for or is made of, or that keeps others back, has a purpose of its own.
  private func warnOfIdleGestures(_ bindings: [BindingSection]) {
    var useful = Set(bindings.map(\.gesture.value))
    var usefulGroups: [Reference: Int] = [:]
    for (index, section) in book.gestures.enumerated() {
      useful.formUnion(section.parts.map(\.value))
      let relations = book.rule(index).relations
      if !relations.requiredToFailBy.isEmpty || !relations.prevents.isEmpty { useful.insert(section.name.value) }
      for reference in Set(relations.requireToFail.map(\.reference)) {
        switch reference {
        case .gesture(let name): useful.insert(name)
        case .kind, .tag: usefulGroups[reference, default: 0] += 1
        }
      }
    }
    for (index, section) in book.gestures.enumerated() {
      guard !section.wantsActions, !useful.contains(section.name.value) else { continue }
      let rule = book.rule(index)
      // Naming a kind or tag of its own a gesture does not mean itself.
      let own = Set(rule.relations.requireToFail.map(\.reference))
      let isAwaited = rule.groups.contains { usefulGroups[$0, default: 0] > (own.contains($0) ? 1 : 0) }
      if !isAwaited { problems.warning(at: section.header, .doesNothing(section.name.value)) }
    }
  }
}
