import Testing

/// Circles through `required-to-fail-by`, tags and conditions.
struct CircleTests {
  private func taps(_ gestures: (name: String, lines: String)...) -> String {
    gestures.enumerated().map { place, gesture in
      "[gesture.\(gesture.name)]\nkind = \"tap\"\nfingers = \(place + 1)\nrun = \"x\"\n\(gesture.lines)\n"
    }.joined()
  }

  @Test func bothSidesCount() {
    #expect(
      report(taps(("a", "require-to-fail = \"b\"\nrequired-to-fail-by = [\"b\"]"), ("b", ""))) == """
        bindings.toml:5:19: error: `require-to-fail` is circular: a -> b -> a; neither could ever fire
          5 | require-to-fail = "b"
            |                   ^^^ remove one of them
        """)
    #expect(
      report(taps(("a", "required-to-fail-by = \"b\""), ("b", "required-to-fail-by = \"a\""))) == """
        bindings.toml:10:23: error: `required-to-fail-by` is circular: a -> b -> a; neither could ever fire
          10 | required-to-fail-by = "a"
             |                       ^^^ remove one of them
        """)
    #expect(
      report(taps(("a", "required-to-fail-by = \"a\""))) == """
        bindings.toml:5:23: error: `required-to-fail-by` is circular: a -> a; it could never fire
          5 | required-to-fail-by = "a"
            |                       ^^^ remove it
        """)
  }

  @Test func kindsAndTagsCountOnBothSides() {
    #expect(
      report(
        taps(
          ("a", "tags = \"x\"\nrequired-to-fail-by = \"kind:tap\""), ("b", "tags = \"x\""),
          ("c", "required-to-fail-by = \"tag:x\""))) == """
          bindings.toml:16:23: error: `required-to-fail-by` is circular: a -> c -> a; neither could ever fire
            16 | required-to-fail-by = "tag:x"
               |                       ^^^^^^^ remove one of them
          """)
    #expect(
      report(taps(("a", "tags = \"x\"\nrequire-to-fail = \"tag:x\""), ("b", "tags = \"x\"\nrequire-to-fail = \"a\"")))
        == """
        bindings.toml:6:19: error: `require-to-fail` is circular: a -> b -> a; neither could ever fire
          6 | require-to-fail = "tag:x"
            |                   ^^^^^^^ remove one of them
        """)
    #expect(
      report(taps(("a", "tags = \"x\"\nrequire-to-fail = \"tag:x\""), ("b", "tags = \"x\""), ("c", "tags = \"x\"")))
        == "")
    #expect(report(taps(("a", "required-to-fail-by = \"kind:tap\""), ("b", ""), ("c", ""))) == "")
  }

  @Test func conditionsAreNoWayOut() {
    #expect(
      report(
        taps(
          ("a", "require-to-fail = { gesture = \"b\", when = { device = \"touchpad\" } }"),
          ("b", "require-to-fail = { gesture = \"a\", when = { device = \"touchscreen\" } }"))) == """
          bindings.toml:5:19: error: `require-to-fail` is circular: a -> b -> a; neither could ever fire
            5 | require-to-fail = { gesture = "b", when = { device = "touchpad" } }
              |                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ remove one of them
          """)
  }

  @Test func everyCircleThroughGroupsIsFound() {
    let text = taps(
      ("a", "tags = \"x\"\nrequire-to-fail = \"b\""), ("b", "required-to-fail-by = \"tag:x\"\nrequire-to-fail = \"a\""),
      ("c", "tags = \"y\"\nrequired-to-fail-by = \"tag:y\""), ("d", "tags = \"y\"\nrequired-to-fail-by = \"tag:y\""))
    #expect(load(text).diagnostics.map(\.location.line) == [6, 24])
  }
}
