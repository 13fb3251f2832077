import GestureCore

/// Finds gestures that both prevent others and let them happen.
struct ContradictionCheck {
  let book: CheckContext
  let problems: Problems

  func check() {
    for index in book.gestures.indices where !book.rules.gestures[index].relations.prevents.isEmpty {
      let prevented = book.gestures[index].relations.mentions(.prevents)
      guard !prevented.isEmpty else { continue }
      let spared = Set(book.rule(index).relations.cannotPrevent)
      for mention in prevented {
        if isCovered(mention.reference, of: index, by: spared) {
          problems.error(at: mention.range, .preventsAndCannot(mention.reference))
        } else {
          warnOfProhibition(mention, of: index)
        }
      }
    }
  }

  /// A kind without some of its gestures is no contradiction, only the same kind is.
  private func isCovered(_ reference: Reference, of index: Int, by spared: Set<Reference>) -> Bool {
    guard !spared.contains(reference) else { return true }
    switch reference {
    case .gesture(let name):
      guard let place = book.references.index(of: name), place != index else { return false }
      return book.rule(place).groups.contains(where: spared.contains)
    case .kind, .tag: return false
    }
  }

  private func warnOfProhibition(_ mention: Mention, of index: Int) {
    guard case .gesture(let name) = mention.reference, let place = book.references.index(of: name), place != index
    else {
      return
    }
    let rule = book.rule(index)
    let other = book.rule(place)
    guard other.relations.cannotBePreventedBy.contains(where: { $0.names(rule) }) else { return }
    problems.warning(
      at: mention.range, .prohibited(rule.name, other.name, line: book.line(of: place, from: mention.range)))
  }
}
