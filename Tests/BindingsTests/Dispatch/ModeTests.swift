import Testing

@testable import Bindings

/// The diagnostics for modes.
struct ModeTests {
  @Test func aModeWithoutAnActionThatEntersItIsDoubted() {
    expectProblems(
      problemText(gesture(#"run = { mode = "reding" }"#) + binding(#"when = { mode = "reading" }"#, #"run = "y""#)),
      "reding and reading", "3:16 warning", "6:17 warning")
    expectProblems(
      problemText(gesture(#"run = "x""#, #"receive = { mode = "m" }"#)), "receive in a mode that nothing enters",
      "4:20 warning")
    expectProblems(
      problemText(gesture(#"run = "x""#, #"begin-if = { mode = ["m", "defalt"] }"#)),
      "begin-if in modes that nothing enters",
      "4:22 warning", "4:27 warning")
    expectProblems(
      problemText(
        gesture(#"run = "x""#, #"require-to-fail = { gesture = "kind:tap", when = { mode = "m" } }"#)
          + gesture(#"run = "x""#, kind: "tap", name: "b")), "a requirement in a mode that nothing enters",
      "4:59 warning")
  }

  @Test func theRarerOfTwoNamesIsTheMistake() {
    expectProblems(
      problemText(
        gesture(#"run = { mode = "reding" }"#)
          + binding(#"when = { mode = "reading" }"#, #"run = { mode = "default" }"#)
          + binding("also = true", #"when = { mode = "reading" }"#, #"run = "y""#)), "two gestures use reading",
      "3:16 warning")
    expectProblems(
      problemText(
        gesture(#"run = { mode = "reading" }"#)
          + binding(#"when = { mode = "reding" }"#, #"run = { mode = "default" }"#)
          + gesture(#"run = { mode = "reading" }"#, kind: "tap", name: "b")), "two gestures enter reading",
      "6:17 warning")
  }

  @Test func aModeThatNothingIsMadeForIsDoubted() {
    expectProblems(problemText(gesture(#"run = { mode = "dark" }"#)), "nothing works in dark", "3:16 warning")
    expectProblems(
      problemText(
        gesture(#"step = { every = "6 mm", up = { mode = "dark" }, down = { mode = "light" } }"#)
          + binding(#"when = { mode = "light" }"#, #"run = { mode = "default" }"#)), "nothing works in one of two",
      "3:40 warning")
  }

  @Test func aModeThatNothingLeavesIsDoubted() {
    expectProblems(
      problemText(
        gesture(#"run = { mode = "m" }"#) + gesture(#"run = "x""#, #"receive = { mode = "m" }"#, kind: "tap", name: "b")
      ), "only a gesture works in it", "3:16 warning")
    expectProblems(
      problemText(gesture(#"run = { mode = "m" }"#) + binding(#"when = { mode = "m" }"#, #"run = "y""#)),
      "only a binding works in it", "3:16 warning")
    expectProblems(
      problemText(
        gesture(#"run = { mode = "m" }"#, #"changed = { mode = "default" }"#, kind: "tap")
          + binding(#"when = { mode = "m" }"#, "also = true", #"run = "y""#)), "leaving it never happens",
      "3:16 warning", "4:1 warning")
    expectProblems(
      problemText(
        gesture(#"run = { mode = "m" }"#) + gesture(#"run = { mode = "default" }"#, kind: "tap", name: "b")
          + binding(#"when = { mode = "m" }"#, #"run = "y""#, of: "b")), "leaving it is replaced", "3:16 warning")
    expectProblems(
      problemText(
        gesture(#"run = { mode = "m" }"#)
          + gesture(#"run = { mode = "default" }"#, #"receive = { mode = "default" }"#, kind: "tap", name: "b")
          + binding(#"when = { mode = "m" }"#, #"run = "y""#)), "leaving it works elsewhere", "3:16 warning")
  }

  @Test func aModeThatIsLeftIsRight() {
    #expect(
      problemText(
        gesture(#"run = { mode = "m" }"#) + binding(#"when = { mode = "m" }"#, #"run = { mode = "default" }"#)) == ""
    )
    #expect(
      problemText(
        gesture(#"run = { mode = "m" }"#) + gesture(#"run = { mode = "default" }"#, kind: "tap", name: "b")
          + binding(#"when = { mode = "m" }"#, #"run = "y""#)) == "")
    #expect(
      problemText(
        gesture(#"run = { mode = "m" }"#) + gesture(#"run = { mode = "default" }"#, kind: "tap", name: "b")
          + binding(#"when = { mode = "m", device = "touchpad" }"#, #"run = "y""#, of: "b")) == "")
    #expect(
      problemText(
        gesture(#"run = { mode = "m" }"#) + gesture(#"run = "x""#, kind: "tap", name: "b")
          + binding(#"when = { mode = "m" }"#, #"run = "y""#, of: "b")
          + binding("also = true", #"run = { mode = "default" }"#, of: "b")) == "")
    #expect(
      problemText(
        gesture(#"step = { every = "6 mm", up = { mode = "m" }, down = { mode = "default" } }"#)
          + binding(#"when = { mode = "m" }"#, "also = true", #"run = "y""#)) == "")
  }

  @Test func aConditionOnAModeTheGestureIsNotInNeverHolds() {
    expectProblems(
      problemText(
        gesture(#"run = { mode = "m" }"#, #"receive = { mode = "default" }"#)
          + binding(#"when = { mode = "m" }"#, #"run = "y""#)
          + gesture(#"run = { mode = "default" }"#, kind: "tap", name: "b")), "a condition of a binding", "7:10 warning"
    )
    expectProblems(
      problemText(
        gesture(#"receive = { mode = "default" }"#, #"begin-if = { mode = "m" }"#, #"run = { mode = "m" }"#)
          + gesture(#"run = { mode = "default" }"#, kind: "tap", name: "b")), "a condition of a gesture", "4:14 warning"
    )
    expectProblems(
      problemText(
        gesture(
          #"run = { mode = "m" }"#, #"receive = { mode = ["default", "n"] }"#,
          #"require-to-fail = { gesture = "b", when = { mode = "m" } }"#)
          + gesture(#"run = { mode = "default" }"#, #"ended = { mode = "n" }"#, kind: "swipe", name: "b")),
      "a condition of a requirement", "5:45 warning")
  }

  @Test func relationsAcrossModesHaveNoEffect() {
    expectProblems(
      problemText(
        gesture(#"run = { mode = "m" }"#, #"receive = { mode = "default" }"#, #"require-to-fail = "b""#)
          + gesture(
            #"run = { mode = "default" }"#, #"receive = { mode = "m" }"#, #"simultaneous-with = "a""#, kind: "swipe",
            name: "b")), "relations across modes have no effect", "5:19 warning", "10:21 warning")
    #expect(
      problemText(
        gesture(#"run = { mode = "m" }"#, #"receive = { mode = ["default", "m"] }"#)
          + gesture(
            #"run = { mode = "default" }"#, #"receive = { mode = "m" }"#, #"simultaneous-with = "a""#, kind: "swipe",
            name: "b")) == "")
  }

  @Test func differentModesKeepGesturesApart() {
    #expect(
      problemText(
        gesture(#"run = { mode = "m" }"#, #"receive = { mode = "default" }"#, kind: "tap")
          + gesture(#"run = { mode = "default" }"#, #"receive = { mode = "m" }"#, kind: "tap", name: "b")) == "")
    expectProblems(
      problemText(
        gesture(#"run = { mode = "m" }"#, #"receive = { mode = ["default", "m"] }"#, kind: "tap")
          + gesture(#"run = { mode = "default" }"#, #"receive = { mode = "m" }"#, kind: "tap", name: "b")),
      "the wider mode comes first", "5:1 warning")
    expectProblems(
      problemText(
        gesture(#"run = { mode = "m" }"#, #"begin-if = { mode = ["default", "m"] }"#, kind: "tap")
          + gesture(#"run = { mode = "default" }"#, #"receive = { mode = ["m", "default"] }"#, kind: "tap", name: "b")),
      "begin-if keeps nothing apart", "5:1 error")
    #expect(
      problemText(
        gesture(#"run = { mode = "m" }"#, #"receive = { mode = "default" }"#, #"slop = "0 mm""#)
          + gesture(#"run = { mode = "default" }"#, #"receive = { mode = "m" }"#, kind: "swipe", name: "b")) == "")
    expectProblems(
      problemText(
        gesture(#"run = { mode = "m" }"#, #"receive = { mode = "m" }"#, #"slop = "0 mm""#)
          + gesture(#"run = { mode = "default" }"#, #"receive = { mode = "m" }"#, kind: "swipe", name: "b")),
      "a pan before a swipe", "6:1 warning")
  }

  @Test func waitingIsOnlyDoubtedInASharedMode() {
    expectProblems(
      problemText(
        gesture(#"run = { mode = "m" }"#, #"receive = { mode = "m" }"#)
          + gesture(
            #"run = { mode = "default" }"#, #"receive = { mode = "m" }"#, #"require-to-fail = "a""#, kind: "long-press",
            name: "b")), "waiting is only doubted in a shared mode", "9:19 warning")
    #expect(
      problemText(
        gesture(#"run = { mode = "m" }"#, #"receive = { mode = "default" }"#)
          + gesture(
            #"run = { mode = "default" }"#, #"receive = { mode = "m" }"#, #"require-to-fail = "kind:pan""#,
            kind: "long-press", name: "b")) == "")
  }

  @Test func namesOfModesArePlain() {
    expectProblems(
      problemText(gesture(#"receive = { mode = ["a:b", "", 3] }"#, #"run = "x""#)), "names that are none", "3:21 error",
      "3:28 error", "3:32 error")
    expectProblems(problemText(gesture("receive = { mode = 3 }", #"run = "x""#)), "mode = 3", "3:20 error")
  }

  @Test func aFileWithErrorsHasNoTraps() {
    expectProblems(
      problemText(
        gesture(#"run = { mode = "m" }"#) + binding(#"when = { mode = "m" }"#, #"run = { mode = "default", foo = 1 }"#)),
      "a file with errors has no traps", "7:27 error")
  }
}
