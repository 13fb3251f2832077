import GestureCore

extension CheckContext {
  /// Warns of modes that no action enters, no action leaves or nothing uses, and of relations without a common mode.
  func checkModes() {
    let distinct = bindings.distinct
    let targets = (sections.flatMap(\.actions) + distinct.flatMap(\.actions)).flatMap(\.modes)
    let conditionModes = (sections.flatMap(\.conditions) + distinct.map(\.when)).flatMap(\.modes)
    warnOfOneSided(conditionModes, targets)
    for index in gestures.indices {
      for mention in gestures[index].relations.mentions { warnOfUnsharedMode(mention, index) }
    }
    // After an error, part of a file may be unread, and an action there may leave the mode.
    guard !problems.hasErrors else { return }
    warnOfTraps(targets, Set(conditionModes.map(\.value)))
  }

  /// Warns about modes that only conditions or only actions name. Of two similar names, reports only the rarer name.
  private func warnOfOneSided(_ conditionModes: [Located<String>], _ targets: [Located<String>]) {
    let reached = Set(targets.map(\.value)).union([Context.defaultMode])
    let used = Set(conditionModes.map(\.value)).union([Context.defaultMode])
    let unreached = conditionModes.filter { !reached.contains($0.value) }
    let unused = targets.filter { !used.contains($0.value) }
    warn(of: unreached, against: unused, among: reached) { name, names in
      DiagnosticText(
        "no action switches to the mode \(name.quoted)",
        fix: didYouMean(name, among: names)
          ?? "add an action that switches to the mode: `run = { mode = \(name.quoted) }`")
    }
    warn(of: unused, against: unreached, among: used) { name, names in
      DiagnosticText(
        "no gesture and no override requires the mode \(name.quoted)",
        fix: didYouMean(name, among: names)
          ?? "name the mode in `receive = { mode = … }` of a gesture, or in `when = { mode = … }` of an `[[override]]`")
    }
  }

  private func warn(
    of modes: [Located<String>], against rivals: [Located<String>], among names: Set<String>,
    _ makeText: (String, [String]) -> DiagnosticText
  ) {
    let sorted = names.sorted()
    let counts = modes.reduce(into: [:]) { $0[$1.value, default: 0] += 1 }
    let rivalCounts = rivals.reduce(into: [:]) { $0[$1.value, default: 0] += 1 }
    let comparesNames = !rivals.isEmpty && max(modes.count, names.count) <= Self.mostCompared
    for mode in modes {
      if comparesNames, let meant = Nearest.name(to: mode.value, among: sorted),
        let rival = rivalCounts[meant], rival < counts[mode.value] ?? 0
      {
        continue
      }
      problems.warning(at: mode.range, makeText(mode.value, sorted))
    }
  }

  private func warnOfUnsharedMode(_ mention: Mention, _ index: Int) {
    guard case .gesture(let name) = mention.reference, let other = references.index(of: name) else { return }
    guard !rule(index).sharesMode(with: rule(other)) else { return }
    problems.warning(
      at: mention.range,
      "`\(mention.key.rawValue)` has no effect: \(rule(index).name.quoted) and \(name.quoted) never work in the same mode",
      fix: "remove \(name.quoted)")
  }

  private func warnOfTraps(_ targets: [Located<String>], _ used: Set<String>) {
    guard !targets.isEmpty else { return }
    let exits = Exits(self)
    var seen: Set<String> = [Context.defaultMode]
    for mode in targets where used.contains(mode.value) && seen.insert(mode.value).inserted {
      if !exits.leadOut(of: mode.value) {
        problems.warning(
          at: mode.range, "no action leaves the mode \(mode.value.quoted)",
          fix: "add `run = { mode = \(Context.defaultMode.quoted) }` to a gesture that works in this mode")
      }
    }
  }
}

/// Finds out whether any action leaves a mode.
private struct Exits {
  /// A gesture section or an override with actions, and the modes that its actions enter.
  private struct Choice {
    let order: Int
    let gesture: Int
    let when: Condition
    let isAddition: Bool
    /// The modes in which the section may be chosen; nil for all modes.
    let modes: Set<String>?
    let targets: Set<String>
  }

  private var choices: [Choice] = []

  init(_ context: CheckContext) {
    for (index, section) in context.gestures.enumerated() where section.hasActionKeys {
      add(section.actions, of: index, context, when: Condition(), isAddition: false, order: 0)
    }
    for (number, binding) in context.bindings.enumerated() {
      guard let index = context.references.index(of: binding.gesture.value) else { continue }
      add(
        binding.actions, of: index, context, when: binding.when.condition, isAddition: binding.isAddition,
        order: number + 1)
    }
  }

  private mutating func add(
    _ actions: [ActionSection], of gesture: Int, _ context: CheckContext, when: Condition, isAddition: Bool, order: Int
  ) {
    let rule = context.rule(gesture)
    var modes = rule.modes
    if let conditionModes = when.modes { modes = modes?.intersection(conditionModes) ?? conditionModes }
    let targets = actions.filter { $0.trigger.value.isPossible(with: rule.kind) }.flatMap(\.modes).map(\.value)
    choices.append(
      Choice(order: order, gesture: gesture, when: when, isAddition: isAddition, modes: modes, targets: Set(targets)))
  }

  /// Whether an action that can happen in `mode` switches to another mode.
  func leadOut(of mode: String) -> Bool {
    choices.contains { choice in
      choice.targets.contains { $0 != mode } && choice.modes?.contains(mode) ?? true && !isReplaced(choice, in: mode)
    }
  }

  /// Whether another section for the same gesture always replaces the section `choice` in `mode`.
  private func isReplaced(_ choice: Choice, in mode: String) -> Bool {
    guard !choice.isAddition else { return false }
    var condition = choice.when
    condition.modes = [mode]
    return choices.contains { other in
      let (own, rival) = (choice.when.statementCount, other.when.statementCount)
      return other.gesture == choice.gesture && !other.isAddition && other.order != choice.order
        && other.when.holds(whenever: condition) && (rival, other.order) > (own, choice.order)
    }
  }
}
