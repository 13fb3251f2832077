import Bindings
import GestureCore
import Testing

/// What a gesture says of others: how it is read, and where it contradicts itself.
struct RelationTests {
  /// A pan "a" with these lines, a swipe "b" with the tag "quick", and a tap "c".
  private func gestures(_ lines: String, b: String = "") -> String {
    """
    [gesture.a]
    kind = "pan"
    fingers = 2
    run = "x"
    \(lines)
    [gesture.b]
    kind = "swipe"
    tags = "quick"
    run = "x"
    \(b)
    [gesture.c]
    kind = "tap"
    tags = ["still", "quick"]
    run = "x"

    """
  }

  @Test func everyKeyArrivesInTheRule() throws {
    let rules = try #require(
      load(
        gestures(
          """
          require-to-fail = ["b", { gesture = "tag:still", when = { tool = "stylus", device = "touchscreen" } }]
          required-to-fail-by = { gesture = "kind:long-press" }
          simultaneous-with = "tag:quick"
          prevents = ["b", "kind:pinch"]
          cannot-prevent = "kind:tap"
          cannot-be-prevented-by = ["tag:quick"]
          """)
      ).rules?.ruleSet)
    var stylus = Condition()
    stylus.tool = .stylus
    stylus.device = .deviceClass(.touchscreen)
    let relations = rules.gestures[0].relations
    #expect(relations.requireToFail == [Requirement(.gesture("b")), Requirement(.tag("still"), when: stylus)])
    #expect(relations.requiredToFailBy == [Requirement(.kind("long-press"))])
    #expect(relations.simultaneousWith == [.tag("quick")])
    #expect(relations.prevents == [.gesture("b"), .kind("pinch")])
    #expect(relations.cannotPrevent == [.kind("tap")])
    #expect(relations.cannotBePreventedBy == [.tag("quick")])
    #expect(rules.gestures.map(\.tags) == [[], ["quick"], ["still", "quick"]])
  }

  @Test func requirementsWithConditionsAreChecked() {
    #expect(
      report(
        gestures(
          "require-to-fail = [{ when = {} }, { gesture = \"b\", if = {} }, { gestur = \"b\" }, 3]\n"
            + "required-to-fail-by = { gesture = 4, when = \"x\" }\nprevents = { gesture = \"b\" }")) == """
          bindings.toml:5:20: error: this requirement has no `gesture`
            5 | require-to-fail = [{ when = {} }, { gesture = "b", if = {} }, { gestur = "b" }, 3]
              |                    ^^^^^^^^^^^^^ add `gesture = "NAME"`, with the NAME of a `[gesture.NAME]`
          bindings.toml:5:52: error: unknown key "if"
            5 | require-to-fail = [{ when = {} }, { gesture = "b", if = {} }, { gestur = "b" }, 3]
              |                                                    ^^ write `{ gesture = "NAME", when = {…} }`
          bindings.toml:5:63: error: this requirement has no `gesture`
            5 | require-to-fail = [{ when = {} }, { gesture = "b", if = {} }, { gestur = "b" }, 3]
              |                                                               ^^^^^^^^^^^^^^^^ add `gesture = \
          "NAME"`, with the NAME of a `[gesture.NAME]`
          bindings.toml:5:65: error: unknown key "gestur"
            5 | require-to-fail = [{ when = {} }, { gesture = "b", if = {} }, { gestur = "b" }, 3]
              |                                                                 ^^^^^^ did you mean "gesture"?
          bindings.toml:5:81: error: `require-to-fail` must be a list of names, not numbers
            5 | require-to-fail = [{ when = {} }, { gesture = "b", if = {} }, { gestur = "b" }, 3]
              |                                                                                 ^ put each name in \
          quotes
          bindings.toml:6:35: error: `gesture` must be a string, not a whole number
            6 | required-to-fail-by = { gesture = 4, when = "x" }
              |                                   ^ write `gesture = "another-gesture"`
          bindings.toml:6:45: error: `when` must be a table, not a string
            6 | required-to-fail-by = { gesture = 4, when = "x" }
              |                                             ^^^ write `when = { mode = "default" }`
          bindings.toml:7:12: error: `prevents` must be a string or a list of strings, not a table
            7 | prevents = { gesture = "b" }
              |            ^^^^^^^^^^^^^^^^^ write `prevents = ["another-gesture"]`
          """)
  }

  @Test func everyKeyNamesWhatIsThere() {
    let keys = [
      "require-to-fail", "required-to-fail-by", "simultaneous-with", "prevents", "cannot-prevent",
      "cannot-be-prevented-by",
    ]
    for key in keys {
      #expect(
        load(gestures("\(key) = [\"d\", \"kind:tpa\", \"tag:quik\"]")).diagnostics.map(\.message) == [
          "there is no gesture \"d\"", "unknown gesture kind \"tpa\"", "no gesture has the tag \"quik\"",
        ])
    }
    #expect(
      report(gestures("prevents = \"tag:quik\"")) == """
        bindings.toml:5:12: error: no gesture has the tag "quik"
          5 | prevents = "tag:quik"
            |            ^^^^^^^^^^ did you mean "tag:quick"?
        """)
  }

  @Test func tagsAreNames() {
    #expect(
      report(gestures("tags = [\"\", \"kind:x\", 3]")) == """
        bindings.toml:5:9: error: "" can't be a tag
          5 | tags = ["", "kind:x", 3]
            |         ^^ use letters, digits and `-`, without `:` or control characters
        bindings.toml:5:13: error: "kind:x" can't be a tag
          5 | tags = ["", "kind:x", 3]
            |             ^^^^^^^^ use letters, digits and `-`, without `:` or control characters
        bindings.toml:5:23: error: `tags` must be a list of names, not numbers
          5 | tags = ["", "kind:x", 3]
            |                       ^ put each name in quotes
        """)
  }

  @Test func aRelationToItselfIsAnError() {
    #expect(
      report(
        gestures("prevents = \"a\"\nsimultaneous-with = [\"b\", \"a\"]\ntags = \"own\"\ncannot-prevent = \"tag:own\""))
          == """
          bindings.toml:5:12: error: `prevents` names the gesture itself
            5 | prevents = "a"
              |            ^^^ name another one
          bindings.toml:6:27: error: `simultaneous-with` names the gesture itself
            6 | simultaneous-with = ["b", "a"]
              |                           ^^^ name another one
          bindings.toml:8:18: error: only this gesture has the tag "own"
            8 | cannot-prevent = "tag:own"
              |                  ^^^^^^^^^ give the tag to another gesture too, or name that gesture
          """)
    #expect(report(gestures("cannot-prevent = [\"kind:pan\", \"tag:quick\"]")) == "")
  }

  @Test func toPreventAndNotToPreventIsAnError() {
    #expect(
      report(gestures("prevents = [\"c\", \"b\", \"kind:tap\"]\ncannot-prevent = [\"b\", \"kind:tap\"]")) == """
        bindings.toml:5:13: error: this gesture both `prevents` and `cannot-prevent` "c"
          5 | prevents = ["c", "b", "kind:tap"]
            |             ^^^ remove one of them; `cannot-prevent` would apply
        bindings.toml:5:18: error: this gesture both `prevents` and `cannot-prevent` "b"
          5 | prevents = ["c", "b", "kind:tap"]
            |                  ^^^ remove one of them; `cannot-prevent` would apply
        bindings.toml:5:23: error: this gesture both `prevents` and `cannot-prevent` "kind:tap"
          5 | prevents = ["c", "b", "kind:tap"]
            |                       ^^^^^^^^^^ remove one of them; `cannot-prevent` would apply
        """)
    // All but one.
    #expect(report(gestures("prevents = \"tag:quick\"\ncannot-prevent = \"c\"")) == "")
  }

  @Test func aProhibitionWins() {
    #expect(
      report(gestures("prevents = \"b\"", b: "cannot-be-prevented-by = \"kind:pan\"")) == """
        bindings.toml:5:12: warning: "a" does not prevent "b": `cannot-be-prevented-by` of that one, in line 6, applies
          5 | prevents = "b"
            |            ^^^ remove one of them
        """)
    #expect(report(gestures("prevents = \"tag:quick\"", b: "cannot-be-prevented-by = \"a\"")) == "")
    #expect(report(gestures("prevents = \"b\"", b: "cannot-be-prevented-by = \"c\"")) == "")
  }

  @Test func aGestureThatKeepsOthersBackHasAPurpose() {
    let idle = "[gesture.d]\nkind = \"long-press\"\n"
    #expect(report(gestures("") + idle).contains("\"d\" does nothing"))
    #expect(report(gestures("") + idle + "prevents = \"b\"\n") == "")
    #expect(report(gestures("") + idle + "required-to-fail-by = \"kind:swipe\"\n") == "")
    #expect(report(gestures("require-to-fail = \"tag:x\"") + idle + "tags = \"x\"\n") == "")
    #expect(report(gestures("simultaneous-with = \"d\"") + idle).contains("\"d\" does nothing"))
  }
}
