import GestureCore

/// `tablet-mode = true`: whether a convertible is folded to be a tablet, by the switch that tells.
struct TabletModeCondition: ConditionKind {
  static let tabletMode = Fact(ofSession: "tablet-mode")
  private static let names = ["true", "false"]

  let key = "tablet-mode"
  let summary = "Whether the machine is used as a tablet, by its switch."
  let manual = (
    value: "true",
    text:
      "Whether the machine is used as a tablet, by its switch (the kernel's SW_TABLET_MODE); without a switch it is unknown. The switch is opened only for rules that ask for it."
  )
  let form = ConditionForm.flag
  let places = Set(ConditionPlace.allCases)
  let fact: Fact? = TabletModeCondition.tabletMode

  func read(_ reader: inout TableReader, into section: inout ConditionSection) {
    section.condition[Self.tabletMode] = reader.flag(key).map { .oneOf(["\($0.value)"]) }
  }

  func value(_ text: String) throws(ConditionTextError) -> Fact.Value { .text(try Self.checked(text)) }

  private static func checked(_ text: String) throws(ConditionTextError) -> String {
    guard names.contains(text) else { throw ConditionTextError(text: text, expected: "tablet-mode: true or false") }
    return text
  }

  func words(_ test: Condition.Test, found: Fact.Value?) -> String {
    let isWanted = test.texts == ["true"]
    return "a machine that is \(isWanted ? "" : "not ")used as a tablet; "
      + (found.map { $0 == .text("true") ? "it is" : "it is not" } ?? "this is not known")
  }

  func statement(in condition: Condition) -> ConditionStatement? {
    condition[Self.tabletMode]?.texts?.first.map { .text($0) }
  }
}
