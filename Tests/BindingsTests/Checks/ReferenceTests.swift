import Testing

/// What is said about gestures that name others.
struct ReferenceTests {
  @Test func unknownNamesAndKindsAreErrors() {
    #expect(
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
        """) == """
          bindings.toml:7:20: error: there is no gesture "duoble"
            7 | require-to-fail = ["duoble", "kind:pam", "tag:x", 3]
              |                    ^^^^^^^^ did you mean "double"?
          bindings.toml:7:30: error: unknown gesture kind "pam"
            7 | require-to-fail = ["duoble", "kind:pam", "tag:x", 3]
              |                              ^^^^^^^^^^ did you mean "kind:pan"? `gesture-bridge gestures` lists \
          them all
          bindings.toml:7:42: error: no gesture has the tag "x"
            7 | require-to-fail = ["duoble", "kind:pam", "tag:x", 3]
              |                                          ^^^^^^^ add it to one: `tags = ["x"]`
          bindings.toml:7:51: error: `require-to-fail` must be a list of names, not numbers
            7 | require-to-fail = ["duoble", "kind:pam", "tag:x", 3]
              |                                                   ^ put each name in quotes
          bindings.toml:8:21: error: there is no gesture "nothing"
            8 | simultaneous-with = "nothing"
              |                     ^^^^^^^^^ name a `[gesture.NAME]`, or a kind: "kind:tap"
          """)
    #expect(
      report("[gesture.a]\nkind = \"pan\"\nrun = \"x\"\nrequire-to-fail = true\n") == """
        bindings.toml:4:19: error: `require-to-fail` must be a string or a list of strings, not true or false
          4 | require-to-fail = true
            |                   ^^^^ write `require-to-fail = ["another-gesture"]`
        """)
  }

  @Test func aGestureOfAnUnknownKindIsThereAllTheSame() {
    #expect(
      report(
        """
        [gesture.a]
        kind = "tapp"
        [gesture.b]
        kind = "tap"
        require-to-fail = "a"
        run = "x"
        [[binding]]
        gesture = "a"
        run = "x"
        """) == """
          bindings.toml:2:8: error: unknown gesture kind "tapp"
            2 | kind = "tapp"
              |        ^^^^^^ did you mean "tap"? `gesture-bridge gestures` lists them all
          """)
  }

  @Test func inAFileThatIsOnlyReadInPartNothingIsMissed() {
    #expect(
      report("[gesture.a]\nkind = \"tap\"\nrequire-to-fail = \"b\"\nrun = \"x\"\n[gesture.b\nkind = \"pan\"\n") == """
        bindings.toml:5:1: error: unterminated table header
          5 | [gesture.b
            | ^^^^^^^^^^ close it with `]`
        """)
  }

  private func taps(_ requirements: (name: String, waitsFor: String)...) -> String {
    requirements.enumerated().map { place, gesture in
      "[gesture.\(gesture.name)]\nkind = \"tap\"\nfingers = \(place + 1)\nrequire-to-fail = [\(gesture.waitsFor)]\nrun = \"x\"\n"
    }.joined()
  }

  @Test func circlesAreErrors() {
    #expect(
      report(taps(("single", "\"double\""), ("double", "\"single\""))) == """
        bindings.toml:4:19: error: `require-to-fail` is circular: single -> double -> single; neither could ever fire
          4 | require-to-fail = ["double"]
            |                   ^^^^^^^^^^ remove one of them
        """)
    #expect(
      report(taps(("a", "\"a\""))) == """
        bindings.toml:4:19: error: `require-to-fail` is circular: a -> a; it could never fire
          4 | require-to-fail = ["a"]
            |                   ^^^^^ remove it
        """)
    #expect(
      report(taps(("outside", "\"b\""), ("a", "\"c\""), ("b", "\"a\""), ("c", "\"b\""), ("free", ""))) == """
        bindings.toml:9:19: error: `require-to-fail` is circular: a -> c -> b -> a; none of them could ever fire
          9 | require-to-fail = ["c"]
            |                   ^^^^^ remove one of them
        """)
    #expect(
      report(taps(("a", "\"kind:tap\""), ("b", "\"kind:tap\""))) == """
        bindings.toml:4:19: error: `require-to-fail` is circular: a -> b -> a; neither could ever fire
          4 | require-to-fail = ["kind:tap"]
            |                   ^^^^^^^^^^^^ remove one of them
        """)
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
        + "none of them could ever fire")
  }

  /// Who only looks on has nothing to do with others.
  @Test func nobodyWaitsForWhoOnlyLooksOn() {
    #expect(
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
        """) == """
          bindings.toml:4:19: error: `require-to-fail` has no effect on a hint: it never waits and never takes \
          touches from others
            4 | require-to-fail = "next"
              |                   ^^^^^^ leave it out
          bindings.toml:5:12: error: `prevents` has no effect on a hint: it never waits and never takes touches from \
          others
            5 | prevents = ["next"]
              |            ^^^^^^^^ leave it out
          bindings.toml:10:20: error: "guide" is a hint, which only watches: other gestures never wait for it or \
          share touches with it
            10 | require-to-fail = ["guide", "kind:hint", "tag:shown"]
               |                    ^^^^^^^ leave it out
          bindings.toml:10:29: error: "kind:hint" is a hint, which only watches: other gestures never wait for it or \
          share touches with it
            10 | require-to-fail = ["guide", "kind:hint", "tag:shown"]
               |                             ^^^^^^^^^^^ leave it out
          bindings.toml:10:42: error: "tag:shown" is a hint, which only watches: other gestures never wait for it or \
          share touches with it
            10 | require-to-fail = ["guide", "kind:hint", "tag:shown"]
               |                                          ^^^^^^^^^^^ leave it out
          """)
  }

  /// Nothing is in its way, and it is in nobody's.
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
        after = "rest 1 s"
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
