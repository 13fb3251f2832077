import GestureCore

/// Looks for gestures that can never be recognized, or only when the fingers lift.
struct Reachability {
  let book: RuleBook
  let problems: Problems

  func check() {
    let sound = book.gestures.indices.filter { book.gestures[$0].isSound }
    let possible = sound.filter { !isImpossible($0) }
    for index in possible { warnOfWaiting(index) }
    Shadows(book: book, problems: problems).check(possible)
  }

  /// Warns of a gesture for touchpads that none of them can see.
  private func isImpossible(_ index: Int) -> Bool {
    let rule = book.rule(index)
    guard rule.device == .deviceClass(.touchpad) else { return false }
    let header = book.gestures[index].header
    guard rule.kind.needs.isSubset(of: LibinputTouchpad.capabilities) else {
      problems.warning(at: header, .neverOnTouchpad(rule.kind, fingers: nil, reported: nil))
      return true
    }
    let reported = LibinputTouchpad.fingers(for: rule.kind)
    let wanted = book.breadth(of: index, on: .touchpad).fingers
    guard !wanted.overlaps(reported) else { return false }
    problems.warning(at: header, .neverOnTouchpad(rule.kind, fingers: wanted, reported: reported))
    return true
  }

  /// A requirement that can't fail before the fingers lift makes what waits for it useless until then.
  private func warnOfWaiting(_ index: Int) {
    let rule = book.rule(index)
    guard Patience.losesByWaiting.contains(rule.kind.name) else { return }
    for reference in book.gestures[index].requireToFail?.value ?? [] {
      if case .kind(let kind) = reference.value, !Patience.lasts.contains(kind) { continue }
      let targets = book.targets(reference.value, of: index)
      guard let stuck = targets.first(where: { book.isStuck(index, waitingFor: $0) }) else { continue }
      let requirement = book.rule(stuck)
      problems.warning(at: reference.range, .neverFails(rule.name, requirement.name, requirement.kind))
    }
  }
}
