import Testing

/// The diagnostics for actions and overrides.
struct ActionDiagnosticTests {
  private func gesture(_ lines: String, kind: String = "pan") -> String {
    report("[gesture.a]\nkind = \"\(kind)\"\n\(lines)\n")
  }

  @Test func emptyCommandsAreErrors() {
    expectProblems(
      gesture("run = \" \"\nbegan = []\nended = [\"\"]\nchanged = {}"), "empty commands are errors", "3:7 error",
      "4:9 error", "5:9 error", "6:11 error")
  }

  @Test func commandsAreStringsOrListsOfThem() {
    expectProblems(
      gesture("run = 3\nbegan = [\"a\", 3, [1]]\nended = { command = {} }"), "commands are strings or lists of them",
      "3:7 error", "4:15 error", "4:18 error", "5:21 error")
  }

  @Test func severalEffectsAreOneTable() {
    expectProblems(
      gesture(#"run = [{ keys = "Super+1" }, { volume = "+5 %" }]"#), "run with a list of tables", "3:7 error")
    expectProblems(
      gesture(#"ended = [{ command = "a" }, { command = "b" }]"#), "ended with a list of tables", "3:9 error")
  }

  @Test func aNullCharacterCannotBePartOfACommand() {
    expectProblems(
      gesture("run = \"a\\u0000\"\nended = [\"a\\u0000\"]"), "a null character cannot be part of a command",
      "3:7 error", "4:10 error")
  }

  @Test func statesThatNeverComeAreDoubted() {
    expectProblems(
      gesture("run = \"x\"\nended = \"x\"\nchanged = \"x\"", kind: "swipe"), "states that never come are doubted",
      "5:1 warning")
  }

  @Test func aGestureWithoutActionIsDoubtedUnlessAnotherOneWaitsForIt() {
    expectProblems(
      gesture("", kind: "tap"), "a gesture without action is doubted unless another one waits for it", "1:1 warning")
    #expect(gesture("[gesture.b]\nkind = \"pan\"\nrequire-to-fail = \"a\"\nrun = \"x\"", kind: "tap") == "")
    #expect(gesture("[gesture.b]\nkind = \"pan\"\nrequire-to-fail = \"kind:tap\"\nrun = \"x\"", kind: "tap") == "")
    #expect(gesture("[[override]]\ngesture = \"a\"\nrun = \"x\"") == "")
    #expect(gesture("require-to-fail = \"kind:tap\"", kind: "tap").contains("\"a\" does nothing"))
  }

  @Test func bindingsNameAGestureAndHaveAnAction() {
    expectProblems(
      gesture(
        "run = \"x\"\n[[override]]\n[[override]]\ngesture = \"b\"\nrun = \"x\"\n[[override]]\ngesture = 3\nalso = 1"),
      "bindings name a gesture and have an action", "4:1 error", "4:1 error", "6:11 error", "8:1 error", "9:11 error",
      "10:8 error")
  }

  @Test func whatABindingDoesNotKnowIsAnError() {
    expectProblems(
      gesture("[[override]]\ngesture = \"a\"\nrun = \"x\"\nname = \"b\"\nendet = \"x\""),
      "what a binding does not know is an error", "6:1 error", "7:1 error")
  }

  @Test func aBindingHasDoubleBrackets() {
    expectProblems(gesture("run = \"x\"\n[override]\ngesture = \"a\"\nrun = \"x\""), "[override]", "4:2 error")
    expectProblems(report("override = [3]\n[gesture.a]\nkind = \"tap\"\nrun = \"x\""), "override = [3]", "1:13 error")
  }

  @Test func overridesThatChangeNothingAreDoubted() {
    let own = "run = { keys = \"Super+1\", at-most-every = \"1 s\" }"
    let override = "\n[[override]]\ngesture = \"a\"\nwhen = { app = \"b\" }\n"
    #expect(gesture(own + override + own).contains("4:1: warning: this override changes nothing"))
    #expect(gesture(own + override + "run = { keys = \"Super+1\" }") == "")
    #expect(gesture("\(own)\(override)run = \"nothing\"").contains("\"nothing\" is read as the name of a program"))
    #expect(gesture("\(own)\n[[override]]\ngesture = \"*\"\nrun = \"x\"").contains("gesture = [\"NAME\", \"NAME\"]"))
  }

  @Test func replacedActionsAreDoubted() {
    expectProblems(
      gesture(
        "run = \"x\"\n[[override]]\ngesture = \"a\"\nalso = true\nrun = \"y\"\n[[override]]\ngesture = \"a\"\nrun = \"z\"\n"
          + "[[override]]\ngesture = \"a\"\nrun = \"z\""), "replaced actions are doubted", "8:1 warning", "11:1 warning"
    )
  }
}
