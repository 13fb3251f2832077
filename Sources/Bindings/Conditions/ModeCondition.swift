import GestureCore

/// `mode = "media"`: this mode is on or, with a list, one of these modes.
struct ModeCondition: ConditionKind {
  let key = "mode"
  let summary = "The mode that is on."
  let manual = (value: "\"media\", or a list", text: "This mode is on; with a list, one of these modes is on.")
  let form = ConditionForm.texts(example: Context.defaultMode)
  let fact: Fact? = .mode

  /// In `Conditions.statements` (`role` is nil), the mode comes right after the device.
  func rank(in role: ConditionRole?) -> Int { role == nil ? -1 : 0 }

  func read(_ reader: inout TableReader, into section: inout ConditionSection) {
    section.modes = modes(&reader)
    if !section.modes.isEmpty { section.condition.modes = Set(section.modes.map(\.value)) }
  }

  private func modes(_ reader: inout TableReader) -> [Located<String>] {
    guard let found = reader.strings(key, example: "reading") else { return [] }
    if reader.isEmptyList(key) { reader.problems.error(at: found.range, .emptyName(key)) }
    return found.value.filter(reader.problems.isMode)
  }

  func futility(of asked: Condition, in role: ConditionRole, for gesture: Int, _ context: CheckContext) -> String? {
    guard let modes = asked.modes else { return nil }
    let rule = context.rule(gesture)
    let own =
      switch role {
      case .receive: rule.beginIf.modes
      case .beginIf, .requirement: rule.receive.modes
      case .binding, .scroll: rule.modes
      }
    guard let own, !own.isEmpty, own.isDisjoint(with: modes) else { return nil }
    return "\(rule.name.quoted) works only in the \(own.count == 1 ? "mode" : "modes") "
      + own.sorted().map(\.quoted).listed("and")
  }

  func words(_ test: Condition.Test, found: Fact.Value?) -> String {
    "the mode \((test.texts ?? []).sorted().listed("or")); the mode is \(found?.text ?? "")"
  }

  func statement(in condition: Condition) -> ConditionStatement? { condition.modes.map { .texts($0.sorted()) } }
}

extension GestureRule {
  /// The modes in which the gesture can be recognized; nil for all modes.
  var modes: Set<String>? {
    guard let first = receive.modes, let second = beginIf.modes else { return receive.modes ?? beginIf.modes }
    return first.intersection(second)
  }

  /// Whether there is a mode in which both gestures get touches.
  func sharesMode(with other: GestureRule) -> Bool {
    guard let own = receive.modes, let modes = other.receive.modes else { return true }
    return !own.isDisjoint(with: modes)
  }
}
