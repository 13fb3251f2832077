import GestureCore

/// `workspace = "web"`: the workspace with the focus.
struct WorkspaceCondition: ConditionKind {
  static let workspace = Fact(ofSession: "workspace")

  let key = "workspace"
  let summary = "The name of the workspace that has the focus, with * and ?."
  let manual = (
    value: "\"web\", or a list", text: "The name of the current workspace, with wildcards, if the desktop reports it."
  )
  let form = ConditionForm.texts(example: "web")
  let places = Set(ConditionPlace.allCases)
  let fact: Fact? = WorkspaceCondition.workspace

  func read(_ reader: inout TableReader, into section: inout ConditionSection) {
    section.condition[Self.workspace] = reader.patterns(key, example: "web")
  }

  func words(_ test: Condition.Test, found: Fact.Value?) -> String {
    "the workspace \(test.patternText); "
      + (found?.text.map { "the focus is on \($0)" } ?? "the focused one is not known")
  }

  func statement(in condition: Condition) -> ConditionStatement? { condition[Self.workspace]?.patternStatement }
}
