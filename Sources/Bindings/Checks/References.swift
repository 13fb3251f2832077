import GestureCore

/// Checks that every gesture and kind a file names is there.
struct References {
  let book: RuleBook
  let kinds: [Kind]
  let problems: Problems

  /// In a file of which parts could not be read, a gesture that seems to be missing may stand in them.
  func check(_ bindings: [BindingSection], isWhole: Bool) {
    for gesture in book.gestures {
      for reference in (gesture.requireToFail?.value ?? []) + gesture.simultaneousWith {
        check(reference, isWhole: isWhole)
      }
    }
    guard isWhole else { return }
    for binding in bindings where !book.isKnown(binding.gesture.value) {
      problems.error(at: binding.gesture.range, .unknownGesture(binding.gesture.value, book.names))
    }
  }

  private func check(_ reference: Located<Reference>, isWhole: Bool) {
    switch reference.value {
    case .gesture(let name):
      guard isWhole, !book.isKnown(name) else { return }
      problems.error(at: reference.range, .unknownReference(name, book.names))
    case .kind(let name):
      guard !kinds.contains(where: { $0.name == name }) else { return }
      problems.error(at: reference.range, .unknownKindReference(name, kinds.map(\.name)))
    case .tag: break
    }
  }
}
