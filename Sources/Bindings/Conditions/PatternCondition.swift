import GestureCore

/// `app = "*fire*"`, `title`, `output` and `workspace`: a text about the session matches one of these patterns with `*` and `?`.
struct PatternCondition: ConditionKind {
  static let app = PatternCondition(
    .app, "*fire*", "The application under the finger or with the focus; with wildcards * and ?.",
    manual: "The application of the window, with wildcards.", unknown: "the current one is not known"
  ) { $0.isEmpty ? "there is no window" : "it is \($0)" }
  static let title = PatternCondition(
    Conditions.title, "*YouTube*", "The title of the window under the finger or with the focus, with * and ?.",
    manual: "The title of the window, with wildcards.", unknown: "the title of the window is not known"
  ) { "the title of the window is \($0)" }
  static let output = PatternCondition(
    .output, "DP-1", "The output of the window under the finger or with the focus, with * and ?.",
    manual: "The output of the window, with wildcards.", unknown: "the current one is not known"
  ) { "it is \($0)" }
  static let workspace = PatternCondition(
    Conditions.workspace, "web", "The name of the workspace that has the focus, with * and ?.",
    manual: "The name of the current workspace, with wildcards, if the desktop reports it.",
    unknown: "the focused one is not known"
  ) { "the focus is on \($0)" }

  let key: String
  let summary: String
  let manual: (value: String, text: String)
  let form: ConditionForm
  let fact: Fact?
  private let example: String
  /// The clauses for a text that doesn't match, and for an unknown text.
  private let found: @Sendable (String) -> String
  private let unknown: String

  private init(
    _ fact: Fact, _ example: String, _ summary: String, manual: String, unknown: String,
    found: @escaping @Sendable (String) -> String
  ) {
    key = fact.name
    self.summary = summary
    self.manual = (value: "\"\(example)\", or a list", text: manual)
    form = .texts(example: example)
    self.fact = fact
    self.example = example
    self.found = found
    self.unknown = unknown
  }

  func read(_ reader: inout TableReader, into section: inout ConditionSection) {
    let patterns = reader.patterns(key, example: example)
    if let fact { section.condition[fact] = patterns }
  }

  func words(_ test: Condition.Test, found: Fact.Value?) -> String {
    "the \(key) \((test.patterns ?? []).listed("or")); \(found?.text.map(self.found) ?? unknown)"
  }

  func statement(in condition: Condition) -> ConditionStatement? {
    fact.flatMap { condition[$0]?.patterns }.map { $0.count == 1 ? .text($0[0]) : .texts($0) }
  }
}
