import GestureCore

/// Checks that every gesture, kind and tag that a file names exists.
struct ReferenceCheck {
  let book: CheckContext
  let kinds: KindTable
  let problems: Problems

  /// If parts of the file could not be read, a missing name may be in them.
  func check(_ bindings: [BindingSection], isWhole: Bool) {
    for index in book.gestures.indices {
      if book.onlyObserves(index) {
        refuseRelations(of: index)
      } else {
        for mention in book.gestures[index].relations.mentions {
          check(mention, of: index, isWhole: isWhole)
          refuseBystander(mention)
        }
      }
    }
    guard isWhole else { return }
    for place in bindings.indices where !book.isKnown(bindings[place].gesture.value) {
      let name = bindings[place].gesture
      problems.error(at: name.range, .unknownGesture(name.value, book.names))
    }
  }

  private func check(_ mention: Mention, of index: Int, isWhole: Bool) {
    switch mention.reference {
    case .gesture(let name):
      if isWhole, !book.isKnown(name) { problems.error(at: mention.range, .unknownReference(name, book.names)) }
      // A gesture that waits for itself is a circle, which is reported as such.
      if name == book.rules.gestures[index].name, !mention.key.hasConditions {
        problems.error(at: mention.range, .namesItself(mention.key))
      }
    case .kind(let name):
      guard kinds.kind(named: name) == nil else { return }
      problems.error(at: mention.range, .unknownKindReference(name, kinds.names))
    case .tag(let name):
      guard isWhole else { return }
      if !book.tags.contains(name) {
        problems.error(at: mention.range, .unknownTag(name, book.tags))
      } else if book.references.members(mention.reference) == [index] {
        problems.error(at: mention.range, .onlyItsOwnTag(name))
      }
    }
  }

  /// A gesture that only observes has no relations: it neither waits for others nor takes anything from them.
  private func refuseRelations(of index: Int) {
    let section = book.gestures[index].relations
    for key in RelationKey.allCases {
      guard let range = section.ranges[key] else { continue }
      problems.error(at: range, .relationOfBystander(key, book.rule(index).kind))
    }
  }

  /// No relation may name a gesture that only observes; among others with its tag it is ignored.
  private func refuseBystander(_ mention: Mention) {
    let reference = mention.reference
    switch reference {
    case .gesture(let name):
      guard let place = book.references.index(of: name), book.onlyObserves(place) else { return }
      problems.error(at: mention.range, .relationToBystander(reference, book.rule(place).kind))
    case .kind(let name):
      guard let kind = kinds.kind(named: name), kind.traits.onlyObserves else { return }
      problems.error(at: mention.range, .relationToBystander(reference, kind))
    case .tag(let tag):
      // Gestures that don't only observe may have the tag too.
      guard book.references.members(reference).isEmpty else { return }
      let tagged = book.gestures.indices.filter { book.rules.gestures[$0].tags.contains(tag) }
      guard let first = tagged.first, tagged.allSatisfy(book.onlyObserves) else { return }
      problems.error(at: mention.range, .relationToBystander(reference, book.rule(first).kind))
    }
  }
}
