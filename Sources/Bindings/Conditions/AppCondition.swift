import GestureCore

/// `app = "*fire*"`: the application that has the focus.
struct AppCondition: ConditionKind {
  let key = "app"
  let summary = "The focused application, with * and ?."
  let manual = (value: "\"*fire*\", or a list", text: "The application in front, with wildcards.")
  let form = ConditionForm.texts(example: "*fire*")
  let places = Set(ConditionPlace.allCases)
  let fact: Fact? = .app

  func read(_ reader: inout TableReader, into section: inout ConditionSection) {
    section.condition[.app] = reader.patterns(key, example: "*fire*")
  }

  func read(_ text: String, into condition: inout Condition) { condition.app = text }

  func words(_ test: Condition.Test, found: Fact.Value?) -> String {
    "the app \(test.patternText); "
      + (found?.text.map { $0.isEmpty ? "no window has the focus" : "the focus is in \($0)" }
        ?? "which one has the focus is not known")
  }

  func statement(in condition: Condition) -> ConditionStatement? { condition[.app]?.patternStatement }
}
