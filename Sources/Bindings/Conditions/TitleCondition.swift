import GestureCore

/// `title = "*YouTube*"`: the title of the window that counts.
struct TitleCondition: ConditionKind {
  static let title = Fact(ofSession: "title")

  let key = "title"
  let summary = "The title of the window under the finger or with the focus, with * and ?."
  let manual = (value: "\"*YouTube*\", or a list", text: "The title of the window, with wildcards.")
  let form = ConditionForm.texts(example: "*YouTube*")
  let places = Set(ConditionPlace.allCases)
  let fact: Fact? = TitleCondition.title

  func read(_ reader: inout TableReader, into section: inout ConditionSection) {
    section.condition[Self.title] = reader.patterns(key, example: "*YouTube*")
  }

  func words(_ test: Condition.Test, found: Fact.Value?) -> String {
    "the title \(test.patternText); "
      + (found?.text.map { "the window's is \($0)" } ?? "the window's is not known")
  }

  func statement(in condition: Condition) -> ConditionStatement? { condition[Self.title]?.patternStatement }
}
