import Bindings
import GestureCore
import Testing

/// Gestures that are made of others.
struct ComposedTests {
  private func said(_ steps: String, _ more: String = "") -> String {
    report(
      "[gesture.a]\nkind = \"swipe\"\n[gesture.b]\nkind = \"long-press\"\n[gesture.c]\nkind = \"chain\"\nrun = \"x\"\n"
        + "\(steps)\n\(more)", kinds: MadeUp.kinds)
  }

  @Test func stepsArriveInTheRuleAndHaveAPurpose() throws {
    #expect(said("steps = [\"a\", \"b\", \"a\"]") == "")
    let text = "[gesture.a]\nkind = \"tap\"\n[gesture.c]\nkind = \"chain\"\nrun = \"x\"\nsteps = [\"a\", \"a\"]\n"
    let rules = try #require(load(text, kinds: MadeUp.kinds).rules?.ruleSet)
    #expect(rules.gestures[1].settings == ["steps": .gestures(["a", "a"])])
  }

  @Test func aStepMayHaveActionsToo() {
    #expect(
      said("steps = [\"a\", \"d\"]", "[gesture.d]\nkind = \"tap\"\nrun = \"x\"\n").hasPrefix(
        "bindings.toml:3:1: warning: \"b\" does nothing\n"))
    #expect(said("steps = [\"b\", \"d\", \"a\"]", "[gesture.d]\nkind = \"tap\"\nrun = \"x\"\n") == "")
  }

  @Test func stepsAreGesturesOfTheFile() {
    #expect(
      said(
        "steps = [\"a\", \"beta\", \"c\", \"d\"]",
        "[gesture.d]\nkind = \"chain\"\nsteps = [\"a\", \"b\"]\nrun = \"x\"\n[gesture.bet]\nkind = \"tap\"\nrun = \"x\"\n"
      ) == """
        bindings.toml:8:15: error: there is no gesture "beta"
          8 | steps = ["a", "beta", "c", "d"]
            |               ^^^^^^ did you mean "bet"?
        bindings.toml:8:23: error: a chain can't be made of itself
          8 | steps = ["a", "beta", "c", "d"]
            |                       ^^^ name another gesture
        bindings.toml:8:28: error: "d" is a chain: a gesture can't be made of one that is itself made of others
          8 | steps = ["a", "beta", "c", "d"]
            |                            ^^^ write the gestures it is made of
        """)
  }

  @Test func thereAreEnoughSteps() {
    #expect(
      said("steps = [\"a\"]", "[gesture.d]\nkind = \"tap\"\nrequire-to-fail = [\"a\", \"b\"]\nrun = \"x\"\n") == """
        bindings.toml:8:9: error: `steps` has 1 name
          8 | steps = ["a"]
            |         ^^^^^ write 2 to 4 names of gestures, in order
        """)
    #expect(
      said("", "[gesture.d]\nkind = \"tap\"\nrequire-to-fail = [\"a\", \"b\"]\nrun = \"x\"\n") == """
        bindings.toml:5:1: error: a chain needs `steps`
          5 | [gesture.c]
            | ^^^^^^^^^^^ name the gestures it is made of: `steps = ["first", "second"]`
        """)
    #expect(
      said("steps = [\"a\", \"b\", 3]") == """
        bindings.toml:8:20: error: `steps` must be a list of names, not numbers
          8 | steps = ["a", "b", 3]
            |                    ^ put each name in quotes
        """)
    #expect(
      said("steps = [\"a\", \"b\"]", "[defaults]\nchain.steps = [\"a\", \"b\"]\n") == """
        bindings.toml:10:7: error: `steps` can't be set in defaults
          10 | chain.steps = ["a", "b"]
             |       ^^^^^ move it to a `[gesture.NAME]`
        """)
  }

  @Test func itsKeysAreItsOwn() {
    #expect(
      said("steps = [\"a\", \"b\"]\nfingers = 2") == """
        bindings.toml:9:1: error: a chain has no "fingers"
          9 | fingers = 2
            | ^^^^^^^ `gesture-bridge gestures chain` lists the settings of a chain
        """)
  }

  @Test func theSameStepsAreTheSameGesture() {
    let other = "[gesture.d]\nkind = \"chain\"\nrun = \"x\"\nsteps = "
    #expect(
      said("steps = [\"a\", \"b\"]", other + "[\"a\", \"b\"]\n") == """
        bindings.toml:9:1: error: "d" can't be told apart from "c" in line 5: the two are the same
          9 | [gesture.d]
            | ^^^^^^^^^^^ change one of them, or let both happen: `simultaneous-with = ["c"]`
        """)
    #expect(said("steps = [\"a\", \"b\"]", other + "[\"b\", \"a\"]\n") == "")
  }

  @Test func itCantWaitForItsOwnStep() {
    #expect(
      said("steps = [\"a\", \"b\"]\nrequire-to-fail = [\"b\"]") == """
        bindings.toml:9:20: warning: "c" waits for "b" to fail, but is made of it, so it can never fire
          9 | require-to-fail = ["b"]
            |                    ^^^ the other way round, "b" can wait: there, write `require-to-fail = ["c"]`
        """)
  }

  @Test func onTouchpadsEveryStepMustBeSeen() {
    let swipes =
      "[gesture.d]\nkind = \"swipe\"\nfingers = 3\n[gesture.e]\nkind = \"chain\"\ndevice = \"touchpad\"\n"
      + "run = \"x\"\n"
    #expect(said("steps = [\"a\", \"b\"]", swipes + "steps = [\"d\", \"d\"]\n") == "")
    #expect(
      said("steps = [\"a\", \"b\"]", swipes + "steps = [\"d\", \"a\"]\n[device.\"*\"]\nsource = \"libinput\"\n") == """
        bindings.toml:12:1: warning: this gesture can never fire on a touchpad: libinput reports no 1-finger swipes \
        there
          12 | [gesture.e]
             | ^^^^^^^^^^^ there a swipe can have 3 to 4 fingers
        """)
  }
}
