import Testing

/// What is said about actions and bindings.
struct ActionDiagnosticTests {
  private func gesture(_ lines: String, kind: String = "pan") -> String {
    report("[gesture.a]\nkind = \"\(kind)\"\n\(lines)\n")
  }

  @Test func emptyCommandsAreErrors() {
    #expect(
      gesture("run = \" \"\nbegan = []\nended = [\"\"]\nchanged = {}") == """
        bindings.toml:3:7: error: `run` is empty
          3 | run = " "
            |       ^^^ give it a command, or remove the line
        bindings.toml:4:9: error: `began` is empty
          4 | began = []
            |         ^^ give it a command, or remove the line
        bindings.toml:5:9: error: `ended` is empty
          5 | ended = [""]
            |         ^^^^ give it a command, or remove the line
        bindings.toml:6:11: error: `changed` has no command
          6 | changed = {}
            |           ^^ write `changed = "…"` or `changed = { run = "…" }`
        """)
  }

  @Test func commandsAreStringsOrListsOfThem() {
    #expect(
      gesture("run = 3\nbegan = [\"a\", 3, [1]]\nended = { run = {} }") == """
        bindings.toml:3:7: error: `run` must be a command: a string or a list of strings, not a whole number
          3 | run = 3
            |       ^ write `run = "notify-send done"`
        bindings.toml:4:15: error: a command is a list of strings, not of numbers
          4 | began = ["a", 3, [1]]
            |               ^ put it in quotes: `"3"`
        bindings.toml:4:18: error: a command is a list of strings, not of lists
          4 | began = ["a", 3, [1]]
            |                  ^^^ put each argument in quotes
        bindings.toml:5:17: error: `run` must be a command: a string or a list of strings, not a table
          5 | ended = { run = {} }
            |                 ^^ write `run = "notify-send done"`
        """)
  }

  @Test func severalEffectsAreOneTable() {
    #expect(
      gesture(#"run = [{ keys = "Super+1" }, { volume = "+5 %" }]"#) == """
        bindings.toml:3:7: error: `run` has a list of tables: several effects are written in one table
          3 | run = [{ keys = "Super+1" }, { volume = "+5 %" }]
            |       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ write `run = { keys = …, volume = … }`
        """)
    #expect(
      gesture(#"ended = [{ run = "a" }, { run = "b" }]"#) == """
        bindings.toml:3:9: error: `ended` has a list of tables: several effects are written in one table
          3 | ended = [{ run = "a" }, { run = "b" }]
            |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ write `ended = { … }`; a second effect of the same name needs a \
        `[[binding]]` with `also = true`
        """)
  }

  @Test func aNullCharacterCannotBePartOfACommand() {
    #expect(
      gesture("run = \"a\\u0000\"\nended = [\"a\\u0000\"]") == """
        bindings.toml:3:7: error: a command can't contain the character U+0000
          3 | run = "a\\u0000"
            |       ^^^^^^^^^ remove it
        bindings.toml:4:10: error: a command can't contain the character U+0000
          4 | ended = ["a\\u0000"]
            |          ^^^^^^^^^ remove it
        """)
  }

  @Test func statesThatNeverComeAreDoubted() {
    #expect(
      gesture("run = \"x\"\nended = \"x\"\nchanged = \"x\"", kind: "swipe") == """
        bindings.toml:5:1: warning: `changed` never happens: a swipe is recognized once and has no duration
          5 | changed = "x"
            | ^^^^^^^ use `run`
        """)
  }

  @Test func aGestureWithoutActionIsDoubtedUnlessAnotherOneWaitsForIt() {
    #expect(
      gesture("", kind: "tap") == """
        bindings.toml:1:1: warning: "a" does nothing
          1 | [gesture.a]
            | ^^^^^^^^^^^ give it an action, such as `run = "…"`
        """)
    #expect(gesture("[gesture.b]\nkind = \"pan\"\nrequire-to-fail = \"a\"\nrun = \"x\"", kind: "tap") == "")
    #expect(gesture("[gesture.b]\nkind = \"pan\"\nrequire-to-fail = \"kind:tap\"\nrun = \"x\"", kind: "tap") == "")
    #expect(gesture("[[binding]]\ngesture = \"a\"\nrun = \"x\"") == "")
    #expect(gesture("require-to-fail = \"kind:tap\"", kind: "tap").contains("\"a\" does nothing"))
  }

  @Test func bindingsNameAGestureAndHaveAnAction() {
    #expect(
      gesture("run = \"x\"\n[[binding]]\n[[binding]]\ngesture = \"b\"\nrun = \"x\"\n[[binding]]\ngesture = 3\nalso = 1")
        == """
        bindings.toml:4:1: error: this binding has no `gesture`
          4 | [[binding]]
            | ^^^^^^^^^^^ add `gesture = "NAME"`, with the NAME of a `[gesture.NAME]`
        bindings.toml:4:1: error: this binding has no action
          4 | [[binding]]
            | ^^^^^^^^^^^ add one, such as `run = "…"`
        bindings.toml:6:11: error: there is no gesture "b"
          6 | gesture = "b"
            |           ^^^ write the name of an existing one, or add a `[gesture.b]`
        bindings.toml:8:1: error: this binding has no action
          8 | [[binding]]
            | ^^^^^^^^^^^ add one, such as `run = "…"`
        bindings.toml:9:11: error: `gesture` must be a string or a list of strings, not a whole number
          9 | gesture = 3
            |           ^ write `gesture = "next-workspace"`
        bindings.toml:10:8: error: `also` must be true or false, not a whole number
          10 | also = 1
             |        ^ write `also = true`
        """)
  }

  @Test func whatABindingDoesNotKnowIsAnError() {
    #expect(
      gesture("[[binding]]\ngesture = \"a\"\nrun = \"x\"\nname = \"b\"\nendet = \"x\"") == """
        bindings.toml:6:1: error: unknown key "name"
          6 | name = "b"
            | ^^^^ a binding has the keys gesture, also, when, run, began, changed, ended, cancelled and step
        bindings.toml:7:1: error: unknown key "endet"
          7 | endet = "x"
            | ^^^^^ did you mean "ended"?
        """)
  }

  @Test func aBindingHasDoubleBrackets() {
    #expect(
      gesture("run = \"x\"\n[binding]\ngesture = \"a\"\nrun = \"x\"") == """
        bindings.toml:4:2: error: a binding needs double brackets
          4 | [binding]
            |  ^^^^^^^ write `[[binding]]`
        """)
    #expect(
      report("binding = [3]\n[gesture.a]\nkind = \"tap\"\nrun = \"x\"") == """
        bindings.toml:1:12: error: a binding needs double brackets
          1 | binding = [3]
            |            ^ write `[[binding]]`
        """)
  }

  @Test func replacedActionsAreDoubted() {
    #expect(
      gesture(
        "run = \"x\"\n[[binding]]\ngesture = \"a\"\nalso = true\nrun = \"y\"\n[[binding]]\ngesture = \"a\"\nrun = \"z\"\n"
          + "[[binding]]\ngesture = \"a\"\nrun = \"z\"") == """
          bindings.toml:8:1: warning: this replaces the actions of "a" in line 1, which never run
            8 | [[binding]]
              | ^^^^^^^^^^^ add `also = true` to run both
          bindings.toml:11:1: warning: this replaces the actions of "a" in line 8, which never run
            11 | [[binding]]
               | ^^^^^^^^^^^ add `also = true` to run both
          """)
  }
}
