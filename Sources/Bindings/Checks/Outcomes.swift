import GestureCore

/// Warns of gestures that do nothing and of actions that never run.
struct Outcomes {
  let book: RuleBook
  let problems: Problems

  func check(_ bindings: [BindingSection]) {
    if book.names.isEmpty, !problems.hasErrors { problems.warning(at: 0..<0, .noGestures) }
    warnOfIdleGestures(bindings)
    warnOfReplacedActions(bindings)
    for binding in bindings {
      guard let kind = book.index(of: binding.gesture.value).map({ book.rule($0).kind }) else { continue }
      for trigger in binding.triggers where !trigger.value.isPossible(with: kind) {
        problems.warning(at: trigger.range, .impossibleTrigger(trigger.value, kind))
      }
    }
  }

  /// A gesture that another one waits for has a purpose of its own.
  private func warnOfIdleGestures(_ bindings: [BindingSection]) {
    var useful = Set(bindings.map(\.gesture.value))
    var usefulKinds: [String: Int] = [:]
    for rule in book.rules.gestures {
      for reference in rule.relations.requireToFail.map(\.reference) {
        switch reference {
        case .gesture(let name): useful.insert(name)
        case .kind(let kind): usefulKinds[kind, default: 0] += 1
        case .tag: break
        }
      }
    }
    for section in book.gestures where !section.wantsActions && !useful.contains(section.name.value) {
      guard let rule = section.rule else { continue }
      // Naming its own kind a gesture does not mean itself.
      let own = rule.relations.requireToFail.count { $0.reference == .kind(rule.kind.name) }
      if usefulKinds[rule.kind.name, default: 0] == own {
        problems.warning(at: section.header, .doesNothing(section.name.value))
      }
    }
  }

  private func warnOfReplacedActions(_ bindings: [BindingSection]) {
    var lines: [Int: Int] = [:]
    for (index, gesture) in book.gestures.enumerated() where gesture.wantsActions {
      lines[index] = book.line(of: index)
    }
    for binding in bindings where !binding.isAddition {
      guard let gesture = book.index(of: binding.gesture.value) else { continue }
      if let line = lines[gesture] {
        problems.warning(at: binding.header, .replaces(binding.gesture.value, line: line))
      }
      lines[gesture] = problems.source.location(of: binding.header.lowerBound).line
    }
  }
}
