import GestureCore

/// `output = "DP-1"`: the output that has the focus.
struct OutputCondition: ConditionKind {
  let key = "output"
  let summary = "The output that has the focus, with * and ?."
  let manual = (value: "\"DP-1\"", text: "The output that has the focus, with wildcards.")
  let form = ConditionForm.text(example: "*fire*")
  let places = Set(ConditionPlace.allCases)
  let fact: Fact? = .output
  let gap: String? = "nothing tells the daemon yet which output has the focus"

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
