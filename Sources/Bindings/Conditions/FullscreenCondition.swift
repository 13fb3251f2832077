import GestureCore

/// `fullscreen = false`: whether the window that counts fills the screen.
struct FullscreenCondition: ConditionKind {
  static let fullscreen = Fact(ofSession: "fullscreen")
  private static let names = ["true", "false"]

  let key = "fullscreen"
  let summary = "Whether the window under the finger or with the focus fills the screen."
  let manual = (value: "false", text: "Whether the window fills the screen. Without a window it is `false`.")
  let form = ConditionForm.flag
  let places = Set(ConditionPlace.allCases)
  let fact: Fact? = FullscreenCondition.fullscreen

  func read(_ reader: inout TableReader, into section: inout ConditionSection) {
    section.condition[Self.fullscreen] = reader.flag(key).map { .oneOf(["\($0.value)"]) }
  }

  func value(_ text: String) throws(ConditionTextError) -> Fact.Value { .text(try Self.checked(text)) }

  private static func checked(_ text: String) throws(ConditionTextError) -> String {
    guard names.contains(text) else { throw ConditionTextError(text: text, expected: "fullscreen: true or false") }
    return text
  }

  func words(_ test: Condition.Test, found: Fact.Value?) -> String {
    let isWanted = test.texts == ["true"]
    return "a window that \(isWanted ? "fills" : "does not fill") the screen; "
      + (found.map { "this one \($0 == .text("true") ? "does" : "does not")" }
        ?? "this is not known of this one")
  }

  func statement(in condition: Condition) -> ConditionStatement? {
    condition[Self.fullscreen]?.texts?.first.map { .text($0) }
  }
}
