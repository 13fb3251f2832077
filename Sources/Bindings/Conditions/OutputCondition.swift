import GestureCore

/// `output = "DP-1"`: the output with the focused window.
struct OutputCondition: ConditionKind {
  let key = "output"
  let summary = "The output with the focused window, with * and ?."
  let manual = (value: "\"DP-1\"", text: "The output with the focused window, with wildcards.")
  let form = ConditionForm.text(example: "DP-1")
  let places = Set(ConditionPlace.allCases)
  let fact: Fact? = .output

  func read(_ reader: inout TableReader, into section: inout ConditionSection) {
    section.condition.output = reader.pattern(key)
  }

  func read(_ text: String, into condition: inout Condition) { condition.output = text }

  func words(_ test: Condition.Test, found: Fact.Value?) -> String {
    "the output \(test.pattern ?? ""); "
      + (found?.text.map { "the focus is on \($0)" } ?? "which one has the focus is not known")
  }

  func statement(in condition: Condition) -> ConditionStatement? { condition.output.map { .text($0) } }
}
