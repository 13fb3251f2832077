import Testing

/// Circles through `required-to-fail-by`, tags and conditions.
struct CircleTests {
  private func taps(_ gestures: (name: String, lines: String)...) -> String {
    gestures.enumerated().map { index, gesture in
      "[gesture.\(gesture.name)]\nkind = \"tap\"\nfingers = \(index + 1)\nrun = \"x\"\n\(gesture.lines)\n"
    }.joined()
  }

  @Test func bothSidesCount() {
    expectProblems(
      report(taps(("a", "require-to-fail = \"b\"\nrequired-to-fail-by = [\"b\"]"), ("b", ""))),
      "a circle from both keys", "5:19 error")
    expectProblems(
      report(taps(("a", "required-to-fail-by = \"b\""), ("b", "required-to-fail-by = \"a\""))),
      "required-to-fail-by in a circle", "10:23 error")
    expectProblems(report(taps(("a", "required-to-fail-by = \"a\""))), "required-to-fail-by of itself", "5:23 error")
  }

  @Test func kindsAndTagsCountOnBothSides() {
    expectProblems(
      report(
        taps(
          ("a", "tags = \"x\"\nrequired-to-fail-by = \"kind:tap\""), ("b", "tags = \"x\""),
          ("c", "required-to-fail-by = \"tag:x\""))), "a kind and a tag", "16:23 error")
    expectProblems(
      report(taps(("a", "tags = \"x\"\nrequire-to-fail = \"tag:x\""), ("b", "tags = \"x\"\nrequire-to-fail = \"a\""))),
      "a tag and a name", "6:19 error")
    #expect(
      report(taps(("a", "tags = \"x\"\nrequire-to-fail = \"tag:x\""), ("b", "tags = \"x\""), ("c", "tags = \"x\"")))
        == "")
    #expect(report(taps(("a", "required-to-fail-by = \"kind:tap\""), ("b", ""), ("c", ""))) == "")
  }

  @Test func conditionsDoNotResolveACircle() {
    expectProblems(
      report(
        taps(
          ("a", "require-to-fail = { gesture = \"b\", when = { device = \"touchpad\" } }"),
          ("b", "require-to-fail = { gesture = \"a\", when = { device = \"touchscreen\" } }"))),
      "conditions are no way out", "5:19 error")
  }

  @Test func everyCircleThroughGroupsIsFound() {
    let text = taps(
      ("a", "tags = \"x\"\nrequire-to-fail = \"b\""), ("b", "required-to-fail-by = \"tag:x\"\nrequire-to-fail = \"a\""),
      ("c", "tags = \"y\"\nrequired-to-fail-by = \"tag:y\""), ("d", "tags = \"y\"\nrequired-to-fail-by = \"tag:y\""))
    #expect(load(text).diagnostics.map(\.location.line) == [6, 24])
  }
}
