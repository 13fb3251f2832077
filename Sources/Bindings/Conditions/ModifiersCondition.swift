import GestureCore

/// `modifiers = ["ctrl", "shift"]`: these modifier keys are held down, and no other modifier keys.
struct ModifiersCondition: ConditionKind {
  private static let names = Modifiers.named.map(\.key)
  private static let none = "none"

  let key = "modifiers"
  let summary = "Exactly these modifier keys are held down."
  let manual = (
    value: "\"ctrl\" or [\"ctrl\", \"shift\"]",
    text:
      "Exactly these modifier keys are held down, and no others: one of `shift`, `ctrl`, `alt` and `super`, or a list of several. An empty list means that no modifier key is held. Upper and lower case are the same."
  )
  let form = ConditionForm.choices(Self.names)
  let fact: Fact? = .modifiers

  /// In `Conditions.statements` (`role` is nil), modifiers come after conditions such as `app`.
  func rank(in role: ConditionRole?) -> Int { role == nil ? 1 : 0 }

  func read(_ reader: inout TableReader, into section: inout ConditionSection) {
    guard let found = reader.strings(key, example: "super") else { return }
    section.condition.modifiers = Modifiers(
      found.value.compactMap { name in
        let known = Modifiers.named.first { $0.key == name.value.lowercased() }
        return known?.value ?? (reader.isChoice(name, of: key, among: Self.names) ? [] : nil)
      })
  }

  /// Reads names of modifiers, joined by `+`, such as `ctrl+shift`. `none` means no modifier. Throws for other names.
  func value(_ text: String) throws(ConditionTextError) -> Fact.Value {
    var modifiers: Modifiers = []
    if text == Self.none { return .flags(0) }
    for part in text.split(separator: "+", omittingEmptySubsequences: false) {
      guard let modifier = Modifiers.named.first(where: { $0.key == part.lowercased() }) else {
        throw ConditionTextError(
          text: text,
          expected: "modifier: write \"\(Self.none)\", or one or more of \(Self.names.listed("and")), joined by \"+\"")
      }
      modifiers.insert(modifier.value)
    }
    return .flags(UInt64(modifiers.rawValue))
  }

  func text(of value: Fact.Value) -> String? {
    value.modifiers.map { $0.isEmpty ? Self.none : Self.names(of: $0).joined(separator: "+") }
  }

  func words(_ test: Condition.Test, found: Fact.Value?) -> String {
    guard case .flags(let flags) = test, let wanted = Fact.Value.flags(flags).modifiers else { return "" }
    return "touches with \(Self.keys(wanted)) held; \(Self.held(found?.modifiers))"
  }

  private static func held(_ modifiers: Modifiers?) -> String {
    guard let modifiers else { return "the held keys are not known" }
    return "\(keys(modifiers)) \(names(of: modifiers).count > 1 ? "are" : "is") held"
  }

  private static func keys(_ modifiers: Modifiers) -> String {
    modifiers.isEmpty ? "no modifier" : names(of: modifiers).listed("and")
  }

  private static func names(of modifiers: Modifiers) -> [String] {
    Modifiers.named.filter { modifiers.contains($0.value) }.map(\.key)
  }

  func statement(in condition: Condition) -> ConditionStatement? {
    condition.modifiers.map { .texts(Self.names(of: $0)) }
  }
}
