import GestureCore

/// `orientation = "portrait"`: the orientation of the device's output; for a touchpad, of the built-in or only output.
struct OrientationCondition: ConditionKind {
  static let orientation = Fact(ofSession: "orientation")
  private static let names = Orientation.allCases.map(\.rawValue)

  let key = "orientation"
  let summary = "The orientation of the device's screen."
  var manual: (value: String, text: String) {
    (
      value: "\"portrait\", or a list",
      text:
        "The orientation of the device's screen: \(Self.names.map { "`\"\($0)\"`" }.listed("or")). For a "
        + "touchpad, it is the orientation of the built-in screen or of the only screen."
    )
  }
  let form = ConditionForm.choices(Self.names)
  let fact: Fact? = OrientationCondition.orientation

  func read(_ reader: inout TableReader, into section: inout ConditionSection) {
    guard let names = reader.choices(key, among: Self.names, example: "portrait"), !names.isEmpty else { return }
    section.condition[Self.orientation] = .oneOf(Set(names))
  }

  func value(_ text: String) throws(ConditionTextError) -> Fact.Value {
    if Self.names.contains(text) { return .text(text) }
    throw ConditionTextError(text: text, expected: "orientation: the values are \(Self.names.listed("and"))")
  }

  func words(_ test: Condition.Test, found: Fact.Value?) -> String {
    "the orientation \(Self.names.filter { test.texts?.contains($0) ?? false }.listed("or")); "
      + (found?.text.map { "the orientation is \($0)" } ?? "the orientation is not known")
  }

  func statement(in condition: Condition) -> ConditionStatement? {
    condition[Self.orientation]?.texts.map { wanted in
      let names = Self.names.filter(wanted.contains)
      return names.count == 1 ? .text(names[0]) : .texts(names)
    }
  }
}
