import GestureCore

/// `tool = "stylus"`: the tool that touches the surface.
struct ToolCondition: ConditionKind {
  /// The possible tools. A palm never makes a gesture.
  private static let tools: KeyValuePairs<String, Touch.Tool> = ["finger": .finger, "stylus": .stylus]

  let key = "tool"
  let summary = "The tool that touches the surface: a finger or a stylus."
  let manual = (
    value: "\"stylus\"",
    text:
      "`\"finger\"` or `\"stylus\"`. Without this condition, the gesture accepts both. A stylus is the tip of a pen; see "
      + "`WHAT WORKS WHERE`."
  )
  let form = ConditionForm.choice(Self.tools.map(\.key))
  let roles: Set<ConditionRole> = [.receive, .requirement]
  let fact: Fact? = .tool

  func read(_ reader: inout TableReader, into section: inout ConditionSection) {
    guard let name = reader.choice(key, among: Self.tools.map(\.key), example: "stylus") else { return }
    section.condition.tool = Self.tools.first { $0.key == name.value }?.value
  }

  func words(_ test: Condition.Test, found: Fact.Value?) -> String {
    let wanted = (test.texts ?? []).sorted().listed("or")
    return "touches with a \(wanted); this touch was made with \(found?.text.map { "a \($0)" } ?? "another tool")"
  }

  func statement(in condition: Condition) -> ConditionStatement? {
    condition[.tool]?.texts.map { .text($0.sorted().listed("or")) }
  }
}
