import GestureCore

/// `app = "*fire*"`: the application of the window that counts.
struct AppCondition: ConditionKind {
  let key = "app"
  let summary = "The application under the finger or with the focus; with wildcards * and ?."
  let manual = (value: "\"*fire*\", or a list", text: "The application of the window, with wildcards.")
  let form = ConditionForm.texts(example: "*fire*")
  let places = Set(ConditionPlace.allCases)
  let fact: Fact? = .app

  func read(_ reader: inout TableReader, into section: inout ConditionSection) {
    section.condition[.app] = reader.patterns(key, example: "*fire*")
  }

  func words(_ test: Condition.Test, found: Fact.Value?) -> String {
    "the app \(test.patternText); "
      + (found?.text.map { $0.isEmpty ? "there is no window" : "it is \($0)" } ?? "the current one is not known")
  }

  func statement(in condition: Condition) -> ConditionStatement? { condition[.app]?.patternStatement }
}
