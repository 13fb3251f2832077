import GestureCore

/// `output = "DP-1"`: the output of the window that counts.
struct OutputCondition: ConditionKind {
  let key = "output"
  let summary = "The output of the window under the finger or with the focus, with * and ?."
  let manual = (value: "\"DP-1\", or a list", text: "The output of the window, with wildcards.")
  let form = ConditionForm.texts(example: "DP-1")
  let places = Set(ConditionPlace.allCases)
  let fact: Fact? = .output

  func read(_ reader: inout TableReader, into section: inout ConditionSection) {
    section.condition[.output] = reader.patterns(key, example: "DP-1")
  }

  func words(_ test: Condition.Test, found: Fact.Value?) -> String {
    "the output \(test.patternText); "
      + (found?.text.map { "it is \($0)" } ?? "the current one is not known")
  }

  func statement(in condition: Condition) -> ConditionStatement? { condition[.output]?.patternStatement }
}
