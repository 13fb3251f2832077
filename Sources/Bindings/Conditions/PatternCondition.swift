import GestureCore

/// `app = "*fire*"`: an application, a window's title, an output or a workspace matches a pattern with `*` and `?`.
struct PatternCondition: ConditionKind {
  static let app = PatternCondition(
    .app, "*fire*",
    "The app with the focus (touchscreens: under the finger, if known); * means any text, ? one character.",
    manual: "The name of the window's application, as a pattern with `*` and `?`.", unknown: "the app is not known"
  ) { $0.isEmpty ? "there is no window" : "the app is \($0)" }
  static let title = PatternCondition(
    Conditions.title, "*YouTube*",
    "The title of the window with the focus; on touchscreens, of the window under the finger, if known. * means any text, ? one character.",
    manual: "The title of the window, as a pattern with `*` and `?`.", unknown: "the title of the window is not known"
  ) { $0.isEmpty ? "there is no window title" : "the title of the window is \($0)" }
  static let output = PatternCondition(
    .output, "DP-1",
    "The output (screen) of the window with the focus; on touchscreens, of the window under the finger, if known. * means any text, ? one character.",
    manual: "The output (screen) that the window is on, as a pattern with `*` and `?`.",
    unknown: "the output is not known"
  ) { "the output is \($0)" }
  static let workspace = PatternCondition(
    Conditions.workspace, "web", "The name of the workspace that has the focus; * means any text, ? one character.",
    manual: "The name of the focused workspace, as a pattern with `*` and `?`; some desktops report no name.",
    unknown: "the focused workspace is not known"
  ) { "the focus is on the workspace \($0)" }

  let key: String
  let summary: String
  let manual: (value: String, text: String)
  let form: ConditionForm
  let fact: Fact?
  private let example: String
  /// `found` turns the fact's value into a clause for messages. `unknown` is the clause if the value isn't known.
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
