import Bindings
import GestureCore
import Testing

/// The relations of a gesture to others: how they are read, and when they contradict each other.
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
    expectProblems(
      report(
        gestures(
          "require-to-fail = [{ when = {} }, { gesture = \"b\", if = {} }, { gestur = \"b\" }, 3]\n"
            + "required-to-fail-by = { gesture = 4, when = \"x\" }\nprevents = { gesture = \"b\" }")),
      "requirements with conditions are checked", "5:20 error", "5:52 error", "5:63 error", "5:65 error", "5:81 error",
      "6:35 error", "6:45 error", "7:12 error")
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
    expectProblems(report(gestures("prevents = \"tag:quik\"")), "a tag with a typo", "5:12 error")
  }

  @Test func tagsAreNames() {
    expectProblems(
      report(gestures("tags = [\"\", \"kind:x\", 3]")), "tags are names", "5:9 error", "5:13 error", "5:23 error")
  }

  @Test func aRelationToItselfIsAnError() {
    expectProblems(
      report(
        gestures("prevents = \"a\"\nsimultaneous-with = [\"b\", \"a\"]\ntags = \"own\"\ncannot-prevent = \"tag:own\"")),
      "a relation to itself is an error", "5:12 error", "6:27 error", "8:18 error")
    #expect(report(gestures("cannot-prevent = [\"kind:pan\", \"tag:quick\"]")) == "")
  }

  @Test func toPreventAndNotToPreventIsAnError() {
    expectProblems(
      report(gestures("prevents = [\"c\", \"b\", \"kind:tap\"]\ncannot-prevent = [\"b\", \"kind:tap\"]")),
      "to prevent and not to prevent is an error", "5:13 error", "5:18 error", "5:23 error")
    // All but one.
    #expect(report(gestures("prevents = \"tag:quick\"\ncannot-prevent = \"c\"")) == "")
  }

  @Test func aProhibitionWins() {
    expectProblems(
      report(gestures("prevents = \"b\"", b: "cannot-be-prevented-by = \"kind:pan\"")), "a prohibition wins",
      "5:12 warning")
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
