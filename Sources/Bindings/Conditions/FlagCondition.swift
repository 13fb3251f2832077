import GestureCore

/// `fullscreen = false` and `tablet-mode = true`: a fact that is true or false.
struct FlagCondition: ConditionKind {
  static let fullscreen = FlagCondition(
    Conditions.fullscreen, "Whether the window under the finger or with the focus fills the screen.",
    manual: (value: "false", text: "Whether the window fills the screen. Without a window, the value is `false`.")
  ) {
    "a window that \($0 ? "fills" : "does not fill") the screen"
  } found: {
    $0.map { $0 ? "the window fills the screen" : "there is no window, or it does not fill the screen" }
      ?? "it is not known whether the window fills the screen"
  }
  static let tabletMode = FlagCondition(
    Conditions.tabletMode, "Whether the machine is used as a tablet, according to its tablet-mode switch.",
    manual: (
      value: "true",
      text:
        "Whether the machine is used as a tablet, according to its tablet-mode switch (the kernel's SW_TABLET_MODE); without such a switch, this is not known. The daemon reads the switch only if a rule has this condition."
    )
  ) {
    "a machine that is \($0 ? "" : "not ")used as a tablet"
  } found: {
    $0.map { "this machine is \($0 ? "" : "not ")used as a tablet" } ?? "the tablet mode is not known"
  }

  let key: String
  let summary: String
  let manual: (value: String, text: String)
  let form = ConditionForm.flag
  let fact: Fact?
  /// `wanted` returns words for the wanted value. `found` returns words for the found value, which is nil if unknown.
  private let wanted: @Sendable (Bool) -> String
  private let found: @Sendable (Bool?) -> String

  private init(
    _ fact: Fact, _ summary: String, manual: (value: String, text: String),
    wanted: @escaping @Sendable (Bool) -> String, found: @escaping @Sendable (Bool?) -> String
  ) {
    key = fact.name
    self.summary = summary
    self.manual = manual
    self.fact = fact
    self.wanted = wanted
    self.found = found
  }

  func read(_ reader: inout TableReader, into section: inout ConditionSection) {
    let flag = reader.flag(key)
    if let fact { section.condition[fact] = flag.map { .oneOf(["\($0.value)"]) } }
  }

  func value(_ text: String) throws(ConditionTextError) -> Fact.Value {
    guard Bool(text) != nil else { throw ConditionTextError(text: text, expected: "value of \(key) (true or false)") }
    return .text(text)
  }

  func words(_ test: Condition.Test, found: Fact.Value?) -> String {
    "\(wanted(test.texts == ["true"])); \(self.found(found.map { $0 == .text("true") }))"
  }

  func statement(in condition: Condition) -> ConditionStatement? {
    fact.flatMap { condition[$0]?.texts?.first }.map { .text($0) }
  }
}
