import GestureCore

/// Checks that every gesture, kind and tag a file names is there.
struct ReferenceCheck {
  let book: CheckContext
  let kinds: [Kind]
  let problems: Problems

  /// In a file of which parts could not be read, what seems to be missing may stand in them.
  func check(_ bindings: [BindingSection], isWhole: Bool) {
    for (index, gesture) in book.gestures.enumerated() {
      if book.isBystander(index) {
        refuseRelations(of: index)
      } else {
        for mention in gesture.relations.mentions {
          check(mention, of: index, isWhole: isWhole)
          refuseBystander(mention)
        }
      }
      for part in gesture.parts { check(part, of: index, isWhole: isWhole) }
    }
    guard isWhole else { return }
    for binding in bindings where !book.isKnown(binding.gesture.value) {
      problems.error(at: binding.gesture.range, .unknownGesture(binding.gesture.value, book.names))
    }
  }

  private func check(_ mention: Mention, of index: Int, isWhole: Bool) {
    switch mention.reference {
    case .gesture(let name):
      if isWhole, !book.isKnown(name) { problems.error(at: mention.range, .unknownReference(name, book.names)) }
      // To wait for oneself is a circle, which is reported as such.
      if name == book.rule(index).name, !mention.key.hasConditions {
        problems.error(at: mention.range, .namesItself(mention.key))
      }
    case .kind(let name):
      guard !kinds.contains(where: { $0.name == name }) else { return }
      problems.error(at: mention.range, .unknownKindReference(name, kinds.map(\.name)))
    case .tag(let name):
      guard isWhole else { return }
      if !book.tags.contains(name) {
        problems.error(at: mention.range, .unknownTag(name, book.tags.sorted()))
      } else if book.roster.members(mention.reference) == [index] {
        problems.error(at: mention.range, .onlyItsOwnTag(name))
      }
    }
  }

  /// Who only looks on says nothing of others: it neither waits nor takes anything from them.
  private func refuseRelations(of index: Int) {
    let section = book.gestures[index].relations
    for key in RelationKey.allCases {
      guard let range = section.ranges[key] else { continue }
      problems.error(at: range, .relationOfBystander(key, book.rule(index).kind))
    }
  }

  /// Nor does anyone say something of it; among others of its tag it is passed over.
  private func refuseBystander(_ mention: Mention) {
    let reference = mention.reference
    switch reference {
    case .gesture(let name):
      guard let place = book.roster.index(of: name), book.isBystander(place) else { return }
      problems.error(at: mention.range, .relationToBystander(reference, book.rule(place).kind))
    case .kind(let name):
      guard let kind = kinds.first(where: { $0.name == name }), kind.traits.isBystander else { return }
      problems.error(at: mention.range, .relationToBystander(reference, kind))
    case .tag(let tag):
      // Whose tag others have too.
      guard book.roster.members(reference).isEmpty else { return }
      let tagged = book.gestures.indices.filter { book.rule($0).tags.contains(tag) }
      guard let first = tagged.first, tagged.allSatisfy(book.isBystander) else { return }
      problems.error(at: mention.range, .relationToBystander(reference, book.rule(first).kind))
    }
  }

  /// What a gesture is made of must be there, and see touches itself.
  private func check(_ part: Located<String>, of index: Int, isWhole: Bool) {
    let rule = book.rule(index)
    if part.value == rule.name {
      problems.error(at: part.range, .partOfItself(rule.kind))
    } else if let place = book.roster.index(of: part.value) {
      let kind = book.rule(place).kind
      if kind.traits.isBystander { problems.error(at: part.range, .bystanderPart(part.value, kind)) }
      if kind.fingers == nil { problems.error(at: part.range, .composedPart(part.value, kind)) }
    } else if isWhole, !book.isKnown(part.value) {
      problems.error(at: part.range, .unknownGesture(part.value, book.names))
    }
  }
}
