import GestureCore

/// `orientation = "portrait"`: how the output of the device stands.
struct OrientationCondition: ConditionKind {
  static let orientation = Fact(ofSession: "orientation")
  private static let names = Orientation.allCases.map(\.rawValue)

  let key = "orientation"
  let summary = "The orientation of the device's output."
  var manual: (value: String, text: String) {
    (
      value: "\"portrait\", or a list",
      text:
        "The orientation of the device's output: \(Self.names.map { "`\"\($0)\"`" }.listed("or")). A touchpad's "
        + "is that of the built-in panel, or of the only output."
    )
  }
  let form = ConditionForm.choices(Self.names)
  let places = Set(ConditionPlace.allCases)
  let fact: Fact? = OrientationCondition.orientation

  func read(_ reader: inout TableReader, into section: inout ConditionSection) {
    guard let found = reader.strings(key, example: "portrait") else { return }
    if found.value.isEmpty { reader.problems.error(at: found.range, .emptyChoice(key, Self.names)) }
    let chosen = reader.choices(key, among: Self.names.map { (name: $0, choice: $0) }, found.value)
    if !chosen.isEmpty { section.condition[Self.orientation] = .oneOf(Set(chosen)) }
  }

  func value(_ text: String) throws(ConditionTextError) -> Fact.Value { .text(try Self.checked(text)) }

  private static func checked(_ text: String) throws(ConditionTextError) -> String {
    guard names.contains(text) else {
      throw ConditionTextError(text: text, expected: "orientation: the values are \(names.listed("and"))")
    }
    return text
  }

  func words(_ test: Condition.Test, found: Fact.Value?) -> String {
    "the orientation \(Self.names.filter { test.texts?.contains($0) ?? false }.listed("or")); "
      + (found?.text.map { "it is \($0)" } ?? "the current one is not known")
  }

  func statement(in condition: Condition) -> ConditionStatement? {
    condition[Self.orientation]?.texts.map { wanted in
      let names = Self.names.filter(wanted.contains)
      return names.count == 1 ? .text(names[0]) : .texts(names)
    }
  }
}
