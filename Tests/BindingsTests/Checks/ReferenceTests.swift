import Testing

/// The diagnostics for gestures that name other gestures.
struct ReferenceTests {
  @Test func unknownNamesAndKindsAreErrors() {
    expectProblems(
      report(
        """
        [gesture.double]
        kind = "tap"
        taps = 2
        run = "x"
        [gesture.single]
        kind = "tap"
        require-to-fail = ["duoble", "kind:pam", "tag:x", 3]
        simultaneous-with = "nothing"
        run = "x"
        """), "unknown names", "7:20 error", "7:30 error", "7:42 error", "7:51 error", "8:21 error")
    expectProblems(
      report("[gesture.a]\nkind = \"pan\"\nrun = \"x\"\nrequire-to-fail = true\n"), "require-to-fail = true",
      "4:19 error")
  }

  @Test func aGestureOfAnUnknownKindIsThereAllTheSame() {
    expectProblems(
      report(
        """
        [gesture.a]
        kind = "tapp"
        [gesture.b]
        kind = "tap"
        require-to-fail = "a"
        run = "x"
        [[override]]
        gesture = "a"
        run = "x"
        """), "a gesture of an unknown kind is there all the same", "2:8 error")
  }

  @Test func inAFileThatIsOnlyReadInPartNothingIsMissed() {
    expectProblems(
      report("[gesture.a]\nkind = \"tap\"\nrequire-to-fail = \"b\"\nrun = \"x\"\n[gesture.b\nkind = \"pan\"\n"),
      "in a file that is only read in part nothing is missed", "5:1 error")
  }

  private func taps(_ requirements: (name: String, waitsFor: String)...) -> String {
    requirements.enumerated().map { index, gesture in
      "[gesture.\(gesture.name)]\nkind = \"tap\"\nfingers = \(index + 1)\nrequire-to-fail = [\(gesture.waitsFor)]\nrun = \"x\"\n"
    }.joined()
  }

  @Test func circlesAreErrors() {
    expectProblems(report(taps(("single", "\"double\""), ("double", "\"single\""))), "a circle of two", "4:19 error")
    expectProblems(report(taps(("a", "\"a\""))), "a circle of one", "4:19 error")
    expectProblems(
      report(taps(("outside", "\"b\""), ("a", "\"c\""), ("b", "\"a\""), ("c", "\"b\""), ("free", ""))),
      "a circle of three", "9:19 error")
    expectProblems(report(taps(("a", "\"kind:tap\""), ("b", "\"kind:tap\""))), "a circle through a kind", "4:19 error")
  }

  @Test func everyCircleIsFound() {
    let text = taps(("a", "\"b\""), ("b", "\"a\""), ("c", "\"d\""), ("d", "\"c\", \"a\""), ("e", "\"e\""))
    #expect(load(text).diagnostics.map(\.location.line) == [4, 14, 24])
  }

  @Test func chainsAndKindsWithoutACircleAreFine() {
    #expect(report(taps(("a", "\"b\", \"c\""), ("b", "\"c\""), ("c", ""))) == "")
    #expect(report(taps(("a", "\"kind:tap\""), ("b", ""), ("c", "\"b\""))) == "")
    #expect(report(taps(("a", "\"kind:tap\""))) == "")
  }

  @Test func aLongCircleIsShownByItsBeginning() {
    let text = (0..<30).map {
      "[gesture.g\($0)]\nkind = \"tap\"\nslop = \"\($0) mm\"\nrequire-to-fail = \"g\(($0 + 1) % 30)\"\nrun = \"x\"\n"
    }.joined()
    #expect(
      load(text).diagnostics.first?.message
        == "`require-to-fail` is circular: g0 -> g1 -> g2 -> g3 -> g4 -> g5 -> g6 -> … -> g0; "
        + "these gestures would wait for one another")
  }

  /// A hint recognizes nothing, so no gesture waits for it, and it neither waits for others nor prevents them.
  @Test func nobodyWaitsForWhoOnlyLooksOn() {
    expectProblems(
      report(
        """
        [gesture.guide]
        kind = "hint"
        tags = ["shown", "all"]
        require-to-fail = "next"
        prevents = ["next"]
        run = "x"
        [gesture.next]
        kind = "swipe"
        tags = ["all"]
        require-to-fail = ["guide", "kind:hint", "tag:shown"]
        run = "x"
        """), "no gesture waits for a hint", "4:19 error", "5:12 error", "10:20 error", "10:29 error",
      "10:42 error")
  }

  /// No gesture conflicts with it, and it conflicts with none.
  @Test func whoOnlyLooksOnShadowsNobody() {
    #expect(
      report(
        """
        [gesture.guide]
        kind = "hint"
        fingers = "1-5"
        tags = ["all"]
        run = "x"
        changed = { stream = "y" }
        ended = "z"
        [gesture.second]
        kind = "hint"
        fingers = 2
        after = "hold 1 s"
        run = "x"
        [gesture.press]
        kind = "long-press"
        tags = ["all"]
        run = "x"
        [gesture.scroll]
        kind = "pan"
        fingers = 2
        require-to-fail = ["tag:all"]
        run = "x"
        """) == "")
  }
}
