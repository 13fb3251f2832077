import Testing

@testable import Bindings

/// The diagnostics for `step`.
struct StepDiagnosticTests {
  @Test func aStepIsATableWithAStretchAndADirection() {
    expectProblems(problemText(gesture(#"step = "6 mm""#)), "step = 6 mm", "3:8 error")
    expectProblems(problemText(gesture("step = {}")), "step = {}", "3:8 error", "3:8 error")
    expectProblems(problemText(gesture(#"step = { every = "6 mm" }"#)), "a step without direction", "3:8 error")
    expectProblems(problemText(gesture(#"step = { up = "x" }"#)), "a step without every", "3:8 error")
    expectProblems(
      problemText(gesture(#"step = { every = "10 %" }"#, kind: "pinch")), "a step of a pinch without direction",
      "3:8 error")
  }

  @Test func theStretchHasAUnit() {
    expectProblems(problemText(gesture(#"step = { every = 6, up = "x" }"#)), "every = 6", "3:18 error")
    expectProblems(problemText(gesture(#"step = { every = "6", up = "x" }"#)), "every = 6 in quotes", "3:18 error")
    expectProblems(problemText(gesture(#"step = { every = "6 in", up = "x" }"#)), "every = 6 in", "3:18 error")
    expectProblems(problemText(gesture(#"step = { every = "far", up = "x" }"#)), "every = far", "3:18 error")
    expectProblems(problemText(gesture(#"step = { every = true, up = "x" }"#)), "every = true", "3:18 error")
  }

  @Test func theStretchHasARange() {
    expectProblems(problemText(gesture(#"step = { every = "0.1 mm", up = "x" }"#)), "every = 0.1 mm", "3:18 error")
    expectProblems(
      problemText(gesture(#"step = { every = "400 deg", clockwise = "y" }"#, kind: "rotation")), "every = 400 deg",
      "3:18 error")
    expectProblems(
      problemText(gesture(#"step = { every = "500 %", in = "y" }"#, kind: "pinch")), "every = 500 %", "3:18 error")
  }

  @Test func waysFitTheUnit() {
    expectProblems(
      problemText(gesture(#"step = { every = "0.1 mm", up = "x", clockwise = "y", in = "z" }"#)),
      "turning and zooming in mm",
      "3:18 error", "3:38 error", "3:55 error")
    expectProblems(
      problemText(gesture(#"step = { every = "5 %", in = "y", left = "x" }"#, kind: "pinch")), "going left in %",
      "3:35 error")
    expectProblems(
      problemText(gesture(#"step = { every = "5 deg", out = "y" }"#, kind: "rotation")), "zooming in deg", "3:27 error")
  }

  @Test func unknownKeysAreErrors() {
    expectProblems(
      problemText(gesture(#"step = { evry = "6 mm", upp = "x", command = "y", mode = "z", foo = 3, stream = "z" }"#)),
      "unknown keys of a step", "3:10 error", "3:25 error", "3:36 error", "3:51 error", "3:63 error", "3:72 error")
    expectProblems(
      problemText(
        gesture(
          #"step = { every = "6 mm", up = { stream = "x" }, down = { overlap = "skip" }, left = { rum = "x" }, right = { foo = 1 } }"#
        )), "unknown keys of a direction", "3:33 error", "3:58 error", "3:87 error", "3:110 error")
  }

  @Test func theEffectOfADirectionIsChecked() {
    expectProblems(
      problemText(gesture(#"step = { every = "6 mm", up = {}, down = 3, left = [], right = " " }"#)),
      "directions without a command", "3:31 error", "3:42 error", "3:52 error", "3:64 error")
    expectProblems(
      problemText(gesture(#"step = { every = "6 mm", up = { mode = ":" }, overlap = "no", at-most-every = "9 h" }"#)),
      "values of a direction", "3:40 error", "3:57 error", "3:79 error")
  }

  @Test func overlapWithoutCommandIsDoubted() {
    expectProblems(
      problemText(gesture(#"step = { every = "6 mm", up = { mode = "default" }, overlap = "skip" }"#)),
      "overlap without command is doubted", "3:53 warning")
  }

  @Test func whatIsRecognizedOnceHasNoSteps() {
    expectProblems(
      problemText(gesture(#"step = { every = "6 mm", up = "x" }"#, kind: "tap")), "a step of a tap", "3:1 error")
    expectProblems(
      problemText(gesture(#"step = { up = "x" }"#, kind: "tap")), "a step of a tap without every", "3:1 error",
      "3:8 error")
    expectProblems(
      problemText(
        binding("also = true", #"step = { every = "5 deg", clockwise = "x" }"#) + gesture(#"run = "x""#, kind: "swipe")),
      "a step of a swipe in a binding", "4:1 error")
  }

  @Test func aKindMustReportWhatIsCounted() {
    expectProblems(
      problemText(gesture(#"step = { every = "6 mm", up = "x" }"#, kind: "rotation")), "mm of a rotation", "3:18 error")
    expectProblems(problemText(gesture(#"step = { every = "10 deg", clockwise = "x" }"#)), "deg of a pan", "3:18 error")
    expectProblems(
      problemText(gesture(#"step = { every = "10 %", in = "x" }"#, kind: "force-press")), "% of a force-press",
      "3:18 error")
    expectProblems(
      problemText(gesture(#"step = { every = "10 %", in = "x" }"#, kind: "long-press")), "% of a long-press",
      "3:18 error")
  }

  @Test func waysAcrossTheAxisAreDoubted() {
    expectProblems(
      problemText(gesture(#"axis = "vertical""#, #"step = { every = "6 mm", up = "x", left = "x", right = "y" }"#)),
      "ways across the axis are doubted", "4:36 warning", "4:48 warning")
    #expect(problemText(gesture(#"axis = "horizontal""#, #"step = { every = "6 mm", left = "x" }"#)) == "")
  }

  @Test func onlyTheReverseDirectionIsDoubted() {
    expectProblems(
      problemText(gesture(#"direction = "in""#, #"step = { every = "10 %", out = "x" }"#, kind: "pinch")),
      "only out of a pinch in", "4:26 warning")
    expectProblems(
      problemText(
        gesture(#"direction = "clockwise""#, #"step = { every = "10 deg", counterclockwise = "x" }"#, kind: "rotation")),
      "only back of a turn", "4:28 warning")
    #expect(
      problemText(gesture(#"direction = "in""#, #"step = { every = "10 %", in = "x", out = "y" }"#, kind: "pinch"))
        == "")
  }
}
