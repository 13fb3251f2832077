import Testing

@testable import Bindings

/// The diagnostics for actions that are tables: their commands, their rate, and streams.
struct ActionTableTests {
  @Test func unknownKeysAreErrors() {
    expectProblems(
      problemText(
        gesture(
          #"run = { overlp = "skip", command = "x" }"#, #"began = { command = "x", foo = 1 }"#,
          #"changed = { up = "x" }"#)),
      "unknown keys are errors", "3:9 error", "4:26 error", "5:13 error")
  }

  @Test func conditionsDoNotBelongInActions() {
    let problems = problemText(
      gesture(
        #"run = { command = "x", when = { app = "y" } }"#,
        #"step = { every = "6 mm", up = { command = "x", when = {} }, when = {} }"#))
    #expect(problems.split(separator: "move `when` to the gesture or to an `[[override]]`").count == 3, "\(problems)")
  }

  @Test func launchedApplicationsCanOverlapAndHaveAScope() {
    let options = #"launch = "x.desktop", overlap = "skip""#
    let problems = problemText(
      gesture(
        "run = { \(options), scope = false }",
        "step = { every = \"6 mm\", up = { \(options.prefix(20)) }, overlap = \"skip\" }"))
    #expect(problems.isEmpty, "\(problems)")
  }

  @Test func overlapIsOneOfFour() {
    expectProblems(
      problemText(gesture(#"run = { command = "x", overlap = "wait" }"#, #"began = { command = "x", overlap = 3 }"#)),
      "overlap is one of four", "3:34 error", "4:36 error")
  }

  @Test func anActionThatStartsNothingIsAnError() {
    expectProblems(
      problemText(gesture(#"changed = { overlap = "skip" }"#)), "an action that starts nothing is an error",
      "3:11 error")
  }

  @Test func commandsInTablesAreChecked() {
    expectProblems(
      problemText(gesture("run = { command = 3 }", "changed = { stream = {} }", "ended = { command = [] }")),
      "commands in tables are checked", "3:19 error", "4:22 error", "5:21 error")
  }

  @Test func anActionHasOneOfRunAndStream() {
    expectProblems(
      problemText(
        gesture(#"changed = { command = "x", stream = "y" }"#, #"began = { stream = "y", command = ["x"] }"#)),
      "an action has one of run and stream", "3:28 error", "4:25 error")
  }

  @Test func theLeastTimeIsATimeInItsRange() {
    expectProblems(
      problemText(
        gesture(
          #"run = { command = "x", at-most-every = 50 }"#, #"began = { command = "x", at-most-every = "0.5 ms" }"#,
          #"changed = { command = "x", at-most-every = "2 h" }"#,
          #"ended = { command = "x", at-most-every = "3601 s" }"#,
          #"cancelled = { command = "x", at-most-every = "soon" }"#)), "the least time is a time in its range",
      "3:40 error", "4:42 error", "5:44 error", "6:42 error", "7:46 error")
  }

  @Test func namesOfModesArePlain() {
    expectProblems(
      problemText(gesture(#"run = { mode = "" }"#, #"began = { mode = "a:b" }"#, "changed = { mode = 3 }")),
      "names of modes are plain", "3:16 error", "4:18 error", "5:20 error")
  }

  @Test func overlapWithoutCommandIsDoubted() {
    expectProblems(
      problemText(
        gesture(#"changed = { stream = "x", overlap = "skip" }"#, #"run = { mode = "default", overlap = "skip" }"#)),
      "overlap without command is doubted", "3:27 warning", "4:27 warning")
  }

  @Test func aStreamOfAGestureThatGoesOnStandsUnderChanged() {
    expectProblems(
      problemText(
        gesture(
          #"run = { stream = "x" }"#, #"ended = { stream = "x" }"#,
          #"changed = { stream = "x", at-most-every = "50 ms", mode = "default" }"#)),
      "a stream of a gesture that goes on stands under changed", "3:9 error", "4:11 error")
  }

  @Test func aStreamOfAGestureThatIsRecognizedOnceStandsUnderRunOrEnded() {
    expectProblems(
      problemText(
        gesture(
          #"run = { stream = "x" }"#, #"ended = { stream = "x" }"#, #"changed = { stream = "x" }"#,
          #"began = { stream = "x" }"#, kind: "tap")), "streams of a tap", "5:13 error", "6:11 error")
    expectProblems(
      problemText(gesture(#"run = "x""#, kind: "tap") + binding("also = true", #"changed = { stream = "x" }"#)),
      "a stream of a tap in a binding", "7:13 error")
  }

  @Test func keysOfActionsBelongIntoThem() {
    expectProblems(
      problemText(
        gesture(
          #"run = "x""#, #"every = "6 mm""#, #"up = "y""#, #"stream = "x""#, #"overlap = "skip""#,
          #"at-most-every = "50 ms""#, #"mode = "x""#, "when = {}", #"pause = "on""#, "scope = true")),
      "keys of an action in a gesture", "4:1 error", "5:1 error", "6:1 error", "7:1 error", "8:1 error", "9:1 error",
      "11:1 error", "12:1 error")
    expectProblems(
      problemText(
        binding(#"run = "x""#, #"mode = "x""#, #"every = "3""#, #"stream = "x""#, #"rum = "x""#, "foo = 1")
          + gesture(#"run = "x""#)), "keys of an action in a binding", "4:1 error", "5:1 error", "6:1 error",
      "7:1 error", "8:1 error")
  }

  @Test func wordsOfOtherProgramsAreUnderstood() {
    expectProblems(
      problemText(gesture(#"run = "x""#, #"command = "x""#, #"exec = "x""#)), "words of other programs are understood",
      "4:1 error", "5:1 error")
  }

  @Test func eventsOfLastingGesturesAreRefusedForOthers() {
    expectProblems(
      problemText("[gesture.tap]\nkind = \"tap\"\nrun = \"x\"\nstrict-fingers = true\n"),
      "what only gestures that last have is told of others", "4:1 error")
  }
}
