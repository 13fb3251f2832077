import GestureCore

/// `fingers = 3`: the number of fingers when a gesture begins or is recognized.
struct FingersCondition: ConditionKind {
  let key = "fingers"
  let summary = "How many fingers the gesture has."
  let manual = (value: "3, or \"3-4\"", text: "How many fingers the gesture has when it begins or is recognized.")
  let form = ConditionForm.setting(CommonSettings.fingers.declaration)
  let roles: Set<ConditionRole> = [.beginIf, .binding]
  let fact: Fact? = .fingers

  func read(_ reader: inout TableReader, into section: inout ConditionSection) {
    guard case .countRange(let fingers)? = reader.setting(CommonSettings.fingers.declaration) else { return }
    section.condition.fingers = fingers
  }

  func futility(of asked: Condition, in role: ConditionRole, for gesture: Int, _ context: CheckContext) -> String? {
    let rule = context.rule(gesture)
    guard let fingers = asked.fingers else { return nil }
    let own = context.classes(of: gesture).map { context.acceptedTouches(of: gesture, on: $0).fingers }
    guard let first = own.first, own.allSatisfy({ !$0.overlaps(fingers) }) else { return nil }
    let count = first.count == 1 ? "\(first.lowerBound)" : "\(first.lowerBound) to \(first.upperBound)"
    return "\(rule.name.quoted) has \(count) \(first == 1...1 ? "finger" : "fingers")"
  }

  func statement(in condition: Condition) -> ConditionStatement? {
    condition.fingers.map { .text($0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)") }
  }
}
