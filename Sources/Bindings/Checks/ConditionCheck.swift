import GestureCore

extension CheckContext {
  /// Warns about conditions that can't hold for their gesture.
  func checkConditions() {
    for (index, section) in gestures.enumerated() {
      check(section.beginIf, .beginIf, of: index)
      for mention in section.relations.mentions where mention.key == .requireToFail {
        check(mention.condition, .requirement, of: index)
      }
    }
    for binding in bindings {
      guard let index = references.index(of: binding.gesture.value) else { continue }
      check(binding.when, .binding, of: index)
    }
  }

  private func check(_ section: ConditionSection, _ role: ConditionRole, of index: Int) {
    guard !section.keys.isEmpty else { return }
    for kind in Conditions.kinds(in: role) {
      guard let range = section.keys[kind.key],
        let reason = kind.futility(of: section.condition, in: role, for: index, self)
      else { continue }
      problems.warning(
        at: range, "`\(kind.key)` is never true: \(reason); \(role.loss)", fix: "change or remove the condition")
    }
  }
}

extension ConditionRole {
  fileprivate var loss: String {
    switch self {
    case .receive: "this gesture never gets a touch"
    case .beginIf: "this gesture never happens"
    case .requirement: "this requirement never applies"
    case .binding: "this override is never used"
    case .scroll: "this section never applies"
    }
  }
}
