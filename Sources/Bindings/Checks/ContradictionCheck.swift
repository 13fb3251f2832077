import GestureCore

extension CheckContext {
  /// Finds names in `prevents` that contradict `cannot-prevent` or `cannot-be-prevented-by`.
  func checkContradictions() {
    for index in gestures.indices {
      for mention in gestures[index].relations.mentions where mention.key == .prevents { check(mention, of: index) }
    }
  }

  private func check(_ mention: Mention, of index: Int) {
    let (rule, reference) = (rule(index), mention.reference)
    let spared = rule.relations.cannotPrevent
    var other: Int?
    if case .gesture(let name) = reference { other = references.index(of: name).flatMap { $0 == index ? nil : $0 } }
    // `prevents` may name a kind if `cannot-prevent` names gestures of this kind. The reverse is a contradiction.
    if spared.contains(reference) || other.map({ self.rule($0).groups.contains(where: spared.contains) }) ?? false {
      problems.error(
        at: mention.range,
        "`prevents` names \(reference.written.quoted), but `cannot-prevent` of this gesture forbids this",
        fix: "remove \(reference.written.quoted) from `prevents`, or its name, kind or tag from `cannot-prevent`"
      )
    } else if let other, self.rule(other).relations.cannotBePreventedBy.contains(where: { $0.names(rule) }) {
      let line = line(of: other, from: mention.range)
      problems.warning(
        at: mention.range,
        "\(rule.name.quoted) does not prevent \(self.rule(other).name.quoted): `cannot-be-prevented-by` of \(self.rule(other).name.quoted), in "
          + "\(line), has precedence",
        fix:
          "remove this name in `prevents`, or the name, kind or tag of \(rule.name.quoted) in `cannot-be-prevented-by`"
      )
    }
  }
}
